"""The admin's time machine: from a player's name to a disputed move, seen by both, and played on in a debug room."""

import re
from datetime import datetime, timedelta, timezone
from random import Random

import httpx
from playwright.async_api import Locator, expect

from tests.browser.admin import log_in
from tests.browser.conftest import Visit
from tests.browser.little_town import place
from tests.browser.test_sandbox import end_turn
from tests.patience import PATIENCE
from tests.server import Server
from tests.states.rooms import Moment, held

TIE = Moment("little_town", "two_players_tie")
DISPUTED = 172  # Ann's last turn begins after it


async def test_a_disputed_move_is_seen_by_both_and_played_on_in_a_debug_room(server: Server, visit: Visit) -> None:
    async with held(server.url, TIE) as room:
        admin = await visit("Ada", phone=True)
        page = admin.page
        await log_in(page, "/admin/rooms")
        await page.get_by_label("A part of a player's name").fill("ben")
        await page.get_by_label("Room code or its beginning").fill(room.code)
        async with page.expect_navigation():
            await admin.tap(page.get_by_role("button", name="Search"))
        await admin.tap(page.get_by_role("link", name=room.code))
        await admin.tap(page.get_by_role("link", name="Move by move"))
        await page.get_by_label("Move", exact=True).fill(str(DISPUTED - 1))
        await admin.tap(page.get_by_role("button", name="Go there"))
        heading = page.get_by_role("heading", level=1)
        await expect(heading).to_contain_text(f"Move {DISPUTED - 1} of")
        await page.wait_for_load_state()  # keys are heard by then
        await page.keyboard.press("ArrowRight")
        await expect(heading).to_contain_text(f"Move {DISPUTED} of")
        address = f"/api/rooms/{room.code}"
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as api:
            log = (await api.get(f"{address}/log")).json()["moves"]
            seen = [(await api.get(f"{address}/history/{DISPUTED}?eyes={eyes}")).json()["view"] for eyes in (0, 1)]
        await expect(page.locator("#payload")).to_contain_text(f'"type":"{log[DISPUTED - 1]["move"]["type"]}"')
        cards = [sum(len(player["objectives"]) for player in view["players"]) for view in seen]
        assert cards[0] != cards[1]
        for name, count in zip(("Ann", "Ben"), cards, strict=True):
            link = page.get_by_role("link", name=name, exact=True)
            await admin.tap(link)
            await expect(link).to_have_attribute("aria-current", "true")
            await expect(page.locator(".past-goal-card li")).to_have_count(count)
            assert await admin.sideways() == 0
        await admin.tap(page.get_by_role("button", name="Copy to a debug room"))
        await page.wait_for_url(re.compile(r"/r/(?!" + room.code + r")\w+\?seat=0$"))
    await page.locator("body[data-connection=open] #game[data-seat='0']").wait_for()
    await place(admin, Random(1))
    await end_turn(admin)
    await page.wait_for_url(re.compile(r"\?seat=1$"))
    debug = page.url.partition("/r/")[2].partition("?")[0]
    eve = await visit("Eve")
    eve.forgive(r"\b404\b")
    answer = await eve.page.goto(f"/r/{debug}")
    assert answer
    assert answer.status == 404
    await page.goto("/admin/audit")
    await expect(page.locator(".admin-log > li").first).to_contain_text("Made a debug room")


ZONE, OFFSET = "Asia/Kathmandu", timezone(timedelta(hours=5, minutes=45))


async def is_local(time: Locator, exact: bool = False) -> None:
    """Is that time told in the reader's zone, by its name?"""
    there = datetime.fromisoformat(await time.get_attribute("datetime") or "").astimezone(OFFSET)
    clock = f"{there:%H:%M:%S.%f}" if exact else f"{(there.hour - 1) % 12 + 1}:{there:%M}\\s{there:%p}"
    await expect(time).to_have_text(re.compile(rf"^{there:%b} {there.day}, {there.year}, {clock} GMT\+5:45$"))


async def test_times_are_told_in_the_zone_of_who_reads_them(server: Server, visit: Visit) -> None:
    async with held(server.url, TIE) as room:
        ann = await visit("Ann", zone=ZONE)
        page = ann.page
        await page.goto(f"/r/{room.code}/history?move=5")
        time = page.locator("#past-words time")
        await is_local(time)
        await ann.press("#past-on")
        await expect(page.locator("#past-words")).to_contain_text("Move 6 of")
        await is_local(time)
        await log_in(page, f"/admin/rooms/{room.code}")
        await is_local(page.locator("main time").first)
        await page.goto(f"/admin/rooms/{room.code}/moves?move=5")
        await is_local(page.locator(".admin-facts time").first, exact=True)
