"""The log in the browser: chosen by player, kept so while the game goes on, walked by keys, whole on its own page."""

from random import Random

import pytest
from playwright.async_api import expect

from tests.browser import little_town, roll_into_town
from tests.browser.conftest import Visit
from tests.browser.hand import level
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor

OF_OTHERS = """(seat) => [...document.querySelectorAll(".story .event")]
  .filter((line) => line.checkVisibility() && !line.dataset.of.split(" ").includes(seat))
  .map((line) => line.textContent)"""


async def couple(visit: Visit, game: str) -> tuple[Visitor, Visitor]:
    """Ann with a phone and Ben at a desk, at a game that has begun."""
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    code = await make_room(ann, game, 2)
    await join(ben, code)
    await start(ann)
    await board(ben)
    return ann, ben


async def both_move(game: str, ann: Visitor, ben: Visitor) -> None:
    """A round, or a turn of each."""
    if game == "roll_into_town":
        for person in (ann, ben):
            await roll_into_town.play_round(person)
    else:
        for _turn in range(2):
            mover = ann if await little_town.doing(ann) == "turn" else ben
            await little_town.take_turn(mover, Random("log"))
            await level(ann, ben)
    await level(ann, ben)


@pytest.mark.parametrize("game", ["little_town", pytest.param("roll_into_town", marks=pytest.mark.long)])
async def test_the_log_shows_whose_moves_one_wants_and_keeps_to_that(visit: Visit, game: str) -> None:
    ann, ben = await couple(visit, game)
    await both_move(game, ann, ben)
    page = ben.page
    await expect(page.locator("[data-log-of='']")).to_have_attribute("aria-pressed", "true")
    assert await page.evaluate(OF_OTHERS, "0")
    await page.click("[data-log-of='0']")
    count = await page.locator(".story .event:visible").count()
    assert count
    assert await page.evaluate(OF_OTHERS, "0") == []
    await both_move(game, ann, ben)
    await expect(page.locator("[data-log-of='0']")).to_have_attribute("aria-pressed", "true")
    assert await page.evaluate(OF_OTHERS, "0") == []
    assert await page.locator(".story .event:visible").count() > count
    await page.reload()
    await expect(page.locator("[data-log-of='0']")).to_have_attribute("aria-pressed", "true")
    assert await page.evaluate(OF_OTHERS, "0") == []
    await page.click("[data-log-of='0']")
    assert await page.evaluate(OF_OTHERS, "0")


async def test_by_keys_one_walks_along_the_lines_that_are_shown(visit: Visit) -> None:
    ann, ben = await couple(visit, "roll_into_town")
    await both_move("roll_into_town", ann, ben)
    await ben.page.focus("[data-log-of='1']")
    await ben.page.keyboard.press("Enter")
    shown = ben.page.locator(".story .event:visible")
    await ben.page.focus(".story")
    for key, line in (("ArrowDown", 0), ("ArrowDown", 1), ("End", await shown.count() - 1), ("Home", 0)):
        await ben.page.keyboard.press(key)
        await expect(shown.nth(line)).to_be_focused()


@pytest.mark.long
async def test_all_moves_are_a_tap_away_and_the_room_is_one_back(visit: Visit) -> None:
    ann, ben = await couple(visit, "roll_into_town")
    for _round in range(3):
        await both_move("roll_into_town", ann, ben)
    await ann.press("[data-show=log]")
    few = await ann.page.locator(".story .event").count()
    await ann.press(".story a")
    await ann.page.wait_for_url("**/log")
    assert await ann.page.locator(".story .event").count() > few
    await ann.press("[data-log-of='0']")
    await expect(ann.page.locator("[data-log-of='0']")).to_have_attribute("aria-pressed", "true")
    assert await ann.page.evaluate(OF_OTHERS, "0") == []
    assert await ann.sideways() == 0
    await ann.press("main > a.btn")
    await board(ann)
