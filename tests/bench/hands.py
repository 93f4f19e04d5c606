"""A whole game in the browser, and how long each answer of the page takes; for `python -m tests.bench.pages`.

A selection is a real touch (down and up at once), or a press of a mouse (down and up at once) that lies on the thing
since some frames: what its arrival draws is drawn by then, as no hand presses within the frame in which it arrives.
Its time is the browser's own (Event Timing): from when the browser had the input to when the picture is on the screen,
the longest of all events of that input, rounded to 8 ms.
"""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from playwright.async_api import Browser, BrowserContext, ElementHandle, Page

from tests.browser.visitors import DESKTOP, EXPERIENCED, PHONE
from tests.web.table_talk import likely

DEVICES: dict[str, dict[str, Any]] = {"phone": PHONE, "desktop": DESKTOP}
PICKS = {"little_town": ".tile", "roll_into_town": "[data-die], [data-building]"}

# When the page first said that all its scripts know what it shows.
READY = 'addEventListener("machi:shown", () => { window.ready ??= performance.now(); }, true);'
# How long after an input the next picture came; what is less than 16 ms is not told.
PAINTED = """() => {
  const taken = [];
  const observer = new PerformanceObserver((list) => taken.push(...list.getEntries()));
  observer.observe({ type: "event", durationThreshold: 16 });
  window.painted = () => Math.max(8, ...taken.splice(0).concat(observer.takeRecords()).map((entry) => entry.duration));
}"""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Until the browser has told the times.
TOLD = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 150)))"
BUTTON = """() => {
  document.body.innerHTML = '<button aria-pressed="false">idle</button>';
  document.body.firstChild.addEventListener("click", ({ target }) => {
    const pressed = target.ariaPressed !== "true";
    target.ariaPressed = pressed;
    target.style.background = pressed ? "gold" : "";
  });
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


async def seat(browser: Browser, url: str, table: Table, device: dict[str, Any] = DESKTOP) -> Page:
    """The first seat's page."""
    context = await browser.new_context(**device, base_url=url, locale="en")
    await context.add_init_script(EXPERIENCED)
    await context.add_init_script(READY)
    page = await context.new_page()
    await page.goto(f"/r/{table.code}/seat#{table.tokens[0]}")
    await page.click("#seat-form button")
    await page.wait_for_function("() => window.ready")
    return page


@dataclass
class Times:
    """In milliseconds. `idle`: selections on a bare page; `pings`: answers to nothing but a ping."""

    idle: list[float]
    pings: list[float]
    picks: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)


async def pressed(page: Page, thing: ElementHandle, touch: bool) -> float:
    """Press it by a finger or by the mouse, without Playwright's looking before; milliseconds to the picture."""
    await thing.scroll_into_view_if_needed()
    before = await thing.get_attribute("aria-pressed")
    box = await thing.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if not touch:
        await page.mouse.move(x, y)
        await page.evaluate(FRAMES)
    await page.evaluate(TOLD)
    await page.evaluate("window.painted()")
    if touch:
        await page.touchscreen.tap(x, y)
    else:
        await page.mouse.down()
        await page.mouse.up()
    await page.evaluate(TOLD)
    assert await thing.get_attribute("aria-pressed") != before, "the press did not reach it"
    return float(await page.evaluate("window.painted()"))


async def played(page: Page, table: Table, touch: bool) -> Times:
    """A whole game: the page plays the first seat, the API the others; before each move something is picked."""
    times = Times(await idling(page.context, touch), await page.evaluate(PING, f"/r/{table.code}/live"))
    await page.evaluate(PAINTED)
    chance = Random(table.game)
    while active := [each["seat"] for each in table.call(0, "GET", f"/{table.code}")["seats"] if each["active"]]:
        mover = chance.choice(active)
        if mover:
            await asyncio.to_thread(table.move, mover, chance)
        elif offered := (await asyncio.to_thread(table.call, 0, "GET", f"/{table.code}/moves"))["moves"]:
            times.picks += await picked(page, table.game, chance, touch)
            times.moves.append(float(await page.evaluate(MOVE, likely(offered, chance))))
    return times


async def idling(context: BrowserContext, touch: bool) -> list[float]:
    """Presses of a button that changes its colour, on an otherwise empty page."""
    page = await context.new_page()
    await page.goto("/healthz")
    await page.evaluate(BUTTON)
    await page.evaluate(PAINTED)
    button = await page.wait_for_selector("button")
    assert button
    times = [await pressed(page, button, touch) for _ in range(40)]
    await page.close()
    return times


async def picked(page: Page, game: str, chance: Random, touch: bool) -> list[float]:
    """Pick one of the things that can be picked now; how long it took, or nothing where there are none."""
    await page.wait_for_function(CALM)
    things = await page.locator(f"#game :is({PICKS[game]}):not([aria-disabled=true]):visible").element_handles()
    return [await pressed(page, chance.choice(things), touch)] if things else []
