"""People come together: one makes a room, others come by its link, say a name, and see the game begin."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import pytest

from engine import GAMES
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]


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


async def test_under_a_made_up_name_on_plain_http(visit: Visit, server: Server):
    """As friends in a network do: no https, so no secure context, and a name that the server was never told."""
    home = f"http://friends.machi.test:{server.port}"
    ann = await visit("Ann", url=home)
    ben = await visit("Ben", url=home, phone=True)
    code = await make_room(ann, "little_town", 2)
    assert urlsplit(await ann.page.locator("#link-lobby").input_value()).netloc == f"friends.machi.test:{server.port}"
    await join(ben, code)
    await start(ben)
    await board(ann)
    assert await ann.page.evaluate("isSecureContext") is False


async def test_nothing_comes_from_elsewhere(visit: Visit, server: Server):
    ann = await visit("Ann")
    asked: set[str] = set()
    ann.page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    await make_room(ann, "little_town", 2)
    assert asked <= {urlsplit(server.url).netloc, ""}
