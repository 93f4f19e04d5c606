"""An admin on a phone: logs in, finds a finished game by a player's name, and logs out; and who is not let in."""

import re

from playwright.async_api import Page, expect

from app.admin.admin import IDLE
from app.rooms.identity import token_hash
from app.store import Store
from app.store.embedded import running
from tests.admins import PASSWORD
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
        async with page.expect_navigation():
            await admin.tap(page.get_by_role("button", name="Search"))
        line = page.locator(".admin-rooms > li").filter(has_text=room.code)
        await expect(line).to_contain_text("Over")
        await expect(line).to_contain_text("Ann")
        assert await admin.sideways() == 0
        await admin.tap(line.get_by_role("link", name=room.code))
        await expect(page.get_by_role("heading", level=1)).to_have_text(f"Room {room.code}")
        await admin.tap(page.get_by_role("link", name="Its history"))
        await expect(page.locator("#past-steps")).to_be_visible()
        await page.goto("/admin/audit")
        await expect(page.locator(".admin-log > li").first).to_contain_text(f"Looked at a room {room.code}")
        await admin.tap(page.get_by_role("link", name="Sessions"))
        await expect(page.get_by_role("button", name="Log out everywhere")).to_be_visible()
        # Not that one: others are logged in on this server too.
        await admin.tap(page.get_by_role("button", name="Log out", exact=True))
        await expect(page.get_by_role("heading", level=1)).to_have_text("For whoever runs this server")
        await page.goto("/admin/audit")
        await page.wait_for_url(re.compile("/admin/login"))


async def expire(page: Page, server: Server) -> None:
    """As if this browser's session had not been used for as long as one lasts."""
    (key,) = [each["value"] for each in await page.context.cookies() if each["name"] == "machi_admin"]
    address = running(server.folder / "data")
    assert address
    store = Store(address)
    await store.open()
    await store.pool.execute(
        "UPDATE admin_sessions SET used_at = used_at - $2::interval WHERE token_hash = $1", token_hash(key), IDLE
    )
    await store.close()


async def test_a_wrong_password_and_an_expired_session_open_nothing(server: Server, visit: Visit) -> None:
    async with held(server.url, Moment("little_town")) as room:
        admin = await visit("Ada", phone=True)
        admin.forgive(r"\b401\b")
        page, login = admin.page, re.compile(r"/admin/login")
        await page.goto(f"/admin/rooms/{room.code}")
        await page.wait_for_url(login)
        await page.get_by_label("Password").fill(f"{PASSWORD}!")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_have_text("That is not the password.")
        assert await page.context.cookies() == []
        await expect(page.locator("body")).not_to_contain_text(room.code)
        await page.get_by_label("Password").fill(PASSWORD)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", level=1)).to_have_text(f"Room {room.code}")

        await admin.tap(page.get_by_role("button", name="Close the room"))
        await page.get_by_label("The reason, for the audit log").fill("too late")
        await expire(page, server)
        await page.keyboard.press("Enter")
        await page.wait_for_url(login)
        await expect(page.locator("body")).not_to_contain_text(room.code)
        await log_in(page, f"/admin/rooms/{room.code}")
        await expect(page.locator(".badge").first).to_have_text("Not started")
        await expect(page.get_by_role("heading", name="What was done here")).to_have_count(0)
