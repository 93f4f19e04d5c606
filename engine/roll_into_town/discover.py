"""Discover: the town hall (2.2), the fountain (2.3), drawing icons (3).

Each `why_no_...` returns the refusal, or None when the rules allow it; `check` raises it, `choices` shows it.
"""

from functools import cache

from engine.core import IllegalMove
from engine.roll_into_town.data import (
    COAST,
    ENDS,
    FOUNTAIN_USES,
    LAST_ICON_FACE,
    RIVER,
    TOWN_HALL_USES,
    WATERS,
    WILD,
    icons_of,
)
from engine.roll_into_town.grid import (
    BOARD,
    BORDER,
    SIDES,
    STRIDE,
    E,
    N,
    S,
    W,
    bits,
    opposite,
    place_of,
    shifted,
)
from engine.roll_into_town.moves import WIDEST, Adjust, Draw, Fountain, Move
from engine.roll_into_town.state import Player, Sides, Town
from engine.roll_into_town.tokens import token

DELTAS = (-1, 1)
_SIDES_OF = {ends: [SIDES.index(letter) for letter in ends] for ends in ENDS}


def why_no_adjust(player: Player, die: int, delta: int) -> IllegalMove | None:
    """2.2"""
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
    """2.3"""
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
    if icon != RIVER:
        return None
    if not town.river:
        return None if town.blank & BORDER[town.size] else IllegalMove("no_border")
    if not town.river_next:
        return IllegalMove("river_complete")
    if not town.river_next & town.blank:
        cell = town.river_next.bit_length() - 1
        return IllegalMove("river_blocked", cell=place_of(cell), holds=token(town, cell))
    return None


def why_no_draw(player: Player, move: Draw) -> IllegalMove | None:
    """3"""
    refusal = why_no_die(player, move.die)
    if refusal is not None:
        return refusal
    face = player.dice[move.die]
    if move.icon not in icons_of(face):
        return IllegalMove("wrong_icon", die=move.die, face=face, icon=move.icon)
    refusal = why_no_icon(player.town, move.icon) or why_not_blank(player.town, move.cell)
    if refusal is None and move.icon == RIVER:
        return _why_no_river(player.town, move.cell, move.sides)
    return refusal


def why_not_blank(town: Town, cell: int) -> IllegalMove | None:
    """1.6"""
    if town.blank >> cell & 1:
        return None
    if not BOARD[town.size] >> cell & 1:
        return IllegalMove("off_map", cell=place_of(cell), size=town.size)
    return IllegalMove("not_blank", cell=place_of(cell), holds=token(town, cell))


def _why_no_river(town: Town, cell: int, ends: str) -> IllegalMove | None:
    """3.3, in a blank cell of a map that can take a river piece."""
    if not town.river:
        if not BORDER[town.size] >> cell & 1:
            return IllegalMove("not_border", cell=place_of(cell))
        if not _leaving(town, 1 << cell, ends):
            return IllegalMove("river_inside", cell=place_of(cell), ends=ends)
        return None
    if town.river_next != 1 << cell:
        return IllegalMove("river_elsewhere", cell=place_of(town.river_next.bit_length() - 1))
    if SIDES[town.river_back] not in ends:
        return IllegalMove("river_back", cell=place_of(cell), side=SIDES[town.river_back])
    return None


def _leaving(town: Town, cell: int, ends: str) -> list[int]:
    """The sides of the piece in `cell` (a set of one) at which it leaves the map."""
    return [side for side in _SIDES_OF[ends] if not shifted(cell, side) & BOARD[town.size]]


def river_sites(town: Town) -> list[tuple[int, list[str]]]:
    """Every cell that can take a river piece, with its possible ends (3.3)."""
    if not town.river:
        border = bits(town.blank & BORDER[town.size])
        return [(cell, [ends for ends in ENDS if _leaving(town, 1 << cell, ends)]) for cell in border]
    if not town.river_next & town.blank:
        return []
    back = SIDES[town.river_back]
    return [(town.river_next.bit_length() - 1, [ends for ends in ENDS if back in ends])]


def draw_icon(player: Player, move: Draw) -> None:
    player.used |= 1 << move.die
    player.drawn += 1
    town, cell = player.town, 1 << move.cell
    if move.icon == RIVER:
        _lay_river(town, cell, move.sides)
    town.put(move.icon, cell)
    if move.icon == COAST:
        town.water = _marked(town.water, cell, move.sides)
        flood(town)


def _lay_river(town: Town, cell: int, ends: str) -> None:
    """Move the open end on: to the end that does not face back; of a first piece, to the one that stays on the map."""
    known = _leaving(town, cell, ends)[:1] if not town.river else [town.river_back]
    [open_side] = [side for side in _SIDES_OF[ends] if side not in known]
    town.ends = _marked(town.ends, cell, ends)
    town.river_next = shifted(cell, open_side) & BOARD[town.size]
    town.river_back = opposite(open_side)


def _marked(layers: Sides, cell: int, letters: str) -> Sides:
    n, e, s, w = layers
    return (
        n | cell if "N" in letters else n,
        e | cell if "E" in letters else e,
        s | cell if "S" in letters else s,
        w | cell if "W" in letters else w,
    )


def flood(town: Town) -> None:
    """3.5: cells with water on two sides at right angles become sea, until nothing changes.

    Only water that is drawn or a cell that becomes blank again can change anything, so this is called for coasts and
    felled trees.
    """
    dry = town.blank | town.top & ~town.coast & ~town.sea  # 4.9: a top on a blank cell still becomes sea
    while True:
        sea, water = town.sea, town.water
        north_or_south = (sea | water[S]) << STRIDE | (sea | water[N]) >> STRIDE
        east_or_west = (sea | water[W]) >> 1 | (sea | water[E]) << 1
        drowned = dry & north_or_south & east_or_west
        if not drowned:
            return
        dry &= ~drowned
        town.put("sea", drowned)


def legal(player: Player) -> list[Move]:
    """The fountain, changes of dice, then draws by die, icon, cell and sides."""
    moves: list[Move] = [] if why_no_fountain(player) else [Fountain()]
    dice = range(len(player.dice))
    moves += [Adjust(die, delta) for die in dice for delta in DELTAS if why_no_adjust(player, die, delta) is None]
    drawable = [die for die in dice if why_no_die(player, die) is None]
    if not drawable:
        return moves
    blank, sites = bits(player.town.blank), river_sites(player.town)
    for die in drawable:
        for icon in icons_of(player.dice[die]):
            if icon == RIVER:
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
