"""What comes on a socket is looked at little by little.

A read brings up to 64 kB: eight thousand empty frames, which take 80 ms to be told apart, and as many messages to keep.
Pings and parts of messages come past everything that counts messages. So no more than a ration is looked at before
others have their turn, no more than that is kept for the app, and each caller gets its rations from a bucket
(`Rates.rations`): it waits, and no socket ends for it. A few bytes, such as a move or a pong, never wait for what a
neighbour sends.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.web.buckets import Bucket

FEW = 256  # bytes
RATION = 4200  # bytes: the largest frame, with its head. As many empty frames as fit take 4 ms
REST_SECONDS = 0.1  # until there may be another


class Rationed(WebSocketsSansIOProtocol):
    """The protocol, as it reads."""

    unread = b""  # received, and not yet looked at; the transport is paused meanwhile
    next_ration: asyncio.Handle | None = None

    def data_received(self, data: bytes) -> None:
        """A handshake and a few bytes are looked at at once; so is what comes after an error, which costs nothing."""
        if self.unread:
            self.unread += data
        elif len(data) <= (FEW if self.handshake_initiated else RATION) or self.conn.parser_exc is not None:
            if rations := self._rations():
                rations.charge(len(data) / RATION)
            super().data_received(data)
        else:
            self.unread = data
            self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits for what is still unread."""
        self._forget()
        super().connection_lost(exc)

    async def receive(self) -> Any:
        """The next message; when there was none left, what is unread has its turn."""
        message = await super().receive()
        self._go_on()
        return message

    async def send(self, message: Any) -> None:
        """Send; closing is waiting for the caller's own close, which may be among the unread."""
        await super().send(message)
        self._go_on()

    def _take(self) -> None:
        """Look at one ration."""
        self.next_ration = None
        part, self.unread = self.unread[:RATION], self.unread[RATION:]
        super().data_received(part)
        if self.unread:
            self._go_on()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _go_on(self) -> None:
        """See to it that what is unread is looked at, unless the app has messages to take first."""
        if not self.unread or self.next_ration is not None:
            return
        if self.transport.is_closing():
            self._forget()
            return
        self.transport.pause_reading()
        if not self.read_paused:
            self._await_ration()

    def _await_ration(self) -> None:
        rations = self._rations()
        if rations is None or rations.take():
            self.next_ration = self.loop.call_soon(self._take)
        else:
            self.next_ration = self.loop.call_later(REST_SECONDS, self._await_ration)

    def _rations(self) -> Bucket | None:
        """The caller's; none as long as it is not known who that is."""
        scope: Mapping[str, Any] = self.scope if self.handshake_initiated else {}
        return scope.get("rations")

    def _forget(self) -> None:
        self.unread = b""
        if self.next_ration is not None:
            self.next_ration.cancel()
            self.next_ration = None
