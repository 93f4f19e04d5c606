"""What a connection costs us while nobody has asked anything yet, or does not take what it was sent.

uvicorn waits for ever for the head of a request, keeps all of it however long it is, and when a peer does not read what
it was sent, closing waits for ever, too. Here heads have a size and a time, one peer has a number of connections, and
what is waiting to be sent has to become less. And an answer leaves in one piece.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from app.web.errors import KINDS, Problem, in_all_languages

HEAD_BYTES = 16 * 1024
HEAD_SECONDS = 10.0
SLOW_SECONDS = 10.0  # so long may what waits to be sent stay as much as it is
LOOKS = 10  # in that time
PART = 4096  # bytes that are looked at before counting what they ask: some 150 requests at most
AHEAD = 16  # requests that may wait for the answer to another one on their connection
LAST_SECONDS = 1.0  # until a new connection's request has come when the server ends
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

connections: Counter[str] = Counter()
"""Open connections of each peer, in this process."""


class Patience:
    """Watches what waits to be sent on one connection; calls `give_up` when the peer takes nothing of it any more."""

    __slots__ = ("_give_up", "_left", "_looks", "_timer", "_transport")

    def __init__(self, transport: asyncio.Transport, give_up: Callable[[], None]) -> None:
        self._transport = transport
        self._give_up = give_up
        self._timer: asyncio.TimerHandle | None = None
        self._left = 0
        self._looks = 0

    def watch(self) -> None:
        """Something waits to be sent: watch until nothing does."""
        if self._timer is None:
            self._left, self._looks = self._transport.get_write_buffer_size(), 0
            self._look_later()

    def stop(self) -> None:
        """The connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(SLOW_SECONDS / LOOKS, self._look)

    def _look(self) -> None:
        self._timer = None
        left = self._transport.get_write_buffer_size()
        self._looks = self._looks + 1 if left >= self._left else 0
        self._left = left
        if self._looks >= LOOKS:
            self._give_up()
        elif left:
            self._look_later()


class Whole(asyncio.WriteTransport):
    """A connection as one answer writes to it: its head leaves together with the first part of its body.

    uvicorn writes them one after the other. A process that is killed in between leaves a head without a body: a proxy
    has passed that on and can ask no other process any more. And one write costs less than two.
    """

    __slots__ = ("_begun", "_head", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""
        self._begun = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """The head, then each part of the body, an empty one too."""
        if self._begun or data == CONTINUE:
            self._transport.write(self._head + data)
            self._head = b""
        else:
            self._begun, self._head = True, bytes(data)

    def is_closing(self) -> bool:
        """As of the connection."""
        return self._transport.is_closing()

    def close(self) -> None:
        """End the connection: with a head that waits still, as after a mistake, there was no answer."""
        self._transport.close()


class Http(HttpToolsProtocol):
    """HTTP with bounds on what comes before a request and after an answer."""

    counted = ""
    waiting: asyncio.TimerHandle | None = None
    head = 0
    ending = False
    deaf = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection and wait for a head."""
        super().connection_made(transport)
        self.patience = Patience(transport, transport.abort)
        self._await_head()
        state = self.config.loaded_app.state
        peer = self.client[0] if self.client else ""
        if not peer or state.addresses.trusts(peer):
            return
        self.counted = peer
        connections[peer] += 1
        if connections[peer] > state.rates.connections:
            self._refuse(Problem("too_many", "sockets", {"most": state.rates.connections}))

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of all that was counted."""
        self._head_is_here()
        self.patience.stop()
        release(self.counted)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes: little by little, as a read may bring thousands of requests, and until too many of those wait.

        What waits then is answered, and the connection ends: who sent more can tell, and send it again.
        """
        for begin in range(0, len(data), PART):
            if self.deaf or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._look_at(data[begin : begin + PART])
            if len(self.pipeline) > AHEAD:
                self.deaf = True
                self._head_is_here()
                last, _app = self.pipeline[0]
                last.keep_alive = False

    def _look_at(self, data: bytes) -> None:
        if self.cycle is not None and self.cycle.response_complete:
            self._await_head()  # uvicorn's own timer ends with the first byte, be it an empty line
        self.head += len(data)
        super().data_received(data)
        if self.waiting is not None and self.head > HEAD_BYTES and not self.transport.is_closing():
            self._refuse(
                Problem("too_large", "head", {"bytes": HEAD_BYTES}), HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            )

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        """The head is complete: from here on the app decides."""
        self._head_is_here()
        super().on_headers_complete()
        if self.ending and self.cycle is not None:
            self.cycle.keep_alive = False

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        if cycle.scope["method"] != "HEAD":  # there the head is all
            cycle.transport = Whole(self.transport)  # type: ignore[assignment]
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and with it what was counted."""
        counted, self.counted = self.counted, ""
        super().handle_websocket_upgrade()
        del self.parser  # it knows us: without it all of us is free at once
        socket: Any = self.transport.get_protocol()
        socket.counted = counted
        if self.ending:
            socket.shutdown()

    def shutdown(self) -> None:
        """The server ends. Who has just come may have sent its first request, and it may be one that cannot be sent
        again: it is awaited. On a connection that was used before browsers send again by themselves.
        """
        self.ending = True
        if self.cycle is None:
            self._head_is_here()
            self.waiting = self.loop.call_later(LAST_SECONDS, self.transport.close)
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        """An answer is written; its peer has to take it."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self.patience.watch()

    def pause_writing(self) -> None:
        """A long answer has to wait."""
        super().pause_writing()
        self.patience.watch()

    def _await_head(self) -> None:
        if self.waiting is None:
            self.head = 0
            self.waiting = self.loop.call_later(HEAD_SECONDS, self._refuse, Problem("too_slow"))

    def _head_is_here(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def _refuse(self, problem: Problem, status: int = 0) -> None:
        self._head_is_here()
        self.config.loaded_app.state.metrics.refused("http", problem.code, problem.reason)
        self.transport.write(_answer(problem.code, problem.reason, tuple(problem.facts.items()), status))
        self.transport.close()
        self.patience.watch()


def release(peer: str) -> None:
    """One connection of `peer` (as `Http.counted` has it) is gone."""
    if peer:
        connections[peer] -= 1
        if not connections[peer]:
            del connections[peer]


@cache
def _answer(code: str, reason: str | None, facts: tuple[tuple[str, Any], ...], status: int) -> bytes:
    """A whole answer to somebody of whom we know nothing yet: a sentence in each language."""
    text = in_all_languages(Problem(code, reason, dict(facts))).encode()
    status = status or KINDS[code].status
    head = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Content-Type: text/plain; charset=utf-8",
        "X-Content-Type-Options: nosniff",
        f"Content-Length: {len(text)}",
        "Connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + text
