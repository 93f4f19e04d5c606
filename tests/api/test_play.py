"""Playing by the API: moves, undo, repeats, what is stale; each refusal by its code, in the order of the contract."""

import pytest
from fastapi import FastAPI

from tests.api.conftest import SEED, Player, Table, calling
from tests.api.test_rooms import refusal

ONE, TWO, END = {"type": "one"}, {"type": "two"}, {"type": "end"}


async def test_a_move_and_its_undo(table: Table) -> None:
    ann, ben = await table.started()
    assert (await ann.call("GET", "/moves")).json() == {"at": 0, "moves": [ONE, TWO]}
    assert (await ben.call("GET", "/moves")).json() == {"at": 0, "moves": []}
    room = (await ann.play(TWO)).json()
    assert (room["at"], room["undo"], room["version"], room["view"]["heap"]) == (1, 1, 0, 4)
    room = (await ann.undo()).json()
    assert (room["at"], room["undo"], room["version"], room["view"]["heap"]) == (2, 0, 0, 6)


async def test_a_settled_move_moves_the_version(table: Table) -> None:
    ann, ben = await table.started()
    await ann.play(ONE)
    room = (await ann.play(END)).json()
    assert (room["at"], room["undo"], room["version"]) == (2, 0, 2)
    assert [seat["active"] for seat in room["seats"]] == [False, True]
    assert [seat["doing"] for seat in room["seats"]] == ["wait", "turn"]
    assert (await ben.look())["at"] == 0


async def test_a_repeat_is_answered_as_before(table: Table) -> None:
    ann, _ben = await table.started()
    first = await ann.play(ONE)
    again = await ann.play(ONE, at=0)
    assert (again.status_code, again.json()) == (200, first.json())
    third = await ann.play({"type": "one"}, at=1)
    assert third.json()["view"]["heap"] == 4


async def test_a_repeat_of_a_settling_move_and_of_an_undo(table: Table) -> None:
    ann, ben = await table.started()
    await ann.play(ONE)
    await ann.undo()
    again = await ann.call("POST", "/undo", {"at": 1})
    assert (again.status_code, again.json()["at"]) == (200, 2)
    await ann.play(ONE)
    await ann.play(END)
    await ben.play(ONE)
    again = await ann.play(END, at=3)
    assert (again.status_code, again.json()["at"], again.json()["version"]) == (200, 4, 2)


async def test_the_last_move_of_a_game_may_be_repeated(table: Table) -> None:
    players = await table.started()
    last = await finish(players)
    again = await last.play(END, at=last.at - 1)
    assert (again.status_code, again.json()["status"]) == (200, "over")


@pytest.mark.parametrize("at", [-1, 0, 2, 10**30])
async def test_stale_409(table: Table, at: int) -> None:
    ann, _ben = await table.started()
    await ann.play(ONE)
    response = await ann.play(TWO, at=at)
    assert refusal(response) == (409, "stale")
    assert response.json()["room"]["at"] == 1
    assert response.json()["room"]["seat"] == 0


async def test_an_undo_is_no_repeat_of_a_move(table: Table) -> None:
    ann, _ben = await table.started()
    await ann.play(ONE)
    assert refusal(await ann.call("POST", "/undo", {"at": 0})) == (409, "stale")


async def test_illegal_409(table: Table) -> None:
    ann, ben = await table.started()
    response = await ben.play(ONE)
    assert refusal(response) == (409, "illegal")
    assert response.json()["error"]["reason"] == "not_your_turn"
    assert response.json()["error"]["facts"] == {"turn": 0}
    response = await ann.play(END)
    assert refusal(response) == (409, "illegal")
    assert response.json()["error"]["reason"] == "not_moved"
    assert response.json()["room"]["at"] == 0


async def test_nothing_to_undo_409(table: Table) -> None:
    ann, _ben = await table.started()
    assert refusal(await ann.undo()) == (409, "nothing_to_undo")
    await ann.play(ONE)
    await ann.play(END)
    assert refusal(await ann.undo()) == (409, "nothing_to_undo")


async def test_not_started_409(table: Table) -> None:
    ann, _ben = await table.lobby()
    assert refusal(await ann.play(ONE)) == (409, "not_started")
    assert refusal(await ann.undo()) == (409, "not_started")
    assert refusal(await ann.call("GET", "/moves")) == (409, "not_started")


async def finish(players: list[Player]) -> Player:
    """Play the toy game to its end; who made the last move."""
    for turn in range(100):
        player = players[turn % len(players)]
        assert (await player.play(ONE)).status_code == 200
        room = (await player.play(END)).json()
        if room["status"] == "over":
            return player
    raise AssertionError("the game does not end")


async def test_over_409(table: Table) -> None:
    ann, ben = await table.started()
    await finish([ann, ben])
    for player in (ann, ben):
        assert refusal(await player.play(ONE)) == (409, "over")
        assert refusal(await player.undo()) == (409, "over")
    assert (await ann.call("GET", "/moves")).json()["moves"] == []
    assert refusal(await Player(table.http, ann.code).call("POST", "/seats", {"name": "Cat"})) == (409, "over")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"at": 0},
        {"move": ONE},
        {"at": "0", "move": ONE},
        {"at": 0.0, "move": ONE},
        {"at": False, "move": ONE},
        {"at": None, "move": ONE},
        {"at": 0, "move": "one"},
        {"at": 0, "move": [ONE]},
        {"at": 0, "move": None},
        {"at": 0, "move": ONE, "seat": 0},
        [],
        "move",
        None,
    ],
)
async def test_malformed_envelope_comes_before_the_room(table: Table, body: object) -> None:
    assert refusal(await Player(table.http, "7KXQ2MW").call("POST", "/moves", body)) == (422, "malformed")


@pytest.mark.parametrize("body", [{}, {"at": "1"}, {"at": 1.0}, {"at": 1, "undo": True}, 1])
async def test_malformed_undo(table: Table, body: object) -> None:
    assert refusal(await Player(table.http, "7KXQ2MW").call("POST", "/undo", body)) == (422, "malformed")


@pytest.mark.parametrize("move", [{}, {"type": "three"}, {"type": 1}, {"type": "one", "n": 1}, {"one": True}])
async def test_malformed_move_comes_after_the_seat_and_before_what_is_stale(table: Table, move: object) -> None:
    ann, _ben = await table.started()
    assert refusal(await Player(table.http, ann.code).play(move, at=99)) == (401, "no_token")
    response = await ann.play(move, at=99)
    assert refusal(response) == (422, "malformed")


async def test_malformed_move_comes_before_the_status(table: Table) -> None:
    ann, _ben = await table.lobby()
    assert refusal(await ann.play({"type": "three"})) == (422, "malformed")


async def test_the_status_comes_before_what_is_stale(table: Table) -> None:
    ann, _ben = await table.lobby()
    assert refusal(await ann.play(ONE, at=99)) == (409, "not_started")


async def test_the_log(table: Table) -> None:
    ann, ben = await table.started(seed=SEED)
    await ann.play(ONE)
    spectator = Player(table.http, ann.code)
    assert (await spectator.call("GET", "/log")).json()["moves"] == []
    await ann.play(END)
    log = (await spectator.call("GET", "/log")).json()
    assert [(entry["seq"], entry["seat"], entry["move"]) for entry in log["moves"]] == [(0, 0, ONE), (1, 0, END)]
    assert log["moves"][0].keys() == {"seq", "seat", "move", "accepted_at", "settled_at"}
    assert (log["secret"], log["salts"], log["seed"]) == (None, None, None)
    await finish([ben, ann])
    assert (await spectator.call("GET", "/log")).json()["seed"] == SEED


async def test_answers_are_not_stored_by_browsers(table: Table) -> None:
    ann, _ben = await table.started()
    for response in (await ann.call("GET"), await ann.play(ONE), await ann.play(ONE, at=77)):
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/readyz", "/api/docs", "/static/machi.css", "/nowhere", "/api/rooms/7KXQ2MW"]
)
async def test_head_is_get_without_the_body(table: Table, path: str) -> None:
    got, head = await table.http.get(path), await table.http.head(path)
    assert head.status_code == got.status_code
    for name in ("content-type", "content-length"):
        assert head.headers[name] == got.headers[name]
    assert head.content == b""


async def test_busy_503_without_a_database(lonely_app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.door.PAUSES", (0.01,))
    async with calling(lonely_app) as table:
        ann, _ben = await table.started()
        await lonely_app.state.store.close()
        for response in (await ann.play(ONE), await table.make(name="Cat")):
            assert refusal(response) == (503, "busy")
            assert response.headers["retry-after"] == "1"
        health = await table.http.get("/healthz")
        assert (health.status_code, health.json()) == (200, {"healthy": True})
        assert (await table.http.get("/readyz")).status_code == 503
