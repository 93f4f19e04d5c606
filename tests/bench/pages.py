"""How quick the pages are: `python -m tests.bench.pages` (in .venv) prints one figure a line, with its limit and a
baseline of the same run on the same machine, of which it is so many times. Exits with 1 where a limit is passed.

- render: a viewer's changed pieces in a game of full seats, against the same page with nothing kept or left out.
- visit: from the address to a page that answers, in Chromium with DevTools' "Slow 4G", against an empty page there; the
  second time with what the browser has kept.
- select: a real click on a die or a tile to the next picture on the screen, over a whole game, against one on an idle
  button.
- move: from the click that sends a move to the page that shows it, over a whole game, against the answer to a ping.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
from fastapi import FastAPI
from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright

from app.main import create_app
from app.rooms import Scene
from app.settings import Settings
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from app.web.kept import Kept
from app.web.live_html import HtmlVoice
from app.web.pieces import NOTHING
from app.web.room_view import PIECES, context
from app.web.words import language, render_pieces, templates
from engine import GAMES
from tests.browser.visitors import ARGUMENTS, DESKTOP, EXPERIENCED, find_chromium
from tests.server import Server
from tests.web.table_talk import Viewer, likely, seated, viewer

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
PICKS = {"little_town": ".tile", "roll_into_town": "[data-die], [data-building]"}
MOVES = 200  # of a game, for the rendering
VISITS = 5

# When the page first said that all its scripts know what it shows.
READY = 'addEventListener("machi:shown", () => { window.ready ??= performance.now(); }, true);'
# How long after a click the next picture came; browsers round it to 8 ms.
PAINTED = """async (selector) => {
  const taken = [];
  const observer = new PerformanceObserver((list) => taken.push(...list.getEntries()));
  observer.observe({ type: "event", durationThreshold: 16 });
  window.painted = () => Math.max(8, ...taken.splice(0).concat(observer.takeRecords()).map((entry) => entry.duration));
}"""
# People pick once what changed has stopped moving, at most 400 ms after it came.
CALM = "() => document.getAnimations().every((each) => each.playState !== 'running')"
MOVE = """(move) => new Promise((done) => {
  const game = document.getElementById("game");
  const before = game.dataset.at;
  const button = Object.assign(document.createElement("button"), { type: "button" });
  button.dataset.play = JSON.stringify(move);
  game.append(button);
  const start = performance.now();
  const shown = () => {
    if (document.getElementById("game").dataset.at === before) return;
    document.removeEventListener("machi:shown", shown);
    requestAnimationFrame(() => done(performance.now() - start));
  };
  document.addEventListener("machi:shown", shown);
  button.click();
})"""
PING = """(path) => new Promise((done) => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + path);
  const times = [];
  let start = 0;
  const ask = () => { start = performance.now(); socket.send('{"ping": 1}'); };
  socket.onopen = ask;
  socket.onmessage = ({ data }) => {
    if (!data.startsWith('{"pong"')) return;
    times.push(performance.now() - start);
    if (times.length < 50) return ask();
    socket.close();
    done(times);
  };
})"""


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


class Table:
    """A started game of three, by the API; `call(seat, ...)` as that seat."""

    def __init__(self, url: str, game: str) -> None:
        self.api = httpx.Client(base_url=url, timeout=60)
        self.game = game
        made = self.call(None, "POST", "", {"game": game, "seats": 3, "options": {}, "name": "Ann", "seed": "5a" * 32})
        self.code, self.tokens = made["code"], [made["token"]]
        self.tokens += [
            self.call(None, "POST", f"/{self.code}/seats", {"name": name})["token"] for name in ("Ben", "Cy")
        ]
        self.call(0, "POST", f"/{self.code}/start", {"close_free": False})

    def call(self, seat: int | None, method: str, path: str, body: object = None) -> Any:
        headers = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = self.api.request(method, f"/api/rooms{path}", json=body, headers=headers)
        return answer.raise_for_status().json() if answer.content else None

    def move(self, seat: int, chance: Random) -> None:
        offered = self.call(seat, "GET", f"/{self.code}/moves")
        if offered["moves"]:
            frame = {"at": offered["at"], "move": likely(offered["moves"], chance)}
            self.call(seat, "POST", f"/{self.code}/moves", frame)


async def seat(browser: Browser, url: str, table: Table) -> Page:
    """The first seat's page."""
    context = await browser.new_context(**DESKTOP, base_url=url, locale="en")
    await context.add_init_script(EXPERIENCED)
    await context.add_init_script(READY)
    page = await context.new_page()
    await page.goto(f"/r/{table.code}/seat#{table.tokens[0]}")
    await page.click("#seat-form button")
    await page.wait_for_function("() => window.ready")
    return page


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


async def clicked(page: Page, thing: Locator) -> float:
    """Click it; milliseconds to the next picture."""
    await thing.click()
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
    return float(await page.evaluate("window.painted()"))


async def playing(book: Book, page: Page, table: Table) -> None:
    """A whole game: the page plays the first seat, the API the others; before each move something is picked."""
    idle = await idling(page.context)
    await page.evaluate(PAINTED)
    pings = await page.evaluate(PING, f"/r/{table.code}/live")
    chance = Random(table.game)
    picks: list[float] = []
    moves: list[float] = []
    while active := [each["seat"] for each in table.call(0, "GET", f"/{table.code}")["seats"] if each["active"]]:
        mover = chance.choice(active)
        if mover:
            await asyncio.to_thread(table.move, mover, chance)
        elif offered := (await asyncio.to_thread(table.call, 0, "GET", f"/{table.code}/moves"))["moves"]:
            picks += await picked(page, table.game, chance)
            moves.append(float(await page.evaluate(MOVE, likely(offered, chance))))
    book.line(f"select, {table.game}, {len(picks)} picks, p95", high(picks), 50, median(idle))
    book.line(f"move, {table.game}, {len(moves)} moves, p95", high(moves), 150, median(pings))


async def idling(context: BrowserContext) -> list[float]:
    """Clicks on a button that does nothing, on an otherwise empty page."""
    page = await context.new_page()
    await page.goto("/healthz")
    await page.evaluate("document.body.innerHTML = '<button>idle</button>'")
    await page.evaluate(PAINTED)
    times = [await clicked(page, page.locator("button")) for _ in range(9)]
    await page.close()
    return times


async def picked(page: Page, game: str, chance: Random) -> list[float]:
    """Pick one of the things that can be picked now; how long it took, or nothing where there are none."""
    await page.wait_for_function(CALM)
    things = page.locator(f"#game :is({PICKS[game]}):not([aria-disabled=true]):visible")
    count = await things.count()
    return [await clicked(page, things.nth(chance.randrange(count)))] if count else []


async def browsing(book: Book, url: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for game in GAMES:
            table = Table(url, game)
            await visits(book, browser, url, table)
            page = await seat(browser, url, table)
            await playing(book, page, table)
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
