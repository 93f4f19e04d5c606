"""The objectives that are about the tiles one owns: how far one's tiles go, and how far they have to (LT-7)."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from engine.little_town.board import BIT, BOARDS, BY_SIDE, YIELD, Board, Cell
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS, SUPPLY
from engine.little_town.state import Town, tiles_of

GROUP = 3  # tiles of a neighbourhood
PAIR = 2  # tiles for coin_trade

Tiles = Sequence[tuple[Cell, str]]


class TileMeasure(NamedTuple):
    """How far own tiles go for a card, how far they have to by the number of players, and which of them count."""

    have: Callable[[Board, Tiles], int]
    need: dict[int, int]
    counting: Callable[[Board, Tiles], list[Cell]]


def always(need: int) -> dict[int, int]:
    """A need that is the same for every number of players."""
    return dict.fromkeys(SUPPLY, need)


def _counted(card: str, need: int = 1) -> TileMeasure:
    counted = frozenset(name for name, building in BUILDINGS.items() if OBJECTIVES[card].counts(building))

    def counting(board: Board, tiles: Tiles) -> list[Cell]:
        return [cell for cell, name in tiles if name in counted]

    return TileMeasure(lambda board, tiles: sum(name in counted for _, name in tiles), always(need), counting)


def _largest_group(board: Board, tiles: Tiles) -> int:
    """The number of tiles in the largest group connected by sides; from 3 upwards, 3 or more.

    A group of 3 or more has a tile in it with 2 others by its sides, and no smaller group has.
    """
    own = sum(BIT[cell] for cell, _ in tiles)
    return 1 + max(((own & BY_SIDE[cell]).bit_count() for cell, _ in tiles), default=-1)


def _groups(board: Board, tiles: Tiles) -> list[Cell]:
    """The tiles in groups of 3 or more: those that the one with 2 others by its sides is connected with."""
    own = sum(BIT[cell] for cell, _ in tiles)
    reached = sum(BIT[cell] for cell, _ in tiles if (own & BY_SIDE[cell]).bit_count() >= GROUP - 1)
    return [cell for cell, _ in tiles if (BIT[cell] | BY_SIDE[cell]) & reached]


def _beside_terrain(board: Board, tiles: Tiles) -> list[Cell]:
    return [cell for cell, _ in tiles if board.beside[cell]]


def _every(board: Board, tiles: Tiles) -> list[Cell]:
    return [cell for cell, _ in tiles]


_NONE_SERVED = frozenset({0})
_KINDS = tuple(1 << i for i in range(len(YIELD)))  # of terrain, as in `Board.beside`


def _terrains_served(board: Board, tiles: Tiles) -> int:
    """How many of forest, mountain and lake can each be given a different tile beside it."""
    served = _NONE_SERVED
    for cell, _ in tiles:
        served = _one_more(served, board.beside[cell])
    return max(map(int.bit_count, served))


@cache  # of a known size: there are only 8 sets of terrains, and so few sets of such sets
def _one_more(served: frozenset[int], near: int) -> frozenset[int]:
    """The sets of terrains (as bits) that tiles can serve, when one more tile beside the terrains `near` joins them."""
    return served.union(some | kind for some in served for kind in _KINDS if near & kind)


TILE_CARDS = {
    "neighbourhood": TileMeasure(_largest_group, always(GROUP), _groups),
    "more_buildings_than_workers": TileMeasure(
        lambda board, tiles: len(tiles), {players: supply.workers + 1 for players, supply in SUPPLY.items()}, _every
    ),
    "lake_mountain_forest": TileMeasure(_terrains_served, always(len(YIELD)), _beside_terrain),
    "wheat_trade": _counted("wheat_trade"),
    "fish_trade": _counted("fish_trade"),
    "coin_trade": _counted("coin_trade", PAIR),
    "builders_yard": _counted("builders_yard"),
    "stone_mason": _counted("stone_mason"),
    "timber_framer": _counted("timber_framer"),
}


def reached(town: Town, board: str, seat: int) -> dict[str, int]:
    """How far that seat's tiles go for each card, whoever holds it; perhaps farther than they have to."""
    tiles = tiles_of(town, seat)
    return {card: measure.have(BOARDS[board], tiles) for card, measure in TILE_CARDS.items()}


def achieved_by(town: Town, board: str, players: int, seat: int) -> frozenset[str]:
    """The cards that this seat's tiles achieve on that board, whoever holds them."""
    have = town.once(reached, board, seat)
    return frozenset(card for card, measure in TILE_CARDS.items() if have[card] >= measure.need[players])
