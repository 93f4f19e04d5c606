"""When a game is over: how it went, and what would have come of another move."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.rooms import board, code_of, seated, start
from tests.browser.visitors import Visitor
from tests.server import Server
from tests.states.rooms import Moment, held

ALONE = Moment("roll_into_town", "solo")


async def come_back(person: Visitor, server: Server, code: str, token: str) -> None:
    """Open the room with the key of a seat in the browser."""
    await person.context.add_cookies([{"name": f"machi_{code}", "value": token, "url": server.url}])
    await person.page.goto(f"/r/{code}")
    await board(person)


async def test_from_the_result_to_the_chart_and_on_from_its_turning_point(visit: Visit, server: Server) -> None:
    """The lighthouse of round 6 is a large step: the 57th move. Before it there is still all to choose."""
    ann = await visit("Ann", phone=True)
    async with held(server.url, ALONE) as room:
        await come_back(ann, server, room.code, room.tokens[0])
        ann.forgive("favicon.ico")  # a picture cannot name an icon, so Chromium asks for the usual one
        await ann.press("a[href$='/picture.svg']")
        await expect(ann.page.locator("#title")).to_have_text("Roll Into Town: Ann")
        await ann.page.go_back()
        await ann.press("a[href$='/chart']")
        await ann.page.wait_for_url("**/chart")
        await expect(ann.page.locator(".plot")).to_be_visible()
        assert await ann.sideways() == 0
        await ann.press(".chart details > summary")
        await expect(ann.page.locator(".figures tbody tr")).to_have_count(13)
        assert await ann.sideways() == 0
        await ann.press("nav.rounds a >> text=/^Round 6$/")
        await expect(ann.page.locator("#chart-maps")).to_have_text("The maps after round 6")
        turn = ann.page.locator(".turn").filter(has_text="Round 6, move 57")
        await expect(turn).to_contain_text("Lighthouse")
        await ann.tap(turn.locator("button"))
        await seated(ann)
    assert code_of(ann) != room.code
    await expect(ann.page.locator("body")).to_contain_text("Replayed dice")
    await start(ann)
    await expect(ann.page.locator("#game")).to_have_attribute("data-log", "56")
    await expect(ann.page.locator("#room-bar")).to_contain_text("Replayed dice")
    await expect(ann.page.locator("#game")).to_have_attribute("data-doing", "construct")


@pytest.mark.long
async def test_while_the_game_is_on_there_is_no_chart(visit: Visit, server: Server) -> None:
    ann = await visit("Ann")
    ann.forgive("409")
    async with held(server.url, Moment("roll_into_town", "solo", 30)) as room:
        await come_back(ann, server, room.code, room.tokens[0])
        await expect(ann.page.locator("a[href$='/chart']")).to_have_count(0)
        await ann.page.goto(f"/r/{room.code}/chart")
        await expect(ann.page.locator("main")).to_contain_text(re.compile("game is still on"))
        await expect(ann.page.locator(".plot")).to_have_count(0)
