"""The test's side of `tests.api.held`: which stop on a move's way is closed, and who waits there."""

import asyncio
from pathlib import Path

from tests.patience import PATIENCE


class Stops:
    """All are open until `close(step)`; `open()` lets go on who waits. `path`: the socket, made while one is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._closed = ""
        self._server: asyncio.Server | None = None
        self._waiting: set[asyncio.StreamWriter] = set()
        self._changed = asyncio.Condition()

    async def close(self, step: str) -> None:
        """From now on who comes to that step waits there."""
        self._closed = step
        self._server = await asyncio.start_unix_server(self._ask, self.path)

    async def full(self, number: int) -> None:
        """Wait until so many wait at the closed step."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: len(self._waiting) == number)

    async def open(self) -> None:
        """Let all go on. Who was killed while it waited is forgotten."""
        self._closed = ""
        if self._server is not None:
            self._server.close()
        self.path.unlink(missing_ok=True)
        for writer in self._waiting:
            self._go_on(writer)
        self._waiting.clear()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        step = (await reader.readline()).decode().strip()
        if step != self._closed:
            self._go_on(writer)
            return
        async with self._changed:
            self._waiting.add(writer)
            self._changed.notify_all()

    def _go_on(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"\n")
        writer.close()
