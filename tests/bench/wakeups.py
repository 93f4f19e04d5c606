"""How long a change takes to another process, and what that costs: `python -m tests.bench.wakeups` (in .venv).

One figure a line. The baseline of the delays is a viewer in the process that makes the move; that of the moves is one
process, in the same run on the same Postgres (embedded, fsync on). Where there is no redis-server its lines are left
out.
"""

import asyncio
import multiprocessing
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from app.rooms import Listener, Rooms
from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from app.store.redis import RedisCarrier
from tests import redis, toy_game
from tests.rooms.conftest import Party, party

MOVES = 1000
PAUSE = 0.005  # seconds between two moves of the delays
SECONDS = 8.0
TABLES = 30  # that move at once, in each process
WARM_UP = 4.0  # seconds for processes to start


@dataclass(frozen=True)
class Work:
    """What one process does: moves at its own tables as fast as it can, and watches those of the other."""

    database: str
    redis: str
    mine: tuple[tuple[str, str], ...]  # codes, and tokens of the seats that move
    others: tuple[str, ...]
    begin: float  # seconds since the epoch


@asynccontextmanager
async def process(database: str, redis_url: str) -> AsyncIterator[Rooms]:
    """Rooms as one process has them."""
    store = Store(database, carrier=RedisCarrier(redis_url) if redis_url else None)
    await store.open()
    rooms = Rooms(store, {"toy": toy_game})
    await rooms.open()
    try:
        yield rooms
    finally:
        await rooms.close()
        await store.close()


async def there_and_back(rooms: Rooms, code: str, token: str, at: int) -> int:
    """Take a pebble, or put it back; the new counter."""
    if at % 2:
        scene = await rooms.undo(code, token, at)
    else:
        scene = await rooms.play(code, token, at, {"type": "one"})
    return int(scene.object["at"])


async def delays(rooms: Rooms, table: Party, listener: Listener) -> list[float]:
    """Milliseconds from each move's call to its sight."""
    found = []
    at = (await table.look(0))["at"]
    for _ in range(MOVES):
        began = time.perf_counter()
        move = asyncio.create_task(there_and_back(rooms, table.code, table[0], at))
        heap = None
        while heap != 6 - (at + 1) % 2:
            heap = (await anext(listener)).object["view"]["heap"]
        found.append((time.perf_counter() - began) * 1000)
        at = await move
        await asyncio.sleep(PAUSE)
    return found


def told(what: str, values: list[float]) -> None:
    cuts = quantiles(values, n=100)
    print(f"{what}: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms", flush=True)


async def measure_delays(database: str, redis_url: str) -> None:
    """Of the same process, and of another with either carrier."""
    async with process(database, "") as rooms:
        table = await party(rooms)
        async with rooms.listen(table.code) as listener:
            told("move to viewer, same process", await delays(rooms, table, listener))
    for name, url in carriers(redis_url):
        async with process(database, url) as here, process(database, url) as there:
            table = await party(here)
            async with there.listen(table.code) as listener:
                told(f"move to viewer, other process by {name}", await delays(here, table, listener))


def carriers(redis_url: str) -> list[tuple[str, str]]:
    return [("NOTIFY", "")] + ([("Redis", redis_url)] if redis_url else [])


async def moves(work: Work) -> int:
    """How many moves one process makes."""
    async with process(work.database, work.redis) as rooms, AsyncExitStack() as stack:
        for code in work.others:
            listener = await stack.enter_async_context(rooms.listen(code))
            watching = asyncio.create_task(watch(listener))
            stack.callback(watching.cancel)
        await asyncio.sleep(max(0.0, work.begin - time.time()))
        end = time.perf_counter() + SECONDS
        made = await asyncio.gather(*(keep_moving(rooms, code, token, end) for code, token in work.mine))
        return sum(made)


async def watch(listener: Listener) -> None:
    async for scene in listener:
        assert scene.object


async def keep_moving(rooms: Rooms, code: str, token: str, end: float) -> int:
    at = 0
    while time.perf_counter() < end:
        at = await there_and_back(rooms, code, token, at)
    return at


def work(task: Work) -> int:
    """In a process of its own."""
    return asyncio.run(moves(task))


async def tables(database: str, number: int) -> tuple[tuple[str, str], ...]:
    """Codes of new tables, each with the token of the seat to move."""
    async with process(database, "") as rooms:
        made = [await party(rooms) for _ in range(number)]
    return tuple((table.code, table[0]) for table in made)


def measure_moves(database: str, redis_url: str, processes: int) -> float:
    """Moves a second, all processes together."""
    mine = [asyncio.run(tables(database, TABLES * 2 // processes)) for _ in range(processes)]
    begin = time.time() + WARM_UP
    tasks = []
    for number in range(processes):
        others = [code for other, own in enumerate(mine) if other != number for code, _ in own]
        tasks.append(Work(database, redis_url, mine[number], tuple(others), begin))
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        return sum(pool.map(work, tasks)) / SECONDS


@contextmanager
def a_redis(folder: Path) -> Iterator[str]:
    """Its address; empty where there is no redis-server."""
    if redis.PROGRAM is None:
        yield ""
        return
    server = redis.RedisServer(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.kill()


def main() -> None:
    """Measure all of it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        a_redis(Path(folder)) as redis_url,
        Embedded(Path(folder) / "data") as postgres,
    ):
        upgrade(postgres.url)
        asyncio.run(measure_delays(postgres.url, redis_url))
        print(f"moves, one process: {measure_moves(postgres.url, '', 1):,.0f} a second", flush=True)
        for name, url in carriers(redis_url):
            print(f"moves, two processes by {name}: {measure_moves(postgres.url, url, 2):,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
