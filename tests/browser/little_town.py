"""How a person plays Little Town Builders on its page: chooses among what is offered, and nothing but taps."""

import html
from random import Random
from typing import Any

from playwright.async_api import Locator

from app.web.words import templates
from tests.browser.hand import moved, standing
from tests.browser.visitors import Visitor

END = ".lt-actions [data-end]"
SURE = ".lt-actions [data-end][data-sure]"
BUSY_CELLS = 4  # how many of the best cells a worker chooses from
MOST_USES = 12

# The lit cells with how much lies around each: what a person sees who looks for a good place.
AROUND = """() => {
  const at = (cell) => cell.dataset.cell.split(",").map(Number);
  const things = [...document.querySelectorAll(".cell:has(.land, .plate)")].map(at);
  const beside = ([r, c]) => things.filter(([y, x]) => Math.max(Math.abs(r - y), Math.abs(c - x)) === 1).length;
  return [...document.querySelectorAll(".cell[data-lit=place]")].map((cell) => [beside(at(cell)), cell.id]);
}"""

# What everybody may read: the board cell by cell, the lines of the log but of achieved objectives, the points of all.
PUBLIC = """() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent.trim());
  const cells = texts(".board .cell > .sr");
  const lines = texts(".story .event").filter((line) => !line.includes(" achieved "));
  return { cells, lines, goods: texts(".player-has") };
}"""


def title(objective: str) -> str:
    """How the page names an objective card."""
    things: Any = templates().get_template("little_town/things.html").module
    return html.unescape(str(things.objective(objective)))


async def doing(player: Visitor) -> str:
    """turn, feed, wait or over: what the page asks of this player."""
    for name, sign in {
        "over": ".lt-over",
        "feed": "[data-feed-now]",
        "turn": ".lt-ask, .lt-actions [data-end]",
    }.items():
        if await player.page.locator(sign).count():
            return name
    return "wait"


async def public(person: Visitor) -> dict[str, list[str]]:
    """What stands on this person's page that is no secret: cells, log, goods."""
    found: dict[str, list[str]] = await person.page.evaluate(PUBLIC)
    return found


async def place(player: Visitor, luck: Random) -> None:
    """Send a worker to one of the lit cells with most around them."""
    before = await standing(player)
    lit = sorted(await player.page.evaluate(AROUND), reverse=True)
    await player.press(f"#{luck.choice(lit[:BUSY_CELLS])[1]}")
    await moved(player, before)


async def take_free(player: Visitor) -> None:
    """Use at once all that costs nothing, if there is such a button."""
    button = player.page.locator("[data-take-free]:visible")
    if await button.count():
        await player.tap(button)
        await button.wait_for(state="hidden")


async def use(player: Visitor, cell: Locator) -> None:
    """Use what is on a lit cell, with the payment that the page proposes."""
    before = await standing(player)
    await player.tap(cell)
    sheet = player.page.locator(".detail[data-panel=use]:visible")
    if await sheet.count():
        await pawn(player, sheet)
        await player.tap(sheet.locator("[data-use-now]"))
    await moved(player, before)


async def pawn(player: Visitor, sheet: Locator) -> None:
    """Pick two things to give and two to take where a sheet asks for it: the first that can be had."""
    for side in ("give", "take"):
        kinds = sheet.locator(f"[data-side={side}] .pawn-kind:enabled")
        tries = [number for number in range(await kinds.count()) for _ in range(2)]
        while tries and await picked(sheet, side) < 2:
            await player.tap(kinds.nth(tries.pop(0)))


async def picked(sheet: Locator, side: str) -> int:
    """How many things are picked on one side of the pawnshop's sheet; a kind says so where it is picked twice."""
    counts = await sheet.locator(f"[data-side={side}] .pawn-kind[data-n]").all_inner_texts()
    return sum(int(text.strip() or 1) for text in counts)


async def build(player: Visitor, luck: Random) -> bool:
    """Build one of the tiles that can be paid, on a lit cell; False where there is none."""
    before = await standing(player)
    ready = player.page.locator(".tile.is-ready:visible")
    if not await ready.count():
        return False
    await player.tap(ready.nth(luck.randrange(await ready.count())))
    lit = player.page.locator(".cell[data-lit=build]")
    await player.tap(lit.nth(luck.randrange(await lit.count())))
    await moved(player, before)
    return True


async def work(player: Visitor, luck: Random) -> None:
    """Use what lies beside the worker: what is free, then some of the exchanges."""
    await take_free(player)
    usable = player.page.locator(".cell[data-lit=use]")
    for _ in range(MOST_USES):
        if not await usable.count() or luck.random() < 0.2:
            return
        await use(player, usable.first)


async def show(player: Visitor) -> None:
    """Show everybody an objective that is achieved, where such a card lies open before the player."""
    button = player.page.locator(".goals .show:visible")
    if await button.count():
        before = await standing(player)
        await player.tap(button.first)
        await moved(player, before)


async def end_turn(player: Visitor) -> None:
    """End the turn, or the step of the residence."""
    before = await standing(player)
    asks = await player.page.locator(SURE).count()
    await player.press(END)
    if asks:
        # By key: two taps as quick as a test's are a nervous finger's, and the page takes them for one.
        await player.page.locator(f"{END}.is-sure").press("Enter")
    await moved(player, before)


async def take_turn(player: Visitor, luck: Random) -> None:
    """A whole turn: build where that is possible, mostly; else send a worker out and let it work."""
    await player.page.locator(f".cell[data-lit=place], {END}").first.wait_for()
    await show(player)
    placing = await player.page.locator(".cell[data-lit=place]").count()
    if placing and (luck.random() < 0.3 or not await build(player, luck)):
        await place(player, luck)
    await work(player, luck)
    await end_turn(player)


async def feed(player: Visitor) -> None:
    """Feed the workers with what the page proposes."""
    before = await standing(player)
    await player.press("[data-feed-now]")
    await moved(player, before)
