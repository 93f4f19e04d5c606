"""The program sits in for seats that were left."""

from datetime import datetime
from typing import Any

from app.rooms.change import Change, cut_drafts, event
from app.rooms.results import Json
from app.rooms.room import Room, with_seat, with_status
from app.rooms.table import Table, played
from app.store.records import SeatRow
from engine import Game

MOST = 500  # moves in one go; a room needs another nudge for more, so that no rule can make it move for ever


def owes_moves(room: Room) -> bool:
    """Is it the program's turn?"""
    return not room.read_only and any(seat.is_left and room.must_act(seat) for seat in room.seats)


def taken_up(room: Room, seat: SeatRow, now: datetime) -> Change:
    """The seat's owner is back: the program leaves it alone, votes against it are void."""
    if not seat.is_left and not seat.votes:
        return Change(room)
    back = with_seat(room, seat._replace(is_left=False, votes=(), seen_at=now))
    return Change(back, (event("returned", now, seat.seat),) if seat.is_left else ())


def with_program(change: Change, now: datetime) -> Change:
    """The change, and then all that the program does after it."""
    for _ in range(MOST):
        room = change.room
        seat = next((seat for seat in room.seats if seat.is_left and room.must_act(seat)), None)
        if seat is None or room.read_only:
            break
        change = _one_move(change, seat, now)
    return change


def _one_move(change: Change, seat: SeatRow, now: datetime) -> Change:
    room = change.room
    assert room.table is not None
    move = room.table.game.sit_in(room.table.own[seat.seat], seat.seat)
    after = room._replace(table=played(room.table, seat.seat, move, True, now))
    after = with_seat(after, seat._replace(at=seat.at + 1, last_frame=None))
    return finished(cut_drafts(room, change.and_then(after), seat.seat, now), now)


def finished(change: Change, now: datetime) -> Change:
    """The change, and the end of the game if it is over."""
    room = change.room
    if room.table is None or room.row.status != "playing" or not room.table.over:
        return change
    room = with_status(room, status="over", finished_at=now, result=result(room.table))
    return change.and_then(room, event("finished", now))


def result(table: Table) -> Json:
    """What is kept of a finished game."""
    return result_of(table.game, table.state, len(table.drafts))


def result_of(game: Game[Any, Any], state: Any, seats: int) -> Json:
    """The ranking, and each seat's points."""
    scores = [sum(line["points"] for line in game.explain(state, seat, seat)) for seat in range(seats)]
    return {"ranking": [*game.ranking(state)], "scores": scores}
