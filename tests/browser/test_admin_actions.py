"""An admin gives a player another name, makes a new link for a seat, and closes the room, while the players look on."""

import re

import pytest
from playwright.async_api import expect

from tests.admins import admin_key
from tests.browser.conftest import Visit
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor
from tests.server import Server

REASON = "asked for on the phone"


async def as_admin(visitor: Visitor, server: Server, code: str) -> None:
    """Logged in, on the room's page."""
    await visitor.context.add_cookies(
        [{"name": "machi_admin", "value": await admin_key(server.url), "url": server.url}]
    )
    await visitor.page.goto(f"/admin/rooms/{code}")


async def decide(admin: Visitor, button: str, name: str = "") -> None:
    """Press that button of the room's page, type what is asked for, do it by keyboard, and wait for the answer."""
    page = admin.page
    await page.get_by_role("button", name=button).focus()
    await page.keyboard.press("Enter")
    if name:
        await page.get_by_label("The new name").fill(name)
    await page.get_by_label("The reason, for the audit log").fill(REASON)
    assert await admin.sideways() == 0
    async with page.expect_navigation():
        await page.keyboard.press("Enter")


@pytest.mark.long
async def test_players_see_at_once_what_an_admin_does(server: Server, visit: Visit) -> None:
    ann, ben, ada = await visit("Ann"), await visit("Ben", phone=True), await visit("Ada", phone=True)
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    await start(ann)
    await board(ben)
    for player in (ann, ben):
        await player.page.evaluate("window.stays = true")
    await as_admin(ada, server, code)

    await decide(ada, "Ben: Another name", "Bob")
    await expect(ada.page.get_by_role("heading", name="What was done here")).to_be_visible()
    for player in (ann, ben):
        await expect(player.page.locator("#places")).to_contain_text("Bob")
        assert await player.page.evaluate("window.stays"), "without a reload"

    await decide(ada, "Bob: New link")
    link = await ada.page.get_by_label("The seat's link", exact=True).input_value()
    await expect(ben.page.locator("#game:not([data-seat])")).to_be_attached()
    await ben.page.goto(link)
    await ben.press("#seat-form .btn-primary")
    await expect(ben.page.locator("#game[data-seat='1']")).to_be_attached()
    await ben.page.evaluate("window.stays = true")
    await ada.tap(ada.page.get_by_role("link", name="Back to the room"))

    await decide(ada, "Close the room")
    await expect(ada.page.get_by_text("Closed a room")).to_be_visible()
    for player in (ann, ben):
        await expect(player.page.get_by_role("heading", name="This room is closed")).to_be_visible()
        assert await player.page.evaluate("window.stays"), "without a reload"
        assert await player.sideways() == 0
    await ben.tap(ben.page.get_by_role("main").get_by_role("link", name="Look back"))
    await expect(ben.page.locator("#past-steps")).to_be_visible()

    await decide(ada, "Bob: Take the name away")
    await expect(ann.page.locator("#places")).to_contain_text("Player 2")
    await ada.page.goto("/admin/audit")
    lines = ada.page.locator(".admin-log > li").filter(has_text=code).filter(has_text=REASON)
    await expect(lines).to_have_count(4)
    said = " ".join(await lines.all_inner_texts())
    assert re.findall("player 2", said) == ["player 2"] * 3
    assert "Bob" not in said
    assert link.partition("#")[2] not in said
