"""A websocket that costs a load generator next to nothing: frames are counted and handed on, hardly looked at."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING = 1, 8, 9
OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"  # as browsers say it

Heard = Callable[["Viewer", bytes], None]


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    """A client's frame of less than 64 kB. The mask is zero: that is allowed, and leaves the payload as it is."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


class Viewer(asyncio.Protocol):
    """One socket. `heard(viewer, payload)` is called for each text frame; it may still be compressed.

    `compressed`: offer compression, as every browser does.
    """

    def __init__(self, heard: Heard, request: bytes) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.why = "without a word"  # what the server closed it with
        self._request = request
        self._rest = b""
        self._shaken = False

    @classmethod
    async def open(
        cls, heard: Heard, port: int, path: str, token: str | None, address: str, compressed: bool = False
    ) -> "Viewer":
        """A socket that is open. `address`: the caller's, as a trusted proxy tells it. Raises ConnectionError."""
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: {address}\r\n"
            f"{f'Authorization: Bearer {token}' if token else 'X-Nobody: 1'}\r\n{OFFER if compressed else ''}\r\n"
        )
        loop = asyncio.get_running_loop()
        _, viewer = await loop.create_connection(lambda: cls(heard, request.encode()), "127.0.0.1", port)
        await viewer.opened
        return viewer

    def send(self, frame: bytes) -> None:
        """Send what `framed` made."""
        self._transport.write(frame)

    def close(self) -> None:
        """End it without a word, as a browser does that is closed."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        start = self._after_handshake(data) if not self._shaken else 0
        while (end := self._frame(data, start)) > start:
            start = end
        self._rest = data[start:]

    def _after_handshake(self, data: bytes) -> int:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if data.startswith(b"HTTP/1.1 101 "):
            self._shaken = True
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(data[:200].decode()))
            self._transport.close()
        return end + 4

    def _frame(self, data: bytes, start: int) -> int:
        """Take the frame that begins there; where the next one begins, or `start` if there is no whole one."""
        if not self._shaken or len(data) < start + 2:
            return start
        size, head = data[start + 1], 2
        if size == 126:
            size, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
        elif size == 127:
            size, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
        end = start + head + size
        if len(data) < end or len(data) < start + head:
            return start
        opcode = data[start] & 15
        if opcode == TEXT:
            self.heard(self, data[start + head : end])
        elif opcode == PING:
            self._transport.write(framed(data[start + head : end], opcode=10))
        elif opcode == CLOSE:
            self.why = f"code {int.from_bytes(data[start + head : start + head + 2], 'big')}"
            self._transport.close()
        return end
