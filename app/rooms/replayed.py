"""What if: a new room that goes on from a moment of a finished game, with the same dice and cards to come.

It is an independent room: its log begins as a copy of the other's. It promises nothing about chance (no commitment), is
played by the rules version of the other, and needs as many players, who sit down by its link as in any room; the order
of sitting says who goes on for whom. `rooms.replayed` says what it is, for good: on its pages, and so that whoever
counts games can leave it out.

A sandbox is such a room in which its maker plays every seat, from the first moment on. Each seat is one as in any room
and has a token of its own; the maker is told all of them. So no key opens more than one seat, there or elsewhere: that
the room is a sandbox only says that who is there is there for every seat, and that nobody else can come or go.

An admin's copy of a game, to look for a fault in it, is a sandbox that may come from a running game and so knows what
its players must not; a copy of the last moment has the unfinished turns as well. It is marked "debug": without the key
of one of its seats there is no such room (`Doors.find`), and what goes on from it is one as well.
"""

from collections.abc import Sequence
from datetime import datetime

from app.rooms.change import draft_row
from app.rooms.door import Doors
from app.rooms.identity import seat_keys, token_hash
from app.rooms.making import new_row, stored
from app.rooms.results import Created, Json, Refused
from app.rooms.room import Room
from app.rooms.scores import played_table
from app.rooms.seating import new_seat
from app.rooms.work import worked
from app.store.records import DraftRow, RoomRow, SeatRow


async def replay(doors: Doors, room: Room, version: int, sandbox: bool = False) -> Created:
    """The new room, which goes on after `version` moves of this one's log; 0: from the start.

    Raises `not_started`, `not_over`, `closed`, `read_only`; `malformed` with the reason `version` for the end of the
    game and beyond; `busy`. Never from a running game: whoever goes on from there learns what is to come.
    """
    played_table(room)
    if not 0 <= version < room.version:
        raise Refused("malformed", "version", {"latest": room.version})
    if room.debug:
        return await copy(doors, room, version)
    return await _made(doors, room, version, {"sandbox": True} if sandbox else {})


async def copy(doors: Doors, room: Room, version: int) -> Created:
    """An admin's copy of any game that has started, after `version` moves of its log; after the last one with drafts.

    Raises as `check_copy`, and `busy`.
    """
    check_copy(room, version)
    drafts = _drafts(room) if version == room.version else []
    return await _made(doors, room, version, {"sandbox": True, "debug": True}, drafts)


def check_copy(room: Room, version: int) -> None:
    """Raise `Refused` where there can be no copy from there.

    `not_started`, `read_only` (the game or its first position is not known any more); `malformed` with the reason
    `version` beyond the log, or beyond where it replays, and for the end of the game.
    """
    if room.row.started_at is None:
        raise Refused("not_started")
    if room.table is None:
        raise Refused("read_only")
    if not 0 <= version <= room.version - room.table.over:
        raise Refused("malformed", "version", {"latest": room.version})


def _drafts(room: Room) -> list[DraftRow]:
    table = room.table
    assert table is not None
    return [draft_row(table.game, position, step) for draft in table.drafts for position, step in enumerate(draft)]


async def _made(doors: Doors, room: Room, version: int, marks: Json, drafts: Sequence[DraftRow] = ()) -> Created:
    """`marks`: none for a room in which others sit down."""
    row, seats, keys = _new_row(doors, room, version, marks), list[SeatRow](), list[str]()
    if marks:
        keys = seat_keys(row.places)
        row = row._replace(status="playing", seed=row.chosen_seed, started_at=row.created_at)  # it waits for nobody
        seats = [_taken(old, key, row.created_at) for old, key in zip(room.seats, keys, strict=True)]
    created = await stored(doors, row, seats, (room.row.id, version), drafts)
    worked.get()("copied", version)
    if not keys:
        return Created(created.code, None, None, None)
    return Created(created.code, None, 0, keys[0], tuple(keys))


def _new_row(doors: Doors, room: Room, version: int, marks: Json) -> RoomRow:
    row = room.row
    told: Json = {"code": row.code, "version": version, "scores": (row.result or {}).get("scores", []), **marks}
    made = new_row(row.game, row.places, row.options, None, row.seed, doors.clock())
    return made._replace(rules=row.rules, replayed=told)


def _taken(old: SeatRow, key: str, now: datetime) -> SeatRow:
    """That seat in a sandbox, by its name of before."""
    return new_seat(old.seat, old.name, token_hash(key), "", now)
