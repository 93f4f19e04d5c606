"""Playing every seat oneself on a phone: from the history of a finished game to its other end, seat by seat."""

import re
from random import Random

import httpx
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.little_town import END, SURE, place
from tests.browser.roll_into_town import go_on, phase
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
from tests.server import Server
from tests.states.rooms import Moment, held

LITTLE_TOWN = Moment("little_town", "two_players_tie")
LAST_ROUND = 172  # Ann's last turn begins, then come Ben's and the feeding
ROLL_INTO_TOWN = Moment("roll_into_town", "two_players")


async def begin(player: Visitor, code: str, move: int) -> None:
    """From that moment of the finished game's history into a room in which the player has every seat."""
    await player.page.goto(f"/r/{code}/history?move={move}")
    await player.press("#past-what-if form:has([name=sandbox]) button")
    await player.page.wait_for_url(re.compile(r"/r/(?!" + code + r")\w+\?seat=\d$"))
    await player.page.locator("body[data-connection=open]").wait_for()


async def shows(player: Visitor, seat: int, name: str) -> None:
    """Wait until the page is that seat's, and says so to eye and ear."""
    await player.page.wait_for_url(re.compile(rf"\?seat={seat}$"))
    await player.page.locator(f"body[data-connection=open] #game[data-seat='{seat}']").wait_for()
    await expect(player.page.locator("#every-seat [aria-current]")).to_contain_text(name)
    await expect(player.page.locator("#announce")).to_have_text(f"You play for {name}")
    assert await player.sideways() == 0


async def compared(player: Visitor) -> None:
    """The game is over, and its points stand beside those of the game before."""
    rows = player.page.locator(".before tbody tr")
    await expect(rows).to_have_count(2)
    await expect(rows.first.locator("td")).to_have_text([re.compile(r"\d+")] * 2)


async def end_turn(player: Visitor) -> None:
    """As the helper of that name, for a page that goes on to the next seat with it."""
    asks = await player.page.locator(SURE).count()
    await player.press(END)
    if asks:
        await player.page.locator(f"{END}.is-sure").press("Enter")


async def test_little_town_to_its_end_turn_by_turn(server: Server, visit: Visit) -> None:
    async with held(server.url, LITTLE_TOWN) as room:
        ann = await visit("Ann", phone=True)
        await begin(ann, room.code, LAST_ROUND)
    await shows(ann, 0, "Ann")
    await expect(ann.page.locator("#headline")).to_have_text("Ann's turn")
    await ann.press("#every-seat a >> nth=1")  # a look at Ben's cards: the page stays there
    await shows(ann, 1, "Ben")
    await expect(ann.page.locator(".cell[data-lit=place]")).to_have_count(0)
    await ann.press("#every-seat a >> nth=0")
    await shows(ann, 0, "Ann")
    await place(ann, Random(1))
    await end_turn(ann)
    await shows(ann, 1, "Ben")
    await place(ann, Random(1))
    await ann.press("[data-undo-move]:visible")
    await expect(ann.page.locator("#game")).to_have_attribute("data-undo", "0")
    await place(ann, Random(1))
    await end_turn(ann)
    await expect(ann.page.locator("[data-feed-now]")).to_be_visible()
    await ann.press("[data-feed-now]")
    await shows(ann, 0, "Ann")
    await ann.press("[data-feed-now]")
    await compared(ann)


async def test_a_round_of_roll_into_town_seat_by_seat(server: Server, visit: Visit) -> None:
    async with held(server.url, ROLL_INTO_TOWN) as room:
        ann = await visit("Ann", phone=True)
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as api:
            log = (await api.get(f"/api/rooms/{room.code}/log")).json()["moves"]
        # Seat by seat they came into the log. Ben has to end his last round yet, Ann to begin hers.
        await begin(ann, room.code, max(row["seq"] for row in log if row["seat"] == 1))
    await shows(ann, 0, "Ann")
    await expect(ann.page.locator("#headline")).to_have_text("Waiting for 2 players")
    while (now := await phase(ann)) != "upkeep":
        await go_on(ann, now)
    await ann.press("[data-next=upkeep][data-ripe]")
    await shows(ann, 1, "Ben")
    await ann.press("[data-next=upkeep][data-ripe]")
    await compared(ann)
