"""The numbers of the game: supplies, stock, tiles (LT-1, LT-6). Rules carry none of their own."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

ROUNDS = 4
RESOURCES = ("wood", "stone", "fish", "wheat")
FOOD = ("fish", "wheat")
KINDS = ("coins", *RESOURCES)

STOCK = 15  # of each resource, at the start
START_COINS = 3
RESOURCE_PRICE = 3  # coins that stand for one resource (LT-1.7)
FEE = 1  # coins to the owner of a tile (LT-3.5)
HUNGER_PENALTY = 3  # points for each missing food (LT-4.2)
COINS_PER_POINT = 3  # at the end (LT-5.1)
CASTLE_POINTS = 4  # for each adjacent own tile
WATCHTOWER_POINTS = 2  # for each adjacent grass cell without tile
PAWNED = 2  # resources that the pawnshop changes for as many others
MARKET_SIZE = 12
WHEAT_FIELDS = 5


class Supply(NamedTuple):
    """What each player has (LT-1.3)."""

    workers: int
    houses: int
    cards: int


SUPPLY = {2: Supply(5, 7, 5), 3: Supply(4, 6, 4), 4: Supply(3, 6, 3)}


class Amounts(NamedTuple):
    """Coins and resources of a cost, a payment or a gain. `goods`: (resource, n > 0), sorted by name."""

    coins: int = 0
    goods: tuple[tuple[str, int], ...] = ()

    def as_dict(self) -> dict[str, int]:
        """`{kind: n}` in the order of `KINDS`, what is 0 left out."""
        return _as_dict(self).copy()


@lru_cache(maxsize=1024)
def _as_dict(amounts: Amounts) -> dict[str, int]:
    goods = dict(amounts.goods)
    return {kind: n for kind in KINDS if (n := amounts.coins if kind == "coins" else goods.get(kind, 0))}


NOTHING = Amounts()


def amounts(coins: int = 0, **goods: int) -> Amounts:
    """`amounts(wood=2)`."""
    return Amounts(coins, tuple(sorted(goods.items())))


@dataclass(frozen=True, slots=True, eq=False)
class Building:
    """A kind of tile. Its effect on labour: `pays` is consumed, `gains` and `fame` (points) come of it (LT-6).

    `points`: at the end of the game; None where they depend on the neighbours. `pawns`: any 2 for any 2.
    """

    id: str
    cost: Amounts
    points: int | None
    pays: Amounts = NOTHING
    gains: Amounts = NOTHING
    fame: int = 0
    pawns: bool = False
    first_game: bool = False

    @property
    def usable(self) -> bool:
        """Has it an effect on labour (LT-3.6)?"""
        return self.pawns or self.fame > 0 or self.gains != NOTHING

    def trades(self, kind: str) -> bool:
        """Does its effect produce or consume that kind? The pawnshop's does for none (LT-7)."""
        return kind in self.pays.as_dict() or kind in self.gains.as_dict()


# In the order of the rules' table, which is the order before the shuffle (randomness.md).
_TABLE = (
    Building("wheat_field", amounts(wood=1), 3, gains=amounts(wheat=1)),
    Building("bakery", amounts(wood=2), 4, pays=amounts(wheat=1), gains=amounts(coins=4), first_game=True),
    Building("bar", amounts(stone=2, wheat=2), 7, fame=3),
    Building("brewery", amounts(wood=2), 4, pays=amounts(wheat=1), fame=3),
    Building("carpenter", amounts(wood=2), 4, pays=amounts(coins=1), gains=amounts(wood=3)),
    Building("castle", amounts(stone=6), None, first_game=True),
    Building("cathedral", amounts(stone=6), 11),
    Building("church", amounts(stone=4), 8, pays=amounts(coins=3), fame=5, first_game=True),
    Building("fair", amounts(wood=4), 6, pays=amounts(wood=1, stone=1, fish=1, wheat=1), fame=7),
    Building("fishmonger", amounts(wood=1, stone=1), 4, pays=amounts(fish=1), gains=amounts(coins=3)),
    Building("fountain", amounts(stone=2), 5, pays=amounts(coins=1), fame=3),
    Building("gold_mine", amounts(wood=1, stone=1), 4, gains=amounts(coins=2), first_game=True),
    Building("granary", amounts(wood=4), 6, pays=amounts(wheat=2), fame=5, first_game=True),
    Building("grocery", amounts(wood=2), 4, pays=amounts(coins=1), gains=amounts(wheat=1, fish=1), first_game=True),
    Building("library", amounts(stone=4), 8, gains=amounts(coins=3)),
    Building("pawnshop", amounts(wood=3), 5, pawns=True, first_game=True),
    Building("pier", amounts(wood=3), 5, gains=amounts(fish=2)),
    Building("quarry", amounts(wood=3), 5, pays=amounts(coins=2), gains=amounts(stone=2), first_game=True),
    Building("residence", amounts(coins=6), 2),
    Building("restaurant", amounts(wood=2, stone=2), 7, pays=amounts(wheat=1, fish=1), fame=4),
    Building("statue", amounts(stone=4), 10, first_game=True),
    Building("warehouse", amounts(stone=4), 8, pays=amounts(stone=2), fame=5, first_game=True),
    Building("watchtower", amounts(wood=3, stone=3), None),
    Building("well", amounts(wood=1, stone=1), 4, fame=2, first_game=True),
    Building("workshop", amounts(stone=2), 5, pays=amounts(wood=2), fame=3, first_game=True),
)

BUILDINGS = {building.id: building for building in _TABLE}
WHEAT_FIELD = "wheat_field"
UNIQUE = tuple(building.id for building in _TABLE if building.id != WHEAT_FIELD)  # the 24 of the market
FIRST_GAME = tuple(building.id for building in _TABLE if building.first_game)
