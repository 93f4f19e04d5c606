"""Alembic's way into the database: the address comes from app.store.migrate, or from DATABASE_URL."""

import asyncio
import os
from typing import Any

import asyncpg
from alembic import context
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.store.address import libpq_url
from app.store.tables import metadata

LOCK = 5_227_001  # of an advisory lock: two processes that start together migrate one after the other
# For a table that somebody else uses, as a backup does for long: behind a migration that waits for it every move waits.
# Longer than Postgres's deadlock_timeout of 1 s: only then does it send away a vacuum of its own that is in the way.
WAIT = "2s"


def address() -> str:
    given = context.config.attributes.get("url")
    return str(given) if given else libpq_url(os.environ["DATABASE_URL"])


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=False)
    with context.begin_transaction():
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        connection.execute(text(f"SET LOCAL lock_timeout = '{WAIT}'"))
        context.run_migrations()


async def main() -> None:
    async def connect() -> Any:
        return await asyncpg.connect(address())

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(run)
    await engine.dispose()


asyncio.run(main())
