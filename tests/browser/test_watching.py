"""Story (d): who opens the link of a running game sees it live, has nothing to act with, and learns no secret."""

import html
import re
from random import Random
from typing import Any

import httpx
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.ears import Ears
from tests.browser.hand import level
from tests.browser.little_town import doing, place, public, take_turn, title
from tests.browser.roll_into_town import build, discover, go_on, play_round
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import PHONE, Visitor
from tests.patience import PATIENCE
from tests.server import Server

ACTING = (
    "[data-play], [data-auto], [data-next], [data-undo-move], [data-reset-turn], [data-feed-now], [data-use-now], "
    "[data-take-free], [data-end], [data-sure], [data-die], .tile.is-ready, .cell[data-lit], .cell.lit, main form"
)
MAPS = "[...document.querySelectorAll('.rit-enlarge')].map((each) => each.innerHTML.trim())"
ONE_MAP = re.compile(r'<button[^>]*data-enlarge="(\d)"[^>]*>(.*?)</button>', re.DOTALL)


async def at_table(visit: Visit, game: str) -> tuple[Visitor, Visitor, str]:
    """Two who have begun a game, and their room."""
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    code = await make_room(ann, game, 2)
    await join(ben, code)
    await start(ann)
    await board(ben)
    return ann, ben, code


async def watch(visit: Visit, code: str) -> tuple[Visitor, Ears]:
    """Somebody who comes by the room's link while a game is on."""
    cy = await visit("Cy", phone=True)
    ears = Ears(cy)
    await cy.page.goto(f"/r/{code}")
    await board(cy)
    assert "You are watching" in await cy.page.inner_text("#room-bar")
    return cy, ears


async def key(person: Visitor, code: str) -> str:
    """The token of this person's seat, which only cookies carry."""
    cookies = {cookie["name"]: cookie["value"] for cookie in await person.context.cookies()}
    return cookies[f"machi_{code}"]


async def own_view(server: Server, person: Visitor, code: str) -> dict[str, Any]:
    """The game as this person's seat may see it."""
    bearer = {"authorization": f"Bearer {await key(person, code)}"}
    room: dict[str, Any] = httpx.get(f"{server.url}/api/rooms/{code}", headers=bearer, timeout=PATIENCE).json()
    return room | {"mine": room["view"]["players"][room["seat"]]}


async def assert_idle(cy: Visitor, ears: Ears) -> None:
    """There is nothing to act with, and nothing was sent but signs of life."""
    assert await cy.page.locator(ACTING).count() == 0
    assert all(frame.startswith('{"ping"') for frame in ears.said), ears.said


async def test_a_spectator_of_little_town_sees_the_town_and_no_cards(visit: Visit, server: Server):
    ann, ben, code = await at_table(visit, "little_town")
    cy, ears = await watch(visit, code)
    luck = Random("watched")
    for turn in range(4):
        mover = ann if await doing(ann) == "turn" else ben
        if turn == 0:
            await place(mover, luck)
            await expect(cy.page.locator(".board .man")).to_have_count(1)
        await take_turn(mover, luck)
        await level(ann, ben, cy)
        assert await public(cy) == await public(mover)
        await assert_idle(cy, ears)
    for target in ("#cell-2-4", "#cell-0-0", ".rival >> nth=0", ".lt-tabs [data-pane-to=goals]"):
        await cy.press(target)
    assert "objectives stay hidden" in await cy.page.inner_text(".goals")
    await assert_idle(cy, ears)
    text = html.unescape("\n".join(await ears.heard()))
    assert f"{ann.name} sends out a worker." in text or f"{ben.name} sends out a worker." in text
    for person in (ann, ben):
        room = await own_view(server, person, code)
        shown = [card["id"] for card in room["mine"]["objectives"] if not card["shown"]]
        assert shown
        assert not [card for card in shown if card in text or title(card) in text]
        assert await key(person, code) not in text


async def test_a_spectator_of_roll_into_town_sees_ended_rounds_and_no_drafts(visit: Visit):
    ann, ben, code = await at_table(visit, "roll_into_town")
    cy, ears = await watch(visit, code)
    tabs = await cy.page.locator("#rit-tabs").bounding_box()
    assert tabs
    assert abs(tabs["y"] + tabs["height"] - PHONE["viewport"]["height"]) < 1
    before = await cy.page.evaluate(MAPS)
    news = await cy.page.locator(".story .event").all_text_contents()
    await discover(ann)
    await go_on(ann, "discover")
    await build(ann, "woodcutter")
    await play_round(ben)
    await level(ben, cy)
    first, second = await cy.page.evaluate(MAPS)
    assert first == before[0]
    assert second != before[1]
    assert not [line for line in await cy.page.locator(".story .event").all_text_contents() if "Ann" in line]
    pictures = [found for text in await ears.heard() for found in ONE_MAP.findall(text)]
    assert len({picture for seat, picture in pictures if seat == "0"}) == 1
    await play_round(ann)
    await level(ann, cy)
    assert await cy.page.evaluate("(map) => !document.querySelector('.rit-enlarge').innerHTML.includes(map)", first)
    assert len(await cy.page.locator(".story .event").all_text_contents()) > len(news)
    await cy.tap(cy.page.locator(".rit-enlarge").first)
    await assert_idle(cy, ears)
    text = "\n".join(await ears.heard())
    for person in (ann, ben):
        assert await key(person, code) not in text
