"""People come together: one makes a room, others come by its link, say a name, and see the game begin."""

from collections.abc import Awaitable, Callable
from random import Random
from urllib.parse import urlsplit

import pytest

from engine import GAMES
from tests.browser import little_town, roll_into_town
from tests.browser.hand import level
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]


async def play_some_turns(ann: Visitor, ben: Visitor) -> None:
    for _turn in range(3):
        mover = ann if await little_town.doing(ann) == "turn" else ben
        await little_town.take_turn(mover, Random("made up"))
        await level(ann, ben)


async def play_a_round(ann: Visitor, ben: Visitor) -> None:
    for person in (ann, ben):
        await roll_into_town.play_round(person)
    await level(ann, ben)


PLAYED = {"little_town": play_some_turns, "roll_into_town": play_a_round}


@pytest.mark.parametrize("game", GAMES)
async def test_two_meet_by_a_link(visit: Visit, game: str):
    ann = await visit("Ann")
    ben = await visit("Ben", phone=True)
    code = await make_room(ann, game, 2)
    await join(ben, code)
    await ann.page.locator(".lobby .place", has_text="Ben").wait_for()
    await start(ann)
    await board(ben)
    for person in (ann, ben):
        assert await person.sideways() == 0


async def test_a_start_with_a_free_seat_closes_it(visit: Visit):
    ann = await visit("Ann", phone=True)
    code = await make_room(ann, "roll_into_town", 3)
    await start(ann)
    late = await visit("Late")
    await late.page.goto(f"/r/{code}")
    await board(late)
    assert await late.page.locator("form[action$='/sit']").count() == 0


@pytest.mark.parametrize("game", PLAYED)
async def test_under_a_made_up_name_on_plain_http(visit: Visit, server: Server, game: str):
    """As friends in a network do: no https, so no secure context, and a name that the server was never told."""
    home = f"http://friends.machi.test:{server.port}"
    ann = await visit("Ann", url=home)
    ben = await visit("Ben", url=home, phone=True)
    code = await make_room(ann, game, 2)
    assert await ann.page.evaluate("[isSecureContext, Boolean(navigator.clipboard)]") == [False, False]
    await ann.press("[data-copy=link-lobby]")
    await ann.page.locator(".toast", has_text="Copied").wait_for()
    copied = await ann.page.evaluate("getSelection().toString() || document.activeElement.value")
    assert copied == f"{home}/r/{code}"
    await ben.page.goto(copied)
    await join(ben, code)
    await start(ben)
    await board(ann)
    await PLAYED[game](ann, ben)
    assert await ann.page.locator("#game").get_attribute("data-log") != "0"


async def test_nothing_comes_from_elsewhere(visit: Visit, server: Server):
    ann = await visit("Ann")
    asked: set[str] = set()
    ann.page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    await make_room(ann, "little_town", 2)
    assert asked <= {urlsplit(server.url).netloc, ""}
