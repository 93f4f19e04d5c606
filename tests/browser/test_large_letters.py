"""Phones whose owner asks for larger letters: a turn on one screen up to 125 %, and nothing out of reach at 200 %."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser import little_town_table, roll_into_town_table
from tests.browser.hand import standing
from tests.browser.test_boxes_little_town import feeding
from tests.browser.test_boxes_little_town import place as placing
from tests.browser.test_layout_roll_into_town import in_phase
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]
LARGE, DOUBLE = 20, 32  # px; 16 is usual

# What can be pressed in the game but is cut off, lies beyond the page, or stays covered when it is scrolled to.
OUT_OF_REACH = """() => [...document.querySelectorAll("#game button")].filter((each) => {
  if (!each.checkVisibility() || each.closest(".tabs")) return false;
  each.scrollIntoView({ block: "center" });
  const { left, right, top, bottom } = each.getBoundingClientRect();
  if (left < -0.5 || right > innerWidth + 0.5) return true;
  return !each.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).map((each) => each.outerHTML.slice(0, 90))"""
BEYOND = (
    """() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"""
)


async def with_letters(visitor: Visitor, size: int) -> None:
    """As if this size had been chosen in the browser's settings."""
    session = await visitor.context.new_cdp_session(visitor.page)
    await session.send("Page.enable")
    await session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    await visitor.page.wait_for_function(
        "(size) => getComputedStyle(document.documentElement).fontSize === size", arg=f"{size}px"
    )
    await visitor.laid_out()


async def reads(ann: Visitor) -> None:
    """All of it is in sight with large letters, and can be reached with letters of twice the usual size."""
    await with_letters(ann, LARGE)
    assert await ann.page.evaluate(BEYOND) == [0, 0]
    await with_letters(ann, DOUBLE)
    assert (await ann.page.evaluate(BEYOND))[0] == 0
    assert await ann.page.evaluate(OUT_OF_REACH) == []


@pytest.mark.parametrize("phase", ["construct", pytest.param("discover", marks=pytest.mark.long)])
async def test_roll_into_town(visit: Visit, server: Server, phase: str) -> None:
    ann = await visit("Ann", phone=True)
    await roll_into_town_table.sit_at(ann, server, *roll_into_town_table.until(in_phase(phase)))
    await reads(ann)


async def test_what_the_next_step_asks_is_in_sight(visit: Visit, server: Server) -> None:
    ann = await visit("Ann", phone=True)
    await roll_into_town_table.alone(ann, server)
    await with_letters(ann, DOUBLE)
    await ann.press("[data-next=discover]")
    await expect(ann.page.locator(".rit-ask")).to_have_text("You can still draw 3 icons.")
    await expect(ann.page.locator(".rit-ask")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("moment", [feeding, pytest.param(placing, marks=pytest.mark.long)])
async def test_little_town(visit: Visit, server: Server, moment: Callable[[Any], bool]) -> None:
    seed, played = little_town_table.until(moment)
    table = little_town_table.Table(server)
    await table.begin(seed)
    await table.replay(played)
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    await table.sit(ben, 1)
    await table.sit(ann, 0)
    await standing(ann)
    await expect(ann.page.locator("#room-bar .disc-off")).to_have_count(0)
    await reads(ann)
    await table.close()
