"""A debug room: an admin's copy of a game, perhaps of one that is still on. Without its keys there is no such room."""

import json
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from fastapi import FastAPI
from httpx import AsyncClient, Response
from websockets.exceptions import ConnectionClosed

from tests.admins import admin_app
from tests.leaks.compare import EXPIRES
from tests.leaks.sights import ADMIN, PARTING, SIGHTS, SOCKETS, Moment
from tests.leaks.twins import Clock
from tests.sockets import socket_at
from tests.web.admin.time_machine import drafting
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import NOBODY, finished, playing
from tests.web.test_table_page import moved

UNKNOWN = "ZZZZZZZ"


@pytest.fixture
async def app(database: str) -> AsyncIterator[FastAPI]:
    """The app with an admin and without bounds: everything is asked many times."""
    async with admin_app(database, Clock(), limits=0) as app:
        yield app


async def copied(admin: AsyncClient, code: str, move: int, **agreed: str) -> str:
    answer = await admin.post(f"/admin/rooms/{code}/copy", data={"move": str(move), **agreed})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/r/")


async def moves(admin: AsyncClient, code: str, *made: tuple[int, str]) -> None:
    """Each seat's moves, by the key that the admin's browser keeps."""
    for seat, kind in made:
        at = (await admin.get(f"/api/rooms/{code}?seat={seat}")).json()["at"]
        body = {"at": at, "move": {"type": kind}}
        answer = await admin.post(f"/api/rooms/{code}/moves?seat={seat}", json=body)
        assert answer.status_code == 200, answer.text


def asks() -> Iterator[tuple[str, str, dict[str, object]]]:
    """Everything that can be asked of a room: method, path with {code}, and what is sent."""
    moment = Moment("{code}", "toy", 0, NOBODY, "Ann", 0, [{"type": "one"}], 1)
    for (method, _), several in {**SIGHTS, **PARTING}.items():
        for ask in several:
            if "{code}" in ask.path and (method, ask.path.partition("?")[0]) not in ADMIN:
                yield method, ask.path.format(code="{code}", half=0, latest=1, game="toy", seat=0), ask.content(moment)


def said(answer: Response, code: str) -> str:
    headers = [(name, EXPIRES.sub("", value)) for name, value in answer.headers.multi_items() if name != "date"]
    return f"{answer.status_code} {headers} {answer.text}".replace(code, "CODE")


async def is_nowhere(browser: AsyncClient, code: str, address: str, **headers: str) -> None:
    """All that is asked of the room is answered as of one that was never made."""
    asked = 0
    for method, path, content in asks():
        content = {**content, "headers": {**content["headers"], **headers}}  # type: ignore[dict-item]
        one, other = [
            await browser.request(method, path.replace("{code}", each), **content) for each in (code, UNKNOWN)
        ]  # type: ignore[arg-type]
        assert said(one, code) == said(other, UNKNOWN), (method, path)
        asked += 1
    assert asked > 50
    for path in SOCKETS:
        async with socket_at(f"ws://{address}{path.format(code=code)}", additional_headers=headers) as socket:
            assert json.loads(await socket.recv())["error"]["code"] == "no_room", path
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == 4404


async def test_without_its_keys_there_is_no_such_room_from_beginning_to_end(
    new_browser: NewBrowser, admin: AsyncClient, address: str
) -> None:
    code, ann, _ = await playing(new_browser)
    debug = await copied(admin, code, 0, agreed="1")
    outside = new_browser()
    await is_nowhere(outside, debug, address, Authorization=f"Bearer {ann.cookies[f'machi_{code}']}")
    await moves(admin, debug, (0, "two"), (0, "end"), (1, "two"), (1, "two"), (1, "end"))
    assert (await admin.get(f"/api/rooms/{debug}")).json()["status"] == "over"
    await is_nowhere(outside, debug, address)
    await is_nowhere(outside, debug, address, Authorization=f"Bearer {NOBODY}")


async def test_its_maker_plays_every_seat_and_sees_all_of_it(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await finished(new_browser)
    log = await app.state.store.pool.fetch("SELECT move::text FROM log WHERE seq < 2 ORDER BY seq")
    debug = await copied(admin, code, 2)
    (cookie,) = [each for each in admin.cookies.jar if each.name == f"machi_{debug}"]
    assert cookie.expires is not None
    assert cookie.expires <= time.time() + 86400, "no longer than the admin is logged in"
    copy = await app.state.store.pool.fetch(
        "SELECT move::text FROM log l JOIN rooms r ON r.id = room_id WHERE code = $1 ORDER BY seq", debug
    )
    assert copy == log
    room = (await admin.get(f"/api/rooms/{debug}")).json()
    scores = room["replayed"].pop("scores")
    assert len(scores) == 2
    assert room["replayed"] == {"code": code, "version": 2, "sandbox": True, "debug": True}
    assert (await admin.get(f"/r/{debug}")).headers["location"] == f"/r/{debug}?seat=1"
    text = (await admin.get(f"/r/{debug}?seat=1")).text
    assert "Debug room: Toy" in text
    assert "an administrator's copy" in text
    await moves(admin, debug, (1, "two"), (1, "two"), (1, "end"))
    for path in (f"/r/{debug}?seat=0", f"/r/{debug}/history", f"/r/{debug}/receipt", f"/r/{debug}/chart"):
        answer = await admin.get(path)
        assert answer.status_code == 200, path
    assert "it counts nowhere" in (await admin.get(f"/r/{debug}?seat=0")).text
    assert (await admin.get(f"/api/rooms/{debug}/export")).json()["replayed"]["debug"] is True
    assert (await admin.post(f"/r/{debug}/again")).status_code == 409
    listed = (await admin.get(f"/admin/rooms/{debug}")).text
    assert "debug room" in listed
    assert f"Copied from {code}" in listed
    assert 'id="state"' in (await admin.get(f"/admin/rooms/{debug}/moves")).text


async def test_what_goes_on_from_a_debug_room_is_one(new_browser: NewBrowser, admin: AsyncClient, address: str) -> None:
    code, _, _ = await playing(new_browser)
    debug = await copied(admin, code, 0, agreed="1")
    await moves(admin, debug, (0, "two"), (0, "two"), (0, "two"), (0, "end"))
    for form in ({}, {"sandbox": "1"}):
        answer = await admin.post(f"/r/{debug}/what-if", data={"version": "1", **form})
        further = answer.headers["location"].removeprefix("/r/")
        assert (await admin.get(f"/api/rooms/{further}")).json()["replayed"]["debug"] is True
        assert (await new_browser().get(f"/api/rooms/{further}")).status_code == 404
    made = (await admin.post(f"/api/rooms/{debug}/what-if", json={"version": 2})).json()
    assert len(made["tokens"]) == 2
    assert (await new_browser().get(f"/r/{made['code']}")).status_code == 404


async def test_a_copy_of_a_running_game_is_a_look_that_is_told(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, ann, _ = await playing(new_browser)
    assert (await admin.post(f"/admin/rooms/{code}/copy", data={"move": "0"})).status_code == 409
    assert (await admin.post(f"/admin/rooms/{code}/copy", data={"move": "1", "agreed": "1"})).status_code == 422
    assert await app.state.store.pool.fetchval("SELECT looked FROM rooms WHERE code = $1", code) is None
    debug = await copied(admin, code, 0, agreed="1")
    looked = await app.state.store.pool.fetchval("SELECT looked FROM rooms WHERE code = $1", code)
    assert looked["times"] == 1
    rows = await app.state.store.pool.fetch("SELECT kind, room_code FROM audit WHERE room_code IS NOT NULL ORDER BY id")
    assert [tuple(row) for row in rows] == [("room_copied", code), ("debug_room_made", debug)]
    before = (await ann.get(f"/api/rooms/{code}")).json()
    await moves(admin, debug, (0, "two"), (0, "end"))
    assert (await ann.get(f"/api/rooms/{code}")).json() == before, "the rooms know nothing of each other"
    assert "in the copy later is not told again" in (await admin.get(f"/admin/rooms/{code}/moves")).text


async def test_a_copy_of_the_last_moment_has_the_unfinished_turns(new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, ann, _ = await drafting(new_browser)
    own = (await ann.get(f"/api/rooms/{code}")).json()
    text = (await admin.get(f"/admin/rooms/{code}/moves")).text
    assert "turns that are unfinished come along" in text
    debug = await copied(admin, code, 0, agreed="1")
    seats = [(await admin.get(f"/api/rooms/{debug}?seat={seat}")).json() for seat in (0, 1)]
    assert [seat["undo"] for seat in seats] == [own["undo"], 0] == [2, 0]
    assert seats[0]["view"] == own["view"]
    answer = await admin.post(f"/api/rooms/{debug}/undo?seat=0", json={"at": seats[0]["at"]})
    assert (answer.status_code, answer.json()["undo"]) == (200, 1)
    assert (await ann.get(f"/api/rooms/{code}")).json() == own
    assert "replay under the present rules" in (await admin.get(f"/admin/rooms/{debug}/check")).text


async def test_a_copy_of_an_earlier_moment_has_what_was_settled_by_then(
    new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, ann, bea = await playing(new_browser)
    for player in (ann, ann, bea):  # a turn, and one that is not finished
        await moved(player, code)
    assert (
        "Moves that were not settled yet at this moment are not in it."
        in (await admin.get(f"/admin/rooms/{code}/moves?move=1")).text
    )
    for move, undo in ((1, [0, 0]), (2, [0, 1])):
        debug = await copied(admin, code, move, agreed="1")
        seats = [(await admin.get(f"/api/rooms/{debug}?seat={seat}")).json() for seat in (0, 1)]
        assert [(seat["version"], seat["undo"]) for seat in seats] == [(move, each) for each in undo]


async def test_there_is_no_copy_of_an_end_or_of_nothing(new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, _, _ = await finished(new_browser)
    for move, status in ((6, 422), (7, 422), (-1, 422), ("x", 422)):
        assert (await admin.post(f"/admin/rooms/{code}/copy", data={"move": move})).status_code == status
    assert (await admin.post(f"/admin/rooms/{UNKNOWN}/copy", data={"move": 0})).status_code == 404
