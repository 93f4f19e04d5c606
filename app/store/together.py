"""Changes of several rooms that wait at the same moment share one transaction.

A commit costs the disk, and the lock that all commits with a NOTIFY take, about the same for one change as for sixty.
A change goes out at once while fewer than `LANES` are on their way; what comes meanwhile goes together as soon as one
of them is back, or after `LATE` seconds, so that a room that is held up in the database does not hold up all others.
Who asked is told after the commit, each for itself: one that fails is not made, the others are.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from app.store.carrier import Carrier
from app.store.faults import UNREACHABLE
from app.store.records import Write
from app.store.write import Written, write

LANES = 2
MOST = 64  # changes in one transaction
LATE = 0.02

Waiting = tuple[Write, "asyncio.Future[Written | None]"]


class Together:
    """The way of all changes of rooms to one database."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
        self._running = 0
        self._waiting: list[Waiting] = []
        self._late: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def write(self, pool: Any, change: Write) -> Written | None:
        """What `Store.write` says."""
        if not change.plain:
            return (await write(pool, self._carrier, [change])).get(change.room_id)
        if self._running < LANES:
            self._running += 1
            try:
                return (await write(pool, self._carrier, [change])).get(change.room_id)
            finally:
                self._running -= 1
                self._go_on(pool)
        loop = asyncio.get_running_loop()
        told: asyncio.Future[Written | None] = loop.create_future()
        if not self._waiting:
            self._late = loop.call_later(LATE, self._go_on, pool)
        self._waiting.append((change, told))
        return await told

    def _go_on(self, pool: Any) -> None:
        """A lane is free, or has been busy for too long: send those that wait, if there are any."""
        if self._late:
            self._late.cancel()
        group = self._next_group()
        if group:
            self._send(pool, group)
        if self._waiting:
            self._late = asyncio.get_running_loop().call_later(LATE, self._go_on, pool)

    def _send(self, pool: Any, group: Sequence[Waiting]) -> None:
        self._running += 1
        task = asyncio.create_task(self._write_group(pool, group))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _next_group(self) -> list[Waiting]:
        """Not those whose caller has gone: their rooms may be waiting with another change already."""
        waiting = [(change, told) for change, told in self._waiting if not told.done()]
        self._waiting = waiting[MOST:]
        return waiting[:MOST]

    async def _write_group(self, pool: Any, group: Sequence[Waiting]) -> None:
        try:
            await self._tell(pool, group)
        finally:
            self._running -= 1
            self._go_on(pool)

    async def _tell(self, pool: Any, group: Sequence[Waiting]) -> None:
        try:
            made = await write(pool, self._carrier, [change for change, _ in group])
        except Exception as error:
            if len(group) > 1 and not isinstance(error, UNREACHABLE):  # one is at fault: find out which
                for each in group:
                    await self._tell(pool, [each])
                return
            for _, told in group:
                if not told.done():
                    told.set_exception(error)
            return
        for each in group:
            change, told = each
            if told.done():
                continue
            if (
                len(group) > 1 and change.room_id not in made
            ):  # held by somebody, or moved on: alone it waits, or is told
                self._send(pool, [each])
            else:
                told.set_result(made.get(change.room_id))
