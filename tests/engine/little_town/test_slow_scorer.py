"""The engine's scores against the slow scorer's, on 1,000 positions of random games."""

from random import Random

import pytest

from engine import Config
from engine.little_town.state import State
from tests.engine.little_town.positions import game
from tests.engine.little_town.slow_scorer import slow_ranking, slow_score


def positions(seats: int, board: str, first_game: bool) -> list[State]:
    """84 positions of four random games of rich builders, each game's last one among them."""
    rng = Random(f"{seats}{board}{first_game}")
    found: list[State] = []
    for _ in range(4):
        state = game.setup(Config(seats, rng.randbytes(32), {"board": board, "first_game": first_game}))
        for player in state.players:
            player.coins = 60
        passed: list[State] = []
        while active := game.active(state):
            seat = rng.choice(active)
            passed.append(state.copy())
            moves = game.legal(state, seat)
            builds = [move for move in moves if game.encode(move)["type"] == "build"]
            game.apply(state, seat, rng.choice(builds or moves))
        found += [*rng.sample(passed, 20), state]
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("board", ["A", "B"])
@pytest.mark.parametrize("first_game", [False, True])
def test_5_both_scorers_agree(seats: int, board: str, first_game: bool) -> None:
    """12 settings with 84 positions each, for every viewer."""
    for state in positions(seats, board, first_game):
        for viewer in (None, *range(seats)):
            view = game.view(state, viewer)
            for player in view["players"]:
                assert player["score"] == slow_score(view, player["seat"])
        totals = [slow_score(game.view(state, seat), seat)["total"] for seat in range(seats)]
        assert game.ranking(state) == slow_ranking(totals)
