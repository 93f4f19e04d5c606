"""Events that nobody waits for: refusals, comings and goings. Written in batches behind the scenes."""

import asyncio
import contextlib

from app.store.records import Event
from app.store.store import UNREACHABLE, Store
from app.store.write import add_events

MOST_WAITING = 2_000  # more are dropped: they explain a game, they do not make it
BATCH = 200


class Journal:
    """`note` never waits and never fails."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: asyncio.Queue[tuple[int, Event] | None] = asyncio.Queue(MOST_WAITING)  # None: the last
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Write what waits, and stop."""
        if self._task:
            await self._waiting.put(None)
            await self._task

    def note(self, room_id: int, event: Event) -> None:
        """Keep this event of that room."""
        try:
            self._waiting.put_nowait((room_id, event))
        except asyncio.QueueFull:
            self._store.metrics.events_dropped.inc()

    async def _keep(self) -> None:
        going = True
        while going:
            first = await self._waiting.get()
            batch = [first, *(self._waiting.get_nowait() for _ in range(min(BATCH, self._waiting.qsize())))]
            going = None not in batch
            if noted := [each for each in batch if each is not None]:
                await self._write(noted)

    async def _write(self, events: list[tuple[int, Event]]) -> None:
        with contextlib.suppress(*UNREACHABLE):
            await add_events(self._store.pool, events)
