"""Little Town Builders with the keyboard alone, and by ear: the mouse is never used."""

from random import Random

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import level, moved, standing
from tests.browser.keyboard import NEXT_STEP, Keys
from tests.browser.little_town import doing
from tests.browser.little_town_table import Table
from tests.server import Server

SEED = "05" * 32


async def at_table(visit: Visit, server: Server) -> tuple[Keys, Keys, Table]:
    """Whose turn it is at a desk, the other with a phone's upright board; both seated by keyboard."""
    table = Table(server)
    await table.begin(SEED, board="A")
    first = (await table.http.get(f"/api/rooms/{table.code}")).json()["view"]["turn"]
    mover, other = Keys(await visit("Ann")), Keys(await visit("Ben", phone=True))
    await mover.sit(table, first)
    await other.sit(table, 1 - first)
    return mover, other, table


async def test_a_turn_by_keyboard(visit: Visit, server: Server):
    mover, _, table = await at_table(visit, server)
    page = mover.page
    await mover.tab(".tile")
    await mover.sweep(".tile[data-building=wheat_field]")
    await mover.press("Enter")
    assert await mover.has_focus(".cell[data-lit=build]")
    await expect(page.locator("#bubble")).to_contain_text("points at the end: +3")
    await mover.press("Escape")
    assert await mover.has_focus(".tile[data-building=wheat_field]")
    await expect(page.locator(".cell[data-lit=build]")).to_have_count(0)
    await mover.go("cell-1-1")
    await expect(page.locator("#bubble")).to_have_text("Beside it: +1 stone · +1 wood · +1 fish")
    assert await page.locator("#cell-1-1").get_attribute("aria-describedby") == "bubble"
    await mover.choose("cell-1-1")
    await mover.play("[data-undo-move]")
    assert await mover.has_focus("#cell-1-1")
    await mover.choose("cell-1-1")
    await mover.tab("[data-take-free]")
    await mover.press("Enter")
    await expect(page.locator("[data-take-free]")).to_have_count(0)
    await mover.gets_focus(NEXT_STEP)
    await mover.play(NEXT_STEP)
    await expect(page.locator(".lt-wait")).to_be_visible()
    await table.close()


async def test_what_others_do_and_what_is_asked_is_announced(visit: Visit, server: Server):
    mover, other, table = await at_table(visit, server)
    said = other.page.locator("#announce")
    name = await other.page.evaluate(
        "document.querySelector('.lt-title').textContent.trim().split(' · ')[1].split('’')[0]"
    )
    await mover.choose("cell-1-1")
    await expect(said).to_contain_text(f"{name} sends out a worker.")
    await mover.tab("[data-take-free]")
    await mover.press("Enter")
    await expect(said).to_contain_text(f"{name} uses")
    await expect(mover.page.locator("[data-take-free]")).to_have_count(0)
    await mover.play(f"{NEXT_STEP}[data-end]")
    await expect(said).to_contain_text("place a worker")
    await table.close()


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_two_play_a_whole_game_by_keyboard_alone(visit: Visit, server: Server):
    luck = Random("keys")
    ann, ben, table = await at_table(visit, server)
    while True:
        asked = [await doing(keys.person) for keys in (ann, ben)]
        if "over" in asked:
            break
        mover = ann if asked[0] != "wait" else ben
        if asked[0 if mover is ann else 1] == "feed":
            before = await standing(mover.person)
            await mover.tab("[data-feed-now]")
            await mover.press("Enter")
            await moved(mover.person, before)
        else:
            await mover.take_turn(luck)
        await level(ann.person, ben.person)
    for keys in (ann, ben):
        await keys.page.locator(".lt-over .scores").wait_for()
        await keys.tab(".line:enabled")
        await keys.press("Enter")
        assert await keys.page.locator(".cell.is-shown").count()
    await table.close()
