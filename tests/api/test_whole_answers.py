"""An answer's head and the first part of its body leave in one write: no kill of the process can come between them."""

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI

from app.web.transport import CONTINUE, Http
from tests.api.conftest import Running, serving
from tests.api.test_slow_callers import all_of, connected

ROOM = b'{"game": "toy", "seats": 2, "options": {}}'


class Noted:
    """A connection whose writes are noted."""

    def __init__(self, transport: asyncio.Transport, writes: list[bytes]) -> None:
        self._transport = transport
        self._writes = writes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if data:
            self._writes.append(bytes(data))
        self._transport.write(data)


class Noting(Http):
    """`writes`: of all connections, in their order."""

    writes: list[bytes]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Noted(transport, self.writes))  # type: ignore[arg-type]


@pytest.fixture
def noting() -> type[Noting]:
    """One that has noted nothing yet."""
    return type("Fresh", (Noting,), {"writes": []})


async def said(server: Running, method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    """All that the server says to one request, as it comes."""
    lines = (f"{method} {path} HTTP/1.1", "Host: x", "Connection: close", f"Content-Length: {len(body)}", *headers)
    async with connected(server.port) as (reader, writer):
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        return await all_of(reader)


JSON = "Content-Type: application/json"


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (200, ("GET", "/")),
        (200, ("GET", "/", "Accept-Encoding: gzip")),
        (200, ("HEAD", "/")),
        (200, ("GET", "/static/machi.css")),
        (404, ("GET", "/api/nothing")),
        (422, ("POST", "/api/rooms", "Content-Type: text/plain")),
    ],
)
async def test_an_answer_is_one_write(app: FastAPI, noting: type[Noting], status: int, asked: tuple[str, ...]) -> None:
    async with serving(app, http=noting) as server:
        answer = await said(server, *asked)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert noting.writes == [answer]


async def test_what_has_no_body_is_answered_too(app: FastAPI, noting: type[Noting]) -> None:
    """A start answers 204; the connection stays, and its next answer comes by itself."""
    async with serving(app, http=noting) as server:
        players = await server.table.lobby()
        noting.writes.clear()
        assert (await players[0].call("POST", "/start")).status_code == 204
        assert (await players[0].call("GET")).status_code == 200
        assert (await server.table.http.head("/")).status_code == 200
    assert [write[9:12] for write in noting.writes] == [b"204", b"200", b"200"]


async def test_who_waits_for_leave_to_send_gets_it_first(app: FastAPI, noting: type[Noting]) -> None:
    async with serving(app, http=noting) as server:
        await said(server, "POST", "/api/rooms", JSON, "Expect: 100-continue", body=ROOM)
    leave, answer = noting.writes
    assert leave == CONTINUE
    assert answer.startswith(b"HTTP/1.1 201 ")
    assert answer.endswith(b"}")
