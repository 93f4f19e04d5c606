"""Discover: the town hall (2.2), the fountain (2.3), drawing icons (3).

Each `why_no_...` returns the refusal, or None when the rules allow it; `check` raises it, `choices` shows it.
"""

from functools import cache

from engine.core import IllegalMove
from engine.roll_into_town.data import (
    COAST,
    FOUNTAIN_USES,
    LAST_ICON_FACE,
    RIVER,
    TOWN_HALL_USES,
    WATERS,
    WILD,
    icons_of,
)
from engine.roll_into_town.grid import STRIDE, bits
from engine.roll_into_town.ground import flood, marked, why_not_blank
from engine.roll_into_town.moves import WIDEST, Adjust, Draw, Fountain, Move
from engine.roll_into_town.river import lay_river, river_sites, why_no_more_river, why_no_river
from engine.roll_into_town.state import Player, Town

DELTAS = (-1, 1)


def why_no_adjust(player: Player, die: int, delta: int) -> IllegalMove | None:
    """May the town hall change this die by `delta` (2.2)?"""
    if die >= len(player.dice):
        return IllegalMove("no_die", die=die, dice=len(player.dice))
    if player.used >> die & 1:
        return IllegalMove("die_used", die=die)
    if player.adjusted >> die & 1:
        return IllegalMove("die_adjusted", die=die)
    if not player.town_hall_left:
        return IllegalMove("town_hall_empty", uses=TOWN_HALL_USES)
    face = player.dice[die]
    if face == WILD:
        return IllegalMove("wild_die", die=die)
    if delta not in DELTAS:
        return IllegalMove("bad_delta", delta=delta)
    if not 1 <= face + delta <= LAST_ICON_FACE:
        return IllegalMove("off_scale", die=die, face=face, delta=delta)
    return None


def adjust(player: Player, move: Adjust) -> None:
    dice = list(player.dice)
    dice[move.die] += move.delta
    player.dice = tuple(dice)
    player.adjusted |= 1 << move.die
    player.town_hall_left -= 1


def why_no_fountain(player: Player) -> IllegalMove | None:
    """May the fountain be used (2.3)?"""
    if not player.town.fountain:
        return IllegalMove("no_fountain")
    if not player.fountain_left:
        return IllegalMove("fountain_empty", uses=FOUNTAIN_USES)
    if player.allowed >= len(player.dice):
        return IllegalMove("all_dice_allowed", dice=len(player.dice))
    return None


def use_fountain(player: Player) -> None:
    player.allowed += 1
    player.fountain_left -= 1


def why_no_die(player: Player, die: int) -> IllegalMove | None:
    """Whatever its face and the map: may this die be drawn now (2.4, 3.1)?"""
    if die >= len(player.dice):
        return IllegalMove("no_die", die=die, dice=len(player.dice))
    if player.used >> die & 1:
        return IllegalMove("die_used", die=die)
    if player.drawn >= player.allowed:
        return IllegalMove("no_icon_left", drawn=player.drawn, allowed=player.allowed)
    return None


def why_no_icon(town: Town, icon: str) -> IllegalMove | None:
    """Whatever the dice: can this map take the icon anywhere (3.1, 3.3)?"""
    if not town.blank:
        return IllegalMove("no_blank")
    return why_no_more_river(town) if icon == RIVER else None


def why_no_draw(player: Player, move: Draw) -> IllegalMove | None:
    """May this icon be drawn (3)?"""
    refusal = why_no_die(player, move.die)
    if refusal is not None:
        return refusal
    face = player.dice[move.die]
    if move.icon not in icons_of(face):
        return IllegalMove("wrong_icon", die=move.die, face=face, icon=move.icon)
    refusal = why_no_icon(player.town, move.icon) or why_not_blank(player.town, move.cell)
    if refusal is None and move.icon == RIVER:
        return why_no_river(player.town, move.cell, move.sides)
    return refusal


def draw_icon(player: Player, move: Draw) -> None:
    player.used |= 1 << move.die
    player.drawn += 1
    town, cell = player.town, 1 << move.cell
    if move.icon == RIVER:
        lay_river(town, cell, move.sides)
    town.put(move.icon, cell)
    if move.icon == COAST:
        town.water = marked(town.water, cell, move.sides)
        flood(town)


def legal(player: Player) -> list[Move]:
    """The fountain, changes of dice, then draws by die, icon, cell and sides."""
    moves: list[Move] = [] if why_no_fountain(player) else [Fountain()]
    dice = range(len(player.dice))
    moves += [Adjust(die, delta) for die in dice for delta in DELTAS if why_no_adjust(player, die, delta) is None]
    drawable = [die for die in dice if why_no_die(player, die) is None]
    if not drawable:
        return moves
    blank = bits(player.town.blank)
    for die in drawable:
        for icon in icons_of(player.dice[die]):
            if icon == RIVER:
                sites = river_sites(player.town)
                moves += [Draw(die, RIVER, cell, ends) for cell, pieces in sites for ends in pieces]
            else:
                by_cell = _draws(die, icon)
                for cell in blank:
                    moves += by_cell[cell]
    return moves


@cache
def _draws(die: int, icon: str) -> list[list[Draw]]:
    """By cell. Thousands are legal at once: they are made once, for each of 5 dice and 4 icons."""
    waters = WATERS if icon == COAST else ("",)
    return [[Draw(die, icon, cell, water) for water in waters] for cell in range(WIDEST * STRIDE)]
