"""Cells and sets of cells as integers.

A cell [r, c] is the number r * STRIDE + c on every size of map; a set of cells is an integer with those bits set. So a
whole layer of the map moves one cell north by one shift, and a map is copied by copying a few integers. The column
beyond the widest map stays empty: a shift east or west never runs into another row once it is masked with the board.
Ascending bits are row order.
"""

STRIDE = 12
N, E, S, W = range(4)
SIDES = "NESW"


def cell_at(row: int, column: int) -> int:
    return row * STRIDE + column


def place_of(cell: int) -> list[int]:
    """The wire form `[row, column]` of a cell."""
    return list(divmod(cell, STRIDE))


def bits(mask: int) -> list[int]:
    """The numbers of the bits set, ascending: the cells of a set, or the dice."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def places(mask: int) -> list[list[int]]:
    """The wire form of a set of cells, in row order."""
    return [place_of(cell) for cell in bits(mask)]


def _rectangle(rows: range, columns: range) -> int:
    return sum(1 << cell_at(row, column) for row in rows for column in columns)


BOARD = {size: _rectangle(range(size), range(size)) for size in (7, 9, 11)}
BORDER = {size: board & ~_rectangle(range(1, size - 1), range(1, size - 1)) for size, board in BOARD.items()}


def centre(size: int) -> int:
    """The town hall's cell (1.3), as a set."""
    return 1 << cell_at(size // 2, size // 2)


def shifted(mask: int, side: int) -> int:
    """Each cell's neighbour at `side`. May leave the board: mask the result."""
    if side == N:
        return mask >> STRIDE
    if side == S:
        return mask << STRIDE
    return mask << 1 if side == E else mask >> 1


def beside(mask: int) -> int:
    """The orthogonal neighbours (1.5) of all cells in the set. May leave the board: mask the result."""
    return mask << STRIDE | mask >> STRIDE | mask << 1 | mask >> 1


def around(mask: int) -> int:
    """The neighbours in eight directions (1.5) of all cells in the set. May leave the board: mask the result."""
    row = mask << 1 | mask >> 1
    wide = row | mask
    return row | wide << STRIDE | wide >> STRIDE


def opposite(side: int) -> int:
    return (side + 2) % 4


def letters_at(cell: int, layers: tuple[int, int, int, int]) -> str:
    """The letters of those sides whose layer holds the cell, in the order N, E, S, W."""
    return "".join(letter for letter, layer in zip(SIDES, layers, strict=True) if layer >> cell & 1)
