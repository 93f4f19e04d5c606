"""Recorded games: each file in games/ is a test. Put one more there and it is tested too.

A file holds `seats`, `options`, `seed` (hex), `rules`, the `log` of [seat, move in wire form], and the `result`: scores
by seat, achieved cards by seat, ranking. `by_hand` says how a person got to the scores.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import Config, replay
from tests.engine import books
from tests.engine.little_town.positions import game
from tests.engine.little_town.slow_scorer import slow_ranking, slow_score

FILES = sorted((Path(__file__).parent / "games").glob("*.json"))


def recorded(file: Path) -> tuple[dict[str, Any], Config, list[tuple[int, Any]]]:
    game_file = json.loads(file.read_text())
    config = Config(
        game_file["seats"], bytes.fromhex(game_file["seed"]), game_file["options"], rules=game_file["rules"]
    )
    return game_file, config, [(seat, game.decode(wire)) for seat, wire in game_file["log"]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_recorded_game_ends_as_recorded(file: Path) -> None:
    game_file, config, moves = recorded(file)
    view = game.view(replay(game, config, moves), None)
    result = game_file["result"]
    assert view["over"]
    assert [player["score"] for player in view["players"]] == result["scores"]
    achieved = [[card["id"] for card in player["objectives"] if card["achieved"]] for player in view["players"]]
    assert achieved == result["achieved"]
    assert view["result"]["ranking"] == result["ranking"]
    assert [slow_score(view, seat) for seat in range(config.seats)] == result["scores"]
    assert slow_ranking([score["total"] for score in result["scores"]]) == result["ranking"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_books_of_the_recorded_game_balance_after_every_move(file: Path) -> None:
    _, config, moves = recorded(file)
    state = game.setup(config)
    for seat, move in moves:
        game.check(state, seat, move)
        game.apply(state, seat, move)
        books.little_town(game.view(state, None), config.seats)


def test_two_recorded_games_are_scored_by_hand() -> None:
    assert sum("by_hand" in json.loads(file.read_text()) for file in FILES) >= 2


def test_the_recorded_games_show_what_the_rules_offer() -> None:
    """Every fact, the pawnshop, coins for resources and food, hunger, and the tiles that are unlike the others."""
    seen: set[str] = set()
    for file in FILES:
        game_file, config, moves = recorded(file)
        state = game.setup(config)
        for (seat, move), (_, wire) in zip(moves, game_file["log"], strict=True):
            later = state.copy()
            game.apply(later, seat, move)
            told = game.facts(state, seat, move, later, seat)
            seen.update(fact["fact"] for fact in told)
            seen.update(f"{wire['type']} with {key}" for key, value in wire.items() if value)
            seen.update("hunger" for fact in told if fact.get("hungry"))
            state = later
        seen.update(tile.id for tile in state.tiles.values())
    assert seen >= {
        *("placed", "fee", "used", "built", "turn_ended", "residence", "residence_ended", "cathedral", "feeding"),
        *("fed", "round_ended", "round_started", "game_over", "shown", "achieved", "hunger"),
        *("use with give", "use with coins_for", "build with coins_for", "feed with coins"),
        *("residence", "cathedral", "castle", "watchtower", "pawnshop", "restaurant", "bar", "carpenter"),
    }
