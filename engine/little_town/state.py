"""A position. Mutable here; `copy` shares only what is never changed in place (tuples, frozensets, names, the town)."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Never, TypeVar

from engine.little_town.board import BOARDS, Board, Cell
from engine.little_town.data import SUPPLY, Supply

T = TypeVar("T")


class Tile(NamedTuple):
    """A tile on the board with a house of `owner` on it."""

    id: str
    owner: int


class Town(dict[Cell, Tile]):
    """The tiles on the board, in the order in which they came. It never changes: building makes another one.

    So all positions from one building to the next share it, and what follows from the tiles alone is worked out once.
    """

    __slots__ = ("_known",)

    def __init__(self, tiles: Iterable[tuple[Cell, Tile]] = ()) -> None:
        super().__init__(tiles)
        self._known: dict[Hashable, Any] = {}

    def _never(self, *_arguments: object, **_more: object) -> Never:
        raise TypeError("a town never changes")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _never

    def __reduce__(self) -> tuple[object, ...]:
        return Town, (list(self.items()),)

    def built(self, cell: Cell, tile: Tile) -> "Town":
        """The town with one more tile."""
        return Town([*self.items(), (cell, tile)])

    def once(self, work_out: Callable[..., T], *arguments: Hashable) -> T:
        """`work_out(town, *arguments)`, kept with the town: not to be changed."""
        key = work_out, arguments
        if key not in self._known:
            self._known[key] = work_out(self, *arguments)
        found: T = self._known[key]
        return found


class Worker(NamedTuple):
    """A placed worker; `cell` None: on the construction site."""

    owner: int
    cell: Cell | None


@dataclass(slots=True)
class Step:
    """What has been done in the running turn or residence step.

    `moved`: any move at all. `cell`: of the worker or residence whose labour is in progress, else None. `used`: cells,
    as they came. The rest is what objectives look at: kinds and number of resources really received, tiles used, and
    how many of those gave points.
    """

    moved: bool = False
    cell: Cell | None = None
    used: tuple[Cell, ...] = ()
    gained: frozenset[str] = frozenset()
    received: int = 0
    tiles: int = 0
    fame: int = 0

    def copy(self) -> "Step":
        return Step(self.moved, self.cell, self.used, self.gained, self.received, self.tiles, self.fame)


@dataclass(slots=True)
class Player:
    """One seat's things. `goods`: each resource's number.

    `met`: every objective that is not about tiles, held or not, whose condition has been true for this seat. That is
    public knowledge, only the `hand` is not. `shown`: the cards that all have seen.
    """

    coins: int
    goods: dict[str, int]
    workers_left: int
    houses_left: int
    hand: tuple[str, ...]
    track: int = 0
    fed: bool = False
    met: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()

    def copy(self) -> "Player":
        return Player(
            self.coins,
            self.goods.copy(),
            self.workers_left,
            self.houses_left,
            self.hand,
            self.track,
            self.fed,
            self.met,
            self.shown,
        )


@dataclass(slots=True)
class State:
    """`phase`: turns, residence, feed or over. `turn`: the seat to act, None while all feed and at the end.

    `workers` are in the order in which they came; `market` as drawn, `replaced` as put aside (LT-1.5).
    """

    board_name: str
    players: list[Player]
    stock: dict[str, int]
    market: tuple[str, ...]
    wheat_fields: int
    start_player: int
    turn: int | None
    replaced: tuple[str, ...] = ()
    tiles: Town = field(default_factory=Town)
    workers: tuple[Worker, ...] = ()
    round: int = 1
    phase: str = "turns"
    step: Step = field(default_factory=Step)

    def copy(self) -> "State":
        return State(
            self.board_name,
            [player.copy() for player in self.players],
            self.stock.copy(),
            self.market,
            self.wheat_fields,
            self.start_player,
            self.turn,
            self.replaced,
            self.tiles,
            self.workers,
            self.round,
            self.phase,
            self.step.copy(),
        )

    @property
    def board(self) -> Board:
        return BOARDS[self.board_name]

    @property
    def supply(self) -> Supply:
        """What each player of this table has in all (LT-1.3)."""
        return SUPPLY[len(self.players)]


def own_tiles(state: State, seat: int) -> tuple[tuple[Cell, str], ...]:
    """That seat's tiles, as they came: (cell, id)."""
    return state.tiles.once(tiles_of, seat)


def tiles_of(town: Town, seat: int) -> tuple[tuple[Cell, str], ...]:
    """The same of a town."""
    return tuple((cell, tile.id) for cell, tile in town.items() if tile.owner == seat)


def free_cells(state: State) -> list[Cell]:
    """The grass cells without worker and tile, in row order (LT-3.2, LT-3.7)."""
    taken = {worker.cell for worker in state.workers}
    tiles = state.tiles
    return [cell for cell in state.board.grass if cell not in tiles and cell not in taken]


def round_order(state: State) -> list[int]:
    """The seats from the round's start player on, clockwise."""
    n = len(state.players)
    return [(state.start_player + i) % n for i in range(n)]
