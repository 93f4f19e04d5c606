"""What if: a new room that goes on from a moment of a finished game, with the same dice and cards to come.

It is an independent room: its log begins as a copy of the other's. It promises nothing about chance (no commitment), is
played by the rules version of the other, and needs as many players, who sit down by its link as in any room; the order
of sitting says who goes on for whom. `rooms.replayed` says what it is, for good: on its pages, and so that whoever
counts games can leave it out.
"""

from app.rooms.door import Doors
from app.rooms.making import new_row, stored
from app.rooms.results import Created, Json, Refused
from app.rooms.room import Room
from app.rooms.scores import played_table
from app.rooms.work import worked


async def replay(doors: Doors, room: Room, version: int) -> Created:
    """The new room, which goes on after `version` moves of this one's log; 0: from the start.

    Raises `not_started`, `not_over`, `closed`, `read_only`; `malformed` with the reason `version` for the end of the
    game and beyond; `busy`. Never from a running game: whoever goes on from there learns what is to come.
    """
    played_table(room)
    if not 0 <= version < room.version:
        raise Refused("malformed", "version", {"latest": room.version})
    row = room.row
    told: Json = {"code": row.code, "version": version, "scores": (row.result or {}).get("scores", [])}
    made = new_row(row.game, row.places, row.options, None, row.seed, doors.clock())
    made = made._replace(rules=row.rules, replayed=told)
    created = await stored(doors, made, copied=(row.id, version))
    worked.get()("copied", version)
    return Created(created.code, None, None, None)
