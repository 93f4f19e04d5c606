"""How long a server takes to show a moment of a long log: `python -m tests.bench.history` (in .venv).

One figure a line, with its limit. No real game has 2,000 moves: the longest log is a toy game's, the others are random
games of both games. The logs are put into the database as they are; the app runs in this process and looks for garbage
as it does when it is started, and each first look is at a room that no cache knows. "replay" is the same log folded by
the engine alone, in the same run.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from app.garbage import short_pauses
from app.main import create_app
from app.settings import Settings
from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from engine import GAMES, Config, playout, replay
from tests import toy_game
from tests.bench.figures import MS, Book, percentile

PEBBLES = 1_000  # of the long toy game: each taken alone, each turn ended, 2,000 moves in all
toy_game.OPTIONS["heap"] = (*toy_game.OPTIONS["heap"], PEBBLES)
ALL = {**GAMES, "toy": toy_game}
LOOKS = 40
LONGEST, FIRST = 200, 100  # ms: of any log, and of one of 400 moves
SHORT = 400


@dataclass
class Played:
    """A finished game. `moves`: (seat, move)."""

    name: str
    config: Config
    moves: list[tuple[int, Any]]


def played(name: str, seats: int, run: int = 0, **options: object) -> Played:
    """A random game to its end."""
    game, config = ALL[name], Config(seats, bytes([run] * 32), options)
    return Played(name, config, playout(game, game.setup(config), Random(run))[1])


def long_game() -> Played:
    """2,000 moves."""
    moves = [(turn % 2, kind) for turn in range(PEBBLES) for kind in ("one", "end")]
    return Played("toy", Config(2, bytes(32), {"heap": PEBBLES}), moves)


async def stored(api: httpx.AsyncClient, store: Store, game: Played) -> str:
    """A room with that log, as if it had been played: its code."""
    body = {
        "game": game.name,
        "seats": game.config.seats,
        "options": game.config.options,
        "seed": game.config.seed.hex(),
    }
    code: str = (await api.post("/api/rooms", json=body)).json()["code"]
    tokens = [
        (await api.post(f"/api/rooms/{code}/seats", json={"name": f"P{seat}"})).json()["token"]
        for seat in range(game.config.seats)
    ]
    headers = {"Authorization": f"Bearer {tokens[0]}"}
    assert (await api.post(f"/api/rooms/{code}/start", headers=headers)).status_code == 204
    room = await store.pool.fetchval("SELECT id FROM rooms WHERE code = $1", code)
    now, encode = datetime.now(UTC), ALL[game.name].encode
    rows = [
        (room, seq, seat, encode(move), False, now + timedelta(seconds=seq), now + timedelta(seconds=seq))
        for seq, (seat, move) in enumerate(game.moves)
    ]
    columns = "room_id, seq, seat, move, program, accepted_at, settled_at"
    await store.pool.executemany(f"INSERT INTO log ({columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)", rows)
    await store.pool.execute("UPDATE rooms SET status = 'over', rev = rev + 1, finished_at = now() WHERE id = $1", room)
    return code


async def took(call: Callable[[], Awaitable[httpx.Response]]) -> float:
    """Milliseconds until the answer is there."""
    begun = time.perf_counter()
    answer = await call()
    assert answer.status_code == 200, answer.text[:500]
    return (time.perf_counter() - begun) * MS


async def measured(book: Book, url: str, game: Played, what: str) -> None:
    """All figures of one log."""
    app = create_app(Settings(allow_seed=True), games=ALL, database_url=url)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://b.test") as api,
    ):
        code = await stored(api, app.state.store, game)
        other = await stored(api, app.state.store, played(game.name, ALL[game.name].SEATS[0], run=1))
    begun = time.perf_counter()
    replay(ALL[game.name], game.config, game.moves)
    moves = len(game.moves)
    first = FIRST if moves <= SHORT else LONGEST
    book.line(f"{what}, {moves} moves: replay", (time.perf_counter() - begun) * MS, "ms")
    for page in ("history", "json"):
        app = create_app(Settings(allow_seed=True), ALL, url, around=short_pauses)  # its caches know nothing
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://b.test") as api,
        ):
            await app.state.getting_ready
            await api.get(f"/r/{other}/history")  # what is made once for all rooms is made
            await _looked(book, api, code, f"{what}, {page}", moves, page, first)


async def _looked(
    book: Book, api: httpx.AsyncClient, code: str, what: str, moves: int, page: str, first: float
) -> None:
    def path(move: int) -> str:
        return f"/r/{code}/history?move={move}" if page == "history" else f"/api/rooms/{code}/history/{move}"

    book.line(f"{what}: first look", await took(lambda: api.get(path(moves))), "ms", first)
    rng = Random(2)
    asked = [rng.randrange(moves + 1) for _ in range(LOOKS)]
    times = [await took(lambda move=move: api.get(path(move))) for move in asked]  # type: ignore[misc]
    book.line(f"{what}: any move, half", percentile(times, 50), "ms", LONGEST)
    book.line(f"{what}: any move, slowest of {LOOKS}", max(times), "ms", LONGEST)
    if page == "history":
        change = f"/r/{code}/history/change?latest={moves}&seen_by=open"
        steps = [
            await took(lambda move=move: api.get(f"{change}&shown={move - 1}&move={move}"))  # type: ignore[misc]
            for move in asked
            if move
        ]
        book.line(f"{what}: a step, half", percentile(steps, 50), "ms", LONGEST)


async def measure(url: str) -> list[str]:
    book = Book()
    await measured(book, url, long_game(), "toy")
    await measured(book, url, played("roll_into_town", 8, size=11), "Roll Into Town, 8 players")
    await measured(book, url, played("roll_into_town", 4, size=7), "Roll Into Town, 4 players")
    await measured(book, url, played("little_town", 4), "Little Town, 4 players")
    return book.missed


def main() -> int:
    with TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as database:
        upgrade(database.url)
        return 1 if asyncio.run(measure(database.url)) else 0


if __name__ == "__main__":
    sys.exit(main())
