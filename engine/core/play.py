"""Playing any game: one checked step, a whole log, a random game."""

from collections.abc import Iterable
from random import Random
from typing import Any

from engine.core.config import Config
from engine.core.errors import IllegalMove
from engine.core.game import Game, M, S


def after(game: Game[S, M], state: S, seat: int, move: M) -> S:
    """The state after one move; `state` is untouched. Raises `IllegalMove(code, **facts)` if it is not legal."""
    game.check(state, seat, move)
    result = state.copy()
    game.apply(result, seat, move)
    return result


def replay(game: Game[S, M], config: Config, moves: Iterable[tuple[int, M]]) -> S:
    """Fold a log into its state, checking each move. Raises `BadConfig` or `IllegalMove`."""
    state = game.setup(config)
    for seat, move in moves:
        game.check(state, seat, move)
        game.apply(state, seat, move)
    return state


def playout(game: Game[S, Any], state: S, rng: Random, most: int = 10_000) -> tuple[S, list[tuple[int, Any]]]:
    """Play on at random to the end: the last state and the moves, drawn uniformly from the active seats' `legal`.

    Raises `IllegalMove("endless")` when the game has not ended after `most` moves.
    """
    state = state.copy()
    moves: list[tuple[int, Any]] = []
    while active := game.active(state):
        if len(moves) == most:
            raise IllegalMove("endless", moves=most)
        seat = active[0] if len(active) == 1 else rng.choice(active)
        move = rng.choice(game.legal(state, seat))
        game.apply(state, seat, move)
        moves.append((seat, move))
    return state, moves
