"""The newest part of a room's story, cut so that one move more changes little of the page."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from app.rooms import Json

BLOCK = 8
"""Moves in a block: the newest block is sent again with each of them."""
BLOCKS = 5
DRAFT = "draft"

Move = tuple[int, list[Json]]
"""A seat and the facts of its move: all that a line of the log says."""


class Told(NamedTuple):
    """Moves by the name of their block, the newest first: those not settled yet as `DRAFT`, settled ones by number.

    `growing`: blocks to which moves will be added. `full`: the others. `more`: are there more before them?
    """

    growing: dict[str | int, list[Move]]
    full: dict[str | int, list[Move]]
    more: bool

    @property
    def blocks(self) -> dict[str | int, list[Move]]:
        """All of them."""
        return self.growing | self.full


def log_blocks(story: Sequence[Json], most: int | None = BLOCKS) -> Told:
    """The last moves of a `Scene.story`: drafts, and settled ones in at most `most` blocks that stay as they are when
    moves are added."""
    settled = _settled(story)
    oldest = _oldest(settled, most)
    moves = [(entry["seat"], entry["facts"]) for entry in story[oldest * BLOCK :]]
    settled -= oldest * BLOCK
    growing: dict[str | int, list[Move]] = {DRAFT: moves[settled:]}
    if settled % BLOCK:
        growing[oldest + settled // BLOCK] = moves[settled - settled % BLOCK : settled]
    full: dict[str | int, list[Move]] = {
        oldest + number: moves[number * BLOCK : (number + 1) * BLOCK] for number in reversed(range(settled // BLOCK))
    }
    return Told(growing, full, oldest > 0)


def same_blocks(story: Sequence[Json], other: Sequence[Json]) -> bool:
    """Are the `log_blocks` of two stories of the same moves the same? Quicker than to make them."""
    if len(story) != len(other):
        return False
    start = _oldest(_settled(story), BLOCKS) * BLOCK
    return story[start:] == other[start:]


def _settled(story: Sequence[Json]) -> int:
    settled = len(story)
    while settled and story[settled - 1]["seq"] is None:  # drafts come last
        settled -= 1
    return settled


def _oldest(settled: int, most: int | None) -> int:
    newest = (settled - 1) // BLOCK
    return 0 if most is None else max(newest - most + 1, 0)


def addressed(story: Sequence[Json], codes: Collection[str]) -> frozenset[int]:
    """The seats to which some sentence of the `log_blocks` says "you". `codes`: the facts whose sentences do, to the
    seat that they name."""
    if not codes:
        return frozenset()
    shown = story[_oldest(_settled(story), BLOCKS) * BLOCK :]
    facts = [fact for entry in shown for fact in entry["facts"] if fact["fact"] in codes]
    return frozenset(fact["seat"] for fact in facts if "seat" in fact)


def lights(moves: Sequence[Move], reader: int | None, lit: str) -> int | str:
    """Whose lines of a block light up cells: a seat, "all" or "". `lit`: "mine" for the reader's own lines."""
    if lit != "mine":
        return lit
    return reader if reader is not None and any(seat == reader for seat, _facts in moves) else ""


def addresses(codes: Collection[str], moves: Sequence[Move], reader: int | None) -> bool:
    """Is there a fact of these `codes` that is about the reader? Else the moves read the same for everybody."""
    if reader is None:
        return False
    return any(fact["fact"] in codes and fact.get("seat") == reader for _mover, facts in moves for fact in facts)
