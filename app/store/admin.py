"""The admin's sessions and the audit log. What is done is stored together with its line in the log, or not at all."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from app.store.records import Entry as Entry
from app.store.store import Store


class SessionRow(NamedTuple):
    """A row of `admin_sessions`, without its keys."""

    id: int
    place: str
    browser: str
    created_at: datetime
    used_at: datetime


_SESSION = ", ".join(SessionRow._fields)
_ENTRY = ", ".join(Entry._fields)
_NOTE = f"INSERT INTO audit ({_ENTRY}) VALUES ($1, $2, $3, $4, $5, $6)"  # noqa: S608  names of our own


async def note(store: Store, entry: Entry) -> None:
    """Add a line to the audit log."""
    await store.pool.execute(_NOTE, *entry)


async def entries(store: Store, before: int | None, most: int) -> list[tuple[int, Entry]]:
    """Lines of the audit log with their ids, newest first; `before`: those with a smaller id."""
    rows = await store.pool.fetch(
        f"SELECT id, {_ENTRY} FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2",  # noqa: S608
        before if before is not None else 2**63 - 1,
        most,
    )
    return [(row[0], Entry(*row[1:])) for row in rows]


async def entries_of(store: Store, room_code: str, kinds: Sequence[str], most: int) -> list[Entry]:
    """The last lines of these kinds about that room, newest first."""
    rows = await store.pool.fetch(
        f"SELECT {_ENTRY} FROM audit WHERE room_code = $1 AND kind = ANY($2::text[]) ORDER BY id DESC LIMIT $3",  # noqa: S608
        *(room_code, kinds, most),
    )
    return [Entry(*row) for row in rows]


async def done_by(store: Store, session_id: int, kind: str, ticket: str, room_code: str | None) -> Entry | None:
    """The last line of that kind in that session with this `ticket` in its detail, about that room or about none."""
    about = "room_code = $4" if room_code else "room_code IS NULL AND $4::text IS NULL"  # the first goes by an index
    row = await store.pool.fetchrow(
        f"SELECT {_ENTRY} FROM audit WHERE session_id = $1 AND kind = $2 AND detail ->> 'ticket' = $3 AND {about} "  # noqa: S608
        "ORDER BY id DESC LIMIT 1",
        *(session_id, kind, ticket, room_code),
    )
    return None if row is None else Entry(*row)


async def open_session(store: Store, token_hash: bytes, password: bytes, browser: str, entry: Entry) -> int:
    """A new session of that moment and place; `entry` gets its id. The id."""
    async with store.pool.acquire() as connection, connection.transaction():
        session_id: int = await connection.fetchval(
            "INSERT INTO admin_sessions (token_hash, password, place, browser, created_at, used_at) "
            "VALUES ($1, $2, $3, $4, $5, $5) RETURNING id",
            *(token_hash, password, entry.place, browser, entry.at),
        )
        await connection.execute(_NOTE, *entry._replace(session_id=session_id))
    return session_id


async def session(store: Store, token_hash: bytes, password: bytes) -> SessionRow | None:
    """The session that this token opens, if it was opened with that password.

    By an index: see `read.is_token` on what its time tells.
    """
    row = await store.pool.fetchrow(
        f"SELECT {_SESSION} FROM admin_sessions WHERE token_hash = $1 AND password = $2",  # noqa: S608
        token_hash,
        password,
    )
    return None if row is None else SessionRow(*row)


async def sessions(store: Store, password: bytes) -> list[SessionRow]:
    """All sessions that were opened with that password, the one that was used last first."""
    rows = await store.pool.fetch(
        f"SELECT {_SESSION} FROM admin_sessions WHERE password = $1 ORDER BY used_at DESC, id DESC",  # noqa: S608
        password,
    )
    return [SessionRow(*row) for row in rows]


async def use(store: Store, session_id: int, now: datetime) -> None:
    """The session is in use."""
    await store.pool.execute("UPDATE admin_sessions SET used_at = $2 WHERE id = $1", session_id, now)


async def end(store: Store, session_id: int | None, entry: Entry) -> None:
    """End this session, or without an id all of them; nothing is noted where there is none any more."""
    async with store.pool.acquire() as connection, connection.transaction():
        gone = await connection.fetch(
            "DELETE FROM admin_sessions WHERE $1::bigint IS NULL OR id = $1 RETURNING id", session_id
        )
        if gone:
            await connection.execute(_NOTE, *entry)


async def forget(store: Store, password: bytes, created_before: datetime, used_before: datetime) -> None:
    """Take away the sessions that are too old, and those of other passwords."""
    await store.pool.execute(
        "DELETE FROM admin_sessions WHERE password <> $1 OR created_at < $2 OR used_at < $3",
        *(password, created_before, used_before),
    )
