"""Positions to try a rule on, and moves in a short hand. Moves go in as wire dicts, as they come from a page."""

from typing import Any

import pytest

from engine import GAMES, Config, IllegalMove, after
from engine.little_town.state import State, Tile, Worker

game = GAMES["little_town"]

Json = dict[str, Any]
Cell = tuple[int, int]
END: Json = {"type": "end_turn"}


def place(row: int, column: int) -> Json:
    return {"type": "place", "cell": [row, column]}


def use(row: int, column: int, **extra: Any) -> Json:
    return {"type": "use", "cell": [row, column], **extra}


def build(building: str, row: int, column: int, **coins_for: int) -> Json:
    extra = {"coins_for": coins_for} if coins_for else {}
    return {"type": "build", "building": building, "cell": [row, column], **extra}


def feed(fish: int = 0, wheat: int = 0, coins: int = 0) -> Json:
    return {"type": "feed", "fish": fish, "wheat": wheat, "coins": coins}


def show(objective: str) -> Json:
    return {"type": "show", "objective": objective}


def start(seats: int = 2, board: str = "A", first_game: bool = True, seed: bytes = bytes(32)) -> State:
    """A first position in which seat 0 begins, whatever the seed says."""
    state = game.setup(Config(seats, seed, {"board": board, "first_game": first_game}))
    state.start_player = state.turn = 0
    return state


def hold(state: State, seat: int, coins: int = 0, **goods: int) -> None:
    """Let the seat hold exactly this; what it gets comes out of the stock."""
    player = state.players[seat]
    player.coins = coins
    for kind in player.goods:
        state.stock[kind] += player.goods[kind] - goods.get(kind, 0)
        player.goods[kind] = goods.get(kind, 0)


def put(state: State, building: str, cell: Cell, owner: int) -> None:
    """A tile with its house, as if built earlier (no payment, no objective looked at)."""
    assert state.board.rows[cell[0]][cell[1]] == "."
    state.tiles = state.tiles.built(cell, Tile(building, owner))
    state.players[owner].houses_left -= 1
    state.market = tuple(name for name in state.market if name != building)
    if building == "wheat_field":
        state.wheat_fields -= 1


def send(state: State, owner: int, cell: Cell | None) -> None:
    """A worker placed earlier in the round."""
    state.workers += (Worker(owner, cell),)
    state.players[owner].workers_left -= 1


def deal(state: State, seat: int, *cards: str) -> None:
    """Give the seat these cards instead of its own."""
    state.players[seat].hand = cards


def offer(state: State, *buildings: str) -> None:
    """A market of just these."""
    state.market = buildings


def last_turn_of_round(state: State, seat: int) -> None:
    """All workers of the others are placed and one of that seat's is not; they stand on the construction site."""
    for other, player in enumerate(state.players):
        while player.workers_left > (1 if other == seat else 0):
            send(state, other, None)
    state.turn = seat


def play(state: State, seat: int, *wires: Json) -> State:
    """The state after these moves of one seat, each of them checked."""
    for wire in wires:
        state = after(game, state, seat, game.decode(wire))
    return state


def refused(state: State, seat: int, wire: Json) -> Json:
    """The reason for which a well-formed move is refused: {"code", **facts}."""
    with pytest.raises(IllegalMove) as refusal:
        after(game, state, seat, game.decode(wire))
    return {"code": refusal.value.code, **refusal.value.facts}


def is_legal(state: State, seat: int, wire: Json) -> bool:
    return game.decode(wire) in game.legal(state, seat)


def purse(state: State, seat: int) -> Json:
    """Coins and resources, what is 0 left out."""
    player = state.players[seat]
    return {kind: n for kind, n in {"coins": player.coins, **player.goods}.items() if n}


def cards(state: State, seat: int) -> set[str]:
    """The achieved cards of that seat."""
    entry = game.view(state, seat)["players"][seat]
    return {card["id"] for card in entry["objectives"] if card["achieved"]}
