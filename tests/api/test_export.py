"""A finished game as one file: all that it takes to play it again by the rules alone, and before the end nothing."""

import json
from random import Random

import pytest

from app.web.schemas import ExportedGame
from engine import Config, replay
from engine.core import commitment, game_seed
from tests.api.conftest import GAMES_AND_TOY, SEED, Player, Table
from tests.api.test_rooms import refusal


async def hurried(table: Table, name: str, seats: int, **more: object) -> list[Player]:
    """A game played to its end with whatever is allowed, what ends a turn first."""
    players = await table.started(name, seats, **more)
    rng = Random("export")
    while active := [seat["seat"] for seat in (await players[0].look())["seats"] if seat["active"]]:
        seat = active[0]
        moves = (await players[seat].call("GET", "/moves")).json()["moves"]
        ending = [move for move in moves if move["type"] in ("next", "end_turn", "end")]
        assert (await players[seat].play(ending[0] if ending else rng.choice(moves))).status_code == 200
    return players


@pytest.mark.parametrize(("name", "seats"), [("toy", 2), ("little_town", 2), ("roll_into_town", 1)])
async def test_an_exported_game_can_be_checked_and_played_again(table: Table, name: str, seats: int) -> None:
    players = await hurried(table, name, seats)
    answer = await Player(table.http, players[0].code.lower()).call("GET", "/export")
    assert answer.headers["content-disposition"] == f'attachment; filename="machi-{name}-{players[0].code}.json"'
    game = ExportedGame.model_validate_json(answer.text, strict=True)
    assert not game.model_extra
    assert [seat.name for seat in game.seats] == [f"P{number}" for number in range(seats)]
    assert game.secret is not None
    assert commitment(bytes.fromhex(game.secret)) == game.commitment
    salts = [bytes.fromhex(seat.salt) for seat in game.seats]
    assert game_seed(bytes.fromhex(game.secret), salts).hex() == game.seed
    rules = GAMES_AND_TOY[name]
    config = Config(len(game.seats), bytes.fromhex(game.seed), game.options, game.rules)
    state = replay(rules, config, [(made.seat, rules.decode(made.move)) for made in game.moves])
    assert rules.active(state) == []
    assert rules.ranking(state) == game.result["ranking"]
    assert not any(str(player.token) in answer.text for player in players)


async def test_before_the_end_nothing_is_exported(table: Table) -> None:
    players = await table.lobby("toy", 2, 2)
    early = await players[0].call("GET", "/export")
    assert refusal(early) == (409, "not_started")
    await players[0].call("POST", "/start")
    early = await players[0].call("GET", "/export")
    assert refusal(early) == (409, "not_over")
    assert "secret" not in json.dumps(early.json())
    assert refusal(await Player(table.http, "ZZZZZZZ").call("GET", "/export")) == (404, "no_room")


async def test_a_chosen_seed_is_exported_as_one(table: Table) -> None:
    players = await hurried(table, "toy", 2, seed=SEED)
    game = (await players[0].call("GET", "/export")).json()
    assert (game["secret"], game["commitment"], game["seed"], game["chosen_seed"]) == (None, None, SEED, True)
