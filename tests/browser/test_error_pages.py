"""Story (e): whatever goes wrong, the page says so in words, shows nothing of our insides, and leads on."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import httpx
import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.roll_into_town import play_round
from tests.browser.rooms import NAME_TAKEN, join, make_room, seated, start
from tests.browser.test_connection import stand_still, until
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
from tests.server import Server

INSIDES = re.compile(r"Traceback|File \"|Exception|Internal Server Error|\"detail\"|None\b|undefined|&lt;|Jinja")

# Sends a form from the page that is open: what a page that is old, or of a broken program, may send.
SUBMIT = """([path, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: path });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("textarea"), { name, value }));
  }
  document.body.append(form);
  form.submit();
}"""


async def submit(person: Visitor, path: str, **fields: str) -> None:
    """Send these fields there, as the page that is open, and wait for the page that answers."""
    async with person.page.expect_navigation():
        await person.page.evaluate(SUBMIT, [path, fields])


async def worded(person: Visitor, status: int, title: str, text: str, step: str) -> None:
    """The page says what is wrong, in our own look, and its button leads to a page that works."""
    page = person.page
    await expect(page.locator("h1")).to_have_text(title)
    card = await page.inner_text(".error")
    assert text in card
    assert f"Error {status}" in card
    assert not INSIDES.search(await page.content())
    assert await person.sideways() == 0
    await page.click(f".error .btn-primary:text-is('{step}')")
    await page.locator(".make-room, .lobby").first.wait_for()


@pytest.fixture
async def ann(visit: Visit) -> Visitor:
    """Somebody who runs into all of this, on a phone."""
    person = await visit("Ann", phone=True)
    person.forgive(r"status 4\d\d|the server responded with a status of 4\d\d")
    return person


@pytest.mark.parametrize(
    ("path", "title", "text"),
    [
        ("/nowhere", "Nothing here", "There is nothing at this address."),
        ("/r/2222222", "No such room", "There is no room with this code."),
        ("/r/lost", "No such room", "ask for it again"),
        ("/r/2222222/seat", "No such room", "There is no room with this code."),
    ],
)
async def test_404(ann: Visitor, path: str, title: str, text: str):
    await ann.page.goto(path)
    await worded(ann, 404, title, text, "To the start page")


async def test_401_the_key_of_a_seat_is_missing(visit: Visit, ann: Visitor):
    ben = await visit("Ben")
    code = await make_room(ben, "little_town", 2)
    await ann.page.goto(f"/r/{code}/device")
    await worded(ann, 401, "You have no seat here", "key is missing or old", "Back to the room")


async def test_a_seat_link_with_a_wrong_key(visit: Visit, ann: Visitor):
    ben = await visit("Ben")
    code = await make_room(ben, "little_town", 2)
    await ann.page.goto(f"/r/{code}/seat#of-another-table")
    await ann.press("#seat-form button")
    await expect(ann.page.get_by_role("alert")).to_contain_text("key is missing or old")
    assert not INSIDES.search(await ann.page.content())
    await ann.press("#seat-form a")
    await ann.page.locator(".lobby #sit").wait_for()


async def test_403_another_site_sends_a_form(ann: Visitor, server: Server):
    await ann.page.goto("about:blank")
    await submit(ann, f"{server.url}/rooms", name="Ann", game="little_town")
    await worded(ann, 403, "Not from here, please", "came from another site", "To the start page")


async def test_405(visit: Visit, ann: Visitor):
    ben = await visit("Ben")
    code = await make_room(ben, "little_town", 2)
    await ann.page.goto("/")
    await submit(ann, f"/r/{code}/device")
    await worded(ann, 405, "Not like that", "does not take that kind of request", "Back to the room")


async def test_409_what_a_room_refuses(visit: Visit, ann: Visitor):
    code = await make_room(ann, "little_town", 2)
    await submit(ann, f"/r/{code}/start")
    await worded(ann, 409, "That did not work", "too few players to start", "Back to the room")


async def test_409_in_an_open_page_is_said_there(visit: Visit, ann: Visitor):
    ben = await visit("Ben")
    await join(ben, await make_room(ann, "little_town", 2))
    await ann.press(".mine > summary")
    await ann.page.fill("#new-name", "Ben")
    await ann.press("form[action$='/rename'] button")
    await expect(ann.page.locator(".toast")).to_have_text(NAME_TAKEN)
    await seated(ann)


async def test_413(ann: Visitor):
    await ann.page.goto("/")
    await submit(ann, "/rooms", name="x" * 20_000)
    await worded(ann, 413, "Too much at once", "more than this server takes", "To the start page")


async def test_422(visit: Visit, ann: Visitor):
    code = await make_room(ann, "little_town", 2)
    await submit(ann, f"/r/{code}/vote-out", seat="the other one")
    await worded(ann, 422, "That was not understood", "field seat is missing", "Back to the room")


async def test_422_in_the_form_where_it_can_be_mended(ann: Visitor):
    await ann.page.goto("/")
    await submit(ann, "/rooms", game="little_town", name="")
    assert "A name has 1 to 20 characters." in await ann.page.inner_text("[role=alert]")
    await ann.page.locator(".make-room").wait_for()


@pytest.fixture
def limited_server(tmp_path: Path) -> Iterator[Server]:
    """A server of this story's own that limits its callers: after the first three a room every half a minute."""
    running = Server(tmp_path, MACHI_LIMITS="0.03")
    running.start()
    yield running
    running.stop()


async def test_429(visit: Visit, limited_server: Server):
    ann = await visit("Ann", url=limited_server.url)
    ann.forgive("429")
    await ann.page.goto("/")
    await ann.page.fill("#name", "Ann")
    async with httpx.AsyncClient(base_url=limited_server.url, timeout=PATIENCE) as http:
        while (await http.post("/rooms", data={"name": ""})).status_code != 429:
            pass
    await ann.press(".make-room button")
    await worded(ann, 429, "Not so fast", "Please wait a moment", "To the start page")


@pytest.fixture
async def stored_server(tmp_path: Path, database: str) -> AsyncIterator[Server]:
    """A server of this story's own on a database that the story may reach into."""
    running = Server(tmp_path, DATABASE_URL=database)
    running.start()
    yield running
    running.stop()


async def not_back(person: Visitor) -> bool:
    """Has the page tried so often that it says so? A second later."""
    await person.page.clock.run_for(1000)
    return await person.page.inner_text("#connection") == "Connection lost. Trying again …"


async def test_a_server_that_goes_and_rooms_that_cannot_be_played(visit: Visit, stored_server: Server, database: str):
    """The line to the server is lost and found; after that one room is closed and one is under rules long gone."""
    ann, ben = await visit("Ann", phone=True, url=stored_server.url), await visit("Ben", url=stored_server.url)
    for person in (ann, ben):
        person.forgive(r"WebSocket|net::ERR_")
        await person.page.clock.install()
    code = await make_room(ann, "roll_into_town", 1)
    await start(ann)
    await play_round(ann)
    closed = await make_room(ben, "little_town", 2)
    for person in (ann, ben):
        await stand_still(person)
    await asyncio.to_thread(stored_server.stop)
    for person in (ann, ben):
        await expect(person.page.locator("#connection")).to_contain_text("The server is restarting.")
        await until(lambda person=person: not_back(person))
        await person.page.clock.resume()
    connection = await asyncpg.connect(database)
    await connection.execute("UPDATE rooms SET status = 'closed' WHERE code = $1", closed)
    await connection.execute(
        'UPDATE log SET move = \'{"type": "end"}\' WHERE room_id = (SELECT id FROM rooms WHERE code = $1)', code
    )
    await connection.close()
    await asyncio.to_thread(stored_server.start)
    await expect(ann.page.locator("#notice")).to_contain_text("can be looked at")
    assert await ann.page.locator("[data-play], [data-next], [data-undo-move], .cell.lit").count() == 0
    await expect(ben.page.locator("main h1")).to_have_text("This room is closed")
    for person in (ann, ben):
        await expect(person.page.locator("#connection")).to_be_hidden()
        await person.page.reload()
        assert not INSIDES.search(await person.page.content())
    await ben.press("main .btn-primary")
    await ben.page.locator(".make-room").wait_for()
