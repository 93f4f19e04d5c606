"""The rules about maps once more, cell by cell on tokens: slow, plain, sharing no code with the engine."""

from itertools import product

Rows = list[list[str]]
Cell = tuple[int, int]
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
EIGHT = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def cells(rows: Rows) -> list[Cell]:
    return list(product(range(len(rows)), repeat=2))


def at(rows: Rows, cell: Cell) -> str:
    """The token, or "" off the map."""
    row, column = cell
    return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows) else ""


def towards(cell: Cell, side: str) -> Cell:
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def near(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in EIGHT]


def sides(token: str) -> str:
    """The letters of a river or coast."""
    return token.split("+")[0].partition(":")[2]


def flooded(rows: Rows) -> Rows:
    """3.5, 4.9: the map once nothing changes any more."""
    rows = [list(row) for row in rows]
    while True:
        dry = [cell for cell in cells(rows) if at(rows, cell) in (".", ".+top") and drowns(rows, cell)]
        if not dry:
            return rows
        for row, column in dry:
            rows[row][column] = "~" + rows[row][column][1:]


def drowns(rows: Rows, cell: Cell) -> bool:
    wet = {side for side in STEP if waters(at(rows, towards(cell, side)), FACING[side])}
    return bool(wet & {"N", "S"}) and bool(wet & {"E", "W"})


def waters(token: str, side: str) -> bool:
    """Does a cell with this token water its neighbour at `side`?"""
    return token.startswith("~") or (token.startswith("c:") and side in sides(token))


def group(rows: Rows, tree: Cell) -> set[Cell]:
    """6.1: all trees connected with this one."""
    found, todo = {tree}, [tree]
    while todo:
        cell = todo.pop()
        for other in (towards(cell, side) for side in STEP):
            if at(rows, other) == "t" and other not in found:
                found.add(other)
                todo.append(other)
    return found


def forests(rows: Rows) -> list[tuple[Cell, int]]:
    """6.1: the first cell and the number of new trees of each forest, in row order."""
    groups = {min(found): len(found) for cell in cells(rows) if at(rows, cell) == "t" for found in [group(rows, cell)]}
    return sorted((first, size // 2) for first, size in groups.items() if size >= 2)


def room(rows: Rows, tree: Cell) -> set[Cell]:
    """6.2"""
    beside = {towards(cell, side) for cell in group(rows, tree) for side in STEP}
    return {cell for cell in beside if at(rows, cell) == "."}


def sites(rows: Rows, building: str, flip: bool = False) -> set[Cell]:
    """4: where it can stand."""
    return {cell for cell in cells(rows) if can_stand(rows, building, cell, flip)}


def can_stand(rows: Rows, building: str, cell: Cell, flip: bool) -> bool:
    token, north = at(rows, cell), at(rows, towards(cell, "N"))
    match building:
        case "harbor":
            return token.startswith("c:") and "+" not in token
        case "watermill":
            rivers = {side: at(rows, towards(cell, side)) for side in STEP}
            return token == "." and any(r.startswith("r:") and FACING[s] not in r[2:] for s, r in rivers.items())
        case "lighthouse":
            shore = token == "." and any(at(rows, other).startswith("c:") for other in near(cell))
            return (bare_coast(token) or shore) and (north in (".", "~") or bare_coast(north))
        case "cathedral":
            return token == north == at(rows, towards(cell, "W" if flip else "E")) == "."
    return token == "."


def bare_coast(token: str) -> bool:
    return token.startswith("c:") and "+" not in token
