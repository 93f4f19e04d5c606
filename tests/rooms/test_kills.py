"""Kills, with real processes: what was acknowledged is there once; what was not is there once or not at all."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.rooms import Rooms
from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from app.store.store import UNREACHABLE
from tests import toy_game
from tests.patience import UNTIL_IT_IS_BACK
from tests.rooms.conftest import Clock, opened, party, refusal
from tests.rooms.test_listen import newest, next_object, watching

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Embedded]:
    """A Postgres of this test's own, as it is shipped: to be killed."""
    with Embedded(tmp_path) as server:
        await asyncio.to_thread(upgrade, server.url)
        yield server


async def test_moves_go_on_when_the_database_is_killed(own_server: Embedded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.door.PAUSES", UNTIL_IT_IS_BACK)
    store = Store(own_server.url)
    await store.open()
    rooms = Rooms(store, {"toy": toy_game})
    await rooms.open()
    table = await party(rooms, heap=12)
    async with watching(rooms, table) as spectator:
        for killed in range(3):
            old = own_server.pid
            assert old
            for move in range(5):
                if move == 2:
                    os.kill(old, signal.SIGKILL)
                at = 10 * killed + 2 * move
                assert (await rooms.play(table.code, table[0], at, {"type": "one"})).object["at"] == at + 1
                assert (await rooms.undo(table.code, table[0], at + 1)).object["at"] == at + 2
            while own_server.pid in (None, old):  # a connection may outlive the server it came from for some moves
                await asyncio.sleep(0.01)
        await rooms.play(table.code, table[0], 30, {"type": "two"})
        assert (await newest(spectator))["view"]["heap"] == 10
    assert await store.pool.fetchval("SELECT count(*) FROM drafts") == 1
    assert await store.pool.fetchval("SELECT count(*) FROM events WHERE kind = 'undone'") == 15
    await rooms.close()
    await store.close()


async def test_without_a_database_callers_are_told_busy(own_server: Embedded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.door.PAUSES", (0.01,))
    store = Store(own_server.url)
    await store.open()
    rooms = Rooms(store, {"toy": toy_game})
    table = await party(rooms)
    own_server.stop()
    for call in (
        rooms.play(table.code, table[0], 0, {"type": "one"}),
        rooms.look(table.code),
        rooms.look("2222222"),
        rooms.sit(table.code, "Cat"),
        rooms.create("toy", 2, {}),
        rooms.log(table.code),
        rooms.listen(table.code, table[0]).__aenter__(),
    ):
        assert (await refusal(call)).code == "busy"
    with pytest.raises(UNREACHABLE):
        await store.version()
    await store.close()


async def test_what_a_killed_process_acknowledged_is_there_once(store: Store, clock: Clock, database: str) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms, heap=12)
        acknowledged = 0
        for _ in range(4):
            command = [sys.executable, "-m", "tests.rooms.player", database, table.code, table[0]]
            process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
            assert process.stdout
            for _ in range(9):
                acknowledged = int(await process.stdout.readline())
            process.kill()
            told = (await process.stdout.read()).split()
            acknowledged = int(told[-1]) if told else acknowledged
            await process.wait()
            room = await table.look(0)
            assert room["at"] in (acknowledged, acknowledged + 1)
            assert room["undo"] == room["at"] % 2
        undone = await store.pool.fetchval("SELECT count(*) FROM events WHERE kind = 'undone'")
        assert undone == room["at"] // 2


async def test_an_answer_that_got_lost_is_given_again(store: Store, clock: Clock) -> None:
    """The change was stored, but the process that made it did not live to say so."""
    async with opened(store, clock) as rooms:
        table = await party(rooms)
        async with opened(store, clock) as doomed:
            await doomed.play(table.code, table[0], 0, {"type": "two"})
        again = (await rooms.play(table.code, table[0], 0, {"type": "two"})).object
        assert (again["at"], again["view"]["heap"]) == (1, 4)


async def test_a_call_that_was_cancelled_leaves_a_room_that_works(rooms: Rooms) -> None:
    table = await party(rooms, heap=12)
    async with watching(rooms, table) as spectator:
        for steps in range(12):
            at = (await table.look(0))["at"]
            call = asyncio.create_task(rooms.play(table.code, table[0], at, {"type": "one"}))
            for _ in range(steps):
                await asyncio.sleep(0)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            # Stored or not, a repeat is answered.
            after = (await rooms.play(table.code, table[0], at, {"type": "one"})).object
            assert after["at"] == at + 1
            await rooms.undo(table.code, table[0], at + 1)
        await rooms.play(table.code, table[0], at + 2, {"type": "two"})
        assert (await newest(spectator))["view"]["heap"] == 10


async def test_races_over_two_processes(store: Store) -> None:
    """Everybody ends the first round at once: all of it is in the log, in some order, and the round changes once."""
    async with opened(store) as here, opened(store) as there:
        table = await party(here, 4, "roll_into_town")
        async with watching(here, table) as spectator:
            for phase in range(4):
                await asyncio.gather(
                    *(
                        rooms.play(table.code, table[seat], phase, {"type": "next"})
                        for seat in range(4)
                        for rooms in (here, there)
                    )
                )
            shown = await next_object(spectator)
            while shown["version"] < 16:
                shown = await next_object(spectator)
        assert [player["round"] for player in shown["view"]["players"]] == [2, 2, 2, 2]
        assert await table.look() == (await there.look(table.code)).object
        log = (await here.log(table.code))["moves"]
        assert sorted(move["seat"] for move in log) == [seat for seat in range(4) for _ in range(4)]


async def test_a_repeat_is_judged_by_the_last_frame_of_any_process(store: Store) -> None:
    async with opened(store) as here, opened(store) as there:
        table = await party(here)
        one, two = {"type": "one"}, {"type": "two"}
        await here.play(table.code, table[0], 0, one)
        await there.play(table.code, table[0], 1, two)
        late = await refusal(here.play(table.code, table[0], 0, one))
        assert (late.code, late.facts) == ("stale", {"at": 2})
        again = await here.play(table.code, table[0], 1, two)
        assert (again.object["at"], again.object["undo"]) == (2, 2)


async def test_two_processes_seat_people_at_once(store: Store) -> None:
    async with opened(store) as here, opened(store) as there:
        made = await here.create("toy", 4, {}, "Ann")
        names = [f"Player {number}" for number in range(8)]
        calls = (rooms.sit(made.code, name) for rooms, name in zip([here, there] * 4, names, strict=True))
        results = await asyncio.gather(*calls, return_exceptions=True)
        seats = sorted(result.seat for result in results if not isinstance(result, BaseException))
        assert seats == [1, 2, 3]
        assert [getattr(result, "code", None) for result in results].count("full") == 5


async def test_a_database_that_lost_what_it_promised_is_believed(rooms: Rooms, store: Store) -> None:
    table = await party(rooms)
    await table.play(0, "one")
    kept = await store.pool.fetchrow("SELECT rev FROM rooms")
    await table.play(0, "end")
    told = (await rooms.look(table.code)).log_id
    await store.pool.execute("DELETE FROM log")
    await store.pool.execute("UPDATE seats SET at = 0, last_frame = NULL")
    await store.pool.execute("UPDATE rooms SET rev = $1", kept["rev"])
    room = await table.look(0)
    assert (room["version"], room["at"], room["view"]["heap"]) == (0, 0, 6)
    assert (await rooms.look(table.code)).log_id != told  # what pages say of the lost log is not said of this one
    assert (await table.play(0, "two", "end"))["version"] == 2
