"""Moves and undo: every reason to refuse one, in order, and what it makes of the room."""

from datetime import datetime
from typing import Any

from app.rooms.change import Change, cut_drafts, event
from app.rooms.program import finished, with_program
from app.rooms.results import Json, Refused
from app.rooms.room import Room, with_seat
from app.rooms.table import played, undone
from app.store.records import SeatRow
from engine import IllegalMove, MalformedMove


def decoded(room: Room, wire: object) -> Any:
    """The typed move. Raises `Refused("malformed")` with the engine's code. None in a room whose game is unknown."""
    if room.game is None:
        return None
    try:
        return room.game.decode(wire)
    except MalformedMove as error:
        raise Refused("malformed", error.code, error.facts) from None


def play(room: Room, seat: SeatRow, at: int, move: Any, now: datetime) -> Change:
    """The room after a move. Raises `Refused`; returns the same room for a repeat of the last accepted frame."""
    frame = {"at": at, "move": room.game.encode(move)} if room.game else {}
    if _is_repeat(seat, frame):
        return Change(room)
    check_status(room)
    _check_at(room, seat, at)
    assert room.table is not None
    try:
        table = played(room.table, seat.seat, move, False, now)
    except IllegalMove as error:
        raise Refused("illegal", error.code, error.facts) from None
    after = with_seat(room._replace(table=table), _accepted(seat, frame, now))
    change = cut_drafts(room, Change(after), seat.seat, now)
    return with_program(finished(change, now), now)


def undo(room: Room, seat: SeatRow, at: int, now: datetime) -> Change:
    """The room without the last move of the seat's draft. Raises and returns as `play` does."""
    frame = {"at": at, "undo": True}
    if _is_repeat(seat, frame):
        return Change(room)
    check_status(room)
    _check_at(room, seat, at)
    assert room.table is not None
    if not room.table.drafts[seat.seat]:
        raise Refused("nothing_to_undo")
    taken_back = room.table.drafts[seat.seat][-1]
    after = with_seat(room._replace(table=undone(room.table, seat.seat)), _accepted(seat, frame, now))
    detail = {"move": room.table.game.encode(taken_back.move), "accepted_at": taken_back.accepted_at.isoformat()}
    change = Change(after, (event("undone", now, seat.seat, **detail),))
    return cut_drafts(room, change, seat.seat, now)


def check_status(room: Room) -> None:
    """Raise `Refused` unless the game is on."""
    if room.row.status in ("closed", "over"):
        raise Refused(room.row.status)
    if room.row.status == "lobby":
        raise Refused("not_started")
    if room.read_only:
        raise Refused("read_only")


def _check_at(room: Room, seat: SeatRow, at: int) -> None:
    if at != seat.at:
        raise Refused("stale", facts={"at": seat.at})


def _is_repeat(seat: SeatRow, frame: Json) -> bool:
    return frame.get("at") == seat.at - 1 and frame == seat.last_frame


def _accepted(seat: SeatRow, frame: Json, now: datetime) -> SeatRow:
    return seat._replace(at=seat.at + 1, last_frame=frame, is_left=False, votes=(), cut=0, seen_at=now)
