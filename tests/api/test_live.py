"""The websocket: objects, answers in their order, what is answered and what closes, through a real server."""

import asyncio
import contextlib
import gc
import json
from typing import Any

import pytest
import websockets
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection

from app.web.limits import Rates
from app.web.server import Protocol
from app.web.transport import Http
from tests.api.conftest import Player, Running, closed_with, serving
from tests.patience import PATIENCE
from tests.sockets import socket_at

ONE, TWO, END = {"type": "one"}, {"type": "two"}, {"type": "end"}


async def receive(socket: ClientConnection) -> Any:
    """The next frame, parsed."""
    return json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))


async def send(socket: ClientConnection, frame: object) -> None:
    await socket.send(json.dumps(frame))


async def until(socket: ClientConnection, **expected: object) -> Any:
    """Read room objects until one has these values (who is connected also changes them)."""
    while True:
        room = await receive(socket)
        assert "code" in room, room
        if expected.items() <= room.items():
            return room


async def answer(socket: ClientConnection) -> Any:
    """Read until the answer to a frame; what came before it must be room objects."""
    while True:
        frame = await receive(socket)
        if "code" not in frame:
            return frame


async def exchange(socket: ClientConnection, frame: object) -> Any:
    """Send a frame and read its answer."""
    await send(socket, frame)
    return await answer(socket)


async def test_the_room_object_comes_at_once(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        room = await receive(socket)
    assert (room["code"], room["seat"], room["at"], room["status"]) == (ann.code, 0, 0, "playing")
    assert room["seats"][0]["connected"] is True


async def test_a_socket_that_ended_leaves_nothing_for_the_garbage_collector(running: Running) -> None:
    def left(client: object) -> int:
        """The protocols of that client."""
        protocols = [each for each in gc.get_objects() if issubclass(type(each), Protocol | Http)]
        return sum(each.client == client for each in protocols)

    ann, _ben = await running.table.started()
    gc.collect()
    gc.disable()
    try:
        async with running.live(ann) as socket:
            client = socket.local_address
            await receive(socket)
            assert left(client) == 1
        async with asyncio.timeout(PATIENCE):
            while left(client):
                await asyncio.sleep(0.01)
    finally:
        gc.enable()


async def test_the_token_comes_with_the_cookie_too(running: Running) -> None:
    ann, _ben = await running.table.started()
    guest = Player(ann.http, ann.code.lower())
    async with running.live(guest, Cookie=f"machi_{ann.code}={ann.token}") as socket:
        assert (await receive(socket))["seat"] == 0


async def test_a_token_frame_is_answered_by_the_object_of_the_seat(running: Running) -> None:
    ann, ben = await running.table.started()
    async with running.live(Player(ann.http, ann.code)) as socket:
        assert (await receive(socket))["seat"] is None
        await send(socket, {"token": ben.token})
        assert (await until(socket, seat=1))["at"] == 0
        await send(socket, {"token": ann.token})
        await send(socket, {"at": 0, "move": ONE, "id": 1})
        await until(socket, seat=0)
        assert await answer(socket) == {"ok": True, "at": 1, "id": 1}


async def test_a_token_in_the_address_counts_for_nothing(running: Running) -> None:
    ann, _ben = await running.table.started()
    address = f"ws://127.0.0.1:{running.port}/api/rooms/{ann.code}/live?token={ann.token}"
    async with socket_at(address) as socket:
        assert (await receive(socket))["seat"] is None


async def test_a_move_is_answered_before_the_new_object_comes(running: Running) -> None:
    ann, ben = await running.table.started()
    async with running.live(ann) as mine, running.live(ben) as other:
        await until(mine, seat=0)
        await send(mine, {"at": 0, "move": ONE, "id": "first"})
        frames = [await receive(mine)]
        while frames[-1].get("at") != 1 or "code" not in frames[-1]:
            frames.append(await receive(mine))
        assert {"ok": True, "at": 1, "id": "first"} in frames
        assert all(frame["at"] == 0 for frame in frames[: frames.index({"ok": True, "at": 1, "id": "first"})])
        assert frames[-1]["view"]["heap"] == 5
        room = await receive(other)
        while room["view"]["heap"] != 5:
            room = await receive(other)
        assert (room["seat"], room["at"], room["version"]) == (1, 0, 0)


async def test_undo_and_ids_of_any_kind(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        assert await exchange(socket, {"at": 0, "move": ONE}) == {"ok": True, "at": 1}
        for at, identity in enumerate([7, None, "x", {"a": [1]}], start=1):
            frame = {"at": at, "undo": True} if at % 2 else {"at": at, "move": TWO}
            assert await exchange(socket, {**frame, "id": identity}) == {"ok": True, "at": at + 1, "id": identity}


async def test_answers_keep_the_order_of_frames(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        for number in range(40):
            frame: dict[str, object] = {"at": number, "move": ONE} if number % 2 == 0 else {"at": number, "undo": True}
            await send(socket, {**frame, "id": number})
        await send(socket, {"id": "last"})
        answers = [await answer(socket) for _ in range(41)]
    assert [found["id"] for found in answers] == [*range(40), "last"]
    assert all(found["ok"] for found in answers[:40])


async def test_a_repeat_is_ok_by_either_door_with_the_present_object(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        await ann.play(ONE)
        await until(socket, at=1)
        assert await exchange(socket, {"at": 0, "move": ONE, "id": 1}) == {"ok": True, "at": 1, "id": 1}
        room = await receive(socket)
        assert (room["at"], room["view"]["heap"]) == (1, 5)
        assert await exchange(socket, {"at": 1, "move": TWO}) == {"ok": True, "at": 2}
    again = await ann.play(TWO, at=1)
    assert (again.status_code, again.json()["at"], again.json()["view"]["heap"]) == (200, 2, 3)


async def test_a_double_click_in_two_tabs_plays_once(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as first, running.live(ann) as second:
        await send(first, {"at": 0, "move": ONE})
        await send(second, {"at": 0, "move": ONE})
        assert [await answer(first), await answer(second)] == [{"ok": True, "at": 1}] * 2
    assert (await ann.look())["view"]["heap"] == 5


async def test_stale_and_illegal_moves_are_answered_with_the_room(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        stale = await exchange(socket, {"at": 5, "move": ONE, "id": 1})
        assert (stale["error"]["code"], stale["room"]["at"], stale["id"]) == ("stale", 0, 1)
        illegal = await exchange(socket, {"at": 0, "move": END})
        assert (illegal["error"]["code"], illegal["error"]["reason"]) == ("illegal", "not_moved")
        assert illegal["room"]["seat"] == 0
        nothing = await exchange(socket, {"at": 0, "undo": True})
        assert nothing["error"]["code"] == "nothing_to_undo"
        assert await exchange(socket, {"at": 0, "move": ONE}) == {"ok": True, "at": 1}


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        '"move"',
        "{}",
        '{"at": 0}',
        '{"move": {"type": "one"}}',
        '{"at": "0", "move": {"type": "one"}}',
        '{"at": 0.0, "move": {"type": "one"}}',
        '{"at": true, "move": {"type": "one"}}',
        '{"at": 0, "move": "one"}',
        '{"at": 0, "move": {"type": "three"}}',
        '{"at": 0, "move": {"type": "one"}, "undo": true}',
        '{"at": 0, "undo": false}',
        '{"at": 0, "undo": 1}',
        '{"at": 0, "move": {"type": "one"}, "more": 1}',
        '{"token": 5}',
        '{"token": "x", "at": 0}',
        '{"at": NaN, "move": {}}',
        '{"at": 0, "move": {"type": "\\u0000"}}',
        '{"at": 0, "move": {"type": "\\ud800"}}',
        '{"at": 0, "move": {"x": ' + "[" * 500 + "]" * 500 + "}}",
        b'{"at": 0, "move": {"type": "one"}}',
        b"\xff\x00",
    ],
)
async def test_malformed_frames_are_answered_and_not_punished(running: Running, frame: str | bytes) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        await socket.send(frame)
        found = await answer(socket)
        assert (found["error"]["code"], found["room"]["at"]) == ("malformed", 0)
        assert await exchange(socket, {"at": 0, "move": ONE}) == {"ok": True, "at": 1}


async def test_a_malformed_frame_is_told_its_id(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        found = await exchange(socket, {"at": "0", "move": ONE, "id": 3})
        assert (found["error"]["facts"], found["id"]) == ({"field": "at"}, 3)


async def test_a_move_by_a_spectator_is_answered_and_not_punished(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(Player(ann.http, ann.code)) as socket:
        found = await exchange(socket, {"at": 0, "move": ONE})
        assert (found["error"]["code"], found["room"]["seat"]) == ("no_token", None)
        await ann.play(ONE)
        room = await receive(socket)
        while room["view"]["heap"] != 5:
            room = await receive(socket)
        assert (room["at"], room["undo"]) == (None, None)


async def test_the_lobby_is_shown_too(running: Running) -> None:
    (ann,) = await running.table.lobby(sitting=1)
    async with running.live(Player(ann.http, ann.code)) as socket:
        room = await until(socket, status="lobby")
        assert (room["view"], len(room["seats"])) == (None, 1)
        await running.table.sit(ann.code, "Ben")
        while len(room["seats"]) != 2:
            room = await receive(socket)
        await ann.call("POST", "/start")
        assert (await until(socket, status="playing"))["view"]["heap"] == 6


async def test_frames_in_the_lobby_are_refused_by_the_status(running: Running) -> None:
    (ann,) = await running.table.lobby(sitting=1)
    async with running.live(ann) as socket:
        assert (await exchange(socket, {"at": 0, "move": ONE}))["error"]["code"] == "not_started"


@pytest.mark.parametrize("token", ["wrong", "x" * 3000, "ü"])
async def test_no_token_4401(running: Running, token: str) -> None:
    ann, _ben = await running.table.started()
    async with running.live(Player(ann.http, ann.code)) as socket:
        await send(socket, {"token": token})
        assert (await answer(socket))["error"]["code"] == "no_token"
        assert await closed_with(socket) == 4401


async def test_no_token_4401_for_a_wrong_header(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(Player(ann.http, ann.code, "wrong")) as socket:
        found = await receive(socket)
        assert found.keys() == {"error"}
        assert found["error"]["code"] == "no_token"
        assert await closed_with(socket) == 4401


async def test_not_seated_4401(running: Running) -> None:
    ann, _ben = await running.table.started()
    cat, _dan = await running.table.started()
    async with running.live(Player(ann.http, ann.code, cat.token)) as socket:
        assert (await receive(socket))["error"]["code"] == "not_seated"
        assert await closed_with(socket) == 4401


async def test_a_seat_that_is_left_closes_its_sockets_4401(running: Running) -> None:
    ann, _ben = await running.table.lobby()
    async with running.live(ann) as socket:
        await until(socket, seat=0)
        await ann.call("DELETE", "/seats/me")
        assert (await answer(socket))["error"]["code"] == "no_token"
        assert await closed_with(socket) == 4401


@pytest.mark.parametrize("code", ["7KXQ2MW", "nonsense", "%00%00"])
async def test_no_room_4404(running: Running, code: str) -> None:
    async with running.live(Player(running.table.http, code)) as socket:
        assert (await receive(socket))["error"]["code"] == "no_room"
        assert await closed_with(socket) == 4404


@pytest.mark.parametrize("size", [4097, 100_000, 1_100_000, 5_000_000])
async def test_too_large_4413(running: Running, size: int) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        with contextlib.suppress(websockets.ConnectionClosed):  # told before all of it was sent
            await socket.send("x" * size)
        assert (await answer(socket))["error"]["code"] == "too_large"
        assert await closed_with(socket) == 4413


async def test_the_largest_frame_is_answered(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        frame = json.dumps({"at": 0, "move": ONE, "id": ""})
        found = await exchange(socket, {"at": 0, "move": ONE, "id": "x" * (4096 - len(frame))})
        assert found["ok"]


async def test_too_many_4429(lonely_app: FastAPI) -> None:
    lonely_app.state.rates = Rates(frames=(5, 0.001))
    async with serving(lonely_app) as running:
        ann, _ben = await running.table.started()
        async with running.live(ann) as socket:
            for _ in range(6):
                await socket.send("{}")
            codes = [(await answer(socket))["error"]["code"] for _ in range(6)]
            assert codes == ["malformed"] * 5 + ["too_many"]
            assert await closed_with(socket) == 4429


async def test_a_server_that_stops_says_so_1001(app: FastAPI) -> None:
    async with serving(app) as running:
        ann, _ben = await running.table.started()
        async with running.live(ann) as mine, running.live(Player(ann.http, ann.code)) as other:
            await until(mine, seat=0)
            await until(other, seat=None)
            running.server.should_exit = True
            for socket in (mine, other):
                assert (await answer(socket))["error"]["code"] == "restarting"
                assert await closed_with(socket) == 1001
        await running.task


async def test_a_socket_from_another_site_is_refused(running: Running) -> None:
    ann, _ben = await running.table.started()
    with pytest.raises(websockets.InvalidStatus) as refused:
        await running.live(ann, Origin="http://evil.example")
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["error"]["code"] == "foreign"
    async with running.live(ann, Origin=f"http://127.0.0.1:{running.port}") as socket:
        assert (await receive(socket))["seat"] == 0


async def test_who_is_connected_is_seen(running: Running) -> None:
    ann, ben = await running.table.started()
    async with running.live(ann) as mine:
        await until(mine, seat=0)
        async with running.live(ben):
            room = await receive(mine)
            while not room["seats"][1]["connected"]:
                room = await receive(mine)
        while room["seats"][1]["connected"]:
            room = await receive(mine)


async def test_an_id_or_a_ping_that_nests_as_deep_as_allowed_is_echoed(running: Running) -> None:
    ann, _ben = await running.table.started()
    deep: Any = json.loads("[" * 19 + "]" * 19)
    async with running.live(ann) as socket:
        assert (await exchange(socket, {"at": 0, "move": ONE, "id": deep}))["id"] == deep
        assert await exchange(socket, {"ping": deep}) == {"pong": deep}
