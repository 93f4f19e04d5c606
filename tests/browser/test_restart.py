"""A restart in the middle of a simultaneous round: the pages say so, come back by themselves, and miss nothing."""

import asyncio

import pytest

from tests.browser import roll_into_town
from tests.browser.conftest import Visit
from tests.browser.hand import level
from tests.browser.relay import LOSSES
from tests.browser.rooms import board, join, make_room, start
from tests.browser.test_connection import connection, go_on, place, stand_still, until
from tests.browser.visitors import Visitor
from tests.server import Server

SAID = {"stop": "The server is restarting. You will be connected again at once.", "kill": "Connection lost."}
RETURN_SECONDS = 4  # of waiting, at most; the rest of the five that are promised is for coming back


async def picture(person: Visitor) -> str:
    """What the board says, and what can be chosen on it."""
    return str(await person.page.inner_text("#game")) + str(await person.page.get_attribute("#game", "data-choices"))


async def shows(person: Visitor, wanted: str) -> bool:
    return await picture(person) == wanted


async def count(person: Visitor, attempts: int) -> None:
    """Wait until the page has tried that often to come back."""
    made = []
    person.page.on("websocket", lambda socket: made.append(socket))

    async def enough() -> bool:
        return len(made) >= attempts

    await until(enough, 60)


@pytest.mark.long
@pytest.mark.parametrize(("how", "attempts"), [("stop", 6), ("kill", 0)])
async def test_a_restart_in_a_round(visit: Visit, own_server: Server, how: str, attempts: int) -> None:
    """Ann has ended the round, Ben has begun it. `attempts`: in vain, while the server is away."""
    ann, ben = await visit("Ann", url=own_server.url), await visit("Ben", url=own_server.url, phone=True)
    for person in (ann, ben):
        person.forgive(LOSSES)
        await person.page.clock.install()
    code = await make_room(ann, "roll_into_town", 2)
    await join(ben, code)
    await start(ann)
    await board(ben)
    await roll_into_town.play_round(ann)
    await go_on(ben)
    await until(lambda: in_construction(ben))
    await level(ann, ben)
    before = [(await place(person), await picture(person)) for person in (ann, ben)]
    assert before[0][0][1] > 0
    assert before[1][0][2] == 1
    tried = [asyncio.create_task(count(person, attempts)) for person in (ann, ben)]
    for person in (ann, ben):
        await stand_still(person)
    await asyncio.to_thread(getattr(own_server, how))
    for person in (ann, ben):
        await until(lambda person=person: connection(person, "lost"))
        assert SAID[how] in await person.page.inner_text("#connection")
        await person.page.clock.resume()
    await asyncio.gather(*tried)
    await asyncio.to_thread(own_server.start)
    for person in (ann, ben):
        await stand_still(person)
        await person.page.clock.run_for(1000 * RETURN_SECONDS)
        await until(lambda person=person: connection(person, "open"))
        await person.page.clock.resume()
    for person, (where, shown) in zip((ann, ben), before, strict=True):
        assert await place(person) == where
        # Each also shows when the other is back.
        await until(lambda person=person, shown=shown: shows(person, shown))
    await roll_into_town.play_round(ben)
    await level(ann, ben)
    assert await roll_into_town.phase(ann) == await roll_into_town.phase(ben) == "discover"


async def in_construction(person: Visitor) -> bool:
    return await roll_into_town.phase(person) == "construct"
