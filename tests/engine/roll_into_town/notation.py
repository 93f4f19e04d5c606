"""A notation for positions, so that a rule's test takes a few lines.

A map is rows of tokens (rules, section 10) with blanks between them; rows and tokens that are left out at the end are
blank, and the town hall is put in by itself: `town("r:NS c:E . c:W")` is an empty 7 x 7 map but for these three cells.
"""

from typing import Any

from engine import Config, IllegalMove, after
from engine import roll_into_town as rit
from engine.roll_into_town.state import Player, State, Town

NEXT = {"type": "next"}
FOUNTAIN = {"type": "fountain"}
SHORT = {"f": "farm", "m": "mountain", "t": "tree", "~": "sea", "r": "river", "c": "coast"}
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}

Cell = tuple[int, int]
Wire = dict[str, Any]


def rows_of(text: str, size: int = 7) -> list[list[str]]:
    """The whole map as rows of tokens."""
    given = [line.split() for line in text.strip().splitlines()]
    rows = [[*row, *["."] * (size - len(row))] for row in given]
    rows += [["."] * size for _ in range(size - len(rows))]
    rows[size // 2][size // 2] = "@"
    assert [len(row) for row in rows] == [size] * size
    return rows


def cells_of(rows: list[list[str]]) -> dict[Cell, str]:
    return {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row)}


def bit(cell: Cell) -> int:
    return 1 << (cell[0] * 12 + cell[1])


def town(text: str, size: int = 7) -> Town:
    """The map that the text shows; its river's open end is the one that neither leaves the map nor joins a piece."""
    cells = cells_of(rows_of(text, size))
    result = Town(size, sum(bit(cell) for cell, token in cells.items() if token == "."))
    for cell, token in cells.items():
        ground, *over = token.split("+")
        kind, _, letters = ground.partition(":")
        if kind not in (".", "@"):
            result.put(SHORT.get(kind, kind), bit(cell))
        for layer in over:
            result.put(layer, bit(cell))
        if kind == "r":
            result.ends = _with_sides(result.ends, cell, letters)
        if kind == "c":
            result.water = _with_sides(result.water, cell, letters)
    for cell, end in _open_ends(cells):
        result.river_next, result.river_back = bit(neighbour(cell, end)), "NESW".index(FACING[end])
    return result


def neighbour(cell: Cell, side: str) -> Cell:
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def _with_sides(layers: tuple[int, ...], cell: Cell, letters: str) -> Any:
    return tuple(layer | bit(cell) if side in letters else layer for side, layer in zip("NESW", layers, strict=True))


def _open_ends(cells: dict[Cell, str]) -> list[tuple[Cell, str]]:
    rivers = {cell: token[2:4] for cell, token in cells.items() if token.startswith("r:")}
    return [
        (cell, end)
        for cell, ends in rivers.items()
        for end in ends
        if neighbour(cell, end) in cells and FACING[end] not in rivers.get(neighbour(cell, end), "")
    ]


def position(text: str = "", phase: str = "discover", size: int = 7, number: int = 1, **fields: Any) -> State:
    """A solo game at this map, in this phase of round `number`. Wild dice, unless `dice` says otherwise.

    `food`, `stone`, `wood` set the stock; all other fields are those of `Player`.
    """
    state = rit.setup(Config(1, bytes(32), {"size": size}))
    state.round = number
    rolled = tuple(fields.pop("dice", [6] * len(state.rolled)))
    state.rolls = (*state.rolls[:number], rolled, *state.rolls[number + 1 :])
    stock = (fields.pop("food", 0), fields.pop("stone", 0), fields.pop("wood", 2))
    allowed = fields.pop("allowed", (3, 3, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1)[number - 1])
    state.players = [Player(town(text, size), rolled, allowed, phase, stock, **fields)]
    return state


def draw(icon: str, row: int, column: int, die: int = 0, **sides: str) -> Wire:
    return {"type": "draw", "die": die, "icon": icon, "cell": [row, column], **sides}


def build(building: str, row: int, column: int, *trades: str, **flip: bool) -> Wire:
    """Trades as "wood>food"."""
    wire: Wire = {"type": "build", "building": building, "cell": [row, column], **flip}
    return {**wire, "trades": [trade.split(">") for trade in trades]} if trades else wire


def adjust(die: int, delta: int) -> Wire:
    return {"type": "adjust", "die": die, "delta": delta}


def harvest(row: int, column: int) -> Wire:
    return {"type": "harvest", "cell": [row, column]}


def grow(forest: Cell, cell: Cell) -> Wire:
    return {"type": "grow", "forest": list(forest), "cell": list(cell)}


def play(state: State, *wires: Wire, seat: int = 0) -> State:
    for wire in wires:
        state = after(rit, state, seat, rit.decode(wire))
    return state


def refusal(state: State, wire: Wire, seat: int = 0) -> dict[str, Any]:
    """The code and facts with which a move is refused; `{}` for a legal one, which then is also in `legal`."""
    move = rit.decode(wire)
    listed = 0 <= seat < len(state.players) and move in rit.legal(state, seat)
    try:
        after(rit, state, seat, move)
    except IllegalMove as illegal:
        assert not listed
        return {"code": illegal.code, **illegal.facts}
    assert listed
    return {}


def entry(state: State, seat: int = 0) -> Wire:
    """A player's part of the view."""
    part: Wire = rit.view(state, None)["players"][seat]
    return part


def stock(state: State) -> tuple[int, int, int]:
    """Food, stone, wood of the first seat."""
    return tuple(entry(state)["resources"][name] for name in ("food", "stone", "wood"))  # type: ignore[return-value]


def shows(state: State, text: str) -> bool:
    """Does the first seat's map look like this?"""
    return bool(entry(state)["map"] == rows_of(text, state.size))


def moves(state: State, **wanted: Any) -> list[Wire]:
    """The legal moves of the first seat, in wire form, that have these keys and values."""
    wires = [rit.encode(move) for move in rit.legal(state, 0)]
    return [wire for wire in wires if all(wire.get(key) == value for key, value in wanted.items())]


def places(state: State, **wanted: Any) -> set[Cell]:
    """The cells of such moves."""
    return {(wire["cell"][0], wire["cell"][1]) for wire in moves(state, **wanted)}


def score(text: str, size: int = 7) -> Wire:
    points: Wire = entry(position(text, size=size))["score"]
    return points
