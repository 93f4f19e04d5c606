"""What every change of a map has to know: which cells are blank (1.6), and when they become sea (3.5)."""

from engine.core import IllegalMove
from engine.roll_into_town.grid import BOARD, STRIDE, E, N, S, W, place_of
from engine.roll_into_town.state import Sides, Town
from engine.roll_into_town.tokens import token


def why_not_blank(town: Town, cell: int) -> IllegalMove | None:
    """Is the cell blank (1.6)?"""
    if town.blank >> cell & 1:
        return None
    if not BOARD[town.size] >> cell & 1:
        return IllegalMove("off_map", cell=place_of(cell), size=town.size)
    return IllegalMove("not_blank", cell=place_of(cell), holds=token(town, cell))


def flood(town: Town) -> None:
    """Cells with water on two sides at right angles become sea, until nothing changes (3.5).

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


def marked(layers: Sides, cell: int, letters: str) -> Sides:
    """The layers of four sides, with `cell` added to those that `letters` name."""
    n, e, s, w = layers
    return (
        n | cell if "N" in letters else n,
        e | cell if "E" in letters else e,
        s | cell if "S" in letters else s,
        w | cell if "W" in letters else w,
    )
