"""The river (3.3): one line of pieces, begun at the border and continued at its open end."""

from engine.core import IllegalMove
from engine.roll_into_town.data import ENDS
from engine.roll_into_town.grid import BOARD, BORDER, SIDES, bits, opposite, place_of, shifted
from engine.roll_into_town.ground import marked
from engine.roll_into_town.state import Town
from engine.roll_into_town.tokens import token

_SIDES_OF = {ends: [SIDES.index(letter) for letter in ends] for ends in ENDS}


def why_no_more_river(town: Town) -> IllegalMove | None:
    """Can a piece be drawn anywhere? The map has a blank cell."""
    if not town.river:
        return None if town.blank & BORDER[town.size] else IllegalMove("no_border")
    if not town.river_next:
        return IllegalMove("river_complete")
    if not town.river_next & town.blank:
        cell = town.river_next.bit_length() - 1
        return IllegalMove("river_blocked", cell=place_of(cell), holds=token(town, cell))
    return None


def why_no_river(town: Town, cell: int, ends: str) -> IllegalMove | None:
    """May this piece lie in this blank cell, of a map that can take one (3.3)?"""
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


def lay_river(town: Town, cell: int, ends: str) -> None:
    """Move the open end on: to the end that does not face back; of a first piece, to the one that stays on the map."""
    known = _leaving(town, cell, ends)[:1] if not town.river else [town.river_back]
    [open_side] = [side for side in _SIDES_OF[ends] if side not in known]
    town.ends = marked(town.ends, cell, ends)
    town.river_next = shifted(cell, open_side) & BOARD[town.size]
    town.river_back = opposite(open_side)
