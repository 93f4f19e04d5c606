"""Old rooms: found by their state and by when anything last happened in them, and deleted a few at a time."""

from collections.abc import AsyncGenerator, Sequence
from datetime import datetime
from typing import NamedTuple

from app.store.store import Store
from app.store.write import WAKEUP

AT_ONCE = 50  # rooms in one transaction, with the thousands of rows that they may have


IDLE = ("lobby", "over", "closed")
"""The states in which no game is on."""


class Old(NamedTuple):
    """Rooms in these states that ended, or where that did not happen, were last changed, before that moment.

    A room in which one person plays every seat is "over" for this, though it may have no end yet. One that was made of
    a file ended when it was made: what the file says of its times may be anything.
    """

    before: datetime
    statuses: Sequence[str]


_STATE = "CASE WHEN r.status = 'playing' AND r.replayed ->> 'sandbox' = 'true' THEN 'over' ELSE r.status END"
# Nobody may be connected to one of its seats. A game's last move is in its log, a turn's in `seen_at`; what else
# happens in a room leaves an event.
_IS_OLD = f"""
{_STATE} = ANY($2::text[]) AND r.created_at < $1 AND CASE
  WHEN r.imported IS NOT NULL THEN r.created_at
  WHEN r.status = 'over' THEN r.finished_at
  ELSE greatest(
    (SELECT max(greatest(sat_at, seen_at)) FROM seats WHERE room_id = r.id),
    (SELECT settled_at FROM log WHERE room_id = r.id ORDER BY seq DESC LIMIT 1),
    (SELECT at FROM events WHERE room_id = r.id ORDER BY id DESC LIMIT 1),
    r.created_at
  ) END < $1
  AND NOT EXISTS (SELECT FROM seats s JOIN connections c ON c.seat_id = s.id WHERE s.room_id = r.id)
"""  # noqa: S608  an expression of our own


async def count(store: Store, old: Old) -> dict[str, int]:
    """How many there are in each of the states that any is in."""
    rows = await store.pool.fetch(f"SELECT {_STATE}, count(*) FROM rooms r WHERE {_IS_OLD} GROUP BY 1", *old)  # noqa: S608
    return {row[0]: row[1] for row in rows}


async def delete(store: Store, old: Old) -> AsyncGenerator[int]:
    """Delete them; after each few it is told how many those were."""
    last: int | None = 0
    while last is not None:
        gone, last = await delete_some(store, old, last)
        yield gone


async def delete_some(store: Store, old: Old, after: int) -> tuple[int, int | None]:
    """Delete the next of them, by id behind `after`: how many, and the last that was looked at; None: no more follow.

    One in which something happens in this moment is left. Each is looked at again when nobody can change it any more:
    what a statement sees is older than the lock that it waited for.
    """
    async with store.pool.acquire() as connection, connection.transaction():
        rows = await connection.fetch(
            f"SELECT id FROM rooms r WHERE {_IS_OLD} AND id > $3 ORDER BY id LIMIT {AT_ONCE} FOR UPDATE SKIP LOCKED",  # noqa: S608
            *(*old, after),
        )
        found = [row["id"] for row in rows]
        gone = await connection.fetch(
            f"WITH door AS (DELETE FROM rooms r WHERE {_IS_OLD} AND id = ANY($3::bigint[]) "  # noqa: S608
            f"RETURNING r.id, r.rev + 1 AS rev) SELECT {store.carrier.column(WAKEUP)} FROM door",
            *(*old, found),
        )
    store.carrier.committed(row[0] for row in gone)
    return len(gone), found[-1] if len(found) == AT_ONCE else None
