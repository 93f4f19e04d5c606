"""What a call turned out to cost beyond what any call does, told to whoever let it in.

By a context variable: so whatever else will go through a log is counted, whichever call it belongs to.
"""

from contextvars import ContextVar
from typing import Literal, Protocol

Work = Literal["replayed", "copied"]


class Worked(Protocol):
    """Told how many `moves` of a log were gone through ("replayed"), or stored once more ("copied").

    `wound`: the id of the room whose reel was wound, which may have to be done again because others looked elsewhere.
    """

    def __call__(self, work: Work, moves: int, wound: int | None = None) -> None: ...


def _nobody(work: Work, moves: int, wound: int | None = None) -> None:
    """Nobody asked."""


worked: ContextVar[Worked] = ContextVar("worked", default=_nobody)
