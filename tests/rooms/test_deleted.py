"""Rooms that are deleted while processes have them at hand: whoever asks is told `no_room`, and nothing else."""

import asyncio
from datetime import timedelta

import pytest

from app.rooms import Deed, Rooms
from app.rooms.change import event
from app.rooms.making import stored
from app.store import Store, old_rooms
from app.store.journal import Journal
from app.store.old_rooms import Old, count, delete_some
from app.store.write import add_events
from tests.patience import PATIENCE
from tests.rooms.conftest import Clock, Party, opened, party, refusal
from tests.rooms.files import toy_file
from tests.rooms.test_listen import watching
from tests.rooms.test_oversight import do, ended
from tests.rooms.test_sandbox import sandbox
from tests.rooms.test_what_if import finished

EVERY = ("lobby", "playing", "over", "closed")


async def delete(store: Store, clock: Clock) -> int:
    """Everything that nobody is connected to."""
    gone, last = await delete_some(store, Old(clock() + timedelta(days=1), EVERY), 0)
    assert last is None
    return gone


async def until_somebody_waits(store: Store) -> None:
    """For a lock of this database."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with asyncio.timeout(PATIENCE):
        while not await store.pool.fetchval(waiting):
            await asyncio.sleep(0.01)


async def test_whoever_watches_is_told_at_once_in_every_process(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await party(rooms)
    async with opened(store, clock) as elsewhere:
        there = Party(elsewhere, table, table.tokens)  # type: ignore[arg-type]
        async with watching(rooms, table) as here, watching(elsewhere, there) as far:
            assert await delete(store, clock) == 1
            for listener in (here, far):
                assert await ended(listener) == "no_room"
        for each in (rooms, elsewhere):
            assert (await refusal(each.look(table.code))).code == "no_room"


async def test_every_call_says_that_there_is_no_such_room(rooms: Rooms, store: Store, clock: Clock) -> None:
    on, over = await party(rooms), await finished(rooms)
    await rooms.past(over.code)
    await rooms.course(over.code)
    await delete(store, clock)
    for table in (on, over):
        code, token = table.code, table[0]
        calls = [
            rooms.play(code, token, 0, {"type": "one"}),  # which does not look before it tries
            rooms.undo(code, token, 0),
            rooms.look(code, token),
            rooms.moves(code, token),
            rooms.sit(code, "Eve"),
            rooms.rename(code, token, "Eve"),
            rooms.leave(code, token),
            rooms.vote_out(code, token, 1),
            rooms.start(code, token),
            rooms.log(code),
            rooms.export(code),
            rooms.past(code),
            rooms.course(code),
            rooms.what_if(code, None, 1),
            rooms.play_again(code, token),
            rooms.oversight.case(code, Deed("close")),
            rooms.listen(code).__aenter__(),
        ]
        for call in calls:
            assert (await refusal(call)).code == "no_room"


async def test_a_move_at_the_moment_of_the_deletion_is_answered(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await party(rooms)
    async with store.pool.acquire() as connection, connection.transaction():
        await connection.execute("DELETE FROM rooms")
        move = asyncio.create_task(rooms.play(table.code, table[0], 0, {"type": "one"}))
        await until_somebody_waits(store)
    assert (await refusal(move)).code == "no_room"


@pytest.mark.long
async def test_a_room_that_somebody_is_connected_to_stays(rooms: Rooms, store: Store, clock: Clock) -> None:
    old = await party(rooms)
    watched = await party(rooms)
    async with opened(store, clock) as elsewhere, elsewhere.listen(watched.code, watched[0]):
        assert await count(store, Old(clock() + timedelta(days=1), EVERY)) == {"playing": 1}
        assert await delete(store, clock) == 1
        await watched.play(0, "one")
    assert (await refusal(rooms.look(old.code))).code == "no_room"
    assert await store.pool.fetchval("SELECT count(*) FROM events WHERE kind = 'connected'") == 1


@pytest.mark.long
async def test_whoever_comes_while_it_is_decided_keeps_the_room(
    rooms: Rooms, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first look saw is older than the lock: somebody has connected in between."""
    table = await party(rooms)
    slowly = f"(SELECT pg_advisory_xact_lock_shared(7)::text) IS NOT NULL AND {old_rooms._IS_OLD}"
    monkeypatch.setattr(old_rooms, "_IS_OLD", slowly)
    async with store.pool.acquire() as connection:
        await connection.execute("SELECT pg_advisory_lock(7)")
        deleting = asyncio.create_task(delete(store, clock))
        await until_somebody_waits(store)
        async with watching(rooms, table, 0):
            await connection.execute("SELECT pg_advisory_unlock(7)")
            assert await deleting == 0
    assert (await table.look())["status"] == "playing"


async def test_what_is_old_is_counted_by_what_happened_last(rooms: Rooms, store: Store, clock: Clock) -> None:
    lobby = await rooms.create("toy", 2, {}, "Ann")
    over, on, closed = await finished(rooms), await party(rooms), await party(rooms)
    clock.wind(days=10)
    await on.play(0, "one")
    clock.wind(days=10)
    await do(rooms, clock, closed.code, "close")
    clock.wind(days=10)

    async def old(days: int) -> dict[str, int]:
        return await count(store, Old(clock.now - timedelta(days=days), EVERY))

    assert await old(29) == {"lobby": 1, "over": 1}
    assert await old(15) == {"lobby": 1, "over": 1, "playing": 1}
    assert await old(5) == {"lobby": 1, "over": 1, "playing": 1, "closed": 1}
    await rooms.sit(lobby.code, "Ben")
    assert await old(5) == {"over": 1, "playing": 1, "closed": 1}
    gone, _ = await delete_some(store, Old(clock.now - timedelta(days=5), ("over", "closed")), 0)
    assert gone == 2
    assert (await rooms.look(lobby.code)).object["status"] == "lobby"
    assert (await on.look())["status"] == "playing"
    for table in (over, closed):
        assert (await refusal(rooms.look(table.code))).code == "no_room"
    for name in ("seats", "events"):
        assert await store.pool.fetchval(f"SELECT count(DISTINCT room_id) FROM {name}") == 2


async def test_an_imported_game_is_as_old_as_its_import(rooms: Rooms, store: Store, clock: Clock) -> None:
    """Its end is what a file says: it may be long ago, or never."""
    codes = []
    for end in ("2001-06-01", "2999-06-01"):
        file = toy_file()
        file["finished_at"] = f"{end}T00:00:00+00:00"
        codes.append((await rooms.imports.take_in(file)).code)
    ends = await store.pool.fetch("SELECT extract(year FROM finished_at)::int FROM rooms ORDER BY 1")
    assert [row[0] for row in ends] == [2001, 2999]
    clock.wind(days=10)
    assert await count(store, Old(clock.now - timedelta(days=11), EVERY)) == {}
    assert await count(store, Old(clock.now - timedelta(days=9), ("over",))) == {"over": 2}
    assert await delete(store, clock) == 2
    for code in codes:
        assert (await refusal(rooms.look(code))).code == "no_room"


async def test_a_game_that_one_person_plays_is_over_when_its_last_move_is_old(
    rooms: Rooms, store: Store, clock: Clock
) -> None:
    left, going_on = (await sandbox(rooms))[0], (await sandbox(rooms))[0]
    on = await party(rooms)
    await store.pool.execute("DELETE FROM rooms WHERE status = 'over'")  # where the two come from
    clock.wind(days=10)
    await going_on.play(1, "one")
    old = Old(clock.now - timedelta(days=5), old_rooms.IDLE)
    assert await count(store, old) == {"over": 1}
    assert await count(store, old._replace(statuses=("playing",))) == {"playing": 1}, "a game of several"
    assert await delete_some(store, old, 0) == (1, None)
    assert (await refusal(rooms.look(left.code))).code == "no_room"
    for table in (going_on, on):
        assert (await table.look())["status"] == "playing"


@pytest.mark.long
async def test_many_are_deleted_a_few_at_a_time(rooms: Rooms, store: Store, clock: Clock) -> None:
    for _ in range(51):
        await rooms.create("toy", 2, {}, "Ann")
    old = Old(clock() + timedelta(days=1), EVERY)
    gone, last = await delete_some(store, old, 0)
    assert gone == 50
    assert last is not None
    assert await delete_some(store, old, last) == (1, None)
    assert await store.pool.fetchval("SELECT count(*) FROM seats") == 0


async def test_a_copy_of_what_is_deleted_meanwhile_is_not_made(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await finished(rooms)
    live = await rooms._doors.find(table.code, None)
    row = live.room.row._replace(status="lobby")
    await delete(store, clock)
    found = await refusal(stored(rooms._doors, row, (), (row.id, 3)))
    assert found.code == "no_room"
    assert await store.pool.fetchval("SELECT count(*) FROM rooms") == 0


@pytest.mark.long
async def test_where_the_next_room_was_deleted_another_one_follows(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await finished(rooms)
    first = await rooms.play_again(table.code, table[0])
    assert (await rooms.play_again(table.code, table[1])).code == first.code
    await store.pool.execute("DELETE FROM rooms WHERE code = $1", first.code)
    second = await rooms.play_again(table.code, table[0])
    assert second.code != first.code
    assert (await rooms.look(second.code)).present["previous"] == table.code
    assert (await rooms.play_again(table.code, table[1])).code == second.code
    await store.pool.execute("DELETE FROM rooms WHERE code = $1", table.code)
    assert (await rooms.look(second.code)).present["previous"] == table.code


@pytest.mark.long
async def test_of_events_those_of_other_rooms_are_kept(rooms: Rooms, store: Store, clock: Clock) -> None:
    gone, stays = await party(rooms), await party(rooms)
    ids = {row["code"]: row["id"] for row in await store.pool.fetch("SELECT code, id FROM rooms")}
    await store.pool.execute("DELETE FROM rooms WHERE code = $1", gone.code)
    kept = "SELECT count(*) FROM events WHERE kind = 'test'"
    await add_events(store.pool, [(ids[table.code], event("test", clock())) for table in (gone, stays, gone)])
    assert await store.pool.fetchval(kept) == 1
    journal = Journal(store)
    journal.open()
    for table in (stays, gone):
        journal.note(ids[table.code], event("test", clock()))
    await journal.close()
    assert await store.pool.fetchval(kept) == 2


@pytest.mark.parametrize("seat", [None, 0])
async def test_a_heart_that_missed_the_word_finds_out(store: Store, clock: Clock, seat: int | None) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms)
        async with watching(rooms, table, seat) as listener:
            await store.pool.execute("DELETE FROM rooms")  # and nobody is told
            await rooms.tick()
            assert await ended(listener) == "no_room"
        await rooms.tick()
