"""Whose token is it, and what is shown to whom with a refusal."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.rooms.door import Doors
from app.rooms.identity import token_hash
from app.rooms.live import Live
from app.rooms.objects import Common, room_object
from app.rooms.results import Refused
from app.rooms.room import Room
from app.store import read
from app.store.records import SeatRow
from app.store.store import UNREACHABLE


async def seat_for(doors: Doors, live: Live, token: str | None) -> SeatRow:
    """The seat that the token opens. Raises `Refused` with `no_token`, `not_seated`, `busy`."""
    if token is None:
        raise Refused("no_token")
    hashed = token_hash(token)
    seat = live.room.seat_of(hashed)
    if seat is not None:
        return seat
    try:
        await doors.refresh_if_behind(live)
        seat = live.room.seat_of(hashed)
        if seat is not None:
            return seat
        known = await read.is_token(doors.store, hashed)
    except UNREACHABLE:
        raise Refused("busy") from None
    raise Refused("not_seated" if known else "no_token")


# The refusals that depend on the state of the room (409).
CONFLICTS = frozenset({"not_started", "started", "over", "closed", "full", "name_taken", "too_few", "free_seats"})
CONFLICTS |= {"not_over", "read_only", "stale", "nothing_to_undo", "illegal", "cannot_vote_out", "sandbox"}


_NOT_OVER = {"lobby": "not_started", "playing": "not_over", "closed": "closed"}


def check_over(room: Room) -> None:
    """Raise `Refused` unless the game is over: `not_started`, `not_over`, `closed`."""
    if room.row.status != "over":
        raise Refused(_NOT_OVER[room.row.status])


@contextmanager
def shown(live: Live, seat: SeatRow | None) -> Iterator[None]:
    """A refusal that depends on the state of the room carries the caller's present room object."""
    try:
        yield
    except Refused as refused:
        if refused.code in CONFLICTS:
            refused.room = room_object(Common(live.room), live.room.seat_of(seat.token_hash) if seat else None)
        raise
