"""A line between browsers and the server that can be cut or fall silent, as lines do."""

import asyncio
from contextlib import suppress
from itertools import cycle
from types import TracebackType
from typing import Self

LOSSES = r"WebSocket|net::ERR_|Failed to fetch"  # what a browser says of a lost line


class Relay:
    """Passes bytes on between `port` and the server's port; of several servers in turn, of those that take connections.

    `cut()`: connections break, new ones are refused at once. `hush()`: everything stays open and nothing comes
    through. `swallow()`: what browsers say still comes through, answers do not. `mute()`: the other way round.
    `hold()`: what is said either way waits, and comes through in order, one way with each `let("up")`, `let("down")`.
    `move()`: the browsers have another address now: old connections stay open and are dead, new ones work.
    `mend()`: all is well again for new connections; old ones are closed.
    """

    def __init__(self, *targets: int) -> None:
        self.targets = targets
        self._turns = cycle(targets)
        self.port = 0
        self.state = "open"
        self._moves = 0
        self._held: dict[str, asyncio.Event] = {way: asyncio.Event() for way in ("up", "down")}
        self._writers: set[asyncio.StreamWriter] = set()
        self.let("up")
        self.let("down")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self._close_all()

    def cut(self) -> None:
        self.state = "cut"
        self._close_all()

    def hush(self) -> None:
        self.state = "hushed"

    def swallow(self) -> None:
        self.state = "swallowing"

    def mute(self) -> None:
        self.state = "muted"

    def hold(self) -> None:
        for held in self._held.values():
            held.clear()

    def let(self, way: str) -> None:
        self._held[way].set()

    def move(self) -> None:
        self._moves += 1

    def mend(self) -> None:
        self._close_all()
        self.state = "open"
        self.let("up")
        self.let("down")

    def _close_all(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.state == "cut":
            writer.transport.abort()
            return
        far = await self._connect()
        if far is None:
            writer.transport.abort()
            return
        far_reader, far_writer = far
        self._writers |= {writer, far_writer}
        await asyncio.gather(
            self._pass_on("up", reader, far_writer, {"open", "swallowing"}),
            self._pass_on("down", far_reader, writer, {"open", "muted"}),
        )

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for _ in self.targets:
            target = next(self._turns)
            with suppress(ConnectionRefusedError):
                return await asyncio.open_connection("127.0.0.1", target)
        return None

    async def _pass_on(
        self, way: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, states: set[str]
    ) -> None:
        moves = self._moves
        with suppress(ConnectionError, asyncio.CancelledError):
            while data := await reader.read(65536):
                await self._held[way].wait()
                if self.state in states and moves == self._moves:
                    writer.write(data)
                    await writer.drain()
        writer.close()
