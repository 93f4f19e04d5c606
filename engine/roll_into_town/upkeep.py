"""Upkeep (6): forests grow.

A forest that finds no cell now never gets one later in the phase (6.3), without any bookkeeping: blank cells only
become fewer, and a group gets trees only in blank cells beside it.
"""

from engine.core import IllegalMove
from engine.roll_into_town.data import TREE
from engine.roll_into_town.grid import beside, bits, place_of
from engine.roll_into_town.ground import why_not_blank
from engine.roll_into_town.moves import Grow, Move
from engine.roll_into_town.state import Player, Town

TREES_A_NEW_TREE = 2  # 6.1


def group(town: Town, tree: int) -> int:
    """All trees connected orthogonally with the one in cell `tree`."""
    found, wider = 0, 1 << tree
    while wider != found:
        found = wider
        wider |= beside(found) & town.tree
    return found


def begin(player: Player) -> None:
    """Forests and their numbers are fixed when the phase begins (6.1). A lone tree grows floor(1 / 2) = 0."""
    growth, rest = [], player.town.tree
    while rest:
        first = (rest & -rest).bit_length() - 1
        forest = group(player.town, first)
        rest &= ~forest
        if forest.bit_count() >= TREES_A_NEW_TREE:
            growth.append((first, forest.bit_count() // TREES_A_NEW_TREE))
    player.growth = tuple(growth)


def room(town: Town, forest: int) -> int:
    """The cells that a forest can grow into: beside the group that it now belongs to (6.2)."""
    return beside(group(town, forest)) & town.blank


def due(player: Player) -> list[tuple[int, int]]:
    """The forests that must still grow, each with the number still due (6.3), in row order."""
    return [(forest, left) for forest, left in player.growth if left and room(player.town, forest)]


def why_no_growth(player: Player, forest: int) -> IllegalMove | None:
    """Can this forest grow anywhere (6.3)?"""
    left = dict(player.growth).get(forest)
    if left is None:
        return IllegalMove("no_forest", forest=place_of(forest))
    if left == 0:
        return IllegalMove("forest_grown", forest=place_of(forest))
    if not room(player.town, forest):
        return IllegalMove("forest_stuck", forest=place_of(forest), left=left)
    return None


def why_no_grow(player: Player, move: Grow) -> IllegalMove | None:
    """May this forest grow there (6.2)?"""
    if dict(player.growth).get(move.forest) and room(player.town, move.forest) >> move.cell & 1:
        return None
    refusal = why_no_growth(player, move.forest) or why_not_blank(player.town, move.cell)
    return refusal or IllegalMove("not_beside_forest", forest=place_of(move.forest), cell=place_of(move.cell))


def why_no_end(player: Player) -> IllegalMove | None:
    """Growing is compulsory (6.3): may the round be ended?"""
    left = sum(left for _, left in due(player))
    return IllegalMove("must_grow", left=left) if left else None


def grow(player: Player, move: Grow) -> None:
    player.town.put(TREE, 1 << move.cell)
    player.growth = tuple((forest, left - (forest == move.forest)) for forest, left in player.growth)


def legal(player: Player) -> list[Move]:
    """By forest, then cell, in row order."""
    return [Grow(forest, cell) for forest, _ in due(player) for cell in bits(room(player.town, forest))]
