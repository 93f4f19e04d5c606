"""The two boards and who is beside whom (LT-1.1, LT-2). A cell is (row, column), (0, 0) at the top left."""

from dataclasses import dataclass

Cell = tuple[int, int]

ROWS = 6
COLUMNS = 9
CELLS: tuple[Cell, ...] = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_BY_SIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _beside(cell: Cell, steps: tuple[Cell, ...]) -> tuple[Cell, ...]:
    row, column = cell
    return tuple(
        (row + down, column + right)
        for down, right in steps
        if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
    )


ADJACENT = {cell: _beside(cell, _AROUND) for cell in CELLS}  # the eight neighbours, in row order
BIT = {cell: 1 << i for i, cell in enumerate(CELLS)}  # for sets of cells
AROUND = {cell: sum(BIT[near] for near in beside) for cell, beside in ADJACENT.items()}  # the neighbours as a set
BY_SIDE = {
    cell: sum(BIT[near] for near in _beside(cell, _BY_SIDE)) for cell in CELLS
}  # those that share a side, as a set

WIRE = {cell: list(cell) for cell in CELLS}  # as JSON has them, for all who ask: not to be changed

TERRAINS = {"F": "forest", "M": "mountain", "L": "lake"}
YIELD = {"forest": "wood", "mountain": "stone", "lake": "fish"}


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """`rows`: as printed in the rules. `terrain`: the kind of each cell that is not grass. `grass`: in row order.

    `beside`: the kinds of terrain that each cell is adjacent to, as bits in the order of `YIELD`. `meadow`: the grass,
    as a set.
    """

    rows: tuple[str, ...]
    terrain: dict[Cell, str]
    grass: tuple[Cell, ...]
    beside: dict[Cell, int]
    meadow: int


def _board(*rows: str) -> Board:
    terrain = {(r, c): TERRAINS[rows[r][c]] for r, c in CELLS if rows[r][c] in TERRAINS}
    grass = tuple(cell for cell in CELLS if cell not in terrain)
    return Board(
        rows,
        terrain,
        grass=grass,
        beside={cell: _bits({terrain.get(near) for near in ADJACENT[cell]}) for cell in CELLS},
        meadow=sum(BIT[cell] for cell in grass),
    )


def _bits(kinds: set[str | None]) -> int:
    return sum(1 << i for i, kind in enumerate(YIELD) if kind in kinds)


BOARDS = {
    "A": _board(
        "M.FM.L.MM",
        ".........",
        "L........",
        "F.......L",
        "......F..",
        ".FF.LL..F",
    ),
    "B": _board(
        "F..MM.L.F",
        "..F......",
        "F.......L",
        "........F",
        "L...F....",
        "L..M..L.M",
    ),
}
