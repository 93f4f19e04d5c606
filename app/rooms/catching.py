"""Catching up with what other processes have done."""

import asyncio
import contextlib
from collections.abc import Coroutine

from app.rooms.door import Doors
from app.rooms.live import Live
from app.store.store import UNREACHABLE

Wanted = tuple[Live, int | None, int | None]


class CatchUp:
    """Reads rooms again. One query at a time, for all that have been asked for since the last one began."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._wanted: dict[tuple[int, bool], Wanted] = {}
        self._running = False
        self._tasks: set[asyncio.Task[None]] = set()

    def want(self, live: Live, rev: int | None = None, presence: int | None = None) -> None:
        """There is something new in that room, unless it has come to one of these numbers. Never waits, never fails."""
        key = live.room.row.id, presence is None
        if key in self._wanted:  # carriers may turn the order round: what asks for more counts
            _, wanted_rev, wanted_presence = self._wanted[key]
            rev = _more(wanted_rev, rev)
            presence = _more(wanted_presence, presence)
        self._wanted[key] = live, rev, presence
        if not self._running:
            self._running = True
            self._spawn(self._run())

    async def close(self) -> None:
        """Stop."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        try:
            while self._wanted:
                wanted, self._wanted = list(self._wanted.values()), {}
                with contextlib.suppress(*UNREACHABLE):  # the poll tries again
                    await self._read(wanted)
        finally:
            self._running = False

    async def _read(self, wanted: list[Wanted]) -> None:
        """Rooms that are being changed here are read by tasks of their own, which wait until that is done."""
        at_rest: dict[int, Live] = {}
        for live, rev, presence in wanted:
            if live.lock.locked():
                self._spawn(self._refresh(live, rev, presence))
            elif not live.knows(rev, presence):
                at_rest[live.room.row.id] = live
        for live in await self._doors.catch_up(list(at_rest.values())):
            self._spawn(self._refresh(live, None, None))

    async def _refresh(self, live: Live, rev: int | None, presence: int | None) -> None:
        with contextlib.suppress(*UNREACHABLE):
            await self._doors.refresh(live, rev, presence)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _more(one: int | None, other: int | None) -> int | None:
    """What both are content with; None: whatever there is."""
    return None if one is None or other is None else max(one, other)
