"""Watching a room."""

from collections import Counter
from types import TracebackType
from typing import Self

from app.rooms.access import seat_for
from app.rooms.door import Doors
from app.rooms.flag import Flag
from app.rooms.identity import token_hash
from app.rooms.live import Live
from app.rooms.presence import Presence
from app.rooms.results import Refused
from app.rooms.scene import Scene
from app.store.records import SeatRow

SEAT_LISTENERS = 12  # a few devices and tabs, and what a bad network has left behind in the last seconds
SPECTATORS = 200


class Listener:
    """One viewer who watches: the present scene first, then one after every change that this viewer can see.

    Use it as `async with rooms.listen(code, token) as listener: async for scene in listener: ...`. Changes that come
    faster than they are read are coalesced: the newest scene is what is read. While it is open its seat counts as
    connected. The iteration ends when `Rooms.close` is called, and raises `Refused`: `no_token` when the seat was given
    to somebody else, `no_room` when the room was deleted. A change is shown to listeners before the call that made it
    returns; whoever owes its client an answer first holds a lock from the call to the answer, and takes what it shows
    under that lock (`changed`, then `scene`).
    """

    def __init__(self, doors: Doors, presence: Presence, code: str, token: str | None) -> None:
        self._doors = doors
        self._presence = presence
        self._code = code
        self._token = token
        self.token_hash = token_hash(token) if token is not None else None
        self._live: Live | None = None
        self._seat: SeatRow | None = None
        self._changed = Flag()
        self._ended = False
        self._since = 0.0
        self.since = 0.0
        """When the frame came in that made the scene that was given last; 0.0: none here did."""

    async def __aenter__(self) -> Self:
        live = await self._doors.find(self._code, self._token)
        _check_number(live, self.token_hash)
        self._live = live
        live.watchers.add(self)  # from here on the room stays at hand
        try:
            if self._token is not None:
                self._seat = await seat_for(self._doors, live, self._token)
                await self._presence.come(live, self._seat)
        except BaseException:
            await self._leave(live)
            raise
        self._changed.set()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            await self._leave(self._live)

    async def _leave(self, live: Live) -> None:
        live.watchers.discard(self)
        if self._seat and not self._ended:
            await self._presence.go(live, self._seat)

    def wake(self, since: float = 0.0) -> None:
        """There is something new to see. `since`: as `came` has it; of several changes the first counts."""
        self._since = self._since or since
        self._changed.set()

    def end(self) -> None:
        """There will be nothing more to see here."""
        self._ended = True
        self._changed.set()

    @property
    def has_news(self) -> bool:
        """Is there something to show that `scene` has not given yet?"""
        return self._changed.is_set() and not self._ended

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Scene:
        if not await self.changed():
            raise StopAsyncIteration
        return self.scene()

    async def changed(self) -> bool:
        """Wait until there is something that `scene` has not given yet. False when there will be nothing more."""
        await self._changed.wait()
        return not self._ended and self._live is not None

    def scene(self) -> Scene:
        """The present scene. Raises `Refused`: `no_token` when the seat was given to somebody else, `no_room`."""
        assert self._live, "not entered"
        self._changed.clear()
        self.since, self._since = self._since, 0.0
        if self._live.gone:
            raise Refused("no_room")
        seat = None
        if self.token_hash is not None:
            seat = self._live.room.seat_of(self.token_hash)
            if seat is None:
                raise Refused("no_token")
        return self._live.scene(seat, self._doors.clock(), self._presence.up_since)


def _check_number(live: Live, token_hash: bytes | None) -> None:
    """Raises `Refused("too_many")` for one more listener of a seat, or one more who only watches, than there may be.

    Whoever watches takes no seat's place: those are counted apart.
    """
    alike = Counter(watcher.token_hash for watcher in live.watchers)[token_hash]
    if alike >= (SPECTATORS if token_hash is None else SEAT_LISTENERS):
        raise Refused("too_many", "watchers" if token_hash is None else "seat")
