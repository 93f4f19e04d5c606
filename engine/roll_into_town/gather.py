"""Gather (5): income that nobody chooses, and woodcutters that the player uses or not."""

from engine.core import IllegalMove
from engine.roll_into_town.data import MOST
from engine.roll_into_town.grid import BOARD, around, bits, place_of
from engine.roll_into_town.ground import flood
from engine.roll_into_town.moves import Harvest, Move
from engine.roll_into_town.state import Player, Stock, Town
from engine.roll_into_town.tokens import token


def income(town: Town) -> Stock:
    """5.1 to 5.3, before the cap."""
    farms, mills, harbors = town.farm.bit_count(), town.watermill.bit_count(), town.harbor.bit_count()
    stone = sum((around(1 << mine) & town.mountain).bit_count() for mine in bits(town.mine))
    return farms * (1 + mills) + harbors, stone, 0


def earn(player: Player, gain: Stock) -> None:
    """What would go beyond 9 is lost (1.4)."""
    food, stone, wood = player.stock
    player.stock = (min(MOST, food + gain[0]), min(MOST, stone + gain[1]), min(MOST, wood + gain[2]))


def begin(player: Player) -> None:
    """The automatic income is booked (5.5)."""
    earn(player, income(player.town))


def trees_beside(town: Town, woodcutter: int) -> int:
    """The trees that this woodcutter would fell (5.4)."""
    return around(1 << woodcutter) & town.tree


def why_no_harvest(player: Player, cell: int) -> IllegalMove | None:
    """May this woodcutter be used (5.4)?"""
    town = player.town
    if not town.woodcutter >> cell & 1:
        if not BOARD[town.size] >> cell & 1:
            return IllegalMove("off_map", cell=place_of(cell), size=town.size)
        return IllegalMove("not_woodcutter", cell=place_of(cell), holds=token(town, cell))
    if player.harvested >> cell & 1:
        return IllegalMove("harvested", cell=place_of(cell))
    if not trees_beside(town, cell):
        return IllegalMove("no_tree_beside", cell=place_of(cell))
    return None


def harvest(player: Player, move: Harvest) -> None:
    """Felled trees leave blank cells, which may be flooded at once (3.5)."""
    town, felled = player.town, trees_beside(player.town, move.cell)
    player.harvested |= 1 << move.cell
    town.tree &= ~felled
    town.blank |= felled
    flood(town)
    earn(player, (0, 0, felled.bit_count()))


def legal(player: Player) -> list[Move]:
    """In row order."""
    return [Harvest(cell) for cell in bits(player.town.woodcutter) if why_no_harvest(player, cell) is None]
