"""When Python looks for garbage in cycles, which counting references does not find."""

import gc
from time import monotonic
from typing import Any

YOUNG = (5_000, 10)  # objects made and not freed before a look at those; such looks before one at what survived them
SELDOM = 600.0  # seconds at least between two looks at everything
SHARE = 0.001  # of the time is what they may take
NEVER = 1_000_000


def spare_pauses() -> None:
    """Let Python look at everything seldom, and then not at what was made at the start.

    With 500 rooms and 2,000 sockets such a look takes 0.2 to 0.8 s in which nobody is answered, and by default one
    came every ten to twenty seconds of play. Yet it finds nothing: what moves, requests and sockets leave is freed
    without (tests/api/test_live.py), so looking is a precaution only.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)
    gc.callbacks.append(_Seldom())


class _Seldom:
    """Allows a look at everything when the last one is long enough ago for what it took."""

    def __init__(self) -> None:
        self._began = 0.0
        self._due = monotonic() + SELDOM

    def __call__(self, phase: str, info: dict[str, Any]) -> None:
        """Told by the collector before and after every look."""
        everything, now = info["generation"] == 2, monotonic()
        if everything and phase == "start":
            self._began = now
        elif everything:
            self._due = now + max(SELDOM, (now - self._began) / SHARE)
            gc.set_threshold(*YOUNG, NEVER)
        elif now >= self._due:
            gc.set_threshold(*YOUNG, 1)
