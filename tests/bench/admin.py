"""How long the admin's list and numbers take with very many rooms: `python -m tests.bench.admin [ROOMS]` (in .venv).

One figure a line, with its limit. The rooms are rows of games that are over; the pages are asked for over HTTP in this
process. Beside each search stands what the plain way would take in the same run on the same rows: pages by OFFSET,
names by ILIKE. Before each stands the same among a hundredth of the rooms. Numbers are those of rooms of three years.
"""

import argparse
import asyncio
import re
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from app.admin.counting import Counting
from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from engine import GAMES
from tests.admins import admin_app, log_in
from tests.bench.figures import MS, Book
from tests.conftest import on_server, with_database
from tests.store.room_rows import fill, recorded_room

ROOMS = 100_000
LIMIT = 100  # ms, of any page
LIMIT_OF_NUMBERS = 300  # ms, of those of the usual 90 days
LIMIT_OF_HOLD = 10  # ms, for which the loop does nothing else while games are counted
APART = 110  # minutes from seven rooms to the next: 100,000 are of three years
TIMES = 9
SEARCHES = {
    "newest": "",
    "oldest": "sort=oldest",
    "finished last": "sort=finished",
    "one game, one state": "game=toy&status=closed",
    "a state that no room is in": "status=playing",
    "a code": "code=X001234",
    "the beginning of a code": "code=X00123",
    "a name that all rooms have": "name=ann",
    "a name that some hundred have": "name=cleo22",
    "a name that one has": "name=zo%C3%AB+1f3",
    "a name that nobody has": "name=nobody",
    "a single letter": "name=z",
    "a common name, another game's rules": "name=ann&rules=2",
    "a day": "since=2025-01-03&until=2025-01-03",
}
NUMBERS = {
    "numbers of 90 days": "",
    "numbers of 90 days, one game": "game=little_town",
    "numbers of 365 days, one game": "game=little_town&since=365",
    "numbers of all": "since=all",
    "numbers of all, one game": "game=little_town&since=all",
}
PLAIN = {
    "by OFFSET, the last page": (
        "SELECT code FROM rooms ORDER BY created_at DESC, id DESC LIMIT 26 OFFSET (SELECT count(*) - 26 FROM rooms)"
    ),
    "by ILIKE, a name that one has": (
        "SELECT code FROM rooms r WHERE EXISTS (SELECT FROM seats WHERE room_id = r.id AND name ILIKE '%zoë 1f3%') "
        "ORDER BY created_at DESC, id DESC LIMIT 26"
    ),
    "by ILIKE, a name that nobody has": (
        "SELECT code FROM rooms r WHERE EXISTS (SELECT FROM seats WHERE room_id = r.id AND name ILIKE '%nobody%') "
        "ORDER BY created_at DESC, id DESC LIMIT 26"
    ),
}


HOLD = "the longest that nobody else is let through while games are counted"
GOLDEN = Path(__file__).parents[1] / "engine"
_TALLIES = """
INSERT INTO tallies (room_id, rules, version, moves, tally, made_at)
SELECT r.id, made.rules, made.version, made.moves + r.id % 50, made.tally, now()
FROM rooms r JOIN (SELECT game, tallies.* FROM tallies JOIN rooms ON id = room_id) made ON made.game = r.game
WHERE r.status = 'over' AND r.code LIKE 'X%'
"""


async def half(call: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds that half of the calls do not pass, once what is read is in memory."""
    times = []
    for _ in range(TIMES + 1):
        begun = time.perf_counter()
        await call()
        times.append((time.perf_counter() - begun) * MS)
    return statistics.median(times[1:])


async def measured(database: str, rooms: int) -> dict[str, float]:
    """Milliseconds by what was asked, in a database with so many rooms."""
    store = Store(database)
    await store.open()
    await fill(store, rooms)
    found = {what: await half(lambda sql=sql: store.pool.fetch(sql)) for what, sql in PLAIN.items()}  # type: ignore[misc]
    await store.close()
    async with admin_app(database, lambda: datetime.now(UTC)) as app:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://b.test") as browser:
            assert (await log_in(browser)).status_code == 303

            async def page(query: str) -> str:
                answer = await browser.get(f"/admin/rooms?{query}")
                assert answer.status_code == 200, answer.text[:500]
                return answer.text

            for what, query in SEARCHES.items():
                found[what] = await half(lambda query=query: page(query))  # type: ignore[misc]
            last = await deep_down(page, "sort=oldest")
            found["the page after half of them"] = await half(lambda: page(last))
            found["a page that is not there"] = await half(lambda: browser.get("/nothing"))
    return found


async def numbers(database: str, rooms: int) -> dict[str, float]:
    """Milliseconds of each page of numbers, where all games are counted; and of counting."""
    store = Store(database)
    await store.open()
    files = [
        GOLDEN / "little_town/games/four_players_cathedral.json",
        GOLDEN / "roll_into_town/games/three_players.json",
    ]
    for file in files:
        await recorded_room(store, file)
    found = await counting(store)
    await fill(store, rooms, APART)
    await store.pool.execute(_TALLIES)
    await store.pool.execute("ANALYZE tallies")
    last = await store.pool.fetchval("SELECT max(started_at) FROM rooms WHERE code LIKE 'X%'")
    await store.close()
    async with (
        admin_app(database, lambda: last) as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://b.test") as browser,
    ):
        assert (await log_in(browser)).status_code == 303
        for what, query in NUMBERS.items():
            answer = await browser.get(f"/admin/numbers?{query}")
            assert answer.status_code == 200, answer.text[:500]
            found[what] = await half(lambda query=query: browser.get(f"/admin/numbers?{query}"))  # type: ignore[misc]
    return found


async def counting(store: Store) -> dict[str, float]:
    """How long a game takes, pauses and all, and the longest time for which nobody else is let through."""
    counted = Counting(store, GAMES, lambda: datetime.now(UTC))
    longest, begun = 0.0, time.perf_counter()
    going = counted.want()
    while not going.done():
        before = time.perf_counter()
        await asyncio.sleep(0)
        longest = max(longest, time.perf_counter() - before)
    games: int = await store.pool.fetchval("SELECT count(tally) FROM tallies")
    return {"counting a game": (time.perf_counter() - begun) * MS / games, HOLD: longest * MS}


async def deep_down(page: Callable[[str], Awaitable[str]], query: str) -> str:
    """The query of a page in the middle: that of the second one, with another time to go on from."""
    second = re.search(r'href="/admin/rooms\?([^"]*after=[^"]*)"', await page(query))
    assert second
    middle = re.sub(r"after=[^~]*~\d+", "after=2025-01-05T00%3A00%3A00%2B00%3A00~1", second[1].replace("%7E", "~"))
    return middle.replace("&amp;", "&")


async def measure(server: str, rooms: int) -> list[str]:
    book = Book()
    few = await measured(with_database(server, "few"), rooms // 100)
    many = await measured(with_database(server, "many"), rooms)
    for what, took in many.items():
        plain = what in PLAIN or what == "a page that is not there"
        book.line(f"{what}, {rooms // 100:,} rooms", few[what], "ms")
        book.line(f"{what}, {rooms:,} rooms", took, "ms", None if plain else LIMIT)
    for what, took in (await numbers(with_database(server, "years"), rooms)).items():
        limit = LIMIT_OF_HOLD if what == HOLD else LIMIT_OF_NUMBERS if what.startswith("numbers of 90") else None
        book.line(what if what not in NUMBERS else f"{what}, {rooms:,} rooms", took, "ms", limit)
    return book.missed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.admin", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rooms", nargs="?", type=int, default=ROOMS)
    rooms: int = parser.parse_args().rooms
    with TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as database:
        for name in ("few", "many", "years"):
            on_server(database.url, f"CREATE DATABASE {name}")
            upgrade(with_database(database.url, name))
        return 1 if asyncio.run(measure(database.url, rooms)) else 0


if __name__ == "__main__":
    sys.exit(main())
