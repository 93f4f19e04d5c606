"""Requirement 13: a loss shows in time, the page tries again by its schedule and resumes exactly, draft included."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Error

from app.web.assets import asset
from tests.browser.conftest import Visit
from tests.browser.relay import LOSSES, Relay
from tests.browser.rooms import make_room, start
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
from tests.server import Server

CONNECTING, OPEN, CLOSED = 0, 1, {2, 3}  # `readyState` of a WebSocket
# Keeps the attempts to connect that the page begins from now on, and counts those of them that have failed.
KEEP_ATTEMPTS = """() => {
  window.tries = [];
  window.failed = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      window.tries.push(this);
      this.addEventListener("close", () => { window.failed += 1; });
    }
  };
}"""
# On a button that is too new to be meant.
SECOND_CLICK = """() => document.querySelector("[data-next=discover]:not([data-ripe])")?.dispatchEvent(
  new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 }))"""
# At once: however busy the machine is, no other button comes between the two.
DOUBLE_CLICK = """(button) => [1, 2].forEach((detail) => button.dispatchEvent(
  new MouseEvent("click", { bubbles: true, cancelable: true, detail })))"""


async def until(ask: Callable[[], Awaitable[Any]], seconds: float = PATIENCE) -> None:
    """Wait until `ask` says something true."""
    begin = time.monotonic()
    while not await ask():
        assert time.monotonic() - begin < seconds, "it did not happen in time"
        await asyncio.sleep(0.02)


async def stand_still(person: Visitor) -> None:
    """From here on time passes for the page, whose clock is installed, only where it is wound."""

    async def pause() -> None:
        now = await person.page.evaluate("Date.now()")
        await person.page.clock.pause_at(now / 1000 + 2)  # on a busy machine some time passes until this is heard

    try:
        await pause()
    except Error:  # more than those two seconds; but from then on it stands
        await pause()


async def connection(person: Visitor, state: str) -> bool:
    return bool(await person.page.evaluate("document.body.dataset.connection") == state)


async def place(person: Visitor) -> tuple[int, int, int]:
    """Where the page is: the seat's counter, the log's length, the draft's length."""
    data = await person.page.evaluate("({...document.getElementById('game').dataset})")
    return int(data["at"]), int(data["log"]), int(data["undo"])


async def go_on(person: Visitor, now: str = "discover") -> None:
    """Leave the phase; where something useful is left the button asks first."""
    await person.press(f"[data-next={now}]")
    if await person.page.locator(f"[data-next={now}][data-left]").count():
        await person.press(f"[data-next={now}][data-sure]")


@pytest.fixture
async def relay(server: Server) -> AsyncIterator[Relay]:
    async with Relay(server.port) as line:
        yield line


@pytest.fixture
async def ann(visit: Visit, relay: Relay) -> Visitor:
    """Ann, alone at her game, behind the relay; her page's clock can be wound forward."""
    person = await visit("Ann", phone=True, url=relay.url)
    person.forgive(LOSSES)
    await person.page.clock.install()
    await make_room(person, "roll_into_town", 1)
    await start(person)
    await until(lambda: connection(person, "open"))
    return person


async def test_the_schedule(visit: Visit) -> None:
    person = await visit("Ann")
    await person.page.goto("/")
    ask = "([url, calls]) => import(url).then((m) => calls.map(([n, ms, seen, r]) => m.wait(n, ms, seen, () => r)))"
    calls = [[n, 0, True, 0.9] for n in range(4)]
    calls += [[4, 5_000, True, 0], [9, 60_000, True, 1], [40, 120_000, True, 0.5], [9, 60_000, False, 0.5]]
    waits = await person.page.evaluate(ask, [asset("schedule.js"), calls])
    assert waits == [300, 600, 1200, 2500, 3200, 4000, 13500, 13500]


async def test_a_known_loss_shows_at_once_and_ends_at_once(ann: Visitor) -> None:
    """Within no time at all: the page waits for nothing."""
    await stand_still(ann)
    await ann.context.set_offline(True)
    await until(lambda: connection(ann, "lost"))
    assert await ann.page.inner_text("#connection") == "Connection lost. Trying again …"
    await ann.context.set_offline(False)
    await until(lambda: connection(ann, "open"))
    assert await ann.page.is_hidden("#connection")


async def test_a_silent_loss_shows_within_ten_seconds(ann: Visitor, relay: Relay) -> None:
    relay.hush()
    await ann.page.clock.run_for(10_000)
    assert await connection(ann, "lost")
    relay.mend()
    await until(lambda: connection(ann, "open"))


async def test_the_page_tries_again_by_its_schedule(ann: Visitor, relay: Relay) -> None:
    await stand_still(ann)
    await ann.page.evaluate(KEEP_ATTEMPTS)
    relay.cut()
    await until(lambda: connection(ann, "lost"))

    async def failed(attempts: int) -> bool:
        return bool(await ann.page.evaluate("window.failed") == attempts)

    for number, (least, most) in enumerate([(300, 300), (600, 600), (1200, 1200), (2500, 2500), (3200, 4000)], 1):
        await ann.page.clock.run_for(least - 1)
        assert await ann.page.evaluate("window.tries.length") == number - 1
        await ann.page.clock.run_for(most - least + 1)
        await until(lambda number=number: failed(number))
    relay.mend()
    await ann.page.clock.run_for(4000)
    await until(lambda: connection(ann, "open"))


async def test_an_attempt_that_another_replaces_is_let_go(ann: Visitor, relay: Relay) -> None:
    """A phone in another network begins anew: what comes of the old attempt later must not stay open beside it. Nor
    may a line that fell silent and was given up."""
    await stand_still(ann)
    await ann.page.evaluate(KEEP_ATTEMPTS)
    relay.cut()
    await until(lambda: connection(ann, "lost"))
    relay.hush()
    await ann.page.clock.run_for(300)
    await ann.page.clock.run_for(2000)
    await ann.page.evaluate("dispatchEvent(new Event('online'))")
    first, second = await ann.page.evaluate("window.tries.map((each) => each.readyState)")
    assert (first in CLOSED, second) == (True, CONNECTING)
    relay.mend()
    await ann.page.clock.resume()
    await until(lambda: connection(ann, "open"))
    assert (await ann.page.evaluate("window.tries.map((each) => each.readyState)")).count(OPEN) == 1
    relay.hush()
    await ann.page.clock.run_for(10_000)
    assert OPEN not in await ann.page.evaluate("window.tries.map((each) => each.readyState)")


async def test_the_draft_is_there_after_a_loss_and_after_a_reload(ann: Visitor, relay: Relay) -> None:
    await go_on(ann)

    async def moved() -> bool:
        return (await place(ann))[2] > 0

    await until(moved)
    before = await place(ann)
    relay.cut()
    await until(lambda: connection(ann, "lost"))
    relay.mend()
    await until(lambda: connection(ann, "open"))
    assert await place(ann) == before
    await ann.page.reload()
    await until(lambda: connection(ann, "open"))
    assert await place(ann) == before


async def test_a_move_whose_answer_was_lost_is_made_once(ann: Visitor, relay: Relay) -> None:
    relay.swallow()
    await go_on(ann)
    await ann.page.clock.run_for(6_000)
    await until(lambda: connection(ann, "lost"))
    relay.mend()
    await until(lambda: connection(ann, "open"))

    async def moved() -> bool:
        return (await place(ann)) == (1, 0, 1)

    await until(moved)


async def test_a_move_made_while_the_line_is_down_is_sent_when_it_is_back(ann: Visitor, relay: Relay) -> None:
    relay.cut()
    await until(lambda: connection(ann, "lost"))
    await go_on(ann)
    assert await place(ann) == (0, 0, 0)
    relay.mend()

    async def moved() -> bool:
        return (await place(ann)) == (1, 0, 1)

    await until(moved)


async def test_a_double_click_is_one_move_and_undo_takes_back_what_the_page_passed(ann: Visitor) -> None:
    async def phase(name: str) -> bool:
        return await ann.page.locator(f"[data-next={name}]").count() == 1

    # Nor does a button ask that comes just in time for the second click; later clicks are of somebody impatient.
    await ann.page.evaluate(SECOND_CLICK)
    assert await ann.page.locator(".rit-asking").count() == 0
    await ann.page.dispatch_event("[data-next=discover][data-ripe]", "click", {"detail": 3})
    await ann.page.locator("[data-next=discover][data-sure]").evaluate(DOUBLE_CLICK)
    await until(lambda: phase("construct"))
    assert (await place(ann))[2] == 1
    # Two wood buy a mine, so the page does not pass construction; without woodcutters it passes gathering.
    await go_on(ann, "construct")
    await until(lambda: phase("upkeep"))
    assert (await place(ann))[2] == 3
    await ann.press("[data-undo-move]")
    await until(lambda: phase("construct"))
    assert (await place(ann))[2] == 1
