"""Whole random games of every registered game, by calls and by sockets, watched by a spectator."""

import json
from random import Random
from typing import Any

import pytest

from engine import GAMES, Config, replay
from tests.api.conftest import Player, Running, Table
from tests.api.test_live import answer, exchange, receive, until

MANY = 5
PAIRS = [
    pytest.param(name, seats, marks=[pytest.mark.long] if seats > MANY else [])
    for name, game in sorted(GAMES.items())
    for seats in sorted({game.SEATS[0], 3, game.SEATS[-1]})
]
MOST = 3000


async def one_by_one(players: list[Player], rng: Random) -> dict[str, Any]:
    """Play at random to the end by calls; now and then a move is taken back or sent twice. The last room object."""
    room = await players[0].look()
    for _ in range(MOST):
        if room["status"] == "over":
            return room
        player = players[rng.choice([seat["seat"] for seat in room["seats"] if seat["active"]])]
        offered = (await player.call("GET", "/moves")).json()
        move = rng.choice(offered["moves"])
        played = await player.play(move, at=offered["at"])
        assert played.status_code == 200, played.text
        if rng.random() < 0.05:
            assert (await player.play(move, at=offered["at"])).json() == played.json()
        room = played.json()
        if rng.random() < 0.05 and room["undo"]:
            undone = await player.undo()
            assert undone.status_code == 200, undone.text
            room = undone.json()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("game", "seats"), PAIRS)
async def test_a_whole_game_by_calls(table: Table, game: str, seats: int) -> None:
    players = await table.started(game, seats, seed="5a" * 32)
    last = await one_by_one(players, Random(seats))
    spectator = Player(table.http, players[0].code)
    log = (await spectator.call("GET", "/log")).json()
    assert last["version"] == len(log["moves"])
    rules = GAMES[game]
    state = replay(
        rules,
        Config(seats, bytes.fromhex(log["seed"]), last["options"], last["rules"]),
        [(entry["seat"], rules.decode(entry["move"])) for entry in log["moves"]],
    )
    assert (await spectator.look())["view"] == json.loads(json.dumps(rules.view(state, None)))
    for seat, player in enumerate(players):
        assert (await player.look())["view"] == json.loads(json.dumps(rules.view(state, seat)))


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_whole_game_by_sockets(running: Running, game: str) -> None:
    rng = Random(game)
    players = await running.table.started(game, 2)
    async with running.live(players[0]) as first, running.live(players[1]) as second:
        sockets = [first, second]
        for _ in range(MOST):
            room = await players[0].look()
            if room["status"] == "over":
                break
            seat = rng.choice([seat["seat"] for seat in room["seats"] if seat["active"]])
            offered = (await players[seat].call("GET", "/moves")).json()
            frame = {"at": offered["at"], "move": rng.choice(offered["moves"]), "id": offered["at"]}
            found = await exchange(sockets[seat], frame)
            assert found == {"ok": True, "at": offered["at"] + 1, "id": offered["at"]}
        rooms = [await until(socket, status="over") for socket in sockets]
    assert all(room["version"] == rooms[0]["version"] and room["view"]["over"] for room in rooms)


async def test_a_spectator_sees_a_whole_game_and_no_draft_of_roll_into_town(running: Running) -> None:
    rng = Random(7)
    players = await running.table.started("roll_into_town", 2)
    async with running.live(Player(running.table.http, players[0].code)) as watching:
        before = await receive(watching)
        offered = (await players[0].call("GET", "/moves")).json()
        await players[0].play(rng.choice(offered["moves"]), at=offered["at"])
        spectator = await Player(running.table.http, players[0].code).look()
        assert spectator["view"] == before["view"]
        assert spectator["version"] == 0
        last = await one_by_one(players, rng)
        assert (await until(watching, status="over"))["version"] == last["version"]


async def test_others_do_not_disturb_the_counter(running: Running) -> None:
    players = await running.table.started("roll_into_town", 2)
    async with running.live(players[0]) as first, running.live(players[1]) as second:
        for socket, player in ((first, players[0]), (second, players[1]), (first, players[0])):
            offered = (await player.call("GET", "/moves")).json()
            found = await exchange(socket, {"at": offered["at"], "move": offered["moves"][0]})
            assert found["ok"], found
        assert (await exchange(second, {"at": 1, "undo": True}))["at"] == 2
        await second.send("{}")
        assert (await answer(second))["room"]["at"] == 2
