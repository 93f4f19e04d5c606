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
    """`blocks`: moves by the name of their block, the newest first: those not settled yet as `DRAFT`, settled ones by
    number. `more`: are there more before them?"""

    blocks: dict[str | int, list[Move]]
    more: bool


def log_blocks(story: Sequence[Json], most: int | None = BLOCKS) -> Told:
    """The last moves of a `Scene.story`: drafts, and settled ones in at most `most` blocks that stay as they are when
    moves are added."""
    settled = _settled(story)
    newest = (settled - 1) // BLOCK
    oldest = _oldest(settled, most)
    moves = [(entry["seat"], entry["facts"]) for entry in story[oldest * BLOCK :]]
    settled -= oldest * BLOCK
    blocks: dict[str | int, list[Move]] = {DRAFT: moves[settled:]}
    for number in range(newest, oldest - 1, -1):
        start = (number - oldest) * BLOCK
        blocks[number] = moves[start : min(start + BLOCK, settled)]
    return Told(blocks, oldest > 0)


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


class Part(NamedTuple):
    """A block as one reader gets it. `own`: not as everybody does; `reader`: to whom its sentences say "you", if they
    do; `lit`: whose lines light up cells, a seat, "all" or ""."""

    name: str | int
    moves: list[Move]
    own: bool
    reader: int | None
    lit: int | str

    @property
    def full(self) -> bool:
        """Will no move be added to it?"""
        return self.name != DRAFT and len(self.moves) == BLOCK


class Seen(NamedTuple):
    """What a spectator is told, and the seats to which some of it would say "you"."""

    blocks: dict[str | int, list[Move]]
    addressed: frozenset[int]


def seen_blocks(story: Sequence[Json], codes: Collection[str]) -> Seen:
    """A spectator's `log_blocks`. `codes`: the facts whose sentences say "you" to the seat that they name."""
    blocks = log_blocks(story).blocks
    facts = [fact for moves in blocks.values() for _mover, facts in moves for fact in facts] if codes else []
    return Seen(blocks, frozenset(fact["seat"] for fact in facts if fact["fact"] in codes and "seat" in fact))


def log_parts(told: Told, seen: Seen, codes: Collection[str], reader: int | None, lit: str) -> list[Part]:
    """The blocks that the reader is `told`. `lit`: "mine" for the reader's own lines."""
    return [_part(name, moves, seen, codes, reader, lit) for name, moves in told.blocks.items()]


def _part(name: str | int, moves: list[Move], seen: Seen, codes: Collection[str], reader: int | None, lit: str) -> Part:
    own = moves != seen.blocks.get(name)
    addressed = (own or reader in seen.addressed) and addresses(codes, moves, reader)
    lighter: int | str = lit
    if lit == "mine":
        lighter = reader if reader is not None and any(seat == reader for seat, _facts in moves) else ""
    return Part(name, moves, own or addressed, reader if addressed else None, lighter)


def addresses(codes: Collection[str], moves: Sequence[Move], reader: int | None) -> bool:
    """Is there a fact of these `codes` that is about the reader? Else the moves read the same for everybody."""
    if reader is None:
        return False
    return any(fact["fact"] in codes and fact.get("seat") == reader for _mover, facts in moves for fact in facts)
