"""A change of a room, and what of it is written down: the difference between two rooms."""

from datetime import datetime
from typing import Any, NamedTuple

from app.rooms.room import Room
from app.rooms.table import Draft, Step, Table
from app.store.records import DraftLength, DraftRow, Entry, Event, LogRow, RoomRow, SeatRow, Write
from engine import Game

_ROOM_COLUMNS = [name for name in RoomRow._fields if name not in ("id", "rev", "presence")]
_IDENTITY = ("seat", "name", "token_hash")


class Change(NamedTuple):
    """What a decision makes of a room. `events` go to the history that no rule reads, `audit` to the admin's log."""

    room: Room
    events: tuple[Event, ...] = ()
    audit: Entry | None = None

    def and_then(self, room: Room, *events: Event) -> "Change":
        """This change and what follows from it, as one."""
        return self._replace(room=room, events=self.events + events)


def difference(old: Room, change: Change, now: datetime) -> Write | None:
    """What to write; None where nothing changed."""
    new = change.room
    write = Write(old.row.id, old.row.rev, events=list(change.events), audit=change.audit)
    if new.row is not old.row:
        names = (name for name in _ROOM_COLUMNS if getattr(old.row, name) != getattr(new.row, name))
        write.room = {name: getattr(new.row, name) for name in names}
    _seats(write, old, new)
    if new.table is not None and new.table is not old.table:
        _table(write, old, new.table, now)
    if new.table is not None and not new.surplus:
        drafts = new.table.drafts
        write.draft_lengths += [DraftLength(seat, len(drafts[seat])) for seat, _ in old.surplus]
    nothing = new is old and not change.events
    return None if nothing else write


def _seats(write: Write, old: Room, new: Room) -> None:
    before = {seat.id: seat for seat in old.seats}
    for seat in new.seats:
        known = before.pop(seat.id, None)
        if known is seat:
            continue
        if known is None:
            write.sat = seat
        elif any(getattr(known, name) != getattr(seat, name) for name in _IDENTITY):
            write.renamed.append(seat)
        else:
            write.seats.append(seat)
    write.gone = list(before)


def _table(write: Write, room: Room, new: Table, now: datetime) -> None:
    old = room.table
    known = len(old.log) if old else (room.row.replayed or {}).get("version", 0)  # those rows are there already
    for seq, step in enumerate(new.log[known:], known):
        wire = new.game.encode(step.move)
        write.log.append(LogRow(seq, step.seat, wire, step.program, step.accepted_at, now))
    for seat, draft in enumerate(new.drafts):
        _draft(write, seat, old.drafts[seat] if old else (), draft, new)


def _draft(write: Write, seat: int, old: Draft, new: Draft, table: Table) -> None:
    if old is new:
        return
    if len(new) < len(old):
        write.draft_lengths.append(DraftLength(seat, len(new)))
    same = 0
    while same < min(len(old), len(new)) and old[same] is new[same]:
        same += 1
    for position, step in enumerate(new[same:], same):
        write.drafts.append(draft_row(table.game, position, step))


def draft_row(game: Game[Any, Any], position: int, step: Step) -> DraftRow:
    """A move of a draft as it is stored."""
    return DraftRow(step.seat, position, game.encode(step.move), step.program, step.accepted_at)


def cut_drafts(old: Room, change: Change, but: int | None, now: datetime) -> Change:
    """Tell the owners of drafts that became shorter: their `at` rises, so that what they still send is stale.

    `but`: the seat that acted itself.
    """
    new = change.room
    if old.table is None or new.table is None:
        return change
    for seat, (before, after) in enumerate(zip(old.table.drafts, new.table.drafts, strict=True)):
        lost = len(before) - len(after)
        if lost > 0 and seat != but:
            change = _cut(change, seat, lost, now)
    return change


def without_surplus(room: Room, now: datetime) -> Change:
    """The room without the stored moves of drafts that do not fit any more, their owners told."""
    change = Change(room._replace(surplus=()))
    for seat, moves in room.surplus:
        change = _cut(change, seat, moves, now)
    return change


def _cut(change: Change, number: int, lost: int, now: datetime) -> Change:
    seats: list[SeatRow] = []
    for seat in change.room.seats:
        if seat.seat == number:
            seat = seat._replace(at=seat.at + 1, cut=seat.cut + lost, last_frame=None)
        seats.append(seat)
    event = Event("cut", now, number, {"moves": lost})
    return change.and_then(change.room._replace(seats=tuple(seats)), event)


def event(kind: str, now: datetime, seat: int | None = None, **detail: Any) -> Event:
    """An event for the history."""
    return Event(kind, now, seat, detail or None)
