"""What people do before a game: make a room, come by its link, sit down, start. By the pages, as they do it."""

import re

from playwright.async_api import expect

from tests.browser.visitors import Visitor

CODE = re.compile(r"/r/([0-9A-Z]{7})")
TAKEN = "async (code) => (await (await fetch(`/api/rooms/${code}`)).json()).seats.length"
NAME_TAKEN = "Somebody at this table already has that name, or one that looks like it."


async def make_room(host: Visitor, game: str, seats: int, **options: int) -> str:
    """Make a room from the start page and sit down in it; its code. `options`: name to the position of the value."""
    await host.page.goto("/")
    await host.press(f"label[for='game-{game}']")
    for name, value in {"seats": seats, **options}.items():
        await host.press(f"label:has(> input[name='{game}.{name}'][value='{value}'])")
    await host.page.fill("#name", host.name)
    await host.press(".make-room button")
    await host.page.wait_for_url(CODE)
    await seated(host)
    return code_of(host)


async def join(guest: Visitor, code: str) -> None:
    """Come by the room's link and sit down."""
    await guest.page.goto(f"/r/{code}")
    await guest.page.fill("#sit-name", guest.name)
    await guest.press("form[action$='/sit'] button")
    await seated(guest)


async def start(player: Visitor) -> None:
    """Start the game, closing free seats, and wait for the board."""
    # Whoever has sat down by now is seen first: that changes what there is to press.
    taken = await player.page.evaluate(TAKEN, code_of(player))
    await expect(player.page.locator(".lobby .place:not(.place-free)")).to_have_count(taken)
    if await player.page.locator("details.start > summary").count():
        await player.press("details.start > summary")
    await player.press("form[action$='/start'] button")
    await board(player)


async def seated(visitor: Visitor) -> None:
    """Wait until the lobby shows this visitor as one of the table, and the page is alive."""
    await visitor.page.locator("body[data-connection=open] .lobby .place:has(.badge-on)").wait_for()


async def board(visitor: Visitor) -> None:
    """Wait for the game's page, and until it is alive: without its scripts most taps would be lost."""
    await visitor.page.locator("body[data-connection=open] #game").wait_for()


def code_of(visitor: Visitor) -> str:
    """The room that the visitor's page shows."""
    found = CODE.search(visitor.page.url)
    assert found, visitor.page.url
    return found[1]
