"""Tables move on while games are in flight, and back: what is kept, what is said to be lost, who may start on what."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from app import launch
from app.rooms.check import check_logs
from app.settings import Settings
from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import newest, upgrade, versions
from tests.rooms.conftest import opened
from tests.rooms.in_flight import land, seen, take_off
from tests.server import command
from tests.store.later import LOST, VERSION, become_later

NEWER = f"The database has the tables of version {VERSION}, made by a newer Machi; this one knows them up to "


async def bring(url: str, version: str, lose: bool = False) -> None:
    await asyncio.to_thread(launch.bring, url, version, lose)


async def test_games_in_flight_are_played_to_the_end_after_up_down_up_and_down(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(store) as rooms:
        tables = await take_off(rooms, store)
        before = await seen(rooms, tables)
    for older in reversed(versions()[:-1]):  # nothing of these games is lost
        await bring(store.url, older, lose=True)
        await bring(store.url, newest())
    present = newest()
    become_later(monkeypatch, tmp_path)
    await bring(store.url, VERSION)
    with pytest.raises(launch.CannotStart, match=f"loses {LOST}"):
        await bring(store.url, present)
    async with opened(store):
        with pytest.raises(launch.CannotStart, match="Machi is running on this database"):
            await bring(store.url, present, lose=True)
    await bring(store.url, present, lose=True)
    await bring(store.url, VERSION)
    moods = await store.pool.fetch("SELECT mood FROM rooms ORDER BY id")
    assert [row["mood"] for row in moods] == ["busy", "busy", "busy", "calm"]
    for version in (VERSION, present):  # the program runs on tables that have more than it knows, and on its own
        await bring(store.url, version, lose=True)
        await store.renew()
        async with opened(store) as rooms:
            assert await seen(rooms, tables) == before
    async with opened(store) as rooms:
        for table in tables:
            table.rooms = rooms
            await land(table)
    assert [room.differences async for room in check_logs(store)] == [()] * len(tables)


async def test_what_a_step_back_cannot_keep_is_said_before_it_is_taken(database: str) -> None:
    loses = "loses all rooms and everything in them and .*: make a backup first, then add --lose"
    with pytest.raises(launch.CannotStart, match=loses):
        await bring(database, "base")
    with pytest.raises(launch.CannotStart, match="no version nowhere of the tables"):
        await bring(database, "nowhere")
    assert await table_names(database) >= {"rooms", "log"}
    done = await asyncio.to_thread(command, "migrate", "--to", "base", "--lose", DATABASE_URL=database)
    assert (done.returncode, done.stdout) == (0, f"tables: {newest()} -> none\n")
    assert await table_names(database) == {"alembic_version"}
    await bring(database, newest())
    assert await table_names(database) >= {"rooms", "log"}


async def table_names(url: str) -> set[str]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    await connection.close()
    return {row["tablename"] for row in rows}


async def test_an_older_program_refuses_newer_tables(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    become_later(monkeypatch, tmp_path)
    await asyncio.to_thread(upgrade, database)
    monkeypatch.undo()
    wanted = f"{NEWER}{newest()}. Start the newer one, or go back with its `migrate --to {newest()}`"
    refused = await asyncio.to_thread(command, DATABASE_URL=database, MACHI_PORT="0")
    assert (refused.returncode, refused.stderr) == (1, f"machi: {wanted}\n")
    for attempt in (launch.version_of, launch.require_newest):
        with pytest.raises(launch.CannotStart, match=wanted):
            await asyncio.to_thread(attempt, database)
    with pytest.raises(launch.CannotStart, match=wanted):
        await bring(database, newest())


async def test_a_newer_program_refuses_older_tables_of_somebody_elses_postgres(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = newest()
    become_later(monkeypatch, tmp_path)
    wanted = f"has the tables of version {older}: run `python -m app migrate` first"
    with pytest.raises(launch.CannotStart, match=wanted):
        await asyncio.to_thread(launch.require_newest, database)


def test_an_older_program_leaves_newer_tables_of_the_embedded_postgres_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = Settings(MACHI_DATA=tmp_path / "data", DATABASE_URL="")
    become_later(monkeypatch, tmp_path)
    with launch.tables(chosen):
        pass
    monkeypatch.undo()
    with pytest.raises(launch.CannotStart, match=NEWER), launch.tables(chosen):
        pass
    with Embedded(chosen.data) as postgres:
        assert launch.migrate.current(postgres.url) == VERSION
