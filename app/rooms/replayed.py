"""What if: a new room that goes on from a moment of a finished game, with the same dice and cards to come.

It is an independent room: its log begins as a copy of the other's. It promises nothing about chance (no commitment), is
played by the rules version of the other, and needs as many players, who sit down by its link as in any room; the order
of sitting says who goes on for whom. `rooms.replayed` says what it is, for good: on its pages, and so that whoever
counts games can leave it out.

A sandbox is such a room in which its maker plays every seat, from the first moment on. Each seat is one as in any room
and has a token of its own; the maker is told all of them. So no key opens more than one seat, there or elsewhere: that
the room is a sandbox only says that who is there is there for every seat, and that nobody else can come or go.
"""

from datetime import datetime

from app.rooms.door import Doors
from app.rooms.identity import seat_keys, token_hash
from app.rooms.making import new_row, stored
from app.rooms.results import Created, Json, Refused
from app.rooms.room import Room
from app.rooms.scores import played_table
from app.rooms.seating import new_seat
from app.rooms.work import worked
from app.store.records import RoomRow, SeatRow


async def replay(doors: Doors, room: Room, version: int, sandbox: bool = False) -> Created:
    """The new room, which goes on after `version` moves of this one's log; 0: from the start.

    Raises `not_started`, `not_over`, `closed`, `read_only`; `malformed` with the reason `version` for the end of the
    game and beyond; `busy`. Never from a running game: whoever goes on from there learns what is to come.
    """
    played_table(room)
    if not 0 <= version < room.version:
        raise Refused("malformed", "version", {"latest": room.version})
    row, seats, keys = _new_row(doors, room, version), list[SeatRow](), list[str]()
    if sandbox:
        keys = seat_keys(row.places)
        row, seats = (
            _started(row),
            [_taken(old, key, row.created_at) for old, key in zip(room.seats, keys, strict=True)],
        )
    created = await stored(doors, row, seats, (room.row.id, version))
    worked.get()("copied", version)
    if not keys:
        return Created(created.code, None, None, None)
    return Created(created.code, None, 0, keys[0], tuple(keys))


def _new_row(doors: Doors, room: Room, version: int) -> RoomRow:
    row = room.row
    told: Json = {"code": row.code, "version": version, "scores": (row.result or {}).get("scores", [])}
    made = new_row(row.game, row.places, row.options, None, row.seed, doors.clock())
    return made._replace(rules=row.rules, replayed=told)


def _started(row: RoomRow) -> RoomRow:
    """The row as that of a sandbox, which waits for nobody."""
    told: Json = {**(row.replayed or {}), "sandbox": True}
    return row._replace(replayed=told, status="playing", seed=row.chosen_seed, started_at=row.created_at)


def _taken(old: SeatRow, key: str, now: datetime) -> SeatRow:
    """That seat in a sandbox, by its name of before."""
    return new_seat(old.seat, old.name, token_hash(key), "", now)
