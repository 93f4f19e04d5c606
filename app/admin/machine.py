"""The time machine: any moment of any room, as exactly as it is known. Nothing in the room changes by it.

What is shown is in the audit log before. What a running game hides from a spectator is shown only to who has `agreed`
that the table will be told: then the room notes it, too (`rooms.looked`), and tells it when the game is over.

Rooms are read here anew, past the doors that players use: those take away drafts that no longer fit, and keep rooms at
hand for players. A whole log is replayed in a thread: players do not wait for it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Literal

from app.admin.admin import Admin, reached
from app.admin.difference import Changed, difference, plain
from app.rooms import By, Created, Eyes, Past, Refused, Stops
from app.rooms.check import Checked, checked
from app.rooms.door import Doors
from app.rooms.identity import known_code
from app.rooms.live import Hall
from app.rooms.load import load
from app.rooms.past import viewer_of
from app.rooms.reel import Reel, Reels
from app.rooms.replayed import check_copy, copy
from app.rooms.room import Room
from app.rooms.standing import since
from app.store import Store, moments, read
from app.store.admin import SessionRow
from app.store.moments import StoredDraft, StoredEvent, StoredMove
from app.store.records import RoomRecord
from engine import Game

ROOMS = 8  # at hand
REELS = 6_000  # moves, as `Reels` counts them
PAGE = 50  # events
OF_TURNS = ("undone", "refused", "cut")
"""Kinds of events of which only the seat knows, until its turn is settled: not even when there was one is told."""

Chosen = int | Literal["open", "spectator"]
"""Whose eyes: a seat's, all cards open, or a spectator's."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A room after `version` moves of its log, through somebody's eyes.

    `past`: what they see; where the log does not replay that far, the last moment that it does. `latest`: the last
    position, whether it replays or not. `by`, `stops`: the unit that one goes by, and where that leads. `move`: what
    led there, as stored; None at the beginning, and where it is missing. `took`: how long the seat took for it, from
    when it had to act or from its own move before. `seen`: in what the eyes see something else than at the stop before.
    `state`, `changed`: the engine's state as plain data, and in what it differs from the one at the stop before; None
    where cards do not lie open. `later`: the id of the first event since that move was settled.
    """

    past: Past
    version: int
    latest: int
    eyes: Chosen
    running: bool
    by: By
    stops: Stops
    move: StoredMove | None = None
    later: int | None = None
    took: timedelta | None = None
    seen: list[Changed] | None = None
    state: Any = None
    changed: list[Changed] | None = None

    @property
    def replays(self) -> bool:
        """Does the log, up to here?"""
        return self.version <= self.past.latest


@dataclass(frozen=True, slots=True)
class Happenings:
    """What happened in a room besides its log, newest first, and what is not settled yet.

    `running`: is anything hidden from spectators? `open`: with that; without it `drafts` is empty, and `events` has
    none that tells of a turn which is not settled. `older`: the id behind which there is more.
    """

    room: Room
    running: bool
    open: bool
    events: list[StoredEvent]
    older: int | None
    drafts: list[StoredDraft]


class Machine:
    """Every call may raise `Refused`: `no_room`, `busy`; `not_started` where there is no log yet.

    `not_over` with the reason `look`: it would show what is hidden, and the caller has not agreed to have that told.
    """

    def __init__(self, admin: Admin, store: Store, games: Mapping[str, Game[Any, Any]]) -> None:
        self._admin = admin
        self._store = store
        self._games = games
        self._doors = Doors(store, games, Hall(0), admin.now)
        self._reels = Reels(REELS)
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    async def moment(
        self,
        session: SessionRow,
        code: str,
        version: int | None = None,
        eyes: Chosen | None = None,
        agreed: bool = False,
        by: By = "move",
    ) -> Moment:
        """That moment; without a number the last one, without eyes open cards, or a spectator's while the game is on.

        `by`: the unit between two stops; moves where the game does not tell it. Raises `malformed` (`version`, `eyes`).
        """
        with reached():
            room = await self._started(code)
            latest = await self._latest(room)
        running = room.hides
        if version is None:
            version = latest
        if not 0 <= version <= latest:
            raise Refused("malformed", "version", {"latest": latest})
        chosen: Chosen = ("spectator" if running else "open") if eyes is None else eyes
        if isinstance(chosen, int) and room.seat(chosen) is None:
            raise Refused("malformed", "eyes")
        detail = {"move": version, "eyes": chosen}
        if running and chosen != "spectator":
            await self._look(session, room, "cards_viewed", agreed, **detail)
        else:
            await self._admin.note(session, "moves_viewed", room.row.code, **detail)
        with reached():
            return await self._moment(room, version, latest, chosen, by)

    async def _moment(self, room: Room, version: int, latest: int, chosen: Chosen, by: By) -> Moment:
        eyes: Eyes = None if chosen == "spectator" else chosen
        table, shown = room.table, min(version, room.version)
        reel = await self._reels.wound(room.row.id, table, viewer_of(eyes)) if table else None
        now = self._admin.now()
        past = Past(room, shown, eyes, reel, now)
        stops = past.stops(by, latest)
        move = await moments.move(self._store, room.row.id, version - 1) if version else None
        later = await self._later(room, move) if move else None
        moment = Moment(past, version, latest, chosen, room.hides, past.unit(by), stops, move, later)
        if reel is None or not moment.replays:
            return moment
        begun = stops.before(shown)
        seen = difference(Past(room, begun, eyes, reel, now).object["view"], past.object["view"])
        state, changed = _states(room, begun, shown, reel) if chosen == "open" or not room.hides else (None, None)
        took = await asyncio.to_thread(_took, room, move)
        return replace(moment, took=took, seen=seen, state=state, changed=changed)

    async def _later(self, room: Room, move: StoredMove) -> int | None:
        but = OF_TURNS if room.hides else ()
        return await moments.event_after(self._store, room.row.id, move.settled_at, but)

    async def happenings(
        self, session: SessionRow, code: str, before: int | None = None, agreed: bool = False
    ) -> Happenings:
        """A page of a room's events, those with ids below `before`, and its drafts."""
        with reached():
            room = await self._room(code)
        running = room.hides
        if agreed and running:
            await self._look(session, room, "drafts_viewed", agreed)
        else:
            await self._admin.note(session, "events_viewed", room.row.code)
        shown = agreed or not running
        with reached():
            found = await moments.events(self._store, room.row.id, before, PAGE + 1, () if shown else OF_TURNS)
            drafts = await moments.drafts(self._store, room.row.id) if shown else []
        return Happenings(room, running, shown, found[:PAGE], found[PAGE - 1].id if len(found) > PAGE else None, drafts)

    async def check(self, session: SessionRow, code: str) -> Checked:
        """Does the room's log replay under the present rules, and end as it was stored?"""
        with reached():
            record = await self._record(code)
            await self._admin.note(session, "log_checked", record.room.code)
        return await asyncio.to_thread(checked, record, self._games)

    async def copy(self, session: SessionRow, code: str, version: int, agreed: bool = False) -> Created:
        """A room of the caller's own that goes on from that moment (replayed.py). Of a running game it is a look.

        Raises `read_only`, `malformed` (`version`).
        """
        with reached():
            room = await self._started(code)
        check_copy(room, version)
        detail = {"move": version}
        if room.hides:
            await self._look(session, room, "room_copied", agreed, **detail)
        else:
            await self._admin.note(session, "room_copied", room.row.code, **detail)
        made = await copy(self._doors, room, version)
        await self._admin.note(session, "debug_room_made", made.code, of=room.row.code)
        return made

    async def _look(self, session: SessionRow, room: Room, kind: str, agreed: bool, **detail: object) -> None:
        """Note that what a running game hides is about to be shown; the table is told of it later."""
        if not agreed:
            raise Refused("not_over", "look")
        await self._admin.note(session, kind, room.row.code, **detail, told=True)
        with reached():
            if not await moments.note_look(self._store, room.row.id, self._admin.now()):
                raise Refused("busy")

    async def _latest(self, room: Room) -> int:
        """The last position; where the log does not replay, the last that is stored."""
        if not room.read_only:  # what has been stored since the room was read is no part of this moment
            return room.version
        return max(room.version, await moments.length(self._store, room.row.id))

    async def _started(self, code: str) -> Room:
        room = await self._room(code)
        if room.row.started_at is None:
            raise Refused("not_started")
        return room

    async def _room(self, code: str) -> Room:
        """The room as it is stored now; without a table where its rows make none."""
        code = code.upper()
        known = self._rooms.get(code)
        if known is not None:
            present = (await read.revisions(self._store, [known.row.id])).get(known.row.id)
            if present == (known.row.rev, known.row.presence):
                self._rooms.move_to_end(code)
                return known
        room = await asyncio.to_thread(_loaded, await self._record(code), self._games)
        self._rooms[code] = room
        self._rooms.move_to_end(code)
        while len(self._rooms) > ROOMS:
            self._rooms.popitem(last=False)
        return room

    async def _record(self, code: str) -> RoomRecord:
        stored = known_code(code)
        record = await read.room_by_code(self._store, stored) if stored else None
        if record is None:
            raise Refused("no_room")
        return record


def _loaded(record: RoomRecord, games: Mapping[str, Game[Any, Any]]) -> Room:
    try:
        return load(record, games)
    except Exception:  # what is stored can be looked at all the same
        return Room(record.room, record.seats, games.get(record.room.game), None, record.connected)


def _states(room: Room, begun: int, version: int, reel: Reel) -> tuple[Any, list[Changed]]:
    """The engine's state after `version` moves, and in what it differs from the one after `begun`."""
    assert room.table is not None
    before, state = (plain(reel.table_at(room.table, each).state) for each in (begun, version))
    return state, difference(before, state)


def _took(room: Room, move: StoredMove | None) -> timedelta | None:
    """How long the seat took; None for a move that it need not have made."""
    if move is None or room.table is None or room.row.started_at is None:
        return None
    begun = since(room.table, room.row.started_at, move.seq).get(move.seat)
    return None if begun is None else move.accepted_at - begun
