"""What a call turned out to cost beyond what any call does, told to whoever let it in.

By a context variable: so whatever else will go through a log is counted, whichever call it belongs to.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Literal

Work = Literal["replayed", "copied"]


def _nobody(_work: Work, _moves: int) -> None:
    """Nobody asked."""


worked: ContextVar[Callable[[Work, int], None]] = ContextVar("worked", default=_nobody)
"""Called with how many moves of a log were gone through ("replayed"), or stored once more ("copied")."""
