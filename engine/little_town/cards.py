"""The 18 objective cards: points, and the tiles that each needs (LT-7). Their conditions are in `objectives`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.little_town.data import BUILDINGS, WHEAT_FIELD, Building

_MUCH = 3  # wood or stone in the cost of the tiles that timber_framer and stone_mason are about


def _any_tile(building: Building) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """A card. `counts`: the kinds of tile that it is about; `needs`: how many of them the market must have."""

    id: str
    points: int
    needs: int = 0
    counts: Callable[[Building], bool] = _any_tile


def _is_mixed(building: Building) -> bool:
    return len(building.pays.goods) >= 2


def _trades_wheat(building: Building) -> bool:
    return building.id != WHEAT_FIELD and building.trades("wheat")


def _trades_fish(building: Building) -> bool:
    return building.trades("fish")


def _trades_coins(building: Building) -> bool:
    return building.trades("coins")


def _trades_material(building: Building) -> bool:
    return building.trades("wood") or building.trades("stone")


def _costs_stone(building: Building) -> bool:
    return dict(building.cost.goods).get("stone", 0) >= _MUCH


def _costs_wood(building: Building) -> bool:
    return dict(building.cost.goods).get("wood", 0) >= _MUCH


def _brings_coins(building: Building) -> bool:
    return bool(building.gains.coins)


def _takes_resources(building: Building) -> bool:
    return building.pawns or bool(building.pays.goods)


def _brings_points(building: Building) -> bool:
    return bool(building.fame)


# In the order of the rules' table, which is the order before the shuffle (randomness.md).
_TABLE = (
    Objective("neighbourhood", 3),
    Objective("more_buildings_than_workers", 3),
    Objective("full_larder", 3),
    Objective("lake_mountain_forest", 3),
    Objective("two_inputs", 2, 1, _is_mixed),
    Objective("fish_supper", 2),
    Objective("wheat_trade", 2, 1, _trades_wheat),
    Objective("fish_trade", 2, 1, _trades_fish),
    Objective("coin_trade", 3, 2, _trades_coins),
    Objective("builders_yard", 2, 1, _trades_material),
    Objective("stone_mason", 2, 1, _costs_stone),
    Objective("timber_framer", 2, 1, _costs_wood),
    Objective("empty_purse", 3),
    Objective("full_purse", 2, 1, _brings_coins),
    Objective("straight_from_the_field", 2, 1, _takes_resources),
    Objective("grand_tour", 3),
    Objective("double_fame", 2, 2, _brings_points),
    Objective("big_harvest", 2),
)

OBJECTIVES = {objective.id: objective for objective in _TABLE}


def possible(card: str, market: Iterable[str]) -> bool:
    """Can the card be achieved with these buildings (LT-1.5)?"""
    objective = OBJECTIVES[card]
    return sum(objective.counts(BUILDINGS[name]) for name in market) >= objective.needs


def requirements() -> dict[str, tuple[int, list[str]]]:
    """For each card that may be impossible: how many of which buildings the market must have (LT-1.5)."""
    needing = (objective for objective in _TABLE if objective.needs)
    return {each.id: (each.needs, [name for name in BUILDINGS if each.counts(BUILDINGS[name])]) for each in needing}
