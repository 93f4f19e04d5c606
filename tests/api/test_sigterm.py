"""SIGTERM ends the real program in time, whatever its callers do."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.frames import Frame, Opcode

from tests.api.conftest import Player, Table, closed_with, live
from tests.api.test_live import answer, receive
from tests.patience import PATIENCE
from tests.server import Server

IN_TIME = 30  # seconds from SIGTERM to the end: 10 are promised, on a machine that does not do much else
NOTHING_ASKED = Frame(Opcode.TEXT, b"{}").serialize(mask=True)


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
async def test_it_ends_in_time_whatever_callers_do(tmp_path: Path, workers: str) -> None:
    server = Server(tmp_path, MACHI_WORKERS=workers)
    await asyncio.to_thread(server.start)
    try:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            ann, _ben = await Table(http).started("little_town", 2)
            async with stubborn_callers(server.port, ann) as served, live(server.port, ann) as socket:
                await receive(socket)
                begin = time.monotonic()
                stopped = asyncio.create_task(asyncio.to_thread(server.stop))
                assert (await answer(socket))["error"]["code"] == "restarting"
                assert await closed_with(socket) == 1001
                await refused(server.port)
                assert not served.done(), "the door was shut with the last of those inside"
                assert await stopped == 0
                assert time.monotonic() - begin < IN_TIME
    finally:
        server.kill()


async def refused(port: int) -> None:
    """Wait until nobody listens there: it is not enough that nobody answers."""
    with suppress(ConnectionRefusedError):
        async with asyncio.timeout(PATIENCE):
            while True:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.transport.abort()
                await asyncio.sleep(0.01)


@asynccontextmanager
async def stubborn_callers(port: int, ann: Player) -> AsyncIterator["asyncio.Task[bytes]"]:
    """One says nothing, one does not end its request, one asks and asks and does not read the answers.

    The second one's task is done when its connection has been ended.
    """
    streams = [await asyncio.open_connection("127.0.0.1", port, limit=1024) for _ in range(3)]
    _silent, hanging, deaf = (writer for _, writer in streams)
    hanging.write(b"POST /api/rooms HTTP/1.1\r\nHost: machi\r\nContent-Length: 100\r\n\r\n{")
    deaf.write(
        f"GET /api/rooms/{ann.code}/live HTTP/1.1\r\nHost: machi\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await streams[2][0].readuntil(b"\r\n\r\n")
    deaf.write(NOTHING_ASKED * 500)  # each is answered with the whole room: more than fits into the line's buffers
    served = asyncio.create_task(streams[1][0].read())
    yield served
    for _, writer in streams:
        writer.transport.abort()
