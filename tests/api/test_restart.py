"""A deploy: the real program is stopped and started again; sockets are told, and nothing that was played is lost."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest

from tests.api.conftest import Player, Table, closed_with
from tests.api.test_live import answer, exchange, receive
from tests.patience import PATIENCE
from tests.server import Server
from tests.sockets import socket_at

WRONG = "a-key-that-opens-nothing"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.long)])
async def test_a_restart_tells_sockets_1001_and_loses_nothing(tmp_path: Path, workers: str) -> None:
    server = Server(tmp_path, MACHI_WORKERS=workers, MACHI_LOG_LEVEL="debug")
    try:
        await asyncio.to_thread(server.start)
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            ann, ben = await Table(http).started("roll_into_town", 2)
            frame = {"at": 0, "move": (await ann.call("GET", "/moves")).json()["moves"][0]}
            headers = {"Authorization": f"Bearer {ann.token}"}
            address = f"ws://127.0.0.1:{server.port}/api/rooms/{ann.code}/live"
            async with socket_at(address, additional_headers=headers) as socket:
                await receive(socket)
                assert (await exchange(socket, frame))["ok"]
                before = await ann.look()
                stopped = asyncio.create_task(asyncio.to_thread(server.stop))
                assert (await answer(socket))["error"]["code"] == "restarting"
                assert await closed_with(socket) == 1001
            assert await stopped == 0
            await asyncio.to_thread(server.start)
            after = await ann.look()
            assert (after["at"], after["undo"], after["view"]) == (1, 1, before["view"])
            assert (await ann.play(frame["move"], at=0)).json()["at"] == 1
            assert (await ann.undo()).json()["at"] == 2
            await use_keys_in_every_way(http, server, ann, ben)
    finally:
        server.stop()
    log = server.log.read_text()
    assert "Uvicorn" in log or "Started server process" in log
    for path in filter(Path.is_file, tmp_path.rglob("*")):  # the database's own files and logs, too
        assert not [key for key in (ann.token, ben.token, WRONG) if str(key).encode() in path.read_bytes()], path


async def use_keys_in_every_way(http: httpx.AsyncClient, server: Server, ann: Player, ben: Player) -> None:
    """Good and wrong ones: header, cookie, frame, form."""
    room, kept = f"/r/{ann.code}", {"Cookie": f"machi_{ann.code}={ben.token}"}
    for headers in ({"Authorization": f"Bearer {ann.token}"}, {"Authorization": f"Bearer {WRONG}"}, kept):
        for path in (room, f"{room}/device", f"{room}/log", f"/api{room.replace('/r/', '/rooms/')}/moves"):
            await http.get(path, headers=headers)
    for key in (ann.token, WRONG, f"{server.url}{room}/seat#{ben.token}"):
        await http.post(f"{room}/seat", data={"token": key})
    async with socket_at(f"ws://127.0.0.1:{server.port}{room}/live", additional_headers=kept) as socket:
        await socket.recv()
        for key in (ann.token, WRONG):
            await socket.send(json.dumps({"token": key}))
        await closed_with(socket)
