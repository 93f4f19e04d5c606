"""What whoever runs the server may do in a room, without a seat in it. Moves that were made stay as they are.

Each deed is decided like a player's change, by compare-and-set, and stored together with its line in the audit log.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from app.rooms.change import Change, event
from app.rooms.door import Doors
from app.rooms.identity import new_token, token_hash
from app.rooms.names import good_name
from app.rooms.results import Refused
from app.rooms.room import Room, with_seat, with_status
from app.rooms.seating import check_name, check_open, check_shared, given_up
from app.store.records import Entry, SeatRow, one_more_look

Kind = Literal["close", "renew", "free", "rename", "blank", "blank_all"]


class Deed(NamedTuple):
    """What is to be done; to which seat, unless to the whole room; `name`: the new one."""

    kind: Kind
    seat: int | None = None
    name: str = ""


class Case(NamedTuple):
    """What whoever decides on a deed has to know of the room.

    `name`, `left`, `connected`: of the seat that it is about; `names`: by seat. `hides`: does a seat's key show what
    others must not see, or will it? `seen`: stands for all that the decision rests on.
    """

    code: str
    status: str
    sandbox: bool
    names: dict[int, str]
    name: str
    left: bool
    connected: bool
    hides: bool
    seen: str


class Oversight:
    """Every call may raise `Refused`: `no_room`, `busy`, and what the deed's own function says."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    async def case(self, code: str, deed: Deed) -> Case:
        """The room, and that seat in it. Raises what the deed itself would, but for what is wrong with a new name."""
        room = (await self._doors.find_any(code)).room
        if deed.kind != "rename":
            _done(room, deed, b"", self._doors.clock())
        seat = _seat(room, deed)
        names = {each.seat: each.name for each in room.seats}
        name, left = (seat.name, seat.is_left) if seat else ("", False)
        connected = seat is not None and room.is_connected(seat)
        about = (name, left, connected, _hides(room))
        return Case(room.row.code, room.row.status, room.sandbox, names, *about, _seen(room, deed))

    async def do(self, code: str, deed: Deed, seen: str, audit: Entry) -> str | None:
        """Do it, and note it in the same transaction. The new key of the seat, told only now, where it has one.

        Raises `stale` where the case is not as it was when `seen` was told.
        """
        live = await self._doors.find_any(code)
        token = new_token() if deed.kind == "renew" else None
        hashed = token_hash(token) if token else secrets.token_bytes(32)

        def decide(room: Room, now: datetime) -> Change:
            if room.seat_of(hashed):  # an earlier try was stored, its answer lost
                return Change(room)
            if seen != _seen(room, deed):
                raise Refused("stale")
            return _done(room, deed, hashed, now)._replace(audit=audit)

        await self._doors.change(live, decide)
        return token

    async def blank_named(self, code: str, meant: Callable[[str], bool]) -> int:
        """Take the names away for which `meant` is true; how many there were. What is noted of it was before."""
        done = 0

        def decide(room: Room, now: datetime) -> Change:
            nonlocal done
            seats = [seat for seat in room.seats if meant(seat.name)]
            done = len(seats)
            return blank(room, seats, now) if seats else Change(room)

        try:
            live = await self._doors.find_any(code)
            await self._doors.change(live, decide)
        except Refused as refused:
            if refused.code != "no_room":
                raise
            return 0
        return done


def _seat(room: Room, deed: Deed) -> SeatRow | None:
    """The seat that it is about; None: the whole room. Raises `malformed` where there is no such seat."""
    if deed.kind in ("close", "blank_all"):
        return None
    seat = room.seat(deed.seat) if deed.seat is not None else None
    if seat is None:
        raise Refused("malformed", "seat")
    return seat


def _seen(room: Room, deed: Deed) -> str:
    about = [
        (seat.id, seat.seat, seat.name, seat.is_left, seat.token_hash)
        for seat in room.seats
        if deed.kind != "close" and deed.seat in (None, seat.seat)
    ]
    return hashlib.sha256(repr((room.row.id, room.row.status, about)).encode()).hexdigest()[:16]


def _hides(room: Room) -> bool:
    """Does a seat's key show what others must not see? In the lobby it does from the start on."""
    return room.hides or room.row.status == "lobby"


def _done(room: Room, deed: Deed, hashed: bytes, now: datetime) -> Change:
    seat = _seat(room, deed)
    if seat is None:
        return close(room, now) if deed.kind == "close" else blank(room, room.seats, now)
    if deed.kind == "renew":
        return renew(room, seat, hashed, now)
    if deed.kind == "free":
        return free(room, seat, hashed, now)
    if deed.kind == "rename":
        return rename(room, seat, deed.name, now)
    return blank(room, (seat,), now)


def close(room: Room, now: datetime) -> Change:
    """Nobody can sit down or play there any more; what happened can be looked at as before.

    Raises `over`: nothing is left to close; `closed`.
    """
    check_open(room)
    return Change(with_status(room, status="closed"), (event("closed", now),))


def renew(room: Room, seat: SeatRow, hashed: bytes, now: datetime) -> Change:
    """Another key opens the seat, the old one none. Raises `sandbox`: there one person has the keys of all seats.

    Whoever passes the key on can look through that seat's eyes: that counts as a look (`rooms.looked`).
    """
    check_shared(room)
    after = with_seat(room, seat._replace(token_hash=hashed))
    if _hides(room):
        after = with_status(after, looked=one_more_look(room.row.looked, now))
    return Change(after, (event("renewed", now, seat.seat),))


def free(room: Room, seat: SeatRow, hashed: bytes, now: datetime) -> Change:
    """As if its player had left, for good: the key opens it no longer. Raises `over`, `closed`, `sandbox`, `read_only`.

    `hashed`: of a key that nobody has.
    """
    check_open(room)
    check_shared(room)
    if room.read_only:
        raise Refused("read_only")
    return _without_owner(room, seat, seat._replace(token_hash=hashed), "freed", now)


def rename(room: Room, seat: SeatRow, name: str, now: datetime) -> Change:
    """Another name, in any state of the room. Raises `malformed`, `name_taken`."""
    kept = good_name(name)
    if kept == seat.name:
        raise Refused("malformed", "name_same")
    check_name(kept, (other for other in room.seats if other is not seat))
    return Change(with_seat(room, seat._replace(name=kept)), (event("renamed", now, seat.seat, by="admin"),))


def blank(room: Room, seats: Sequence[SeatRow], now: datetime) -> Change:
    """Without the names of these seats, and without the keys that could tell who had them.

    In the lobby the places are free again, in a running game the seats are left. In a sandbox the keys are all its
    maker's and stay. Raises `malformed` where there is no name.
    """
    named = [seat.seat for seat in seats if seat.name]
    if not named:
        raise Refused("malformed", "name_blank")
    change = Change(room)
    for number in named:
        seat = change.room.seat(number)
        assert seat is not None
        after = _blank(change.room, seat, now)
        change = change.and_then(after.room, *after.events)
    return change


def _blank(room: Room, seat: SeatRow, now: datetime) -> Change:
    nameless = seat._replace(name="")
    if room.sandbox:
        return Change(with_seat(room, nameless), (event("blanked", now, seat.seat),))
    return _without_owner(room, seat, nameless._replace(token_hash=secrets.token_bytes(32)), "blanked", now)


def _without_owner(room: Room, seat: SeatRow, ownerless: SeatRow, why: str, now: datetime) -> Change:
    """The room in which nobody has that seat any more; where the game is on, the program sits in."""
    if room.row.status == "lobby":
        others = tuple(other for other in room.seats if other.id != seat.id)
        return Change(room._replace(seats=others), (event(why, now, seat.seat),))
    change = Change(with_seat(room, ownerless))
    if room.row.status == "playing" and not seat.is_left and not room.read_only:
        return given_up(change, ownerless, why, now)
    return change.and_then(change.room, event(why, now, seat.seat))
