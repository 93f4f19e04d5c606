"""Placing a worker, building, and ending the turn (LT-3.1, LT-3.2, LT-3.7)."""

from functools import cache

from engine.core import IllegalMove
from engine.little_town import objectives
from engine.little_town.board import BOARDS, CELLS, Cell
from engine.little_town.data import BUILDINGS, WHEAT_FIELD
from engine.little_town.moves import Build, CoinsFor, Place
from engine.little_town.payment import bill, check_affordable, check_coins_for, pay, ways_to_pay
from engine.little_town.state import State, Tile, Worker, free_cells

_ON_BOARD = frozenset(CELLS)


def check_turn(state: State, seat: int) -> None:
    """Raise `IllegalMove` unless that seat's turn or residence step is running."""
    if state.phase == "over":
        raise IllegalMove("game_over")
    if state.turn is None:
        raise IllegalMove("wrong_phase", phase=state.phase)
    if state.turn != seat:
        raise IllegalMove("not_your_turn", turn=state.turn)


def check_worker(state: State, seat: int) -> None:
    """Raise `IllegalMove` unless that seat has its worker still to place."""
    check_turn(state, seat)
    if state.phase != "turns":
        raise IllegalMove("wrong_phase", phase=state.phase)
    if state.step.moved:
        raise IllegalMove("already_moved")


def check_on_board(cell: Cell) -> None:
    if cell not in _ON_BOARD:
        raise IllegalMove("off_board", cell=list(cell))


def _check_free(state: State, cell: Cell) -> None:
    """Raise `IllegalMove` unless it is a grass cell without worker and tile."""
    check_on_board(cell)
    terrain = BOARDS[state.board_name].terrain.get(cell)
    if terrain:
        raise IllegalMove("terrain_here", cell=list(cell), terrain=terrain)
    tile = state.tiles.get(cell)
    if tile:
        raise IllegalMove("tile_here", cell=list(cell), building=tile.id)
    for owner, where in state.workers:
        if where == cell:
            raise IllegalMove("worker_here", cell=list(cell), owner=owner)


def check_place(state: State, seat: int, move: Place) -> None:
    check_worker(state, seat)
    _check_free(state, move.cell)


def place(state: State, seat: int, move: Place) -> None:
    """Labour: the worker goes to the cell; what it uses comes as moves of its own."""
    _send_worker(state, seat, move.cell)
    state.step.cell = move.cell


def _send_worker(state: State, seat: int, cell: Cell | None) -> None:
    state.workers += (Worker(seat, cell),)
    state.players[seat].workers_left -= 1
    state.step.moved = True


def check_builder(state: State, seat: int) -> None:
    """Raise `IllegalMove` when that seat can build nothing at all, whatever it costs."""
    check_worker(state, seat)
    if not state.players[seat].houses_left:
        raise IllegalMove("no_house")


def to_be_had(state: State) -> list[str]:
    """The kinds of tile that can still be built: the market's, then the wheat field."""
    return [*state.market, WHEAT_FIELD] if state.wheat_fields else list(state.market)


def check_price(state: State, seat: int, name: str, coins_for: CoinsFor) -> None:
    """Raise `IllegalMove` unless that tile is to be had and the player can pay it so."""
    if name not in state.market and not (name == WHEAT_FIELD and state.wheat_fields):
        raise IllegalMove("not_in_market", building=name)
    cost = BUILDINGS[name].cost
    check_coins_for(cost, coins_for, name)
    check_affordable(state.players[seat], bill(cost, coins_for))


def check_build(state: State, seat: int, move: Build) -> None:
    check_builder(state, seat)
    _check_free(state, move.cell)
    check_price(state, seat, move.building, move.coins_for)


def build(state: State, seat: int, move: Build) -> None:
    """The worker goes to the construction site, the cost is paid, then tile and house are put."""
    _send_worker(state, seat, None)
    player = state.players[seat]
    pay(state, player, bill(BUILDINGS[move.building].cost, move.coins_for))
    objectives.watch_holdings(state)
    if move.building == WHEAT_FIELD:
        state.wheat_fields -= 1
    else:
        place = state.market.index(move.building)
        state.market = state.market[:place] + state.market[place + 1 :]
    state.tiles = state.tiles.built(move.cell, Tile(move.building, seat))
    player.houses_left -= 1


def check_end_turn(state: State, seat: int) -> None:
    """A turn ends after its worker is placed; a residence step at any time (LT-4.1)."""
    check_turn(state, seat)
    if state.phase == "turns" and not state.step.moved:
        raise IllegalMove("place_first")


def placings(state: State) -> list[Place]:
    """Every labour that the seat to act can begin."""
    return [Place(cell) for cell in free_cells(state)]


def buildings(state: State, seat: int) -> list[Build]:
    """Everything that the seat to act can build: by tile, way to pay, cell."""
    player = state.players[seat]
    if not player.houses_left:
        return []
    cells = free_cells(state)
    moves: list[Build] = []
    for name in to_be_had(state):
        for way in ways_to_pay(player, BUILDINGS[name].cost):
            made = _builds(name, way)
            moves += [made[cell] for cell in cells]
    return moves


@cache  # of a known size: all 25 tiles together can be paid in 123 ways
def _builds(name: str, way: CoinsFor) -> dict[Cell, Build]:
    """That building, paid that way, on each cell. A rich seat can build in thousands of ways."""
    return {cell: Build(name, cell, way) for cell in CELLS}
