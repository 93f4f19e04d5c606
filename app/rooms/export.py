"""A finished game as one JSON object, for whoever wants to keep it, read it with a program, check it, or look at it
again elsewhere (importing.py).

It holds all that the game was made from and all that happened, and no key of a seat. Keys may be added within a
version; a change that a reader of an older one would get wrong raises it.
"""

from collections.abc import Sequence

from app.rooms.objects import iso, told_look
from app.rooms.results import Json
from app.rooms.room import Room
from app.store.records import LogRow

FORMAT = "machi-game"
VERSION = 1


def export_object(room: Room, rows: Sequence[LogRow]) -> Json:
    """`room` is over; `rows`: its whole log."""
    row = room.row
    assert row.status == "over", "secrets are told at the end"
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": row.game,
        "rules": row.rules,
        "options": row.options,
        "seats": [{"name": seat.name, "salt": seat.salt} for seat in room.seats],
        "secret": row.secret.hex() if row.secret else None,
        "commitment": row.commitment,
        "seed": row.seed.hex() if row.seed else None,
        "chosen_seed": row.chosen_seed is not None,
        "replayed": row.replayed,
        "started_at": iso(row.started_at) if row.started_at else None,
        "finished_at": iso(row.finished_at) if row.finished_at else None,
        "moves": [_move(entry) for entry in rows],
        "result": row.result,
    } | told_look(row)


def _move(entry: LogRow) -> Json:
    """`program`: it was made for a seat that had been left."""
    made: Json = {"seat": entry.seat, "move": entry.move, "program": entry.program}
    return made | {"accepted_at": iso(entry.accepted_at), "settled_at": iso(entry.settled_at)}
