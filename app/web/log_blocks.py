"""The newest part of a room's story, cut so that one move more changes little of the page."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rooms import Json

BLOCK = 8
"""Moves in a block: the newest block is sent again with each of them."""
BLOCKS = 5

Move = tuple[int, list[Json]]
"""A seat and the facts of its move: all that a line of the log says."""


class Told(NamedTuple):
    """`drafts`: moves not settled yet. `blocks`: number and settled moves, the newest first. `names_reader`: is the
    reader named in those? `more`: are there more before them?"""

    drafts: list[Move]
    blocks: list[tuple[int, list[Move]]]
    names_reader: bool
    more: bool


def log_blocks(story: Sequence[Json], reader: int | None, most: int | None = BLOCKS) -> Told:
    """The last moves of a `Scene.story`, in at most `most` blocks that stay as they are when moves are added."""
    settled = len(story)
    while settled and story[settled - 1]["seq"] is None:  # drafts come last
        settled -= 1
    newest = (settled - 1) // BLOCK
    oldest = 0 if most is None else max(newest - most + 1, 0)
    shown = [(entry["seat"], entry["facts"]) for entry in story[oldest * BLOCK : settled]]
    blocks = [(oldest + at, shown[at * BLOCK : (at + 1) * BLOCK]) for at in range(newest - oldest, -1, -1)]
    drafts = [(entry["seat"], entry["facts"]) for entry in story[settled:]]
    return Told(drafts, blocks, names_seat(shown, reader), oldest > 0)


def names_seat(moves: Sequence[Move], seat: int | None) -> bool:
    """Is that seat named in a fact of one of these moves? Else they read the same for everybody."""
    return seat is not None and any(fact.get("seat") == seat for _mover, facts in moves for fact in facts)
