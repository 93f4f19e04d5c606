"""The room object (design 5) and the log, as one viewer may see them. Built, never stripped."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.rooms.results import Json
from app.rooms.room import Room
from app.store.records import LogRow, SeatRow


def room_object(room: Room, seat: SeatRow | None) -> Json:
    """The room object for that seat, or for a spectator."""
    row, table = room.row, room.table
    rules = row.rules if row.rules is not None or room.game is None else room.game.RULES
    number = seat.seat if seat else None
    made: Json = {
        "code": row.code,
        "game": row.game,
        "options": row.options,
        "rules": rules,
        "status": row.status,
        "commitment": row.commitment,
        "seats": [_seat_object(room, each) for each in room.seats],
        "places": row.places,
        "version": room.version,
        "seat": number,
        "at": seat.at if seat else None,
        "undo": undoable(room, seat) if seat else None,
        "view": table.game.view(table.seen_by(number), number) if table else None,
    }
    if row.chosen_seed is not None:
        made["chosen_seed"] = True
    if room.read_only:
        made["read_only"] = True
    return made


def _seat_object(room: Room, seat: SeatRow) -> Json:
    return {
        "seat": seat.seat,
        "name": seat.name,
        "connected": room.is_connected(seat),
        "active": room.must_act(seat),
        "doing": doing(room, seat),
        "left": seat.is_left,
    }


def doing(room: Room, seat: SeatRow) -> str | None:
    """What that seat is at, told by its own state; None in the lobby."""
    table = room.table
    return table.game.doing(table.own[seat.seat], seat.seat) if table else None


def undoable(room: Room, seat: SeatRow) -> int:
    """How many moves that seat can take back."""
    if room.table is None or room.row.status != "playing":
        return 0
    return len(room.table.drafts[seat.seat])


def log_object(room: Room, rows: Sequence[LogRow]) -> Json:
    """The log: it holds only what everybody has seen. What the dice were made from is told at the end."""
    told = room.row.status == "over"
    row = room.row
    return {
        "moves": [_log_entry(entry) for entry in rows],
        "secret": row.secret.hex() if told and row.secret else None,
        "salts": [seat.salt for seat in room.seats] if told else None,
        "seed": row.seed.hex() if told and row.seed else None,
    }


def _log_entry(entry: LogRow) -> Json:
    return {
        "seq": entry.seq,
        "seat": entry.seat,
        "move": entry.move,
        "accepted_at": iso(entry.accepted_at),
        "settled_at": iso(entry.settled_at),
    }


def iso(time: datetime) -> str:
    """ISO 8601 in UTC."""
    return time.astimezone(UTC).isoformat()
