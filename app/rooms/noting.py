"""What is noted of a frame, whichever door it came by: in the room's history, in the log, in the metrics."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from time import perf_counter
from typing import Any

from app.metrics import Metrics
from app.rooms.change import event
from app.rooms.live import Live
from app.rooms.results import Json, Refused
from app.store.journal import Journal
from app.store.records import SeatRow

HISTORY = frozenset({"illegal", "stale", "nothing_to_undo"})  # refusals that explain a game

logger = logging.getLogger(__name__)


class Noting:
    """One for all rooms."""

    def __init__(self, journal: Journal, clock: Callable[[], datetime], metrics: Metrics) -> None:
        self._journal = journal
        self._clock = clock
        self._metrics = metrics

    @contextmanager
    def frame(self, live: Live, seat: SeatRow, at: int, content: Json) -> Iterator[None]:
        """Around the decision on a move, or an undo: its counter, and what else the frame holds."""
        began = perf_counter()
        kind = "undo" if "undo" in content else "move"
        try:
            yield
        except Refused as refused:
            if refused.code in HISTORY:
                detail = {"code": refused.code, "reason": refused.reason, **content}
                self._journal.note(live.room.row.id, event("refused", self._clock(), seat.seat, **detail))
            _say(f"{kind} refused", live, seat, began, code=refused.code, reason=refused.reason)
            raise
        if at == seat.at and live.room.game is not None:  # else it was sent again, and made once
            counter = self._metrics.undos if kind == "undo" else self._metrics.moves
            counter.labels(live.room.row.game).inc()
        _say(kind, live, seat, began)


def _say(what: str, live: Live, seat: SeatRow, began: float, **more: Any) -> None:
    if logger.isEnabledFor(logging.DEBUG):
        row = live.room.row
        seconds = round(perf_counter() - began, 6)
        logger.debug(what, extra={"room": row.id, "seat": seat.seat, "game": row.game, "seconds": seconds, **more})
