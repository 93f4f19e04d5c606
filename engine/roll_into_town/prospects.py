"""What a piece would bring where it can go, for `choices`: the difference that playing it makes, no rule of its own.

An *effect* is an object with those of these keys that are not 0:

    points          how much more the map would score now (7)
    food, stone     how much more the town would give in each round (5.1 to 5.3)
    sea             cells that become sea (3.5)
    forest, grows   the forest that the new tree would be part of: its size, at least 2, and what it grows (6.1)
    trees           the trees that the new woodcutter could fell (5.4)
    icons           uses of the new fountain (2.3)
    wood            gained at once, by felling (5.4)

The effects of one kind of piece are a list of `[effect, place, ...]`; the last one may be without places and is that of
all other places. A place is `[row, column]`, for rivers and coasts followed by those sides that have this effect.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from engine.core import Json
from engine.roll_into_town import construct, discover, gather
from engine.roll_into_town.data import COAST, RIVER, TREE, WATERS
from engine.roll_into_town.grid import BOARD, around, bits, place_of
from engine.roll_into_town.ground import flood, marked
from engine.roll_into_town.moves import Build, Draw, Harvest
from engine.roll_into_town.river import river_sites
from engine.roll_into_town.score import score
from engine.roll_into_town.state import Player, Town
from engine.roll_into_town.upkeep import TREES_A_NEW_TREE, group

Effects = list[list[object]]
Found = Iterator[tuple[Json, int, str]]


class Prospects:
    """Compares what a player has now with what it would have."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.points = score(player.town)["total"]
        self.income = gather.income(player.town)

    def drawn(self, icon: str) -> Effects:
        """Of an icon that the map can take."""
        town = self.player.town
        if icon == COAST:
            return grouped(self._coasts())
        if icon == RIVER:
            pieces = ((cell, ends) for cell, possible in river_sites(town) for ends in possible)
            return grouped((self._drawn(icon, cell, ends), cell, ends) for cell, ends in pieces)
        return grouped(self._alike(town.blank, lambda cell: self._drawn(icon, cell)))

    def built(self, building: str) -> Effects:
        """Of a building that can be built; a cathedral is worth the same either way it lies."""
        found: list[tuple[Json, int, str]] = []
        for flip in construct.FLIPS[building]:
            sites = construct.sites(self.player.town, building, flip)
            found += self._alike(sites, partial(self._built, building, flip))
        return grouped(found)

    def harvested(self, cell: int) -> Json:
        """Of a woodcutter that can be used."""
        after = self.player.copy()
        gather.harvest(after, Harvest(cell))
        return self._difference(after, wood=after.stock[2] - self.player.stock[2])

    def grown(self, cells: int) -> Effects:
        """Of a tree in each of these cells."""
        return grouped((self._drawn(TREE, cell), cell, "") for cell in bits(cells))

    def _difference(self, after: Player, **more: int) -> Json:
        food, stone, _ = gather.income(after.town)
        effect = {
            "points": score(after.town)["total"] - self.points,
            "food": food - self.income[0],
            "stone": stone - self.income[1],
            "sea": (after.town.sea & ~self.player.town.sea).bit_count(),
            **more,
        }
        return {key: number for key, number in effect.items() if number}

    def _alike(self, cells: int, effect: Callable[[int], Json]) -> Found:
        """The effect in each of these cells; where nothing is around it is the same, so it is looked at once."""
        town = self.player.town
        lonely = town.blank & ~around(BOARD[town.size] & ~town.blank)
        common = effect(bits(cells & lonely)[0]) if cells & lonely else {}
        yield from ((common if lonely >> cell & 1 else effect(cell), cell, "") for cell in bits(cells))

    def _drawn(self, icon: str, cell: int, sides: str = "") -> Json:
        after = self.player.copy()
        discover.draw_icon(after, Draw(0, icon, cell, sides))
        return self._difference(after, **(_forest(after.town, cell) if icon == TREE else {}))

    def _coasts(self) -> Found:
        """Where even water on all sides would flood nothing, no coast does: those need no look of their own."""
        for cell in bits(self.player.town.blank):
            if _floods(self.player.town, cell):
                yield from ((self._drawn(COAST, cell, water), cell, water) for water in WATERS)
            else:
                effect = self._drawn(COAST, cell, WATERS[0])
                yield from ((effect, cell, water) for water in WATERS)

    def _built(self, building: str, flip: bool, cell: int) -> Json:
        after = self.player.copy()
        construct.build(after, Build(building, cell, (), flip))
        trees = gather.trees_beside(after.town, cell).bit_count() if building == "woodcutter" else 0
        icons = after.fountain_left - self.player.fountain_left
        return self._difference(after, trees=trees, icons=icons)


def grouped(found: Iterable[tuple[Json, int, str]]) -> Effects:
    """By effect, in the order of appearance; the one of most places last, without them."""
    places: dict[tuple[tuple[str, int], ...], dict[int, list[str]]] = {}
    for effect, cell, sides in found:
        cells = places.setdefault(tuple(effect.items()), {})
        cells.setdefault(cell, []).extend([sides] if sides else [])
    rest = max(places, key=lambda effect: sum(len(sides) or 1 for sides in places[effect].values()), default=())
    listed: Effects = [
        [dict(effect), *([*place_of(cell), *sides] for cell, sides in cells.items())]
        for effect, cells in places.items()
        if effect != rest
    ]
    return [*listed, [dict(rest)]]


def _forest(town: Town, cell: int) -> dict[str, int]:
    size = group(town, cell).bit_count()
    return {"forest": size, "grows": size // TREES_A_NEW_TREE} if size >= TREES_A_NEW_TREE else {}


def _floods(town: Town, cell: int) -> bool:
    """Could any coast in this cell make sea?"""
    after = town.copy()
    after.put(COAST, 1 << cell)
    after.water = marked(after.water, 1 << cell, "NESW")
    flood(after)
    return after.sea != town.sea
