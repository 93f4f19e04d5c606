"""Migrations up, down and up; what they make is what the program believes; keys are made once."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.__main__ import main
from app.settings import settings
from app.store import Store, migrate
from app.store.address import libpq_url
from app.store.migrate import TablesInUse, current, downgrade, newest, upgrade
from app.store.store import UNREACHABLE
from app.store.tables import metadata
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


async def tables(url: str) -> list[str]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    await connection.close()
    return [row["tablename"] for row in rows]


async def test_up_down_and_up_again(database: str) -> None:
    full = await tables(database)
    assert await asyncio.to_thread(current, database) == newest()
    await asyncio.to_thread(downgrade, database, "base")
    assert await tables(database) == ["alembic_version"]
    await asyncio.to_thread(upgrade, database)
    assert await tables(database) == full


async def test_several_processes_may_migrate_at_once(database: str) -> None:
    await asyncio.to_thread(downgrade, database, "base")
    call = f"from app.store.migrate import upgrade; upgrade({database!r})"
    processes = [await asyncio.create_subprocess_exec(sys.executable, "-c", call, cwd=ROOT) for _ in range(2)]
    assert [await process.wait() for process in processes] == [0, 0]
    assert "rooms" in await tables(database)


async def test_the_tables_are_what_the_program_believes(database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(database), poolclass=NullPool
    )
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_an_empty_database_has_no_version(database: str) -> None:
    await asyncio.to_thread(downgrade, database, "base")
    connection = await asyncpg.connect(database)
    await connection.execute("DROP TABLE alembic_version")
    await connection.close()
    assert await asyncio.to_thread(current, database) is None


async def test_a_key_is_made_once(store: Store) -> None:
    keys = await asyncio.gather(*(store.key("cookies") for _ in range(5)))
    assert len(set(keys)) == 1
    assert len(keys[0]) == 32
    assert await store.key("other") != keys[0]


async def test_a_store_knows_the_version_of_its_tables(store: Store) -> None:
    assert await store.version() == newest()
    await store.pool.execute("DROP TABLE alembic_version")
    assert await store.version() is None
    await store.close()
    with pytest.raises(UNREACHABLE):
        await store.version()


@pytest.mark.parametrize("given", ["postgres://a/b", "postgresql://a/b", "postgresql+asyncpg://a/b"])
def test_addresses_are_taken_as_people_write_them(given: str) -> None:
    assert libpq_url(given) == "postgresql://a/b"


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="postgresql://"):
        libpq_url("mysql://a/b")


@pytest.fixture
async def older(database: str) -> str:
    """A database with tables of before `rooms` and `seats` changed last."""
    await asyncio.to_thread(downgrade, database, "0003")
    return database


WAITED_FOR = """
SELECT EXISTS (SELECT FROM pg_locks WHERE relation = $1::text::regclass AND NOT granted
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
"""


async def waits_for(connection: Any, table: str, going: asyncio.Task[None]) -> None:
    """Until somebody waits for that table, or what goes on has given up: it waits no longer than seconds."""
    async with asyncio.timeout(PATIENCE):
        while not going.done() and not await connection.fetchval(WAITED_FOR, table):
            await asyncio.sleep(0.01)


async def test_moves_do_not_wait_behind_a_migration_that_waits_for_a_backup(
    older: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "TRIES", 1)
    backup, player = [await asyncpg.connect(older) for _ in range(2)]
    async with backup.transaction():
        await backup.execute("SELECT FROM seats")
        going = asyncio.create_task(asyncio.to_thread(upgrade, older))
        await waits_for(player, "seats", going)
        async with asyncio.timeout(PATIENCE):  # else for as long as the backup goes on
            await player.execute("UPDATE seats SET at = at + 1")
        with pytest.raises(TablesInUse, match="such as a backup"):
            await going
        assert await asyncio.to_thread(current, older) == "0003", "nothing half done"
    await asyncio.to_thread(upgrade, older)
    assert await asyncio.to_thread(current, older) == newest()
    for connection in (backup, player):
        await connection.close()


@pytest.fixture
def other_settings() -> Iterator[None]:
    """The settings are read anew in this test, and after it."""
    settings.cache_clear()
    yield
    settings.cache_clear()


@pytest.mark.long
@pytest.mark.usefixtures("other_settings")
async def test_a_migration_is_tried_again_and_ends_with_a_clear_word(
    older: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(migrate, "TRIES", 2)
    monkeypatch.setattr(migrate, "PAUSE", 0)
    monkeypatch.setattr(sys, "argv", ["app", "migrate"])
    monkeypatch.setenv("DATABASE_URL", older)
    backup = await asyncpg.connect(older)
    async with backup.transaction():
        await backup.execute("SELECT FROM seats")
        assert await asyncio.to_thread(main) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"machi: {TablesInUse()}\n")
    assert await asyncio.to_thread(main) == 0
    assert capsys.readouterr().out == f"tables: 0003 -> {newest()}\n"
    await backup.close()
