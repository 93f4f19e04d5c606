"""Files of finished games by the API: what comes of them, how large they may be, what each costs its sender."""

import asyncio
import json
from collections.abc import Callable

import httpx
import pytest

from app.web import bodies, limits
from app.web.limits import Counters, Guard, Rates
from app.web.security import Addresses
from tests.api.conftest import Player, Table
from tests.api.test_export import hurried
from tests.api.test_limits import client
from tests.api.test_rooms import refusal
from tests.rooms.files import toy_file

JSON = {"content-type": "application/json"}


async def sent(http: httpx.AsyncClient, content: bytes | str, **headers: str) -> httpx.Response:
    return await http.post("/api/import", content=content, headers=JSON | headers)


async def test_a_game_comes_back_from_its_file(table: Table) -> None:
    played = (await hurried(table, "toy", 2))[0]
    file = (await played.call("GET", "/export")).text
    answer = await sent(table.http, file)
    assert answer.status_code == 201
    made = answer.json()
    assert made.keys() == {"code", "url", "commitment"}
    assert answer.headers["location"] == made["url"] == f"http://table.lan/r/{made['code']}"
    assert made["commitment"] == json.loads(file)["commitment"]
    room = Player(table.http, made["code"])
    assert ((await room.look())["status"], (await room.look())["imported"]) == ("over", True)
    assert (await room.call("GET", "/export")).text == file
    assert (await room.call("GET", "/history/1")).json()["imported"]
    assert refusal(await room.call("POST", "/seats", {"name": "Eve"})) == (409, "over")
    assert (await sent(table.http, file)).json() == made


async def test_what_is_wrong_is_said_in_the_callers_language(table: Table) -> None:
    file = toy_file()
    file["moves"][2]["move"] = {"type": "end"}
    answer = await sent(table.http, json.dumps(file))
    assert refusal(answer) == (422, "bad_file")
    error = answer.json()["error"]
    assert (error["reason"], error["facts"]["move"]) == ("move", 3)
    assert error["message"].startswith("Move 3 is not allowed by the rules.")
    other = await sent(table.http, json.dumps(file), **{"accept-language": "ja"})
    assert other.json()["error"]["message"] != error["message"]
    assert "3" in other.json()["error"]["message"]


def changed(old: str, new: str) -> bytes:
    """The text of a file with something else in it."""
    text = json.dumps(toy_file(), ensure_ascii=False)
    assert old in text
    return text.replace(old, new, 1).encode("utf-8", "surrogatepass")


NO_JSON: dict[str, bytes] = {
    "nothing": b"",
    "half a file": changed("", "")[:-1],
    "not a number": changed('"scores": [', '"scores": [NaN, '),
    "a number beyond all": changed('"scores": [', '"scores": [1e999, '),
    "more digits than are read": changed('"scores": [', f'"scores": [{"9" * 5000}, '),
    "a key twice": changed('"game": "toy"', '"game": "toy", "game": "toy"'),
    "a key of a move twice": changed('"program": false', '"program": false, "program": true'),
    "no UTF-8": changed("Ann", "Ann").replace(b"Ann", b"\xff\xfe"),
    "half a pair": changed("Ann", "\\ud83c"),
    "half a pair as it is": changed("Ann", "\ud83c"),
    "a letter of nothing": changed("Ann", "A\\u0000nn"),
    "too deep": changed('"type": "two"', f'"type": {"[" * 30}{"]" * 30}'),
    "deeper than can be read": b"[" * 500_000,
    "two files": changed("", "") * 2,
}


@pytest.mark.parametrize("called", NO_JSON)
async def test_what_is_no_json_is_malformed(table: Table, called: str) -> None:
    assert (await sent(table.http, NO_JSON[called])).json()["error"] | {"message": ""} == {
        "code": "malformed",
        "reason": "json",
        "message": "",
    }


async def test_only_json_that_is_called_so_and_from_no_other_site(table: Table) -> None:
    file = json.dumps(toy_file())
    assert refusal(await sent(table.http, file, **{"content-type": "text/plain"})) == (422, "malformed")
    assert refusal(await sent(table.http, file, origin="http://evil.example")) == (403, "foreign")


async def test_a_file_may_be_a_megabyte_and_other_bodies_what_they_were() -> None:
    async with client() as http:
        for path in ("/api/import", "/import"):
            large = await http.post(path, content=b" " * (bodies.FILE_BYTES + 1), headers=JSON)
            assert large.status_code == 413
        assert (await sent(http, b" " * (bodies.FILE_BYTES + 1))).json()["error"]["facts"] == {"bytes": 1024 * 1024}
        assert refusal(await sent(http, b" " * bodies.FILE_BYTES)) == (422, "malformed")
        assert (await http.post("/api/rooms", content=b" " * (bodies.BODY_BYTES + 1))).status_code == 413


async def test_a_file_costs_its_sender_what_so_long_a_log_costs() -> None:
    """To refuse it may be as much work as to keep it."""
    moves = 12 * limits.MOVES_A_ROOM
    async with client(Rates(rooms=(16, 0.0001))) as http:
        asked = [await sent(http, b" " * 150 * size) for size in (moves, 0, 0, 0)]
        assert [answer.status_code for answer in asked] == [422, 422, 422, 422]
        assert refusal(await http.post("/api/rooms", json={})) == (429, "too_many")


async def test_no_caller_has_many_files_on_their_way_at_once() -> None:
    """Each is up to a megabyte of memory, and its sender may be slow."""
    counters = Counters(Rates())
    looked: list[str] = []
    go_on = asyncio.Event()

    async def inside(scope: object, receive: Callable[[], object], send: object) -> None:
        raise AssertionError("nobody's body was ever whole")

    guard = Guard(inside, Addresses("", ()), counters)

    async def send_one(caller: str) -> None:
        async def receive() -> dict[str, object]:
            looked.append(caller)
            await go_on.wait()
            return {"type": "http.disconnect"}

        async def send(message: object) -> None:
            raise AssertionError(message)

        scope = {"type": "http", "method": "POST", "path": "/api/import", "headers": [], "caller": caller, "over": None}
        await guard(scope, receive, send)

    asked = [asyncio.create_task(send_one(caller)) for caller in ["ann"] * 9 + ["ben"]]
    while "ben" not in looked:
        await asyncio.sleep(0)
    assert looked.count("ann") == limits.FILES_AT_ONCE
    go_on.set()
    await asyncio.gather(*asked)
    assert looked.count("ann") == 9
