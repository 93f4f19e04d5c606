"""Looking back at a game: steps by swipe and keys, a link to a moment, and what an opponent may see of it."""

import asyncio
import re

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.test_connection import stand_still
from tests.patience import PATIENCE
from tests.server import Server
from tests.states.rooms import Moment, Room, held, record_of

FINISHED = Moment("little_town", "four_players_cathedral")
NEARLY = Moment("little_town", "two_players_residence", 208)
RUNNING = Moment("little_town", "two_players_residence", 100)
SWIPE = """([from, to]) => {
  const stage = document.getElementById("past");
  const touch = (x) => new Touch({ identifier: 1, target: stage, clientX: x, clientY: 300 });
  const send = (kind, x, still) => stage.dispatchEvent(new TouchEvent(kind, {
    bubbles: true, touches: still ? [touch(x)] : [], changedTouches: [touch(x)] }));
  send("touchstart", from, true);
  send("touchend", to, false);
}"""


async def play_on(server: Server, room: Room, moves: list[tuple[int, object]]) -> None:
    """These seats make these moves."""
    async with httpx.AsyncClient(base_url=f"{server.url}/api/rooms/{room.code}", timeout=PATIENCE) as api:
        for seat, move in moves:
            key = {"Authorization": f"Bearer {room.tokens[seat]}"}
            body = {"at": (await api.get("/moves", headers=key)).json()["at"], "move": move}
            (await api.post("/moves", headers=key, json=body)).raise_for_status()


async def at(page: Page, move: int) -> None:
    """Wait until the page shows that moment and its address says so."""
    await expect(page.locator("#past-steps")).to_have_attribute("data-move", str(move))
    await page.wait_for_url(re.compile(rf"[?&]move={move}(&|$)"))


async def test_a_finished_game_is_stepped_through_by_swipes_keys_and_slider(server: Server, visit: Visit) -> None:
    async with held(server.url, FINISHED) as room:
        ann = await visit("Ann", phone=True)
        page = ann.page
        await page.goto(f"/r/{room.code}")
        await ann.tap(page.locator(f"#after a[href='/r/{room.code}/history']"))
        latest = int(await page.locator("#past-steps").get_attribute("data-latest") or 0)
        await ann.press("#past-back")
        await at(page, latest - 1)
        await page.evaluate(SWIPE, [100, 220])
        await at(page, latest - 2)
        await page.evaluate(SWIPE, [220, 100])
        await at(page, latest - 1)
        await page.keyboard.press("Home")
        await at(page, 0)
        await expect(page.locator("#past-words")).to_contain_text("The game begins.")
        await page.keyboard.press("ArrowRight")
        await at(page, 1)
        await ann.press("#past-by-round")
        await page.wait_for_url(re.compile(r"[?&]by=round"))
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#past-words .event").last).to_contain_text("Round 2 begins")
        said = await page.locator("#past-words .event").last.text_content()
        await expect(page.locator("#announce")).to_contain_text((said or "").strip())
        await page.locator("#past-slider").fill("40")
        await at(page, 40)
        assert await ann.sideways() == 0


@pytest.mark.long
async def test_it_plays_by_itself_until_it_is_stopped(server: Server, visit: Visit) -> None:
    async with held(server.url, FINISHED) as room:
        ann = await visit("Ann")
        await ann.page.goto(f"/r/{room.code}/history?move=5")
        await ann.page.keyboard.press("Space")
        # It may have gone on by the time that this is seen.
        await expect(ann.page.locator("#past-steps")).to_have_attribute("data-move", re.compile(r"^([7-9]|\d\d+)$"))
        await ann.press("#past-play")
        await expect(ann.page.locator("#past-play")).to_have_text("Play")


@pytest.mark.long
async def test_a_link_to_a_moment_shows_it_to_somebody_else(server: Server, visit: Visit) -> None:
    async with held(server.url, FINISHED) as room:
        ben = await visit("Ben")
        await ben.page.goto(f"/r/{room.code}/history?move=37&by=turn")
        await expect(ben.page.locator("#past-words")).to_contain_text("Move 37 of")
        link = await ben.page.locator("#past-address").input_value()
        assert link == f"{server.url}/r/{room.code}/history?move=37&by=turn"
        await expect(ben.page.locator(".past-goals .past-goal-card")).to_have_count(4)
        await ben.press("#past-eyes a >> nth=2")
        await expect(ben.page.locator(".past-goals .past-goal-card")).to_have_count(1)


async def test_an_opponent_sees_of_a_running_game_what_it_may(server: Server, visit: Visit) -> None:
    async with held(server.url, RUNNING) as room:
        ben = await visit("Ben")
        await ben.context.add_cookies([{"name": f"machi_{room.code}", "value": room.tokens[1], "url": server.url}])
        await ben.page.goto(f"/r/{room.code}/history?move=10")
        names = ben.page.locator(".past-goals h2")
        await expect(names).to_have_count(1)
        await expect(names).to_contain_text("Ben")
        bearer = {"Authorization": f"Bearer {room.tokens[1]}"}
        async with httpx.AsyncClient(base_url=server.url, headers=bearer, timeout=PATIENCE) as api:
            seen = (await api.get(f"/api/rooms/{room.code}/history/10")).json()
            refused = await api.get(f"/api/rooms/{room.code}/history/10?eyes=open")
        assert [len(player["objectives"]) > 0 for player in seen["view"]["players"]] == [False, True]
        assert (refused.status_code, refused.json()["error"]["reason"]) == (409, "eyes")
        ben.forgive(r"\b409\b")
        answer = await ben.page.goto(f"/r/{room.code}/history?move=10&eyes=0")
        assert answer
        assert answer.status == 409


async def test_an_open_page_follows_a_running_game_and_its_end(server: Server, visit: Visit) -> None:
    game = record_of(NEARLY)
    assert game
    async with held(server.url, NEARLY) as room:
        ben = await visit("Ben")
        page = ben.page
        await ben.context.add_cookies([{"name": f"machi_{room.code}", "value": room.tokens[1], "url": server.url}])
        await page.goto(f"/r/{room.code}/history?move=207")
        await page.keyboard.press("ArrowRight")
        await at(page, 208)
        await ben.press("#past-on")
        await expect(page.locator("#toasts")).to_contain_text("There are no more moves yet.")
        await play_on(server, room, game["log"][208:209])
        await page.keyboard.press("ArrowRight")
        await at(page, 209)
        await ben.press("#past-back")  # what was answered before the move came does not take it back
        await at(page, 208)
        await expect(page.locator("#past-steps")).to_have_attribute("data-latest", "209")
        await expect(page.locator("#past-eyes")).to_have_count(0)
        await play_on(server, room, game["log"][209:])
        await ben.press("#past-last")
        await at(page, 210)
        await expect(page.locator("#past-steps")).to_have_attribute("data-status", "over")
        await expect(page.locator("#past-eyes")).to_be_visible()
        await page.keyboard.press("ArrowLeft")
        await at(page, 209)
        await expect(page.locator("#past-what-if button")).to_have_count(2)


async def test_play_pressed_while_the_beginning_is_on_its_way_is_taken_back(server: Server, visit: Visit) -> None:
    async with held(server.url, FINISHED) as room:
        ann = await visit("Ann")
        page, asked, go_on = ann.page, list[str](), asyncio.Event()

        async def answer(route: Route) -> None:
            asked.append(route.request.url)
            if "&move=0" in route.request.url:
                await go_on.wait()
            await route.continue_()

        await page.clock.install()
        await page.route("**/history/change?**", answer)
        await page.goto(f"/r/{room.code}/history")
        play = page.locator("#past-play")
        for word in ("Pause", "Play"):
            await ann.press("#past-play")
            await expect(play).to_have_text(word)
        go_on.set()
        await at(page, 0)
        await page.clock.run_for(5_000)
        await expect(play).to_have_text("Play")
        await at(page, 0)
        assert [url for url in asked if "shown=1&" in url] == []
        await stand_still(ann)  # else it may have gone on by the time that this is seen
        await ann.press("#past-play")
        await page.clock.run_for(1_000)
        await at(page, 1)


async def test_a_step_that_could_not_be_shown_is_not_taken_for_shown(server: Server, visit: Visit) -> None:
    async with held(server.url, FINISHED) as room:
        ann = await visit("Ann")
        await ann.page.goto(f"/r/{room.code}/history?move=5")
        await ann.page.evaluate("() => { window.swap = htmx.swap; htmx.swap = () => Promise.reject(new Error()); }")
        await ann.press("#past-on")
        await expect(ann.page.locator("#toasts")).to_contain_text("That could not be loaded. Try again.")
        await ann.page.evaluate("() => { htmx.swap = window.swap; }")
        await ann.press("#past-on")
        await at(ann.page, 6)
        await expect(ann.page.locator("#past-words")).to_contain_text("Move 6 of")
