"""How many taps the common things take on a phone, counted by the page itself."""

from typing import Any

from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import moved, standing
from tests.browser.little_town import END
from tests.browser.little_town_table import Table, until
from tests.browser.visitors import Visitor
from tests.server import Server

SEED = "07" * 32
COUNT = """window.taps = 0;
document.addEventListener("click", (event) => { if (event.isTrusted) window.taps += 1; }, true);"""


async def seated(visit: Visit, table: Table, seat: int) -> Visitor:
    """A phone at that seat, which counts its taps from now on."""
    person = await visit("Ann", phone=True)
    await table.sit(person, seat)
    await person.page.evaluate(COUNT)
    return person


async def taps(person: Visitor) -> int:
    return int(await person.page.evaluate("window.taps"))


async def test_labour_with_three_free_neighbours_takes_three_taps(visit: Visit, server: Server):
    """Board A, (1, 1): mountain, forest, lake."""
    table = Table(server)
    await table.begin(SEED, board="A")
    seat = (await table.http.get(f"/api/rooms/{table.code}")).json()["view"]["turn"]
    person = await seated(visit, table, seat)
    await person.press("#cell-1-1[data-lit=place]")
    await person.press("[data-take-free]")
    await person.press(f"{END}[data-play]")
    await expect(person.page.locator(".lt-wait")).to_be_visible()
    assert await taps(person) == 3
    for kind in ("wood", "stone", "fish"):
        await expect(person.page.locator(f".own[data-kind={kind}] .num")).to_have_text("1")
    await table.close()


async def test_what_was_placed_is_taken_back_by_one_tap(visit: Visit, server: Server):
    table = Table(server)
    await table.begin(SEED)
    seat = (await table.http.get(f"/api/rooms/{table.code}")).json()["view"]["turn"]
    person = await seated(visit, table, seat)
    await person.press("#cell-1-1[data-lit=place]")
    await person.press("[data-undo-move]")
    await expect(person.page.locator("#cell-1-1[data-lit=place]")).to_be_visible()
    assert await taps(person) == 2
    await table.close()


async def test_building_takes_three_taps(visit: Visit, server: Server):
    """The tile, the cell, the end."""
    table = Table(server)
    await table.begin(SEED)
    seat = (await table.http.get(f"/api/rooms/{table.code}")).json()["view"]["turn"]
    person = await seated(visit, table, seat)
    await person.press(".tile[data-building=wheat_field]")
    await person.press("#cell-2-4[data-lit=build]")
    await expect(person.page.locator("#cell-2-4 .plate")).to_be_visible()
    await person.press(f"{END}[data-play]")
    await expect(person.page.locator(".lt-wait")).to_be_visible()
    assert await taps(person) == 3
    await table.close()


def has_plenty(state: Any) -> bool:
    """Seat 0 is to feed its 5 workers and has fish, more wheat than it then needs, and coins."""
    player = state.players[0]
    fish, wheat = player.goods["fish"], player.goods["wheat"]
    return state.phase == "feed" and not player.fed and 0 < fish < 5 < fish + wheat and player.coins > 0


async def test_feeding_takes_one_tap_and_pays_the_cheapest_meal(visit: Visit, server: Server):
    """Fish first, which pays for less than wheat does; wheat and coins that are not needed stay."""
    seed, played = until(has_plenty)
    table = Table(server)
    await table.begin(seed)
    await table.replay(played)
    person = await seated(visit, table, 0)
    have = {
        kind: int(await person.page.locator(f".own[data-kind={kind}] .num").inner_text())
        for kind in ("fish", "wheat", "coins")
    }
    before = await standing(person)
    await person.press("[data-feed-now]")
    await moved(person, before)
    assert await taps(person) == 1
    for kind, number in {"fish": 0, "wheat": have["wheat"] - (5 - have["fish"]), "coins": have["coins"]}.items():
        await expect(person.page.locator(f".own[data-kind={kind}] .num")).to_have_text(str(number))
    await table.close()


async def test_ending_with_something_free_asks_once(visit: Visit, server: Server):
    """Two lie free beside (1, 4) of board A: a first tap says so and ends nothing, a second one ends."""
    table = Table(server)
    await table.begin(SEED, board="A")
    seat = (await table.http.get(f"/api/rooms/{table.code}")).json()["view"]["turn"]
    person = await seated(visit, table, seat)
    await person.press("#cell-1-4[data-lit=place]")
    await person.press(f"{END}[data-sure]")
    await expect(person.page.locator(END)).to_have_text("Leave 2 unused?")
    await expect(person.page.locator(".cell[data-lit=use]")).to_have_count(2)
    await person.page.locator(f"{END}[data-play]").press("Enter")
    await expect(person.page.locator(".lt-wait")).to_be_visible()
    await table.close()
