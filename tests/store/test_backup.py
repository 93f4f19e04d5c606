"""Backup and restore: one moment of a database in use, whole or not at all, and games that go on elsewhere."""

import asyncio
import gzip
import io
import json
import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import asyncpg
import pytest

from app.rooms import Rooms
from app.rooms.check import check_logs
from app.store import Store
from app.store.backup import BackupError, back_up, new_file, restore
from app.store.migrate import newest, upgrade
from tests.conftest import with_database
from tests.rooms.conftest import ALL_GAMES, opened, party
from tests.rooms.files import toy_file
from tests.rooms.in_flight import land, seen, take_off
from tests.store.later import VERSION, become_later


@pytest.fixture
async def empty(postgres: str) -> AsyncIterator[str]:
    """The address of an empty database."""
    name = f"machi_empty_{os.getpid()}"
    server = await asyncpg.connect(postgres)
    await server.execute(f"CREATE DATABASE {name}")
    yield with_database(postgres, name)
    await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await server.close()


async def backup(url: str) -> bytes:
    file = io.BytesIO()
    await asyncio.to_thread(back_up, url, file)
    return file.getvalue()


async def restored(url: str, content: bytes) -> dict[str, int]:
    return await asyncio.to_thread(restore, url, io.BytesIO(content))


async def refusal(url: str, content: bytes) -> str:
    with pytest.raises(BackupError) as caught:
        await restored(url, content)
    return str(caught.value)


async def rooms_in(url: str) -> int | None:
    """How many rooms there are; None where there is no such table."""
    connection = await asyncpg.connect(url)
    try:
        if await connection.fetchval("SELECT to_regclass('rooms')") is None:
            return None
        return int(await connection.fetchval("SELECT count(*) FROM rooms"))
    finally:
        await connection.close()


async def keep_busy(rooms: Rooms) -> None:
    """Room after room, from its making to the end of its game."""
    while True:
        table = await party(rooms)
        await table.play(0, "one", "two", "end")
        await table.play(1, "two", "one", "end")


@pytest.mark.long
async def test_an_imported_game_comes_back_as_one(store: Store, empty: str) -> None:
    async with opened(store) as rooms:
        code = (await rooms.imports.take_in(toy_file())).code
    await restored(empty, await backup(store.url))
    other = Store(empty)
    await other.open()
    async with opened(other) as rooms:
        assert await rooms.export(code) == toy_file()
        assert (await rooms.look(code)).object["imported"]
        assert (await rooms.imports.take_in(toy_file())).code == code
    assert [checked.differences async for checked in check_logs(other, ALL_GAMES)] == [()]
    await other.close()


async def test_what_is_backed_up_while_others_play_is_finished_elsewhere(store: Store, empty: str) -> None:
    async with opened(store) as rooms:
        tables = await take_off(rooms, store)
        before = await seen(rooms, tables)
        busy = asyncio.create_task(keep_busy(rooms))
        copies = []
        for _ in range(3):
            known = await rooms_in(store.url)
            while await rooms_in(store.url) == known:
                pass
            copies.append(await backup(store.url))
        busy.cancel()
        with pytest.raises(asyncio.CancelledError):
            await busy
    there = Store(empty)
    sizes = []
    for copy in copies:
        sizes.append((await restored(empty, copy))["rooms"])
        await there.open()
        found = [room async for room in check_logs(there, ALL_GAMES)]
        assert [room.differences for room in found] == [()] * sizes[-1]
        if copy is not copies[-1]:
            await there.pool.execute("TRUNCATE rooms CASCADE")
            await there.close()
    assert len(tables) <= sizes[0] < sizes[-1]
    async with opened(there) as rooms:
        for table in tables:
            table.rooms = rooms
        assert await seen(rooms, tables) == before
        for table in tables:
            await land(table)
        await rooms.create("toy", 2, {}, "Ann")  # ids go on after those of the backup
    assert [room.differences async for room in check_logs(there, ALL_GAMES)] == [()] * (sizes[-1] + 1)
    await there.close()


async def test_there_is_never_half_a_move_in_it(store: Store, empty: str) -> None:
    """A backup that waits in its middle, after the drafts and before the log, for what a move does not touch."""
    async with opened(store) as rooms, store.pool.acquire() as gate:
        table = await party(rooms)
        await table.play(0, "one")
        holding = gate.transaction()
        await holding.start()
        await gate.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        making = asyncio.create_task(backup(store.url))
        while not await store.pool.fetchval(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
            "AND application_name = 'machi backup' AND datname = current_database())"
        ):
            await asyncio.sleep(0.01)
        await table.play(0, "end")
        await holding.rollback()
        content = await making
    order = [
        json.loads(line)["table"] for line in gzip.decompress(content).splitlines() if line.startswith(b'{"table"')
    ]
    assert order.index("drafts") < order.index("events") < order.index("log")
    await restored(empty, content)
    there = Store(empty)
    await there.open()
    assert await there.pool.fetchval("SELECT count(*) FROM drafts") == 1
    assert await there.pool.fetchval("SELECT count(*) FROM log") == 0
    await there.close()


async def test_it_goes_into_an_empty_database_only(store: Store, empty: str) -> None:
    async with opened(store) as rooms:
        await party(rooms)
        content = await backup(store.url)
    assert "holds 1 rooms: a backup is restored into an empty one only" in await refusal(store.url, content)
    connection = await asyncpg.connect(empty)
    await connection.execute("CREATE TABLE letters (n int)")
    assert "tables of something else" in await refusal(empty, content)
    await connection.execute("DROP TABLE letters")
    await connection.close()
    await asyncio.to_thread(upgrade, empty)
    there = Store(empty)
    await there.open()
    async with opened(there):
        assert "Machi is running on this database" in await refusal(empty, content)
    await there.close()
    assert (await restored(empty, content))["rooms"] == 1


async def test_a_damaged_file_restores_nothing(store: Store, empty: str) -> None:
    async with opened(store) as rooms:
        for _ in range(3):
            await (await party(rooms)).play(0, "one", "end")
    content = await backup(store.url)
    plain = gzip.decompress(content)
    rng = Random(3)
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 4
    spoilt = [
        b"",
        b"\x1f\x8b",
        b"PGDMP is of another program",
        gzip.compress(b"hello\nworld\n"),
        gzip.compress(b'{"file": "machi backup 7", "tables": "0001"}\n'),
        gzip.compress(b"[]\n"),
        bytes(flipped),
        *(content[: rng.randrange(len(content))] for _ in range(6)),
        *(gzip.compress(plain[: rng.randrange(len(plain) - 1)]) for _ in range(6)),
        gzip.compress(plain.replace(b'"rows": {', b'"rows": {"more": 1, ', 1)),
        gzip.compress(plain + b"more\n"),
        gzip.compress(plain.replace(b'{"table": "log"', b'{"table": "pg_authid"', 1)),
        gzip.compress(plain.replace(b"\ttoy\t", b"\ttoy\ttoy\t", 1)),
    ]
    for file in spoilt:
        assert "This is no whole backup of Machi" in await refusal(empty, file), file[:60]
        assert await rooms_in(empty) in (None, 0)
    assert (await restored(empty, content))["rooms"] == 3


async def test_versions(store: Store, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(store) as rooms:
        await party(rooms)
    old = await backup(store.url)
    become_later(monkeypatch, tmp_path)
    await asyncio.to_thread(upgrade, store.url)
    new = await backup(store.url)
    monkeypatch.undo()
    assert f"tables of version {VERSION}, and this Machi knows them up to {newest()}" in await refusal(empty, new)
    assert await rooms_in(empty) is None
    become_later(monkeypatch, tmp_path / "again")
    await restored(empty, old)
    connection = await asyncpg.connect(empty)
    assert await connection.fetchval("SELECT mood FROM rooms") == "busy"
    await connection.execute("TRUNCATE rooms CASCADE")
    await restored(empty, old)
    await connection.execute("TRUNCATE rooms CASCADE")
    await restored(empty, new)
    assert await connection.fetchval("SELECT mood FROM rooms") == "busy"
    await connection.close()


async def test_an_empty_database_has_no_backup(empty: str) -> None:
    with pytest.raises(BackupError, match="nothing to back up"):
        await backup(empty)


async def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="could not be made"):
        await backup(f"postgresql://nobody@/machi?host={tmp_path}")


def test_a_file_is_there_when_it_is_whole_for_its_owner_only_and_replaces_none(tmp_path: Path) -> None:
    path = tmp_path / "machi.backup"

    def half() -> None:
        with new_file(path) as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert list(tmp_path.iterdir()) == []
    with new_file(path) as file:
        file.write(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(BackupError, match="does not replace another"), new_file(path):
        pass
    with pytest.raises(BackupError, match="No such file"), new_file(tmp_path / "nowhere" / "file"):
        pass


async def test_what_admins_did_is_kept_and_who_is_logged_in_is_not(store: Store, empty: str) -> None:
    """An ended session must not come back. The log goes into a database whose own log has begun, append-only there."""
    await asyncio.to_thread(upgrade, empty)
    there = Store(empty)
    await there.open()
    for each, kind in ((store, "login"), (there, "login_failed")):
        await each.pool.execute("INSERT INTO audit (at, kind, session_id, place) VALUES (now(), $1, 41, '')", kind)
    new_session = (
        "INSERT INTO admin_sessions (token_hash, password, place, browser, created_at, used_at) "
        "VALUES ('1', '2', '', '', now(), now())"
    )
    await store.pool.execute(new_session)
    await restored(empty, await backup(store.url))
    assert [row["kind"] for row in await there.pool.fetch("SELECT kind FROM audit")] == ["login"]
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await there.pool.execute("DELETE FROM audit")
    assert await there.pool.fetchval("SELECT count(*) FROM admin_sessions") == 0
    assert await there.pool.fetchval(f"{new_session} RETURNING id") > 41, "no number stands for two sessions"
    await there.close()
