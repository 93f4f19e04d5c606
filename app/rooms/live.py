"""The rooms that this process has at hand, and who listens to them."""

import asyncio
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from app.rooms.absence import absences
from app.rooms.came import came
from app.rooms.objects import Common
from app.rooms.room import Room
from app.rooms.scene import Scene
from app.rooms.story import Story
from app.store.records import SeatRow


class Watcher(Protocol):
    """A listener, as far as a room needs to know it."""

    @property
    def token_hash(self) -> bytes | None: ...

    def wake(self, since: float = 0.0) -> None:
        """Something that this viewer can see has changed. `since`: as `came` has it."""
        ...

    def end(self) -> None:
        """There will be nothing more to see."""
        ...


@dataclass(slots=True)
class Live:
    """One room at hand. `lock`: its serial door. `here`: open connections in this process by id of the seat.

    `busy`: was a scene made since the last tick? What scenes are made from is kept until one passes without.
    `at_rest`: has all of that been given back?
    `coming`: the rev that a change on its way to the database will bring. `gone`: was it deleted?
    """

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    here: Counter[int] = field(default_factory=Counter)
    scenes: dict[int | None, Scene] = field(default_factory=dict)
    story: Story = field(default_factory=Story)
    votable: frozenset[int] = frozenset()
    common: Common = field(init=False)
    busy: bool = False
    at_rest: bool = False
    coming: int = 0
    gone: bool = False

    def __post_init__(self) -> None:
        self.common = Common(self.room, self.here)

    def knows(self, rev: int | None, presence: int | None) -> bool:
        """Has the room come to one of these numbers, or is it about to?

        A change's wake-up overtakes its answer. Should another process have made that rev, the answer says so.
        """
        row = self.room.row
        return (rev is not None and rev <= max(row.rev, self.coming)) or (
            presence is not None and presence <= row.presence
        )

    def publish(self, room: Room) -> None:
        """This is the room now: wake every viewer who can see a difference."""
        old, new = self.common, Common(room, self.here)
        self.room, self.common = room, new
        self.scenes.clear()
        if not self.watchers:
            return
        self.at_rest = False
        everybody = old.public != new.public
        since = came.get()
        for watcher in self.watchers:
            if everybody or old.private(watcher.token_hash) != new.private(watcher.token_hash):
                watcher.wake(since)

    def end(self) -> None:
        """The room was deleted: whoever watches is told."""
        self.gone = True
        for watcher in self.watchers:
            watcher.wake()

    def tick(self, now: datetime, up_since: datetime) -> None:
        """Wake everybody when time alone has changed what can be voted on; forget the scenes that all have seen."""
        if self.busy:
            self.busy = False
        elif self.scenes:
            self.scenes.clear()
            self.common = Common(self.room, self.here)
        votable = frozenset(absence.seat for absence in absences(self.room, now, up_since) if absence.votable)
        if votable != self.votable:
            self.votable = votable
            self.scenes.clear()
            for watcher in self.watchers:
                watcher.wake()

    def rest(self) -> None:
        """Nobody watches: give back, a tick later, what those who watched and single looks at the room have left."""
        if self.busy:
            self.busy = False
            return
        if self.at_rest:
            return
        self.scenes.clear()
        self.common = Common(self.room, self.here)
        self.story.forget()
        self.at_rest = True

    def scene(self, seat: SeatRow | None, now: datetime, up_since: datetime) -> Scene:
        """The present scene; one for all who see the same, as long as somebody watches."""
        key = seat.id if seat else None
        self.at_rest = False
        if not self.watchers:
            self.busy = True
            return Scene(Common(self.room), seat, self.story, now, up_since)
        if key not in self.scenes:
            self.busy = True
            public = self.scene(None, now, up_since) if seat else None
            self.scenes[key] = Scene(self.common, seat, self.story, now, up_since, public)
        return self.scenes[key]


class Hall:
    """Rooms at hand by id and code, at most `most` of those that nobody watches."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_id: OrderedDict[int, Live] = OrderedDict()
        self._ids: dict[str, int] = {}

    def by_id(self, room_id: int) -> Live | None:
        """The room, if it is at hand."""
        return self._by_id.get(room_id)

    def by_code(self, code: str) -> Live | None:
        """The room, if it is at hand; it is then the last to be put away."""
        room_id = self._ids.get(code)
        if room_id is None:
            return None
        self._by_id.move_to_end(room_id)
        return self._by_id[room_id]

    def keep(self, room: Room) -> Live:
        """The room as it is at hand, from now on if it was not yet."""
        live = self._by_id.setdefault(room.row.id, Live(room))
        self._ids[room.row.code] = room.row.id
        self._put_away()
        return live

    def forget(self, live: Live) -> None:
        """It is not there any more; another may have its code by now."""
        row = live.room.row
        if self._by_id.get(row.id) is live:
            del self._by_id[row.id]
        if self._ids.get(row.code) == row.id:
            del self._ids[row.code]

    def watched(self) -> list[Live]:
        """The rooms that somebody watches."""
        return [live for live in self._by_id.values() if live.watchers]

    def unwatched(self) -> list[Live]:
        """The rooms at hand that nobody watches."""
        return [live for live in self._by_id.values() if not live.watchers]

    def _put_away(self) -> None:
        excess = len(self._by_id) - self._most
        if excess <= 0:
            return
        newest = next(reversed(self._by_id))
        idle = (i for i, live in self._by_id.items() if i != newest and not live.watchers and not live.lock.locked())
        for room_id in [i for i, _ in zip(idle, range(excess), strict=False)]:
            self.forget(self._by_id[room_id])
