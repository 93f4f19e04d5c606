"""Frames that come faster than anybody speaks are looked at little by little, and hold up nobody else."""

import asyncio
from contextlib import suppress

import pytest

from app.web.limits import Rates
from app.web.rations import RATION, Rationed
from tests.api.conftest import Running, opened, serving
from tests.api.frames import CONT, PING, frame, text
from tests.api.test_live import answer, exchange, receive, send
from tests.api.test_slow_callers import connected, open_socket

TINY = frame(b"{}")
PAST_COUNTING = {
    "pings": frame(b"", PING) * 8000,
    "empty parts": frame(b"", fin=False) + frame(b"", CONT, fin=False) * 8000 + frame(b"", CONT),
}


async def test_of_thousands_of_frames_few_are_kept_at_a_time(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        await receive(socket)
        [protocol] = [
            each for each in running.server.server_state.connections
            if isinstance(each, Rationed) and each.client == socket.local_address
        ]  # fmt: skip
        socket.transport.write(TINY * 2000)
        while not protocol.queue._items:
            await asyncio.sleep(0)
        assert len(protocol.queue._items) <= RATION // len(TINY) + 1
        socket.transport.abort()


@pytest.mark.parametrize("sort", PAST_COUNTING)
async def test_who_sends_too_much_at_once_waits_and_nobody_else(database: str, sort: str) -> None:
    async with opened(database, Rates(rations=(3, 0.001))) as app, serving(app) as running:
        ann, ben = await running.table.started()
        async with running.live(ben) as bystander, connected(running.port, "127.0.0.5") as (reader, writer):
            await receive(bystander)
            await open_socket(writer, ann)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            writer.write(PAST_COUNTING[sort] + text({"ping": "behind them all"}))
            for number in range(50):
                assert await exchange(bystander, {"ping": number}) == {"pong": number}
            said = await all_that_came(reader)
            assert b"behind them all" not in said


async def all_that_came(reader: asyncio.StreamReader) -> bytes:
    """What has arrived so far."""
    said = bytearray()
    with suppress(TimeoutError):
        while part := await asyncio.wait_for(reader.read(65536), 0.05):
            said += part
    return bytes(said)


async def test_a_caller_that_is_not_in_a_hurry_is_answered_in_full(running: Running) -> None:
    ann, _ben = await running.table.started()
    long = "x" * 4000
    async with running.live(ann) as socket:
        await receive(socket)
        for _ in range(20):
            await send(socket, {"ping": long})
        for _ in range(20):
            assert await answer(socket) == {"pong": long}
