"""Changing rooms. The hot path: one statement, one round trip, raw asyncpg.

Each part is a data-modifying CTE that reads `door`, which is empty when the room has moved on: then nothing happens.
A statement outside a transaction block is its own transaction, so the parts are stored together or not at all, and
the wake-up goes out with the commit, or after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.store.records import Event, RoomRow, SeatRow, Write
from app.store.store import Store

_WAKEUP = "door.id || ' ' || door.rev"

_FRAME = {
    "at": "int",
    "last_frame": "json",
    "is_left": "bool",
    "cut": "int",
    "votes": "smallint",
    "seen_at": "timestamptz",
}
_IDENTITY = {"seat": "smallint", "name": "text", "token_hash": "bytea"}
_SEAT = {**_IDENTITY, "salt": "text", "sat_at": "timestamptz", **_FRAME}
_MOVE = {"move": "json", "program": "bool", "accepted_at": "timestamptz"}
_DRAFT = {"seat": "smallint", "position": "int", **_MOVE}
_LOG = {"seq": "int", "seat": "smallint", **_MOVE, "settled_at": "timestamptz"}
_EVENT = {"at": "timestamptz", "kind": "text", "seat": "smallint", "detail": "json"}


@dataclass(frozen=True, slots=True)
class Written:
    """What the database added: the id of a new seat's row, where there is one."""

    seat_id: int | None


class _Statement:
    """Parts of one statement and the values of its parameters."""

    def __init__(self, *values: object) -> None:
        self.values = list(values)
        self.parts: list[str] = []

    def value(self, value: object, kind: str) -> str:
        self.values.append(value)
        return f"${len(self.values)}::{kind}"

    def rows(self, rows: Sequence[object], columns: dict[str, str]) -> str:
        """A table `v` of these attributes of the rows."""
        arrays = [self.value([_plain(row, name) for row in rows], f"{kind}[]") for name, kind in columns.items()]
        return f"unnest({', '.join(arrays)}) AS v({', '.join(columns)})"

    def insert(self, table: str, rows: Sequence[object], columns: dict[str, str], after: str = "") -> None:
        names = ", ".join(columns)
        values = ", ".join(f"v.{name}" for name in columns)
        self.parts.append(
            f"new_{table} AS (INSERT INTO {table} (room_id, {names}) "  # noqa: S608  names of our own
            f"SELECT door.id, {values} FROM door, {self.rows(rows, columns)} {after})"
        )


def _plain(row: object, name: str) -> object:
    value = getattr(row, name)
    return sum(1 << seat for seat in value) if name == "votes" else value


async def write(store: Store, change: Write) -> Written | None:
    """Make the change, or return None if the room is no longer at `change.rev`.

    Raises one of `UNREACHABLE`; then it may have been made or not.
    """
    statement = _Statement(change.room_id, change.rev)
    _door(statement, change.room)
    _seats(statement, change)
    _drafts(statement, change)
    if change.log:
        statement.insert("log", change.log, _LOG)
    if change.events:
        statement.insert("events", change.events, _EVENT)
    sat = "(SELECT id FROM new_seats)" if change.sat else "NULL::bigint"
    row = await store.pool.fetchrow(
        f"WITH {', '.join(statement.parts)} "  # noqa: S608
        f"SELECT {sat}, {store.carrier.column(_WAKEUP)} FROM door",
        *statement.values,
    )
    if row is None:
        return None
    store.carrier.committed([row[1]])
    return Written(row[0])


def _door(statement: _Statement, columns: dict[str, object]) -> None:
    kinds = {"places": "smallint", "rules": "int", "seed": "bytea", "result": "json"}
    kinds |= {"started_at": "timestamptz", "finished_at": "timestamptz"}
    sets = [f", {name} = {statement.value(value, kinds.get(name, 'text'))}" for name, value in columns.items()]
    statement.parts.append(
        f"door AS (UPDATE rooms SET rev = rev + 1{''.join(sets)} "  # noqa: S608
        "WHERE id = $1::bigint AND rev = $2::bigint RETURNING id, rev)"
    )


def _seats(statement: _Statement, change: Write) -> None:
    for part, rows, columns in (("played", change.seats, _FRAME), ("renamed", change.renamed, _IDENTITY | _FRAME)):
        if rows:
            sets = [f"{name} = v.{name}" for name in columns if name != "seen_at"]
            # Connections raise seen_at past the door: never lower it.
            sets.append("seen_at = greatest(s.seen_at, v.seen_at)")
            statement.parts.append(
                f"{part} AS (UPDATE seats s SET {', '.join(sets)} "  # noqa: S608
                f"FROM door, {statement.rows(rows, {'id': 'bigint', **columns})} WHERE s.id = v.id)"
            )
    if change.sat:
        statement.insert("seats", [change.sat], _SEAT, "RETURNING id")
    if change.gone:
        gone = statement.value(change.gone, "bigint[]")
        statement.parts.append(f"gone AS (DELETE FROM seats USING door WHERE seats.id = ANY({gone}))")  # noqa: S608


def _drafts(statement: _Statement, change: Write) -> None:
    if change.draft_lengths:
        seats = statement.value([seat for seat, _ in change.draft_lengths], "smallint[]")
        lengths = statement.value([length for _, length in change.draft_lengths], "int[]")
        statement.parts.append(
            f"cut AS (DELETE FROM drafts d USING door, unnest({seats}, {lengths}) AS v(seat, length) "  # noqa: S608
            "WHERE d.room_id = door.id AND d.seat = v.seat AND d.position >= v.length)"
        )
    if change.drafts:
        replace = ", ".join(f"{name} = excluded.{name}" for name in _MOVE)
        statement.insert(
            "drafts", change.drafts, _DRAFT, f"ON CONFLICT (room_id, seat, position) DO UPDATE SET {replace}"
        )


async def create(store: Store, room: RoomRow, seat: SeatRow | None, event: Event) -> bool:
    """Store a new room, its maker's seat and the event. False if its code is taken by another room."""
    columns = [name for name in RoomRow.__slots__ if name not in ("id", "rev", "presence")]
    values = [getattr(room, name) for name in columns]
    slots = ", ".join(f"${n}" for n in range(1, len(columns) + 1))
    async with store.pool.acquire() as connection, connection.transaction():
        room_id = await connection.fetchval(
            f"INSERT INTO rooms ({', '.join(columns)}) VALUES ({slots}) ON CONFLICT (code) DO NOTHING RETURNING id",  # noqa: S608
            *values,
        )
        if room_id is None:
            return await _is_same(connection, room)
        if seat:
            names = list(_SEAT)
            slots = ", ".join(f"${n}" for n in range(2, len(names) + 2))
            await connection.execute(
                f"INSERT INTO seats (room_id, {', '.join(names)}) VALUES ($1, {slots})",  # noqa: S608
                room_id,
                *(_plain(seat, name) for name in names),
            )
        await add_events(connection, [(room_id, event)])
    return True


async def delete_empty(store: Store, code: str) -> None:
    """Delete a room in which nobody has sat down."""
    await store.pool.execute(
        "DELETE FROM rooms WHERE code = $1 AND NOT EXISTS (SELECT FROM seats WHERE room_id = rooms.id)", code
    )


async def _is_same(connection: Any, room: RoomRow) -> bool:
    """Was this very room stored by a try whose answer was lost?"""
    created_at = await connection.fetchval("SELECT created_at FROM rooms WHERE code = $1", room.code)
    return bool(created_at == room.created_at)


async def add_events(connection: Any, events: Sequence[tuple[int, Event]]) -> None:
    """Append events of several rooms. `connection`: of asyncpg, or its pool."""
    await connection.executemany(
        "INSERT INTO events (room_id, at, kind, seat, detail) VALUES ($1, $2, $3, $4, $5)",
        [(room_id, event.at, event.kind, event.seat, event.detail) for room_id, event in events],
    )
