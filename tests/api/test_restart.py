"""A deploy: the real program is stopped and started again; sockets are told, and nothing that was played is lost."""

import asyncio
from pathlib import Path

import httpx
import pytest
import websockets

from tests.api.conftest import Table, closed_with
from tests.api.test_live import answer, exchange, receive
from tests.server import Server


@pytest.mark.timeout(600)
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.long)])
async def test_a_restart_tells_sockets_1001_and_loses_nothing(tmp_path: Path, workers: str) -> None:
    server = Server(tmp_path, MACHI_WORKERS=workers, MACHI_LOG_LEVEL="debug")
    try:
        await asyncio.to_thread(server.start)
        async with httpx.AsyncClient(base_url=server.url) as http:
            ann, ben = await Table(http).started("roll_into_town", 2)
            frame = {"at": 0, "move": (await ann.call("GET", "/moves")).json()["moves"][0]}
            headers = {"Authorization": f"Bearer {ann.token}"}
            address = f"ws://127.0.0.1:{server.port}/api/rooms/{ann.code}/live"
            async with websockets.connect(address, additional_headers=headers) as socket:
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
    finally:
        server.stop()
    log = server.log.read_text()
    assert "Uvicorn" in log or "Started server process" in log
    assert str(ann.token) not in log
    assert str(ben.token) not in log
