"""Callers that are too slow, send heads without end or take nothing of what they are sent: let go, with a reason."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.web import bodies, server, transport
from app.web.limits import Rates
from tests.api.conftest import Player, Running, serving
from tests.api.test_live import receive, until
from tests.patience import PATIENCE
from tests.rooms.test_listen import next_object

BOTH = ("That took too long", "時間がかかりすぎた")
HIGH_WATER = 64 * 1024  # asyncio's: above it nothing is added
LARGEST = 8 * 1024  # of the frames in these tests
CLOSED = b"\x88\x02" + (4408).to_bytes(2, "big")


@asynccontextmanager
async def connected(
    port: int, here: str = "127.0.0.1"
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection of bare bytes from the address `here`, whose kernel keeps little for it."""
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.bind((here, 0))
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=raw, limit=4096)
        yield reader, writer
        writer.transport.abort()


async def all_of(reader: asyncio.StreamReader) -> bytes:
    """What the server still says until it ends the connection, in whatever way."""
    said = bytearray()
    try:
        while part := await asyncio.wait_for(reader.read(65536), PATIENCE):
            said += part
    except ConnectionError:
        pass
    return bytes(said)


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "])
async def test_a_head_that_does_not_come_408(running: Running, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 0.2)
    async with connected(running.port) as (reader, writer):
        writer.write(begun)
        said = (await all_of(reader)).decode()
    assert said.startswith("HTTP/1.1 408 Request Timeout\r\n")
    assert all(words in said for words in BOTH)


async def test_a_second_head_on_the_same_connection_has_its_time_too(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(running.port) as (reader, writer):
        writer.write(b"GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 404")
        monkeypatch.setattr(transport, "HEAD_SECONDS", 0.2)
        writer.write(b"GET /api/nothing HTTP/1.1\r\n")
        said = await all_of(reader)
    assert said.count(b"HTTP/1.1 408 ") == 1


async def test_a_head_without_end_431(running: Running) -> None:
    async with connected(running.port) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        said = asyncio.create_task(all_of(reader))
        while not said.done() and not writer.is_closing():
            writer.write(b"X-More: " + b"x" * 1000 + b"\r\n")
            await asyncio.sleep(0)
        assert (await said).startswith(b"HTTP/1.1 431 ")


async def test_a_body_that_does_not_come_408(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.2)
    async with connected(running.port) as (reader, writer):
        writer.write(b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        head, _, body = (await all_of(reader)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["error"]["code"] == "too_slow"


async def test_one_peer_has_a_number_of_connections_429(lonely_app: FastAPI) -> None:
    lonely_app.state.rates = Rates(connections=2)
    here = "127.0.0.13"  # of this test alone: connections are counted in all of the process
    async with serving(lonely_app) as running, connected(running.port, here), connected(running.port, here) as first:
        async with connected(running.port, here) as (refused, _):
            said = (await all_of(refused)).decode()
        assert said.startswith("HTTP/1.1 429 ")
        assert "Too many connections are open from your network" in said
        async with connected(running.port, "127.0.0.14") as other:
            for reader, writer in (other, first):
                writer.write(b"GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n")
                assert (await reader.readline()).startswith(b"HTTP/1.1 404 ")


def frame(text: str) -> bytes:
    """One text frame as a client sends it, under a mask of zeros."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


async def open_socket(writer: asyncio.StreamWriter, player: Player) -> None:
    """The handshake of a socket at the player's room; its answer is not read."""
    writer.write(
        f"GET /api/rooms/{player.code}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Authorization: Bearer {player.token}\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )


def ask(writer: asyncio.StreamWriter) -> None:
    """Ask for something long, as long as the server takes it."""
    if writer.transport.get_write_buffer_size() < HIGH_WATER:
        writer.write(frame(json.dumps({"ping": "x" * 3900})))


async def until_away(socket: object, seat: int) -> None:
    """Wait until the others are shown that this seat has no connection."""
    room = await receive(socket)
    while room["seats"][seat]["connected"]:
        room = await receive(socket)


async def test_who_reads_nothing_is_let_go_and_comes_back_to_the_present_room(
    lonely_app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "SLOW_SECONDS", 0.5)
    lonely_app.state.rates = Rates(frames=(1e6, 1e6))
    async with serving(lonely_app) as running:
        ann, ben = await running.table.started()
        async with running.live(ben) as watching, connected(running.port) as (_reader, writer):
            await open_socket(writer, ann)
            while not (await receive(watching))["seats"][0]["connected"]:
                pass
            stuck = next(
                each for each in running.server.server_state.connections
                if isinstance(each, WebSocketsSansIOProtocol) and each.client == writer.get_extra_info("sockname")
            )  # fmt: skip
            while not stuck.close_sent:
                ask(writer)
                assert stuck.transport.get_write_buffer_size() <= HIGH_WATER + LARGEST
                await asyncio.sleep(0)
            await until_away(watching, 0)
            dropped = lonely_app.state.metrics.registry.get_sample_value
            assert dropped("machi_sockets_dropped_total", {"reason": "slow"}) == 1
            assert (await ann.play({"type": "one"})).status_code == 200
            async with running.live(ann) as again:
                assert (await until(again, seat=0))["at"] == 1


async def test_who_reads_again_in_time_is_told_why_it_was_let_go_4408(
    lonely_app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "SLOW_SECONDS", 0.5)
    monkeypatch.setattr(server, "LINGER_SECONDS", 20)
    lonely_app.state.rates = Rates(frames=(1e6, 1e6))
    async with serving(lonely_app) as running:
        ann, _ben = await running.table.started()
        async with connected(running.port) as (reader, writer):
            await open_socket(writer, ann)
            while not any(getattr(each, "close_sent", False) for each in running.server.server_state.connections):
                ask(writer)
                await asyncio.sleep(0)
            said = bytearray()
            while not said.endswith(CLOSED):
                said += await asyncio.wait_for(reader.read(65536), PATIENCE)
            assert b'"code":"too_slow"' in said[-LARGEST:]


async def test_who_is_silent_is_let_go(lonely_app: FastAPI) -> None:
    """A peer that is gone without a word answers no ping, and takes nothing of what waits for it."""
    async with serving(lonely_app, ws_ping_interval=0.2, ws_ping_timeout=0.2) as running:
        ann, ben = await running.table.started()
        # Ben watches without a line: a busy machine might be late with the answer to a ping of his own.
        watching = lonely_app.state.rooms.listen(ben.code, ben.token)
        async with watching as listener, connected(running.port) as (_reader, writer):
            await open_socket(writer, ann)
            for connected_now in (True, False):
                while (await next_object(listener))["seats"][0]["connected"] is not connected_now:
                    pass
