"""Where one stops when going through a game by moves, by turns or by rounds."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

By = Literal["move", "turn", "round"]


@dataclass(frozen=True, slots=True)
class Stops:
    """The positions of a log that one steps through; the beginning and the last one always are.

    `ends`: where moves, turns or rounds end, ascending.
    """

    ends: Sequence[int]
    latest: int

    def before(self, move: int) -> int:
        """The stop before that position; 0 at the beginning."""
        found = bisect_left(self.ends, move)
        return self.ends[found - 1] if found else 0

    def after(self, move: int) -> int:
        """The stop after that position; the last one at the end."""
        found = bisect_right(self.ends, move)
        return self.ends[found] if found < len(self.ends) else self.latest
