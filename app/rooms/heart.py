"""What beats while rooms are open: wake-ups from other processes, the poll, presence, the journal."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine

from app.rooms.door import Doors
from app.rooms.live import Live
from app.rooms.presence import Presence
from app.store import read
from app.store.journal import Journal
from app.store.store import UNREACHABLE
from app.store.wakeups import Wakeups

POLL = 2.0  # seconds between two looks for wake-ups that were lost

logger = logging.getLogger(__name__)


class Heart:
    """Started and stopped with the rooms."""

    def __init__(self, doors: Doors) -> None:
        self.journal = Journal(doors.store)
        self.presence = Presence(doors, self.journal)
        self._doors = doors
        self._wakeups = Wakeups(doors.store.carrier, self._heard, self._missed)
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Be known, listen, poll. Raises one of `UNREACHABLE`."""
        await self.presence.open()
        await self._wakeups.open()
        self.journal.open()
        self._spawn(self._poll())

    async def close(self) -> None:
        """Stop all of it; what waits in the journal is written."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._wakeups.close()
        await self.presence.close()
        await self.journal.close()

    async def tick(self) -> None:
        """What happens every two seconds: heartbeat, lost wake-ups, absences that grew long enough to vote on."""
        await self.presence.beat()
        watched = self._doors.hall.watched()
        present = await read.revisions(self._doors.store, [live.room.row.id for live in watched])
        for live in watched:
            if present.get(live.room.row.id) != (live.room.row.rev, live.room.row.presence):
                await self._doors.refresh(live)
            live.tick(self._doors.clock(), self.presence.up_since)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.tick()
            except UNREACHABLE:
                logger.warning("the database cannot be reached")
                await self._doors.store.renew()
            except Exception:  # one bad room must not stop the heart
                logger.exception("poll failed")

    def _heard(self, room_id: int, rev: int | None, presence: int | None) -> None:
        live = self._doors.hall.by_id(room_id)
        if live is not None and live.watchers and not live.knows(rev, presence):
            self._spawn(self._catch_up(live, rev, presence))

    def _missed(self) -> None:
        for live in self._doors.hall.watched():
            self._spawn(self._catch_up(live, None, None))

    async def _catch_up(self, live: Live, rev: int | None, presence: int | None) -> None:
        with contextlib.suppress(*UNREACHABLE):  # the poll tries again
            await self._doors.refresh(live, rev, presence)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
