"""Wake-ups: which room changed, told by whoever changed it.

They only make things quick: they may be late, doubled or lost, and a poll makes up for it. So another carrier can take
this one's place by calling the same two functions.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import asyncpg

from app.store.store import UNREACHABLE, Store
from app.store.write import CHANNEL


class Wakeups:
    """LISTEN on a connection of its own, made again when it breaks.

    `changed(room_id, rev, presence)`: one of the two numbers is None. `missed()`: something may have been lost.
    """

    def __init__(
        self, store: Store, changed: Callable[[int, int | None, int | None], None], missed: Callable[[], None]
    ) -> None:
        self._store = store
        self._changed = changed
        self._missed = missed
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Return when wake-ups come in. Raises one of `UNREACHABLE`."""
        connection, ended = await self._connect()
        self._task = asyncio.create_task(self._keep(connection, ended))

    async def close(self) -> None:
        """Stop listening."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _connect(self) -> tuple[Any, asyncio.Event]:
        connection = await asyncpg.connect(self._store.url, timeout=5)
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        await connection.add_listener(CHANNEL, self._heard)
        return connection, ended

    async def _keep(self, connection: Any, ended: asyncio.Event) -> None:
        try:
            while True:
                await ended.wait()
                connection, ended = await self._connect_again()
                self._missed()
        finally:
            connection.terminate()

    async def _connect_again(self) -> tuple[Any, asyncio.Event]:
        pause = 0.05
        while True:
            try:
                return await self._connect()
            except UNREACHABLE:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1)

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        room_id, number = payload.split(" ")
        if number.startswith("p"):
            self._changed(int(room_id), None, int(number[1:]))
        else:
            self._changed(int(room_id), int(number), None)
