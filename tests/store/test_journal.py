"""The journal of what nobody waits for."""

import asyncpg

from app.store import Store
from app.store.journal import Journal


async def test_a_journal_with_nothing_to_say_leaves_nothing_open(store: Store, database: str) -> None:
    """asyncpg's `executemany` of nothing is not ended before the connection is used again; what it locked stays so."""
    journal = Journal(store)
    journal.open()
    await journal.close()
    connection = await asyncpg.connect(database)
    try:
        async with connection.transaction():
            await connection.execute("SET LOCAL lock_timeout = '10s'")
            await connection.execute("LOCK TABLE rooms, events")
    finally:
        await connection.close()
