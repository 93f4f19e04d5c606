"""What beats while rooms are open: wake-ups from other processes, the poll, presence, the journal."""

import asyncio
import contextlib
import logging

from app.rooms.catching import CatchUp
from app.rooms.census import Census
from app.rooms.door import Doors
from app.rooms.presence import Presence
from app.store import read
from app.store.ending import end
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
        self._catch_up = CatchUp(doors)
        self._polling: asyncio.Task[None] | None = None
        self._census = Census(doors.hall, doors.store)

    async def open(self) -> None:
        """Be known, listen, poll. Raises one of `UNREACHABLE`."""
        await self.presence.open()
        await self._wakeups.open()
        self.journal.open()
        self._polling = asyncio.create_task(self._poll())
        self._doors.store.metrics.registry.register(self._census)

    async def close(self) -> None:
        """Stop all of it; what waits in the journal is written."""
        if self._polling:
            self._doors.store.metrics.registry.unregister(self._census)
            await end(self._polling)
            self._polling = None
        await self._wakeups.close()
        await self._catch_up.close()
        await self.presence.close()
        await self.journal.close()

    @property
    def hears(self) -> bool:
        """Do wake-ups come in? Without them what others change is seen by the poll."""
        return self._wakeups.hears

    async def tick(self) -> None:
        """What happens every two seconds: heartbeat, lost wake-ups, absences that grew long enough to vote on.

        Rooms that nobody watches rest.
        """
        await self.presence.beat()
        watched = self._doors.hall.watched()
        present = await read.revisions(self._doors.store, [live.room.row.id for live in watched])
        rows = [(live, live.room.row) for live in watched]
        behind = [live for live, row in rows if present.get(row.id) != (row.rev, row.presence)]
        unheard = [live for live, row in rows if present.get(row.id, (0,))[0] > row.rev and not live.lock.locked()]
        self._doors.store.metrics.wakeups_made_up.inc(len(unheard))
        for live in await self._doors.catch_up(behind):
            self._catch_up.want(live)  # it is being changed: the heart waits for nobody
        for live in watched:
            live.tick(self._doors.clock(), self.presence.up_since)
        for live in self._doors.hall.unwatched():
            live.rest()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.tick()
            except UNREACHABLE:
                logger.warning("the database cannot be reached")
                with contextlib.suppress(*UNREACHABLE):
                    await self._doors.store.renew()
            except Exception:  # one bad room must not stop the heart
                logger.exception("poll failed")

    def _heard(self, room_id: int, rev: int | None, presence: int | None) -> None:
        live = self._doors.hall.by_id(room_id)
        if live is not None and live.watchers and not live.knows(rev, presence):
            self._catch_up.want(live, rev, presence)

    def _missed(self) -> None:
        for live in self._doors.hall.watched():
            self._catch_up.want(live)
