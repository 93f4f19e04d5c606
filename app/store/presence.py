"""Who is connected, over all processes: a row a process and seat, and a heartbeat a process.

A process that has not beaten for `LIFE` is dead: the others take its rows away. Every statement locks a room before
its seats, as changes of rooms do, so that none waits for another in a ring.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.store.store import Store

LIFE = 10  # seconds
_WAKEUP = "id || ' p' || presence"

ALIVE = "SELECT EXISTS (SELECT FROM processes WHERE alive_at > now() - make_interval(secs => $1))"

_CONNECT = """
WITH door AS (UPDATE rooms SET presence = presence + 1 WHERE id = $1 RETURNING id, presence),
  here AS (INSERT INTO connections (process_id, seat_id)
    SELECT $2::uuid, seats.id FROM door JOIN seats ON room_id = door.id WHERE seats.id = $3 ON CONFLICT DO NOTHING)"""

_DISCONNECT = """
WITH door AS (UPDATE rooms SET presence = presence + 1 WHERE id = $1 RETURNING id, presence),
  gone AS (DELETE FROM connections USING door WHERE process_id = $2::uuid AND seat_id = $3),
  seen AS (UPDATE seats SET seen_at = greatest(seen_at, $4) FROM door WHERE seats.id = $3)"""

_RETIRE = """
WITH gone AS (DELETE FROM connections WHERE process_id = ANY($1::uuid[]) RETURNING seat_id),
  held AS (SELECT id FROM rooms WHERE id IN (SELECT room_id FROM gone JOIN seats ON seats.id = seat_id)
    ORDER BY id FOR NO KEY UPDATE),
  door AS (UPDATE rooms SET presence = presence + 1 FROM held WHERE rooms.id = held.id
    RETURNING rooms.id, presence),
  seen AS (UPDATE seats SET seen_at = greatest(seen_at, $2)
    FROM door, gone WHERE seats.room_id = door.id AND seats.id = gone.seat_id)"""


async def connect(store: Store, process: UUID, room_id: int, seat_id: int) -> None:
    """The seat has a connection in this process."""
    _tell(store, await store.pool.fetch(_telling(store, _CONNECT), room_id, process, seat_id))


async def disconnect(store: Store, process: UUID, room_id: int, seat_id: int, now: datetime) -> None:
    """The seat has no connection in this process any more; it was last seen now."""
    _tell(store, await store.pool.fetch(_telling(store, _DISCONNECT), room_id, process, seat_id, now))


async def beat(store: Store, process: UUID, started_at: datetime) -> bool:
    """This process lives. False if the others did not know, or no longer: its connections must be told again."""
    known = await store.pool.fetchval(
        "INSERT INTO processes (id, started_at, alive_at) VALUES ($1, $2, now()) "
        "ON CONFLICT (id) DO UPDATE SET alive_at = now() RETURNING xmax <> 0",
        process,
        started_at,
    )
    return bool(known)


async def bury(store: Store, process: UUID, now: datetime) -> None:
    """Take away what dead processes left. Their seats count as seen now: a restart makes nobody's absence longer.

    `process`: the one that asks. It lives, however long ago its last beat is: it may have stood still since.
    """
    async with store.pool.acquire() as connection, connection.transaction():
        rows = await connection.fetch(
            "SELECT id FROM processes WHERE alive_at < now() - make_interval(secs => $1) AND id <> $2 "
            "FOR UPDATE SKIP LOCKED",
            LIFE,
            process,
        )
        told = await _retire(store, connection, [row["id"] for row in rows], now) if rows else []
    _tell(store, told)


async def end(store: Store, process: UUID, now: datetime) -> None:
    """This process ends, and with it its connections."""
    async with store.pool.acquire() as connection, connection.transaction():
        told = await _retire(store, connection, [process], now)
    _tell(store, told)


async def up_since(store: Store) -> datetime | None:
    """Since when there has been a process to connect to, as far as the living ones know."""
    started: datetime | None = await store.pool.fetchval("SELECT min(started_at) FROM processes")
    return started


async def _retire(store: Store, connection: Any, processes: Sequence[UUID], now: datetime) -> Sequence[Any]:
    """What is to be told after the commit."""
    told: Sequence[Any] = await connection.fetch(_telling(store, _RETIRE), processes, now)
    await connection.execute("DELETE FROM processes WHERE id = ANY($1::uuid[])", processes)
    return told


def _telling(store: Store, statement: str) -> str:
    """The statement, so that it wakes other processes when it is committed."""
    return f"{statement} SELECT {store.carrier.column(_WAKEUP)} FROM door"  # noqa: S608  constants of our own


def _tell(store: Store, rows: Sequence[Any]) -> None:
    store.carrier.committed(row[0] for row in rows)
