"""What macros say is not written into the text at hand: a mark stands there, and what it stands for is gathered."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, count, zip_longest

from markupsafe import Markup, escape

from app.web.pieces import OPENING, Filling, Framed, Gathered, Said, taken_apart

ONLY_MENTION = re.compile(r"\s*+<!--\[(=\d+)\]-->\s*+")
ONLY_MARK = re.compile(r"<!--\[([=!]\d+)\]-->")

_gathered: ContextVar[Gathered | None] = ContextVar("gathered", default=None)
_numbers = count()
now_gathered = _gathered.get
"""What is gathered at present; None outside of `gathering`: there pieces are written out with marks around them."""


@contextmanager
def gathering() -> Iterator[Gathered]:
    """Inside the block marks stand for what macros say with pieces in it and for texts that vary: here by name."""
    found = Gathered()
    token = _gathered.set(found)
    try:
        yield found
    finally:
        _gathered.reset(token)


def varying(text: str) -> Markup:
    """Of a page a text that changes often: so what is around it stays the same. Not in a macro, which may be kept."""
    gathered, safe = _gathered.get(), escape(text)
    if gathered is None:
        return safe
    name = f"!{next(_numbers)}"
    gathered.texts[name] = safe
    return Markup(f"{OPENING}{name}]-->")  # noqa: S704  a mark of ours


def hole(name: str) -> Markup:
    """What a macro says where `Kept.frame` puts something in later."""
    return Markup(f"<!--[~{name}]-->")  # noqa: S704  a mark of ours


def apart(text: Markup) -> Markup | Said:
    """What a macro said, taken apart if it has pieces; where it is only what another one said, that."""
    if OPENING not in text:
        return text
    gathered = _gathered.get()
    only = ONLY_MENTION.fullmatch(text) if gathered else None
    return gathered.said[only[1]] if gathered and only else Said(taken_apart(text, gathered))


def mark(said: Markup | Said) -> Markup:
    """What stands for it in the text at hand."""
    if not isinstance(said, Said):
        return said
    gathered = _gathered.get()
    if gathered is None:
        return Markup(said.parts.marked())  # noqa: S704  it was said as Markup
    gathered.said[said.name] = said
    return said.mark


def framed(whole: Framed) -> Markup:
    """What stands in the text at hand for a frame and what is in its holes."""
    gathered = _gathered.get()
    if gathered is None:
        marked = [each if isinstance(each, str) else each.parts.marked() for each in whole.fillings]
        text = "".join(chain(*zip_longest(whole.frame.texts, marked, fillvalue="")))
        return Markup(text)  # noqa: S704  all of it was said as Markup
    name = f"@{next(_numbers)}"
    gathered.framed[name] = whole
    return Markup(f"{OPENING}{name}]-->")  # noqa: S704  a mark of ours


def filling(said: Filling) -> Filling:
    """What stands in a hole; what several macros said there as if one had said it: so it is compared as one."""
    if isinstance(said, Said):
        return said
    if type(said) is not Markup:
        return escape(said)
    if OPENING not in said:
        return said
    gathered = _gathered.get()
    if gathered and (only := ONLY_MARK.fullmatch(said)):
        name = only[1]
        return gathered.said[name] if name[0] == "=" else gathered.texts[name]
    return apart(said)
