"""What comes over the socket touches what has changed; the rest of the page, and what its person does, stays."""

import asyncio
from collections.abc import Awaitable, Callable

from playwright.async_api import Route, WebSocket, expect

from tests.browser.roll_into_town import discover, go_on
from tests.browser.roll_into_town_table import alone
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]

# Every element of the game's page is noted; those that stand there later and are noted are the same ones.
NOTE = "for (const each of document.querySelectorAll('#game *')) each.noted = true;"
NEW = (
    "[...document.querySelectorAll('#game *')].filter((each) => !each.noted).map((each) => each.outerHTML.slice(0, 80))"
)
DOING = "document.querySelector('#people').textContent"


async def test_a_choice_in_hand_the_focus_and_a_fold_stay_while_another_plays(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    ann.page.on("websocket", listen)
    code = await make_room(ann, "roll_into_town", 2)
    await join(ben, code)
    await start(ann)
    await board(ben)
    die = ann.page.locator(".rit-die:not([data-why])").first
    await die.click()
    await ann.page.locator(".rit-die[aria-pressed=true]").wait_for()
    await ann.page.locator(".rit-other > summary").press("Enter")
    await die.focus()
    lit = await ann.page.locator(".cell.lit").count()
    before = await ann.page.evaluate(DOING)
    await ann.page.evaluate(NOTE)
    heard.clear()
    await discover(ben)
    await go_on(ben, "discover")
    await ann.page.wait_for_function(f"(before) => {DOING} !== before", arg=before)
    assert await ann.page.locator(".rit-die[aria-pressed=true]").count() == 1
    assert await die.evaluate("(die) => die === document.activeElement")
    assert await ann.page.locator(".cell.lit").count() == lit
    assert await ann.page.locator(".rit-other[open]").count() == 0
    assert await ann.page.evaluate(NEW) == []
    assert "rit-board" not in "".join(heard)
    assert "Map of Ben" not in "".join(heard)


async def test_the_answer_to_a_form_that_comes_late_takes_nothing_back(visit: Visit) -> None:
    """Ann's new name is shown by her socket. The answer to her form comes when Ben has another, too, and she a die."""
    ann, ben = await visit("Ann"), await visit("Ben")
    await join(ben, await make_room(ann, "roll_into_town", 2))
    await start(ann)
    await board(ben)
    late = asyncio.Event()

    async def answer(route: Route) -> None:
        came = await route.fetch()
        await late.wait()
        await route.fulfill(response=came)

    await ann.page.route("**/rename", answer)
    await rename(ann, "Anna")
    await ann.page.locator("#people .place", has_text="Anna").wait_for()
    await rename(ben, "Benedict")
    people = ann.page.locator("#people .place", has_text="Benedict")
    await people.wait_for()
    await ann.press("#table [data-close]")
    die = ann.page.locator(".rit-die[aria-pressed=true]")
    await ann.press(".rit-die >> nth=0")
    await expect(die).to_have_count(1)
    await ann.page.evaluate("document.addEventListener('htmx:finally:request', () => { window.dealtWith = true; })")
    late.set()
    await ann.page.wait_for_function("() => window.dealtWith")
    await expect(die).to_have_count(1)
    await expect(people).to_have_count(1)


async def rename(person: Visitor, name: str) -> None:
    """By the dialog of the table."""
    await person.press("[data-open=table]")
    await person.press("#table .mine > summary")
    await person.page.fill("#new-name", name)
    await person.press("form[action$='/rename'] button")


async def test_an_opening_tag_comes_alone(visit: Visit, server: Server) -> None:
    ann = await visit("Ann")
    await alone(ann, server)
    await ann.page.evaluate(NOTE)
    await discover(ann)
    game = ann.page.locator("#game")
    assert await game.get_attribute("data-at") == await game.get_attribute("data-undo") != "0"
    assert await ann.page.locator("#rit-land").evaluate("(land) => land.noted")
    assert await ann.page.locator(".rit-board").evaluate("(board) => board.noted")
