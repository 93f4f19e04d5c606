"""Players who are away while the game waits for them, and the votes of the others."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.rooms.change import Change, event
from app.rooms.play import check_status
from app.rooms.results import Refused
from app.rooms.room import Room, with_seat
from app.rooms.seating import check_shared, given_up
from app.store.records import SeatRow

PATIENCE = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat that must act and is not connected. `missing`: connected seats whose vote is still wanted."""

    seat: int
    since: datetime
    votable: bool
    votes: tuple[int, ...]
    missing: tuple[int, ...]


def absences(room: Room, now: datetime, up_since: datetime) -> list[Absence]:
    """All of them. `up_since`: since when players could have connected; the time before does not count.

    None in a sandbox: nobody else waits there.
    """
    if room.sandbox:
        return []
    return [_absence(room, seat, now, up_since) for seat in room.seats if _is_missed(room, seat)]


def _is_missed(room: Room, seat: SeatRow) -> bool:
    return not seat.is_left and not room.is_connected(seat) and room.must_act(seat)


def _absence(room: Room, seat: SeatRow, now: datetime, up_since: datetime) -> Absence:
    since = max(seat.seen_at, up_since)
    others = [other for other in room.seats if other is not seat and room.is_connected(other)]
    missing = tuple(other.seat for other in others if other.seat not in seat.votes)
    return Absence(seat.seat, since, now - since >= PATIENCE, seat.votes, missing)


def vote_out(room: Room, voter: SeatRow, number: int, now: datetime, up_since: datetime) -> Change:
    """The room with one more vote, and with the seat given up if that was the last one. Raises `Refused`."""
    check_status(room)
    check_shared(room)
    seat = room.seat(number)
    if seat is None:
        raise Refused("malformed", "seat")
    if seat.is_left:
        return Change(room)
    if seat is voter or not _is_missed(room, seat):
        raise Refused("cannot_vote_out", "present" if room.is_connected(seat) else "waits_for_nothing")
    absence = _absence(room, seat, now, up_since)
    if not absence.votable:
        wait = PATIENCE - (now - absence.since)
        raise Refused("cannot_vote_out", "too_early", {"seconds": max(1, round(wait.total_seconds()))})
    if voter.seat not in seat.votes:
        seat = seat._replace(votes=(*seat.votes, voter.seat))
        room = with_seat(room, seat)
    return counted(Change(room, (event("voted", now, voter.seat, against=number),)), now, up_since)


def counted(change: Change, now: datetime, up_since: datetime) -> Change:
    """The change, and every seat given up that all other connected players have voted out."""
    for absence in absences(change.room, now, up_since):
        if absence.votable and absence.votes and not absence.missing:
            seat = change.room.seat(absence.seat)
            assert seat is not None
            change = given_up(change, seat, "voted_out", now)
    return change
