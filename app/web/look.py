"""How the pages look: the theme of a request, and the design tokens of static/machi.css for what cannot use CSS."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from app.web.assets import assets

THEMES = ("system", "light", "dark")
"""What the switch offers: as the system has it, or one of the two, whatever the system says."""

_COLOUR = re.compile(r"--([\w-]+): var\(--light, ([^;]+)\) var\(--dark, ([^;]+)\);")
_theme: ContextVar[str] = ContextVar("theme", default=THEMES[0])


@cache
def colours() -> dict[str, tuple[str, str]]:
    """Every colour token without its dashes, to its value by day and by night."""
    style = assets()["/static/machi.css"].body.decode()
    return {name: (light, dark) for name, light, dark in _COLOUR.findall(style)}


def theme() -> str:
    """The theme chosen by whoever is looking: one of `THEMES`."""
    return _theme.get()


@contextmanager
def looking(chosen: str | None) -> Iterator[None]:
    """Inside the block the theme is `chosen`, or the system's where that is none of `THEMES`."""
    token = _theme.set(chosen if chosen in THEMES else THEMES[0])
    try:
        yield
    finally:
        _theme.reset(token)
