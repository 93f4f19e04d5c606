"""From turn to turn and from round to round (LT-3.1, LT-4)."""

from collections.abc import Sequence

from engine.little_town.board import ADJACENT, Cell
from engine.little_town.data import ROUNDS
from engine.little_town.state import State, Step, round_order


def end_turn(state: State) -> None:
    """The next seat's turn; after the last worker, or a residence step, the end of the round goes on."""
    assert state.turn is not None
    state.step = Step()
    order = round_order(state)
    if state.phase == "residence":
        _end_of_round(state, order[order.index(state.turn) + 1 :])
        return
    following = (state.turn + 1) % len(state.players)
    if state.players[following].workers_left:
        state.turn = following
    else:
        _end_of_round(state, order)


def _end_of_round(state: State, seats: Sequence[int]) -> None:
    """LT-4.1: seat by seat the cathedral, then the residence, which waits for its owner; at last everybody feeds."""
    home = _find(state, "residence")
    for seat in seats:
        state.players[seat].track += len(congregation(state, seat))
        if home and state.tiles[home].owner == seat:
            state.phase, state.turn, state.step = "residence", seat, Step(cell=home)
            return
    state.phase, state.turn = "feed", None


def congregation(state: State, seat: int) -> list[Cell]:
    """The cells of the workers beside that seat's cathedral, a point each at the end of a round; [] without one."""
    cathedral = _find(state, "cathedral")
    if not cathedral or state.tiles[cathedral].owner != seat:
        return []
    return [worker.cell for worker in state.workers if worker.cell in ADJACENT[cathedral]]


def _find(state: State, name: str) -> Cell | None:
    """The cell of a tile of which there is only one."""
    for cell, tile in state.tiles.items():
        if tile.id == name:
            return cell
    return None


def end_round_when_fed(state: State) -> None:
    """When everybody has fed: workers return, and the next round begins or the game ends (LT-4.3 to LT-4.5)."""
    if not all(player.fed for player in state.players):
        return
    state.workers = ()
    for player in state.players:
        player.fed = False
        player.workers_left = state.supply.workers
    if state.round == ROUNDS:
        state.phase = "over"
        return
    state.round += 1
    state.start_player = _next_start_player(state)
    state.phase, state.turn = "turns", state.start_player


def _next_start_player(state: State) -> int:
    """LT-4.4. With 3 players the last round begins with the lowest on the track, the present start player first."""
    order = round_order(state)
    if len(order) == 3 and state.round == ROUNDS:
        return min(order, key=lambda seat: state.players[seat].track)  # min keeps the first of equals
    return order[1]
