"""Changing rooms. The hot path: one statement, one round trip, raw asyncpg, for as many rooms as change at a time.

Each part is a data-modifying CTE that reads `door`, which has not the rooms that have moved on: there nothing happens.
A statement outside a transaction block is its own transaction, so the parts are stored together or not at all, and
the wake-up goes out with the commit, or after it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from app.store.carrier import Carrier
from app.store.folding import folded
from app.store.records import DraftRow, Event, LogRow, RoomRow, SeatRow, Write

WAKEUP = "door.id || ' ' || door.rev"

_FRAME = {
    "at": "int",
    "last_frame": "json",
    "is_left": "bool",
    "cut": "int",
    "votes": "smallint",
    "seen_at": "timestamptz",
}
_IDENTITY = {"seat": "smallint", "name": "text", "folded": "text", "token_hash": "bytea"}
_SEAT = {**_IDENTITY, "salt": "text", "sat_at": "timestamptz", **_FRAME}
_MOVE = {"move": "json", "program": "bool", "accepted_at": "timestamptz"}
_DRAFT = {"seat": "smallint", "position": "int", **_MOVE}
_LOG = {"seq": "int", "seat": "smallint", **_MOVE, "settled_at": "timestamptz"}
_AUDIT = {"kind": "text", "at": "timestamptz", "session_id": "bigint", "place": "text", "room_code": "text"}
_AUDIT |= {"detail": "json"}
_EVENT = {"at": "timestamptz", "kind": "text", "seat": "smallint", "detail": "json"}


@dataclass(frozen=True, slots=True)
class Written:
    """What the database added: the id of a new seat's row, where there is one."""

    seat_id: int | None


Rows = Sequence[tuple[int, Any]]  # each with the id of its room


class _Statement:
    """Parts of one statement and the values of its parameters. Rows come with the room that they belong to."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self.parts: list[str] = []

    def value(self, value: object, kind: str) -> str:
        self.values.append(value)
        return f"${len(self.values)}::{kind}"

    def rows(self, rows: Rows, columns: dict[str, str]) -> str:
        """`door`, joined with a table `v` of these attributes of the rows."""
        arrays = [self.value([room_id for room_id, _ in rows], "bigint[]")]
        arrays += [self.value([_plain(row, name) for _, row in rows], f"{kind}[]") for name, kind in columns.items()]
        return f"door JOIN unnest({', '.join(arrays)}) AS v(room_id, {', '.join(columns)}) ON door.id = v.room_id"

    def insert(self, table: str, rows: Rows, columns: dict[str, str], after: str = "") -> None:
        names = ", ".join(columns)
        values = ", ".join(f"v.{name}" for name in columns)
        self.parts.append(
            f"new_{table} AS (INSERT INTO {table} (room_id, {names}) "  # noqa: S608  names of our own
            f"SELECT door.id, {values} FROM {self.rows(rows, columns)} {after})"
        )


def _plain(row: Any, name: str) -> object:
    if name == "folded":
        return folded(row.name)
    value = getattr(row, name)
    return sum(1 << seat for seat in value) if name == "votes" else value


async def write(pool: Any, carrier: Carrier, changes: Sequence[Write]) -> dict[int, Written]:
    """Make these changes, of different rooms, in one transaction; those that were made by room.

    One is left out when its room is no longer at its `rev`, and, if there are several, when somebody else holds it.
    Changes that are not `plain` come alone. Raises one of `UNREACHABLE`; then they may have been made or not. Raises
    anything else: then none was made.
    """
    statement = _Statement()
    _doors(statement, changes)
    _seats(statement, changes)
    _drafts(statement, changes)
    for table, columns in (("log", _LOG), ("events", _EVENT)):
        rows = _rows(changes, table)
        if rows:
            statement.insert(table, rows, columns)
    if entry := changes[0].audit:
        said = ", ".join(statement.value(getattr(entry, name), kind) for name, kind in _AUDIT.items())
        statement.parts.append(f"noted AS (INSERT INTO audit ({', '.join(_AUDIT)}) SELECT {said} FROM door)")  # noqa: S608
    sat = "(SELECT id FROM new_seats)" if changes[0].sat else "NULL::bigint"
    made = await pool.fetch(
        f"WITH {', '.join(statement.parts)} "  # noqa: S608
        f"SELECT id, {sat}, {carrier.column(WAKEUP)} FROM door",
        *statement.values,
    )
    carrier.committed(row[2] for row in made)
    return {row[0]: Written(row[1]) for row in made}


def _rows(changes: Sequence[Write], name: str) -> Rows:
    return [(change.room_id, row) for change in changes for row in getattr(change, name)]


def _doors(statement: _Statement, changes: Sequence[Write]) -> None:
    """`door`: the rooms that are still as they were, each now held until the commit.

    Several wait for nobody: a room that somebody else holds is left out. What refers to rooms (events) may go on.
    """
    if len(changes) > 1:
        rooms = statement.value([change.room_id for change in changes], "bigint[]")
        revs = statement.value([change.rev for change in changes], "bigint[]")
        statement.parts.append(
            f"held AS (SELECT r.id FROM rooms r JOIN unnest({rooms}, {revs}) AS v(id, rev) "  # noqa: S608
            "ON r.id = v.id AND r.rev = v.rev FOR NO KEY UPDATE OF r SKIP LOCKED), "
            "door AS (UPDATE rooms r SET rev = r.rev + 1 FROM held WHERE r.id = held.id RETURNING r.id, r.rev)"
        )
        return
    kinds = {"places": "smallint", "rules": "int", "seed": "bytea", "result": "json", "looked": "json"}
    kinds |= {"started_at": "timestamptz", "finished_at": "timestamptz"}
    (change,) = changes
    where = f"id = {statement.value(change.room_id, 'bigint')} AND rev = {statement.value(change.rev, 'bigint')}"
    sets = [f", {name} = {statement.value(value, kinds.get(name, 'text'))}" for name, value in change.room.items()]
    statement.parts.append(f"door AS (UPDATE rooms SET rev = rev + 1{''.join(sets)} WHERE {where} RETURNING id, rev)")  # noqa: S608


def _seats(statement: _Statement, changes: Sequence[Write]) -> None:
    for part, columns in (("seats", _FRAME), ("renamed", _IDENTITY | _FRAME)):
        if rows := _rows(changes, part):
            sets = [f"{name} = v.{name}" for name in columns if name != "seen_at"]
            # Connections raise seen_at past the door: never lower it.
            sets.append("seen_at = greatest(s.seen_at, v.seen_at)")
            statement.parts.append(
                f"{part}_now AS (UPDATE seats s SET {', '.join(sets)} "  # noqa: S608
                f"FROM {statement.rows(rows, {'id': 'bigint', **columns})} WHERE s.id = v.id)"
            )
    change = changes[0]
    if change.sat:
        statement.insert("seats", [(change.room_id, change.sat)], _SEAT, "RETURNING id")
    if change.gone:
        gone = statement.value(change.gone, "bigint[]")
        statement.parts.append(f"gone AS (DELETE FROM seats USING door WHERE seats.id = ANY({gone}))")  # noqa: S608


def _drafts(statement: _Statement, changes: Sequence[Write]) -> None:
    if cuts := _rows(changes, "draft_lengths"):
        shorter = statement.rows(cuts, {"seat": "smallint", "length": "int"})
        statement.parts.append(
            f"cut AS (DELETE FROM drafts d USING {shorter} "  # noqa: S608
            "WHERE d.room_id = door.id AND d.seat = v.seat AND d.position >= v.length)"
        )
    if drafts := _rows(changes, "drafts"):
        replace = ", ".join(f"{name} = excluded.{name}" for name in _MOVE)
        statement.insert("drafts", drafts, _DRAFT, f"ON CONFLICT (room_id, seat, position) DO UPDATE SET {replace}")


class CopyLost(Exception):
    """The room whose log was to be copied was deleted meanwhile."""


async def create(
    pool: Any,
    room: RoomRow,
    seats: Sequence[SeatRow],
    event: Event,
    copied: tuple[int, int] | None = None,
    log: Sequence[LogRow] = (),
    drafts: Sequence[DraftRow] = (),
) -> bool:
    """Store a new room, its first seats and the event. False if another room has its code, or is made of the same file.

    `copied`: the id of a room whose log, up to that many moves, is the new one's log, byte for byte. `log`,
    `drafts`: its own. Raises `CopyLost`.
    """
    columns = [name for name in RoomRow._fields if name not in ("id", "rev", "presence")]
    values = [getattr(room, name) for name in columns]
    slots = ", ".join(f"${n}" for n in range(1, len(columns) + 1))
    async with pool.acquire() as connection, connection.transaction():
        room_id = await connection.fetchval(
            f"INSERT INTO rooms ({', '.join(columns)}) VALUES ({slots}) ON CONFLICT DO NOTHING RETURNING id",  # noqa: S608
            *values,
        )
        if room_id is None:
            return await _is_same(connection, room)
        await _insert(connection, "seats", _SEAT, room_id, seats)
        await _insert(connection, "log", _LOG, room_id, log)
        await _insert(connection, "drafts", _DRAFT, room_id, drafts)
        if copied:
            rows = ", ".join(_LOG)
            done = await connection.execute(
                f"INSERT INTO log (room_id, {rows}) SELECT $1, {rows} FROM log WHERE room_id = $2 AND seq < $3",  # noqa: S608
                room_id,
                *copied,
            )
            if done != f"INSERT 0 {copied[1]}":
                raise CopyLost
        await add_events(connection, [(room_id, event)])
    return True


async def _insert(connection: Any, table: str, columns: Iterable[str], room_id: int, rows: Sequence[Any]) -> None:
    names = list(columns)
    slots = ", ".join(f"${n}" for n in range(2, len(names) + 2))
    await connection.executemany(
        f"INSERT INTO {table} (room_id, {', '.join(names)}) VALUES ($1, {slots})",  # noqa: S608  names of our own
        [(room_id, *(_plain(row, name) for name in names)) for row in rows],
    )


async def delete_empty(pool: Any, code: str) -> None:
    """Delete a room in which nobody has sat down."""
    await pool.execute(
        "DELETE FROM rooms WHERE code = $1 AND NOT EXISTS (SELECT FROM seats WHERE room_id = rooms.id)", code
    )


async def _is_same(connection: Any, room: RoomRow) -> bool:
    """Was this very room stored by a try whose answer was lost?"""
    created_at = await connection.fetchval("SELECT created_at FROM rooms WHERE code = $1", room.code)
    return bool(created_at == room.created_at)


async def add_events(connection: Any, events: Sequence[tuple[int, Event]]) -> None:
    """Append events of several rooms, of those that are still there. `connection`: of asyncpg, or its pool."""
    await connection.executemany(
        "INSERT INTO events (room_id, at, kind, seat, detail) "
        "SELECT id, $2, $3, $4, $5 FROM rooms WHERE id = $1 FOR KEY SHARE",
        [(room_id, event.at, event.kind, event.seat, event.detail) for room_id, event in events],
    )
