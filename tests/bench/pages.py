"""How quick the pages are: `python -m tests.bench.pages` (in .venv) prints one figure a line, with its limit and a
baseline of the same run on the same machine, of which it is so many times. Exits with 1 where a limit is passed.

- render: a viewer's changed pieces in a game of full seats, against the same page with nothing kept or left out.
- visit: from the address to a page that answers, in Chromium with DevTools' "Slow 4G", against an empty page there; the
  second time with what the browser has kept.
- select: from the input that picks a die, a building or a tile to the picture that answers it, over a whole game,
  against the same on a page with nothing but a button that changes its colour.
- move: from the click that sends a move to the page that shows it, over a whole game, against the answer to a ping.

The last two are measured on a phone and on a desktop; how is said in tests/bench/hands.py. Without a graphics card all
drawing is done by the processor.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from fastapi import FastAPI
from playwright.async_api import Browser, async_playwright

from app.main import create_app
from app.rooms import Scene
from app.settings import Settings
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from app.web.composed import NOTHING
from app.web.kept import Kept
from app.web.live_html import HtmlVoice
from app.web.room_view import PIECES, context
from app.web.words import language, render_pieces, templates
from engine import GAMES
from tests.bench.hands import DEVICES, Table, Times, played, seat
from tests.browser.visitors import ARGUMENTS, find_chromium
from tests.server import Server
from tests.web.table_talk import Viewer, seated, viewer

# DevTools' preset "Slow 4G" (front_end/core/sdk/NetworkManager.ts): bytes a second, and milliseconds for each request.
SLOW_4G = {
    "offline": False,
    "downloadThroughput": 1.6e6 / 8 * 0.9,
    "uploadThroughput": 750e3 / 8 * 0.9,
    "latency": 150 * 3.75,
}
FULL: dict[str, tuple[int, dict[str, object]]] = {
    "little_town": (4, {"board": "B", "first_game": False}),
    "roll_into_town": (8, {"size": 11}),
}
MOVES = 200  # of a game, for the rendering
VISITS = 5


class Book:
    """Prints figures, and remembers whether one passed its limit."""

    def __init__(self) -> None:
        self.passed = False

    def line(self, what: str, value: float, limit: float, baseline: float) -> None:
        over = value > limit
        self.passed |= over
        ratio = f"{value / baseline:.2f} of the baseline's {baseline:.1f}" if baseline else "no baseline"
        print(f"{what}: {value:.1f} ms (at most {limit:g}){' TOO MUCH' if over else ''}; {ratio}", flush=True)


def high(times: list[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[int(0.95 * len(times))]


# --- render ---------------------------------------------------------------------------------------------------------


def rendering(book: Book, folder: Path) -> None:
    with Embedded(folder) as postgres:
        upgrade(postgres.url)
        asyncio.run(games_rendered(book, postgres.url))


async def games_rendered(book: Book, database: str) -> None:
    app = create_app(Settings(allow_seed=True, limits=0), database_url=database)
    async with app.router.lifespan_context(app):
        for game in FULL:
            await rendered(book, app, game)


async def rendered(book: Book, app: FastAPI, game: str) -> None:
    """Two seats and a spectator look on; besides, the first seat as if nothing were kept or left out."""
    seats, options = FULL[game]
    table = await seated(app, game, seats, 1, **options)
    lookers = [viewer(app, token) for token in (*table.tokens[:2], None)]
    shared = templates().globals
    times: dict[str, list[float]] = {"seat": [], "spectator": [], "bare": []}
    moves = 0
    async for _seat in table.game():
        for each in lookers:
            scene = await table.rooms.look(table.code, each.token)
            times["seat" if each.token else "spectator"].append(taken(each.voice, scene))
        kept, shared["kept"] = shared["kept"], Kept(language)
        times["bare"].append(bare(await table.rooms.look(table.code, table.tokens[0]), lookers[0]))
        shared["kept"] = kept
        moves += 1
        if moves == MOVES:
            break
    for who in ("seat", "spectator"):
        book.line(f"render, {game}, {seats} seats, {who}, median", median(times[who]), 4, median(times["bare"]))


def bare(scene: Scene, looker: Viewer) -> float:
    """Milliseconds for the whole of a page."""
    start = time.perf_counter()
    render_pieces(PIECES, context(scene, looker.voice.websocket)).changes(NOTHING)
    return 1000 * (time.perf_counter() - start)


def taken(voice: HtmlVoice, scene: Scene) -> float:
    """Milliseconds to put a scene into a frame."""
    start = time.perf_counter()
    voice.scene(scene)
    return 1000 * (time.perf_counter() - start)


# --- in the browser -----------------------------------------------------------------------------------------------


async def visits(book: Book, browser: Browser, url: str, table: Table) -> None:
    """First and second visits on a slow line."""
    page = await seat(browser, url, table)
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", SLOW_4G)
    first, second, empty = [], [], []
    for _ in range(VISITS):
        await session.send("Network.clearBrowserCache")
        for times in (first, second):
            await page.goto("about:blank")
            await page.goto(f"/r/{table.code}")
            times.append(float(await (await page.wait_for_function("() => window.ready")).json_value()))
        await page.goto("/healthz")
        empty.append(
            float(await page.evaluate("performance.timing.loadEventStart - performance.timing.navigationStart"))
        )
    book.line(f"visit, {table.game}, first, median", median(first), 2500, median(empty))
    book.line(f"visit, {table.game}, second, median", median(second), 1500, median(empty))
    await page.context.close()


def told(book: Book, where: str, times: Times) -> None:
    """The lines of a whole game."""
    book.line(f"select, {where}, {len(times.picks)} picks, p95", high(times.picks), 50, high(times.idle))
    book.line(f"move, {where}, {len(times.moves)} moves, p95", high(times.moves), 150, median(times.pings))


async def browsing(book: Book, url: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for game in GAMES:
            table = Table(url, game)
            await visits(book, browser, url, table)
            for device, how in DEVICES.items():
                table = Table(url, game)
                page = await seat(browser, url, table, how)
                told(book, f"{game}, {device}", await played(page, table, touch=device == "phone"))
                await page.context.close()
        await browser.close()


def main() -> int:
    """1 where a limit was passed."""
    book = Book()
    with tempfile.TemporaryDirectory() as folder:
        rendering(book, Path(folder) / "render")
        server = Server(Path(folder))
        server.start()
        try:
            asyncio.run(browsing(book, server.url))
        finally:
            server.stop()
    return int(book.passed)


if __name__ == "__main__":
    sys.exit(main())
