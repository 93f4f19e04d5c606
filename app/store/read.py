"""Reading rooms: each call is one statement, so it sees one moment."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from app.store.records import DraftRow, LogRow, RoomRecord, RoomRow, SeatRow
from app.store.store import Store

_ROOM = ", ".join(RoomRow._fields)
_SEAT = ", ".join(SeatRow._fields)
_DRAFT = ", ".join(DraftRow._fields)
_LOG = ", ".join(LogRow._fields)

_READ = f"""
SELECT {_ROOM},
  ARRAY(SELECT ROW({_SEAT}) FROM seats WHERE room_id = r.id ORDER BY id) AS all_seats,
  ARRAY(SELECT ROW({_LOG}) FROM log WHERE room_id = r.id AND seq >= asked.log_from ORDER BY seq) AS all_log,
  ARRAY(SELECT ROW({_DRAFT}) FROM drafts WHERE room_id = r.id ORDER BY seat, position) AS all_drafts,
  ARRAY(SELECT DISTINCT seat_id FROM connections JOIN seats s ON s.id = seat_id WHERE s.room_id = r.id) AS here
FROM rooms r
"""  # noqa: S608  column names of our own
_BY_CODE = _READ + "CROSS JOIN (SELECT 0) AS asked(log_from) WHERE r.code = $1"
_BY_ID = _READ + "JOIN unnest($1::bigint[], $2::int[]) AS asked(wanted, log_from) ON wanted = r.id"


async def room_by_code(store: Store, code: str) -> RoomRecord | None:
    """The room with its whole log, or None."""
    row = await store.pool.fetchrow(_BY_CODE, code)
    return None if row is None else _record(row)


async def room_by_id(store: Store, room_id: int, log_from: int = 0) -> RoomRecord | None:
    """The room with its log from that `seq` on, or None."""
    return (await rooms_by_id(store, {room_id: log_from})).get(room_id)


async def rooms_by_id(store: Store, log_from: Mapping[int, int]) -> dict[int, RoomRecord]:
    """Those rooms that there are, each with its log from the `seq` on that is asked for."""
    rows = await store.pool.fetch(_BY_ID, [*log_from], [*log_from.values()])
    records = [_record(row) for row in rows]
    return {record.room.id: record for record in records}


async def revisions(store: Store, room_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """For each room `(rev, presence)`: what tells that a copy is out of date."""
    rows = await store.pool.fetch("SELECT id, rev, presence FROM rooms WHERE id = ANY($1::bigint[])", room_ids)
    return {row["id"]: (row["rev"], row["presence"]) for row in rows}


async def is_token(store: Store, token_hash: bytes) -> bool:
    """Is there a seat, in any room, with this token?

    By an index, whose time may depend on how much of the hash agrees: that tells nothing about a token, for nobody can
    choose one by the beginning of its SHA-256, nor guess at 128 random bits.
    """
    return bool(await store.pool.fetchval("SELECT EXISTS (SELECT FROM seats WHERE token_hash = $1)", token_hash))


async def code_of_import(store: Store, digest: bytes) -> str | None:
    """The code of the room that was made of the file with this digest."""
    code: str | None = await store.pool.fetchval("SELECT code FROM rooms WHERE imported = $1", digest)
    return code


async def log_rows(store: Store, room_id: int) -> list[LogRow]:
    """The room's whole log."""
    rows = await store.pool.fetch(f"SELECT {_LOG} FROM log WHERE room_id = $1 ORDER BY seq", room_id)  # noqa: S608
    return [LogRow(*row) for row in rows]


async def count_rooms(store: Store) -> int:
    """How many rooms there are."""
    return int(await store.pool.fetchval("SELECT count(*) FROM rooms"))


async def every_room(store: Store, batch: int = 1000) -> AsyncIterator[RoomRecord]:
    """Every room, oldest first; one at a time is read, and ids by the batch."""
    last = 0
    query = "SELECT id FROM rooms WHERE id > $1 ORDER BY id LIMIT $2"
    while rows := await store.pool.fetch(query, last, batch):
        for row in rows:
            record = await room_by_id(store, row["id"])
            if record is not None:
                yield record
        last = rows[-1]["id"]


def _record(row: Any) -> RoomRecord:
    *columns, seats, log, drafts, here = row
    return RoomRecord(
        RoomRow(*columns),
        tuple(_seat(seat) for seat in seats),
        tuple(LogRow(*entry) for entry in log),
        tuple(DraftRow(*draft) for draft in drafts),
        frozenset(here),
    )


_VOTES = SeatRow._fields.index("votes")


def _seat(row: Any) -> SeatRow:
    values = list(row)
    votes = values[_VOTES]
    values[_VOTES] = tuple(seat for seat in range(15) if votes >> seat & 1) if votes else ()
    return SeatRow(*values)
