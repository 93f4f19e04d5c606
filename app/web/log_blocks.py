"""The newest part of a room's story, cut so that one move more changes little of the page."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rooms import Json

BLOCK = 8
"""Moves in a block: the newest block is sent again with each of them."""
BLOCKS = 5


class Told(NamedTuple):
    """`drafts`: moves not settled yet. `blocks`: number and settled moves, the newest first. `names_reader`: is the
    reader named in those? `more`: are there more before them?"""

    drafts: list[Json]
    blocks: list[tuple[int, list[Json]]]
    names_reader: bool
    more: bool


def log_blocks(story: Sequence[Json], reader: int | None) -> Told:
    """The last moves of a story (`Scene.story`), in blocks that stay as they are when moves are added."""
    settled = [entry for entry in story if entry["seq"] is not None]
    newest = (len(settled) - 1) // BLOCK
    oldest = max(newest - BLOCKS + 1, 0)
    blocks = [(at, settled[at * BLOCK : (at + 1) * BLOCK]) for at in range(newest, oldest - 1, -1)]
    drafts = [entry for entry in story if entry["seq"] is None]
    return Told(drafts, blocks, names_seat(settled[oldest * BLOCK :], reader), oldest > 0)


def names_seat(entries: Sequence[Json], seat: int | None) -> bool:
    """Is that seat named in a fact of one of these moves? Else they read the same for everybody."""
    return seat is not None and any(fact.get("seat") == seat for entry in entries for fact in entry["facts"])
