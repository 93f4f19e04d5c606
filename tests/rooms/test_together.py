"""Changes of several rooms in one transaction: all are made, one that fails harms no other, none is made twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from app.rooms import Rooms
from app.store import Store, together
from app.store.together import LANES
from tests.rooms.conftest import Party, party

MANY = 12


async def parties(rooms: Rooms, number: int = MANY) -> list[Party]:
    return [await party(rooms) for _ in range(number)]


async def stored(store: Store) -> dict[str, list[str]]:
    """The moves in each room's drafts, as the database has them."""
    rows = await store.pool.fetch(
        "SELECT code, array_remove(array_agg(move->>'type' ORDER BY position), NULL) AS moves "
        "FROM rooms LEFT JOIN drafts ON room_id = rooms.id GROUP BY code"
    )
    return {row["code"]: row["moves"] for row in rows}


@asynccontextmanager
async def held(store: Store, tables: list[Party]) -> AsyncIterator[None]:
    """Nobody can change these rooms inside the block: what is asked for them waits in the database."""
    async with store.pool.acquire() as connection, connection.transaction():
        codes = [table.code for table in tables]
        await connection.execute("SELECT FROM rooms WHERE code = ANY($1::text[]) FOR UPDATE", codes)
        yield


async def waiting_in_the_database(store: Store, number: int) -> None:
    """Return when that many statements wait for a lock."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    while await store.pool.fetchval(query) < number:
        await asyncio.sleep(0.002)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for a transaction waits as long as it takes."""
    monkeypatch.setattr(together, "LATE", 60)


@asynccontextmanager
async def queued(store: Store, tables: list[Party], more: int = 0) -> AsyncIterator[list["asyncio.Task[object]"]]:
    """A move at every table; those behind the first, whose rooms are held, wait for a transaction together.

    `more`: how many of those behind are held, too.
    """
    async with held(store, tables[: LANES + more]):
        moves = [asyncio.create_task(table.rooms.play(table.code, table[0], 0, {"type": "one"})) for table in tables]
        await waiting_in_the_database(store, LANES)
        yield moves


async def test_a_room_that_is_held_up_does_not_hold_up_others(rooms: Rooms, store: Store) -> None:
    tables = await parties(rooms)
    async with queued(store, tables) as moves:
        await asyncio.gather(*moves[LANES:])
        assert not any(move.done() for move in moves[:LANES])
    await asyncio.gather(*moves)
    assert await stored(store) == {table.code: ["one"] for table in tables}


async def test_a_room_that_is_held_up_does_not_hold_up_those_it_was_sent_with(rooms: Rooms, store: Store) -> None:
    tables = await parties(rooms)
    async with queued(store, tables, more=1) as moves:
        await asyncio.gather(*moves[LANES + 1 :])
        assert not any(move.done() for move in moves[: LANES + 1])
    await asyncio.gather(*moves)
    assert await stored(store) == {table.code: ["one"] for table in tables}


@pytest.mark.usefixtures("patient")
async def test_what_waits_at_the_same_moment_is_stored_together(rooms: Rooms, store: Store) -> None:
    tables = await parties(rooms)
    async with queued(store, tables) as moves:
        pass
    scenes = await asyncio.gather(*moves)
    assert [scene.object["at"] for scene in scenes] == [1] * MANY
    assert await stored(store) == {table.code: ["one"] for table in tables}
    transactions = await store.pool.fetchval("SELECT count(DISTINCT xmin::text) FROM drafts")
    assert transactions == LANES + 1


@pytest.mark.usefixtures("patient")
async def test_a_change_that_fails_is_not_made_and_harms_no_other(rooms: Rooms, store: Store) -> None:
    tables = await parties(rooms)
    unlucky = tables[-2]
    await store.pool.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF NEW.room_id = (SELECT id FROM rooms WHERE code = '{unlucky.code}') THEN RAISE EXCEPTION 'no'; END IF; "
        "RETURN NEW; END $$; CREATE TRIGGER refuse BEFORE INSERT ON drafts FOR EACH ROW EXECUTE FUNCTION refuse()"
    )
    async with queued(store, tables) as moves:
        pass
    with pytest.raises(asyncpg.RaiseError):
        await moves[-2]
    await asyncio.gather(*(move for move in moves if move is not moves[-2]))
    assert await stored(store) == {table.code: [] if table is unlucky else ["one"] for table in tables}
    assert (await unlucky.look(0))["at"] == 0
    await store.pool.execute("DROP TRIGGER refuse ON drafts")
    assert (await unlucky.play(0, "one"))["at"] == 1


@pytest.mark.usefixtures("patient")
async def test_a_room_that_moved_on_meanwhile_decides_again_and_the_others_do_not_wait(
    rooms: Rooms, store: Store
) -> None:
    tables = await parties(rooms)
    async with queued(store, tables) as moves:
        await store.pool.execute("UPDATE rooms SET rev = rev + 1 WHERE code = $1", tables[-1].code)
    await asyncio.gather(*moves)
    assert await stored(store) == {table.code: ["one"] for table in tables}


@pytest.mark.usefixtures("patient")
async def test_who_stops_waiting_is_left_out_and_its_room_goes_on(rooms: Rooms, store: Store) -> None:
    tables = await parties(rooms)
    async with queued(store, tables) as moves:
        moves[-1].cancel()
        await asyncio.wait([moves[-1]])
        again = asyncio.create_task(tables[-1].rooms.play(tables[-1].code, tables[-1][0], 0, {"type": "two"}))
    await asyncio.gather(*moves[:-1], again)
    assert await stored(store) == {table.code: ["one"] for table in tables[:-1]} | {tables[-1].code: ["two"]}
