"""Events that nobody waits for: refusals, comings and goings. Written in batches behind the scenes."""

import asyncio
import contextlib

import asyncpg

from app.store.records import Event
from app.store.store import UNREACHABLE, Store
from app.store.write import add_events

MOST_WAITING = 2_000  # more are dropped: they explain a game, they do not make it
BATCH = 200


class Journal:
    """`note` never waits and never fails."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: asyncio.Queue[tuple[int, Event]] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Write what waits, and stop."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        while not self._waiting.empty():
            await self._write(self._batch())

    def note(self, room_id: int, event: Event) -> None:
        """Keep this event of that room."""
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait((room_id, event))

    async def _keep(self) -> None:
        while True:
            first = await self._waiting.get()
            await self._write([first, *self._batch()])

    def _batch(self) -> list[tuple[int, Event]]:
        return [self._waiting.get_nowait() for _ in range(min(BATCH, self._waiting.qsize()))]

    async def _write(self, events: list[tuple[int, Event]]) -> None:
        with contextlib.suppress(asyncpg.ForeignKeyViolationError, *UNREACHABLE):
            await add_events(self._store.pool, events)
