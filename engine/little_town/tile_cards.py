"""The objectives that are about the tiles one owns: how far one's tiles go, and how far they have to (LT-7)."""

from collections.abc import Callable
from typing import NamedTuple

from engine.little_town.board import BY_SIDE, YIELD, Cell
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS
from engine.little_town.state import State

GROUP = 3  # tiles of a neighbourhood
PAIR = 2  # tiles for coin_trade

Tiles = list[tuple[Cell, str]]


class TileMeasure(NamedTuple):
    """How far own tiles go for a card (never further than there are tiles), and how far they have to go."""

    have: Callable[[State, Tiles], int]
    need: Callable[[State], int]


def always(need: int) -> Callable[[State], int]:
    """A need that is the same for every number of players."""
    return lambda state: need


def _counted(card: str, need: int = 1) -> TileMeasure:
    counted = frozenset(name for name, building in BUILDINGS.items() if OBJECTIVES[card].counts(building))
    return TileMeasure(lambda state, tiles: sum(name in counted for _, name in tiles), always(need))


def _largest_group(state: State, tiles: Tiles) -> int:
    """The number of tiles in the largest group connected by sides."""
    left = {cell for cell, _ in tiles}
    largest = 0
    while left:
        group = [left.pop()]
        for cell in group:  # grows while it is walked through
            found = left.intersection(BY_SIDE[cell])
            left -= found
            group += found
        largest = max(largest, len(group))
    return largest


_SETS = range(1 << len(YIELD))  # every set of terrains, as bits
_OUTSIDE = tuple(len(YIELD) - some.bit_count() for some in _SETS)
_TOUCHING = tuple(tuple(int(near & some > 0) for some in _SETS) for near in _SETS)


def _terrains_served(state: State, tiles: Tiles) -> int:
    """How many of forest, mountain and lake can each be given a different tile beside it.

    By Hall's theorem: the least, over every set of terrains, of the tiles beside that set plus the terrains outside it.
    """
    beside = state.board.beside
    return min(map(sum, zip(_OUTSIDE, *(_TOUCHING[beside[cell]] for cell, _ in tiles), strict=True)))


TILE_CARDS = {
    "neighbourhood": TileMeasure(_largest_group, always(GROUP)),
    "more_buildings_than_workers": TileMeasure(lambda state, tiles: len(tiles), lambda state: state.supply.workers + 1),
    "lake_mountain_forest": TileMeasure(_terrains_served, always(len(YIELD))),
    "wheat_trade": _counted("wheat_trade"),
    "fish_trade": _counted("fish_trade"),
    "coin_trade": _counted("coin_trade", PAIR),
    "builders_yard": _counted("builders_yard"),
    "stone_mason": _counted("stone_mason"),
    "timber_framer": _counted("timber_framer"),
}

# The cards that a new tile of each kind can bring nearer.
CARDS_OF = {
    name: tuple(card for card in TILE_CARDS if OBJECTIVES[card].counts(building))
    for name, building in BUILDINGS.items()
}
