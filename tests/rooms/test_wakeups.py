"""Processes wake each other, through Postgres or through Redis; where a wake-up is lost, the poll makes up for it."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from redis.asyncio import Redis

from app.rooms import Rooms
from app.store import Store
from app.store import redis as redis_store
from app.store.notify import CHANNEL, Notify, NotifyEar
from app.store.redis import RedisCarrier
from tests import redis as redis_server
from tests.patience import PATIENCE
from tests.redis import RedisServer
from tests.rooms.conftest import Party, opened, party
from tests.rooms.test_listen import newest, next_object, watching

WITHIN = 30  # seconds for what is promised within 2, on a machine that is busy with other tests
SAID = 30  # seconds until the log must say it


@pytest.fixture(scope="module")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """To be killed."""
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture(params=["notify", pytest.param("redis", marks=redis_server.needed)])
async def two(request: pytest.FixtureRequest, database: str) -> AsyncIterator[tuple[Store, Store]]:
    """The stores of two processes, with either carrier."""
    url = request.getfixturevalue("shared_redis").url if request.param == "redis" else ""
    async with store_of(database, url) as first, store_of(database, url) as second:
        yield first, second


@asynccontextmanager
async def both(database: str, redis_url: str) -> AsyncIterator[tuple[Rooms, Rooms]]:
    """The rooms of two processes on one database."""
    async with (
        store_of(database, redis_url) as first,
        store_of(database, redis_url) as second,
        opened(first) as here,
        opened(second) as there,
    ):
        yield here, there


@asynccontextmanager
async def store_of(database: str, redis_url: str) -> AsyncIterator[Store]:
    store = Store(database, carrier=RedisCarrier(redis_url) if redis_url else None)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def one_move(rooms: Rooms, table: Party) -> int:
    """Ann takes a pebble in that process, or puts the last one back; how many there are then."""
    room = (await rooms.look(table.code, table[0])).object
    act = rooms.undo(table.code, table[0], room["at"])
    if not room["undo"]:
        act.close()
        act = rooms.play(table.code, table[0], room["at"], {"type": "one"})
    pebbles: int = (await act).object["view"]["heap"]
    return pebbles


async def said(caplog: pytest.LogCaptureFixture, words: str, times: int = 1) -> None:
    """Wait until the log has said this so often."""
    async with asyncio.timeout(SAID):
        while caplog.text.count(words) < times:
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("no_poll")
async def test_a_move_and_who_comes_and_goes_wake_the_other_process(two: tuple[Store, Store]) -> None:
    async with opened(two[0]) as here:
        table = await party(here)
        async with watching(here, table) as spectator:
            async with opened(two[1]) as there:
                heap = await one_move(there, table)
                assert (await next_object(spectator))["view"]["heap"] == heap
                async with there.listen(table.code, table[1]):
                    assert (await next_object(spectator))["seats"][1]["connected"]
                assert not (await next_object(spectator))["seats"][1]["connected"]
                leaving = await there.listen(table.code, table[1]).__aenter__()
                assert (await next_object(spectator))["seats"][1]["connected"]
            assert not (await next_object(spectator))["seats"][1]["connected"]
            await leaving.__aexit__(None, None, None)


@pytest.mark.long
async def test_a_lost_wake_up_is_made_up_for_within_two_seconds(
    two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    listen = two[0].carrier.listen

    async def listen_to_nothing(heard: Callable[[str], None]) -> Any:
        return await listen(lambda line: None)

    monkeypatch.setattr(two[0].carrier, "listen", listen_to_nothing)
    async with opened(two[0]) as here, opened(two[1]) as there:
        table = await party(here)
        async with watching(here, table) as spectator:
            heap = await one_move(there, table)
            began = time.monotonic()
            assert (await next_object(spectator))["view"]["heap"] == heap
            assert time.monotonic() - began < WITHIN
            assert two[0].metrics.registry.get_sample_value("machi_wakeups_made_up_total") == 1


@pytest.mark.usefixtures("no_poll")
async def test_what_is_no_wake_up_is_ignored(two: tuple[Store, Store]) -> None:
    async with opened(two[0]) as here, opened(two[1]) as there:
        table = await party(here)
        async with watching(here, table) as spectator:
            for nonsense in ("", "hello", "1", "1 2 3", "p1 p1", "٣ ٣", f"{10**400} 1", "1 -1"):
                if isinstance(two[1].carrier, RedisCarrier):
                    two[1].carrier.committed([nonsense])
                else:
                    await two[1].pool.execute("SELECT pg_notify($1, $2)", CHANNEL, nonsense)
            heap = await one_move(there, table)
            assert (await next_object(spectator))["view"]["heap"] == heap


@pytest.mark.usefixtures("no_poll")
async def test_a_connection_that_the_database_ended_is_made_again(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.notify.SILENCE", 10 * PATIENCE)  # LISTEN stays what its connection asked last
    async with store_of(database, "") as store, opened(store) as here, opened(store) as there:
        table = await party(here)
        async with watching(here, table) as spectator:
            ended = await store.pool.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            )
            assert len(ended) == 2
            await said(caplog, "wake-ups come in again", times=2)  # once in each process
            heap = await one_move(there, table)
            assert (await next_object(spectator))["view"]["heap"] == heap
    assert caplog.text.count("no wake-ups come in") == 2


async def test_a_silent_connection_to_the_database_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that loses its power closes nothing: only a question that is not answered shows it."""
    monkeypatch.setattr("app.store.notify.SILENCE", 0.01)
    asked: list[str] = []

    class Silent:
        def add_termination_listener(self, told: object) -> None: ...

        async def fetchval(self, query: str, timeout: float) -> bool:
            asked.append(query)
            if len(asked) == 3:
                raise TimeoutError
            return True

    await asyncio.wait_for(NotifyEar(Silent()).ended(), SAID)
    assert len(asked) == 3


@redis_server.needed
@pytest.mark.usefixtures("no_poll")
async def test_with_redis_commits_carry_no_notify(database: str, shared_redis: RedisServer) -> None:
    heard: list[str] = []
    over = asyncio.Event()
    async with store_of(database, shared_redis.url) as store, opened(store) as rooms:
        ear = await Notify(database).listen(lambda line: over.set() if line == "over" else heard.append(line))
        table = await party(rooms)
        async with rooms.listen(table.code, table[0]):
            await one_move(rooms, table)
        await store.pool.execute("SELECT pg_notify($1, 'over')", CHANNEL)
        await asyncio.wait_for(over.wait(), SAID)
        await ear.close()
    assert heard == []


@redis_server.needed
@pytest.mark.usefixtures("no_poll")
async def test_redis_is_told_after_the_commit(database: str, shared_redis: RedisServer) -> None:
    """While the commit waits, somebody else's message is published: it must come before the wake-up."""
    async with (
        store_of(database, shared_redis.url) as store,
        opened(store) as rooms,
        Redis.from_url(shared_redis.url, decode_responses=True) as redis,
        redis.pubsub() as pubsub,
    ):
        table = await party(rooms)
        await pubsub.subscribe(redis_store.CHANNEL)
        blocker = await asyncpg.connect(database)
        transaction = blocker.transaction()
        await transaction.start()
        await blocker.execute("SELECT FROM rooms FOR UPDATE")
        move = asyncio.create_task(one_move(rooms, table))
        async with asyncio.timeout(SAID):
            while not await blocker.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
        await redis.publish(redis_store.CHANNEL, "first")
        await transaction.rollback()
        await move
        room_id, rev = await blocker.fetchrow("SELECT id, rev FROM rooms")
        await blocker.close()
        told: list[str] = []
        async with asyncio.timeout(SAID):
            while f"{room_id} {rev}" not in told:
                message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=SAID)
                told += message["data"].split("\n") if message else []
    assert told[-2:] == ["first", f"{room_id} {rev}"]


@redis_server.needed
@pytest.mark.usefixtures("no_poll")
async def test_redis_is_killed_and_comes_back(
    database: str, own_redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with both(database, own_redis.url) as (here, there):
        table = await party(here)
        async with watching(here, table) as spectator:
            own_redis.kill()
            for _ in range(5):
                heap = await one_move(there, table)
                await here.tick()
                assert (await next_object(spectator))["view"]["heap"] == heap
            await said(caplog, "Redis takes no wake-ups")
            own_redis.start()
            await said(caplog, "wake-ups come in again")
            heap = await one_move(there, table)
            assert (await newest(spectator))["view"]["heap"] == heap
            await said(caplog, "Redis takes wake-ups again")
    for words in ("no wake-ups come in", "Redis takes no wake-ups", "wake-ups come in again"):
        assert caplog.text.count(words) <= 2, words  # once in each process


@redis_server.needed
@pytest.mark.usefixtures("no_poll")
async def test_a_redis_that_stands_still_delays_no_move(
    database: str, own_redis: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_store, "SILENCE", 0.2)
    monkeypatch.setattr(redis_store, "PATIENCE", 10_000)  # a move that waited for Redis would not end
    async with both(database, own_redis.url) as (here, there):
        table = await party(here)
        async with watching(here, table) as spectator:
            own_redis.stand_still()
            for _ in range(21):
                heap = await one_move(there, table)
            monkeypatch.setattr(redis_store, "PATIENCE", 0.2)
            own_redis.go_on()
            assert (await newest(spectator))["view"]["heap"] == heap
            own_redis.stand_still()
            await said(caplog, "no wake-ups come in")
            own_redis.go_on()
            await said(caplog, "wake-ups come in again")


@redis_server.needed
async def test_closing_ends_at_whatever_moment_of_publishing_it_comes(shared_redis: RedisServer) -> None:
    for steps in range(40):  # of the loop; wait_for of Python 3.11 forgets a cancellation at some of them
        carrier = RedisCarrier(shared_redis.url)
        carrier.committed(["1 1"])
        for _ in range(steps):
            await asyncio.sleep(0)
        await carrier.close()


@redis_server.needed
async def test_a_redis_that_does_not_let_us_in_is_named_at_the_start(tmp_path: Path) -> None:
    server = RedisServer(tmp_path, password="open")
    server.start()
    try:
        await redis_store.ask(server.url)
        for wrong in (server.url.replace(":open@", ""), server.url.replace("open", "shut")):
            with pytest.raises(ValueError, match=r"Authentication required|invalid username-password"):
                await redis_store.ask(wrong)
    finally:
        server.kill()
