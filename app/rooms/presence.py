"""Who is connected: this process's part of it, told to the others through the database."""

import contextlib
from datetime import datetime
from uuid import uuid4

import asyncpg

from app.rooms.absence import counted
from app.rooms.change import Change, event
from app.rooms.door import Doors
from app.rooms.live import Live
from app.rooms.program import owes_moves, taken_up, with_program
from app.rooms.results import Refused
from app.rooms.room import Room
from app.store import presence as rows
from app.store.journal import Journal
from app.store.records import SeatRow
from app.store.store import UNREACHABLE


class Presence:
    """Connections of seats in this process. `up_since`: since when players could connect to any process."""

    def __init__(self, doors: Doors, journal: Journal) -> None:
        self._doors = doors
        self._journal = journal
        self._process = uuid4()
        self._started_at = doors.clock()
        self._owed = False  # must its connections be told again?
        self.up_since: datetime = self._started_at

    async def open(self) -> None:
        """Be known to the other processes."""
        self._started_at = self._doors.clock()
        await self.beat()

    async def beat(self) -> None:
        """Say that this process lives, and look after those that do not. Raises one of `UNREACHABLE`.

        Once the others took this process for dead all its connections are told again, until that has succeeded.
        """
        store, now = self._doors.store, self._doors.clock()
        await self._is_known()
        if self._owed:
            for live in self._doors.hall.watched():
                for seat_id in list(live.here):  # some come and go meanwhile
                    await self._tell(live, seat_id)
            self._owed = False
        await rows.bury(store, self._process, now)
        self.up_since = await rows.up_since(store) or self._started_at

    async def close(self) -> None:
        """All connections of this process have ended."""
        with contextlib.suppress(*UNREACHABLE):
            await rows.end(self._doors.store, self._process, self._doors.clock())

    async def come(self, live: Live, seat: SeatRow) -> None:
        """One more connection of that seat: its owner is back, and a room that waited for somebody may move.

        Raises `Refused("busy")`; `go` is owed then too.
        """
        live.here[seat.id] += 1
        if live.here[seat.id] == 1:
            self._journal.note(live.room.row.id, event("connected", self._doors.clock(), seat.seat))
            try:
                await self._tell(live, seat.id)
                await self._doors.refresh(live)
            except UNREACHABLE:
                raise Refused("busy") from None
        if live.room.row.status != "playing":
            return
        present = live.room.seat_of(seat.token_hash)
        if present and (present.is_left or present.votes):
            await self.take_up(live, seat)
        if owes_moves(live.room):
            await self.nudge(live)

    async def go(self, live: Live, seat: SeatRow) -> None:
        """One connection less."""
        live.here[seat.id] -= 1
        if live.here[seat.id] > 0:
            return
        del live.here[seat.id]
        now = self._doors.clock()
        self._journal.note(live.room.row.id, event("disconnected", now, seat.seat))
        # Where this cannot be told now, the others find out when this process's heart has stopped.
        with contextlib.suppress(Refused, *UNREACHABLE):
            await rows.disconnect(self._doors.store, self._process, live.room.row.id, seat.id, now)
            await self._doors.refresh(live)
            if any(row.votes for row in live.room.seats):
                await self._doors.change(live, lambda room, now: counted(Change(room), now, self.up_since))

    async def take_up(self, live: Live, seat: SeatRow) -> None:
        """The owner of that seat is back; nothing happens if the seat was given to somebody else meanwhile."""

        def decide(room: Room, now: datetime) -> Change:
            present = room.seat_of(seat.token_hash)
            return taken_up(room, present, now) if present else Change(room)

        await self._doors.change(live, decide)

    async def nudge(self, live: Live) -> None:
        """Somebody is there: the program makes the moves that it owes."""
        await self._doors.change(live, lambda room, now: with_program(Change(room), now))

    async def _tell(self, live: Live, seat_id: int) -> None:
        store, room_id = self._doors.store, live.room.row.id
        try:
            await rows.connect(store, self._process, room_id, seat_id)
        except asyncpg.ForeignKeyViolationError:
            # Either the seat was given back in this moment, and there is nothing to tell; or this process has stood
            # still, and the others took it for dead.
            if not await self._is_known():
                with contextlib.suppress(asyncpg.ForeignKeyViolationError):
                    await rows.connect(store, self._process, room_id, seat_id)

    async def _is_known(self) -> bool:
        """Beat. Did the others take this process for a living one?"""
        known = await rows.beat(self._doors.store, self._process, self._started_at)
        self._owed |= not known
        return known
