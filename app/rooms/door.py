"""The serial door of each room: one change at a time, stored before it is shown.

In this process a lock keeps order; between processes every change raises `rooms.rev` by compare-and-set. Who loses
the race reads the room again and decides again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from app.rooms.change import Change, difference, without_surplus
from app.rooms.identity import known_code, token_hash
from app.rooms.live import Hall, Live
from app.rooms.load import Games, load
from app.rooms.results import Refused
from app.rooms.room import Room
from app.rooms.story import Story
from app.rooms.work import worked
from app.store import read
from app.store.records import LogRow, RoomRecord, RoomRow, SeatRow
from app.store.store import UNREACHABLE, Store
from app.store.write import Written

RACES = 10  # lost in a row before the caller is told `busy`
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1, 1.5, 2, 2, 2)  # seconds between tries while the database is away, before `busy`

STATUS_WORDS = {"playing": "a game has begun", "over": "a game is over", "closed": "a room was closed"}

logger = logging.getLogger(__name__)

Decide = Callable[[Room, datetime], Change]


def utc_now() -> datetime:
    """The clock on the wall."""
    return datetime.now(UTC)


class Doors:
    """Finds rooms, reads them again, changes them."""

    def __init__(self, store: Store, games: Games, hall: Hall, clock: Callable[[], datetime]) -> None:
        self.store = store
        self.games = games
        self.hall = hall
        self.clock = clock

    async def find(self, code: str, token: str | None, fresh: bool = True) -> Live:
        """The room at hand, up to date if it is to be `fresh`. Raises `Refused` with `no_room` or `busy`.

        `token`: the caller's, who need not have one. Without a seat's own an admin's copy of a game is not there.
        """
        live = await self.find_any(code, fresh)
        if live.room.debug and (token is None or live.room.seat_of(token_hash(token)) is None):
            raise Refused("no_room")
        return live

    async def find_any(self, code: str, fresh: bool = True) -> Live:
        """The same for the admin: every room is there."""
        stored = known_code(code)
        if stored is None:
            raise Refused("no_room")
        try:
            live = self.hall.by_code(stored)
            if live is not None and fresh:
                await self.refresh_if_behind(live)
            if live is not None and not live.gone:
                return live
            live = await self._read(stored)
        except UNREACHABLE:
            raise Refused("busy") from None
        if live.gone:
            raise Refused("no_room")
        if live.room.surplus:
            await self.change(live, without_surplus)
        return live

    async def _read(self, code: str) -> Live:
        """The room, read for the first time. Raises `Refused("no_room")`."""
        record = await read.room_by_code(self.store, code)
        if record is None:
            raise Refused("no_room")
        worked.get()("replayed", len(record.log))
        room = load(record, self.games)
        live = self.hall.keep(room)
        if live.room is not room:  # another call was faster, and may have read it before the last change
            await self.refresh_if_behind(live)
        return live

    async def refresh_if_behind(self, live: Live) -> None:
        """Read the room again if another process has changed it."""
        if await self._is_behind(live.room):
            await self.refresh(live)

    async def refresh(self, live: Live, rev: int | None = None, presence: int | None = None) -> None:
        """Read the room again, and wake those who see a difference; not if it has come to one of these numbers."""
        async with live.lock:
            if not live.knows(rev, presence):
                await self._reread(live)

    async def log_rows(self, room: Room) -> list[LogRow]:
        """The room's log as it is stored. Raises `Refused`: `busy`, `no_room` where it was deleted meanwhile."""
        try:
            rows = await read.log_rows(self.store, room.row.id)
        except UNREACHABLE:
            raise Refused("busy") from None
        if len(rows) < room.version:
            raise Refused("no_room")
        return rows

    async def exists(self, code: str) -> bool:
        """Is there a room with this code? Raises `Refused("busy")`."""
        try:
            await self.find_any(code)
        except Refused as refused:
            if refused.code == "no_room":
                return False
            raise
        return True

    async def _is_behind(self, room: Room) -> bool:
        present = (await read.revisions(self.store, [room.row.id])).get(room.row.id)
        return present != (room.row.rev, room.row.presence)

    async def catch_up(self, lives: Sequence[Live]) -> list[Live]:
        """Read these rooms again in one query. Those that this process changes meanwhile are left for `refresh`."""
        known = {live.room.row.id: live.room for live in lives}
        if not known:
            return []
        records = await read.rooms_by_id(self.store, {room_id: room.version for room_id, room in known.items()})
        left = []
        for live in lives:
            old, record = known[live.room.row.id], records.get(live.room.row.id)
            if live.lock.locked() or live.room is not old or record is None or record.room.rev < old.row.rev:
                left.append(live)
            elif not _is_same(record, old):
                live.publish(load(record, self.games, old))
        return left

    async def _reread(self, live: Live) -> None:
        known = live.room
        record = await read.room_by_id(self.store, known.row.id, known.version)
        if record is None:
            self.hall.forget(live)
            live.end()
        elif _is_same(record, known):
            return
        elif record.room.rev < known.row.rev:  # the database has lost what it promised to keep: believe it all the same
            record = await read.room_by_id(self.store, known.row.id) or record
            live.story = Story()  # what was told of the other log is told no more
            live.publish(load(record, self.games))
        else:
            live.publish(load(record, self.games, known))

    async def change(self, live: Live, decide: Decide) -> Room:
        """Put the room through `decide` until the result is stored. Raises what it raises, `busy` and `no_room`.

        A refusal counts only if the room that it was made from is the present one; so does a decision to change
        nothing, for what looks like a repeat here may be stale by what another process has accepted since.
        """
        async with live.lock:
            pauses = iter(PAUSES)
            races = 0
            while races < RACES and not live.gone:
                try:
                    if await self._try(live, decide):
                        return live.room
                    races += 1
                    await self._reread(live)
                except UNREACHABLE:
                    self.store.metrics.database_away.inc()
                    pause = next(pauses, None)
                    if pause is None:
                        break
                    await asyncio.sleep(pause)
                    with contextlib.suppress(*UNREACHABLE):
                        await self.store.renew()
                        await self._reread(live)  # the change whose answer was lost may have been made
            raise Refused("no_room" if live.gone else "busy")

    async def _try(self, live: Live, decide: Decide) -> bool:
        now = self.clock()
        if live.room.surplus and not await self._store(live, without_surplus(live.room, now), now):
            return False
        try:
            change = decide(live.room, now)
        except Refused:
            if await self._is_behind(live.room):
                return False
            raise
        return await self._store(live, change, now)

    async def _store(self, live: Live, change: Change, now: datetime) -> bool:
        wanted = difference(live.room, change, now)
        if wanted is None:
            return not await self._is_behind(live.room)
        live.coming = wanted.rev + 1
        try:
            written = await self.store.write(wanted)
        finally:
            live.coming = 0
        if written is None:
            return False
        self._note_status(live.room.row, change.room.row)
        live.publish(_stored(change.room, written))
        return True

    def _note_status(self, old: RoomRow, new: RoomRow) -> None:
        if old.status == new.status:
            return
        told: dict[str, object] = {"room": new.id, "game": new.game}
        if new.status == "playing":
            self.store.metrics.games_begun.labels(new.game).inc()
        if new.status == "over":
            self.store.metrics.games_over.labels(new.game).inc()
        if new.started_at and new.finished_at:
            told["seconds"] = (new.finished_at - new.started_at).total_seconds()
        logger.info(STATUS_WORDS.get(new.status, new.status), extra=told)


def _is_same(record: RoomRecord, room: Room) -> bool:
    return (record.room.rev, record.room.presence) == (room.row.rev, room.row.presence)


def _stored(room: Room, written: Written) -> Room:
    """The room with the numbers that the database gave."""
    row = room.row._replace(rev=room.row.rev + 1)
    return room._replace(row=row, seats=tuple(_with_id(seat, written.seat_id) for seat in room.seats))


def _with_id(seat: SeatRow, seat_id: int | None) -> SeatRow:
    return seat._replace(id=seat_id) if seat.id == 0 and seat_id is not None else seat
