"""Story (a): two friends with a browser each play a whole game of Little Town, and neither learns the other's cards."""

import html
import re
from random import Random
from typing import Any

import httpx
import pytest

from tests.browser.conftest import Visit
from tests.browser.ears import Ears
from tests.browser.hand import level
from tests.browser.little_town import doing, feed, public, take_turn, title
from tests.browser.rooms import board, code_of, join, make_room, seated, start
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
from tests.server import Server

RELOAD_AT = (7, 23)  # turns after which somebody loads the page anew


async def told(ears: Ears) -> str:
    return html.unescape(await ears.before_the_end())


async def reload(person: Visitor) -> None:
    """Load the page anew: it must show what it showed before."""
    before = await public(person)
    await person.page.reload()
    await board(person)
    assert await public(person) == before


async def play_to_the_end(ann: Visitor, ben: Visitor, luck: Random) -> int:
    """Play all turns of a game; after each both have the same town and log before them. The number of turns."""
    turns = 0
    while True:
        asked = {person.name: await doing(person) for person in (ann, ben)}
        if "over" in asked.values():
            assert set(asked.values()) == {"over"}
            return turns
        mover, other = (ann, ben) if asked[ann.name] != "wait" else (ben, ann)
        before = await public(other)
        await (feed(mover) if asked[mover.name] == "feed" else take_turn(mover, luck))
        await level(ann, ben)
        town = await public(other)
        assert town != before
        assert town == await public(mover)
        turns += 1
        if turns in RELOAD_AT:
            await reload((ann, ben)[RELOAD_AT.index(turns)])


def hidden_cards(room: dict[str, Any], seat: int) -> set[str]:
    """The cards that a seat held and never showed, but those that are nobody's secret."""
    return {card["id"] for card in room["view"]["players"][seat]["objectives"] if not card["shown"]}


async def assert_result(person: Visitor, room: dict[str, Any]) -> None:
    """The page shows what everybody got, and lines that add up to it."""
    rows = await person.page.locator(".scores tbody tr").all_inner_texts()
    totals = [player["score"]["total"] for player in room["view"]["players"]]
    order = [seat for group in room["view"]["result"]["ranking"] for seat in group]
    assert [int(row.split()[-1]) for row in rows] == [totals[seat] for seat in order]
    for seat, total in enumerate(totals):
        lines = await person.page.locator(f".revealed .p{seat} .line .num").all_text_contents()
        assert sum(map(int, lines)) == total


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_two_meet_by_a_link_and_finish_a_game_without_seeing_each_others_cards(visit: Visit, server: Server):
    ann, ben = await visit("Ann"), await visit("Ben", phone=True)
    people = (ann, ben)
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    ears = [Ears(person) for person in people]
    for person in people:
        await person.page.reload()
        await seated(person)
    await start(ann)
    await board(ben)

    turns = await play_to_the_end(ann, ben, Random("two friends"))

    assert turns >= 4 * (2 * 5 + 2)
    room = httpx.get(f"{server.url}/api/rooms/{code}", timeout=PATIENCE).json()
    for seat, (person, heard) in enumerate(zip(people, ears, strict=True)):
        text = await told(heard)
        assert all(title(card["id"]) in text for card in room["view"]["players"][seat]["objectives"])
        for card in hidden_cards(room, 1 - seat):
            assert title(card) not in text, card
            assert card not in text
        await assert_result(person, room)
    log = httpx.get(f"{server.url}/api/rooms/{code}/log", timeout=PATIENCE).json()
    cookies = [cookie["value"] for person in people for cookie in await person.context.cookies()]
    for heard in ears:
        text = await told(heard)
        assert not any(secret in text for secret in [log["secret"], log["seed"], *filter(None, log["salts"])])
        assert not any(key in text for key in cookies if len(key) > 20)

    for person in people:
        await person.press("#after form button")
        await person.page.wait_for_url(re.compile(rf"/r/(?!{code})[0-9A-Z]{{7}}$"))
        await seated(person)
    assert code_of(ann) == code_of(ben) != code
    await ann.page.locator(".lobby .place", has_text="Ben").wait_for()
    await start(ben)
    await board(ann)
