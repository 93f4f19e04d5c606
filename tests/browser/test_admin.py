"""An admin on a phone: logs in, finds a finished game by a player's name, and logs out."""

import re

from playwright.async_api import expect

from tests.browser.admin import log_in
from tests.browser.conftest import Visit
from tests.server import Server
from tests.states.rooms import Moment, held

SOLO = Moment("roll_into_town", "solo")


async def test_a_finished_game_is_found_by_a_players_name_on_a_phone(server: Server, visit: Visit) -> None:
    async with held(server.url, SOLO) as room:
        admin = await visit("Ada", phone=True)
        page = admin.page
        await log_in(page, "/admin/rooms?status=over")
        await page.get_by_label("A part of a player's name").fill("aNN")
        await page.get_by_label("Room code or its beginning").fill(room.code[:6].lower())
        await page.get_by_role("button", name="Search").tap()
        line = page.locator(".admin-rooms > li").filter(has_text=room.code)
        await expect(line).to_contain_text("Over")
        await expect(line).to_contain_text("Ann")
        assert await admin.sideways() == 0
        await line.get_by_role("link", name=room.code).tap()
        await expect(page.get_by_role("heading", level=1)).to_have_text(f"Room {room.code}")
        await page.get_by_role("link", name="Its history").tap()
        await expect(page.locator("#past-steps")).to_be_visible()
        await page.goto("/admin/audit")
        await expect(page.locator(".admin-log > li").first).to_contain_text(f"Looked at a room {room.code}")
        await page.get_by_role("link", name="Sessions").tap()
        await expect(page.get_by_role("button", name="Log out everywhere")).to_be_visible()
        # Not that one: others are logged in on this server too.
        await page.get_by_role("button", name="Log out", exact=True).tap()
        await expect(page.get_by_role("heading", level=1)).to_have_text("For whoever runs this server")
        await page.goto("/admin/audit")
        await page.wait_for_url(re.compile("/admin/login"))
