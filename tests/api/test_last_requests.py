"""What was sent when the server begins to end is carried out and answered: nobody else could tell whether it was."""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from fastapi import FastAPI

from app.web import transport
from app.web.transport import Http
from tests.api.conftest import Running, serving
from tests.api.test_slow_callers import all_of, connected, open_socket
from tests.patience import PATIENCE

BODY = json.dumps({"game": "toy", "seats": 2, "options": {}}).encode()
HEAD = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
GOODBYE = b"\x88\x02" + (1001).to_bytes(2, "big")
MAKE_ROOM = HEAD.encode() + BODY


def made(said: bytes) -> bool:
    """Is this the one answer, that the room was made, and was it the last word on its connection?"""
    head, _, body = said.partition(b"\r\n\r\n")
    return head.startswith(b"HTTP/1.1 201 ") and b"connection: close" in head and b'"code"' in body


@pytest.fixture
async def patient(lonely_app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server that waits long at its end: what is sent in time must come in time on any machine."""
    monkeypatch.setattr(transport, "LAST_SECONDS", PATIENCE)
    async with serving(lonely_app, timeout_graceful_shutdown=PATIENCE) as running:
        yield running


async def test_who_waits_at_the_door_when_it_is_shut_is_let_in(patient: Running) -> None:
    """The connection stands, by the kernel's doing, and the server has not looked yet."""
    peers = [socket.create_connection(("127.0.0.1", patient.port)) for _ in range(3)]
    for peer in peers:
        peer.sendall(MAKE_ROOM)
        peer.setblocking(False)
    await patient.server.shutdown([patient.listener])  # begun before the loop has its next turn
    for peer in peers:
        reader, writer = await asyncio.open_connection(sock=peer)
        assert made(await all_of(reader))
        writer.transport.abort()


class Gone(socket.socket):
    """A connection that is no more when it has been taken."""

    taken = False

    def setblocking(self, flag: bool) -> None:
        if self.taken:
            self.close()
            raise ConnectionResetError
        self.taken = True
        super().setblocking(flag)


class Door(socket.socket):
    """At which somebody who has gone comes first."""

    first = True

    def accept(self) -> tuple[socket.socket, object]:
        if self.first:
            self.first = False
            return Gone(), None
        return super().accept()


async def test_who_has_gone_again_keeps_nobody_out(patient: Running) -> None:
    peer = socket.create_connection(("127.0.0.1", patient.port))
    peer.sendall(MAKE_ROOM)
    peer.setblocking(False)
    await patient.server.shutdown([Door(fileno=os.dup(patient.listener.fileno()))])
    reader, writer = await asyncio.open_connection(sock=peer)
    assert made(await all_of(reader))
    writer.transport.abort()


@asynccontextmanager
async def come_in(running: Running) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Somebody who was let in, and has not said anything when the server begins to end."""
    async with connected(running.port) as (reader, writer):
        mine, there = writer.get_extra_info("sockname"), running.server.server_state.connections
        async with asyncio.timeout(PATIENCE):
            while not (found := [each for each in there if isinstance(each, Http) and each.client == mine]):
                await asyncio.sleep(0)
            running.server.should_exit = True
            while not found[0].ending:
                await asyncio.sleep(0)
        yield reader, writer


async def test_who_has_come_in_and_not_asked_yet_may_ask(patient: Running) -> None:
    async with come_in(patient) as (reader, writer):
        writer.write(MAKE_ROOM)
        assert made(await all_of(reader))


async def test_who_says_nothing_does_not_keep_the_server(lonely_app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "LAST_SECONDS", 0.05)
    async with serving(lonely_app) as running, come_in(running) as (reader, _writer):
        assert await all_of(reader) == b""
        await running.task


async def test_a_socket_that_is_opened_then_is_told_why_it_ends(patient: Running) -> None:
    ann, _ben = await patient.table.started()
    async with come_in(patient) as (reader, writer):
        await open_socket(writer, ann)
        said = b""
        while not said.endswith(GOODBYE):
            said += (part := await asyncio.wait_for(reader.read(65536), PATIENCE))
            assert part, said
    assert said.startswith(b"HTTP/1.1 101 ")
    assert b'"code":"restarting"' in said
