"""On every screen a whole turn of Little Town is in sight at once, large enough for a finger, and nothing jumps."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import expect

import engine.little_town as game
from tests.browser.conftest import Visit
from tests.browser.hand import moved, standing
from tests.browser.little_town_table import Table, until
from tests.browser.visitors import Visitor
from tests.server import Server

SCREENS = ((360, 740), (740, 360), (768, 1024), (1280, 800))
TARGET = 44  # CSS pixels

# What lies outside of the screen or is too small for a finger: of the board, of what can be chosen, of the next step.
FAULTS = """(target) => {
  const root = document.documentElement;
  const faults = [];
  if (root.scrollWidth > innerWidth) faults.push(`page ${root.scrollWidth} wide`);
  if (root.scrollHeight > innerHeight) faults.push(`page ${root.scrollHeight} high`);
  const name = (each) => `${each.className} ${each.getAttribute("aria-label") ?? each.textContent.trim()}`.slice(0, 60);
  const parts = ".board, .cell, .tray button, .detail, .feed, .lt-actions, .lt-actions button, .lt-tabs button, .rival";
  for (const each of document.querySelectorAll(parts)) {
    if (!each.checkVisibility()) continue;
    const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    const place = `${name(each)} at ${left},${top} to ${right},${bottom}`;
    const beyond = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
    if (beyond > 0.5) faults.push(`out: ${place}`);
    if (each.matches("button") && (width < target - 0.1 || height < target - 0.1)) faults.push(`small: ${place}`);
  }
  return faults;
}"""


def place(state: Any) -> bool:
    """Seat 0 has a worker to place and a tile that it can pay in several ways."""
    if state.turn != 0 or state.phase != "turns" or state.step.moved:
        return False
    tiles = game.choices(state, 0)["build"]["tiles"]
    return any(len(tile["coins_for"]) > 1 for tile in tiles) and any(tile["why"] for tile in tiles)


def pawn(state: Any) -> bool:
    """Seat 0 has a worker beside a pawnshop that it can use, and something free beside it."""
    if state.turn != 0 or state.phase != "turns" or not state.step.cell:
        return False
    choices = game.choices(state, 0)
    ready = [use for use in choices["use"] if not use["why"]]
    return bool(choices["for_nothing"]["cells"]) and any(use["id"] == "pawnshop" for use in ready)


def feeding(state: Any) -> bool:
    return state.phase == "feed" and not state.players[0].fed


def waiting(state: Any) -> bool:
    return state.turn == 1 and state.phase == "turns" and len(state.tiles) > 3


async def at_table(visit: Visit, server: Server, wanted: Callable[[Any], bool]) -> tuple[Visitor, Table]:
    """Ann at seat 0 of that position, while Ben is there too: nobody waits for who is away."""
    seed, played = until(wanted)
    table = Table(server)
    await table.begin(seed)
    await table.replay(played)
    ann, ben = await visit("Ann"), await visit("Ben")
    await table.sit(ben, 1)
    await table.sit(ann, 0)
    await expect(ann.page.locator("#room-bar .disc-off")).to_have_count(0)
    return ann, table


async def fits_everywhere(ann: Visitor, act: Callable[[], Awaitable[None]] | None = None) -> None:
    for width, height in SCREENS:
        await ann.resize(width, height)
        if act:
            await act()
            await ann.laid_out()
        assert await ann.page.evaluate(FAULTS, TARGET) == [], (width, height)


async def test_placing_and_building(visit: Visit, server: Server):
    ann, table = await at_table(visit, server, place)
    page = ann.page
    await fits_everywhere(ann)
    payable = page.locator(".detail.has-payer[data-panel=tile]").first
    building = await payable.get_attribute("data-building")

    async def choose(tile: str, sheet: str) -> None:
        await page.keyboard.press("Escape")
        await page.locator(tile).first.click()
        await expect(page.locator(sheet).locator("visible=true")).to_have_count(1)

    await fits_everywhere(ann, lambda: choose(f".tile[data-building={building}]", ".detail .payer"))
    await fits_everywhere(ann, lambda: choose(".tile.is-out", ".detail .why"))
    await table.close()


async def test_labour_with_a_pawnshop(visit: Visit, server: Server):
    ann, table = await at_table(visit, server, pawn)
    await fits_everywhere(ann)
    cell = await ann.page.locator(".detail:has(.pawn)").first.get_attribute("data-cell")
    await ann.page.locator(f".cell[data-cell='{cell}']").click()
    await expect(ann.page.locator(".pawn")).to_be_visible()
    await fits_everywhere(ann)
    await table.close()


@pytest.mark.parametrize("moment", [feeding, waiting])
async def test_feeding_and_waiting(visit: Visit, server: Server, moment: Callable[[Any], bool]):
    ann, table = await at_table(visit, server, moment)
    await fits_everywhere(ann)
    await table.close()


async def test_nothing_jumps_when_a_frame_arrives(visit: Visit, server: Server):
    """The board and the bar at the bottom stay where they are from the choice to the end of the turn."""
    ann, table = await at_table(visit, server, place)
    page = ann.page

    async def boxes() -> list[dict[str, float] | None]:
        return [await page.locator(part).bounding_box() for part in (".board", ".lt-actions", ".purse")]

    for width, height in SCREENS:
        await ann.resize(width, height)
        first = await boxes()
        for tap in (".cell[data-lit=place]", "[data-undo-move]"):
            before = await standing(ann)
            await page.locator(tap).first.click()
            await moved(ann, before)
            await ann.laid_out()
            assert await boxes() == first, (width, height, tap)
        await page.locator(".tile").first.click()
        await ann.laid_out()
        assert await boxes() == first, (width, height)
        await page.keyboard.press("Escape")
    await table.close()
