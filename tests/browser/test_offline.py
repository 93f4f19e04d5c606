"""Without a network: the app says so and shows the last board; with it, it goes on by itself and nothing is old."""

from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.rooms import join, make_room, start
from tests.browser.visitors import Visitor

READY = """async (path) => {
    const frame = () => new Promise(requestAnimationFrame);
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller || !(await caches.match(path))) await frame();
}"""
BOARDS = """async () => {
    const paths = (await (await caches.open("machi-boards")).keys()).map((each) => new URL(each.url).pathname);
    return paths.filter((path) => path.startsWith("/r/"));
}"""
NETWORK = r"ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch"


async def ready(person: Visitor, code: str) -> None:
    """Wait until the worker is there and the board is kept."""
    await person.page.evaluate(READY, f"/r/{code}")


async def test_offline_a_room_shows_its_last_board_and_goes_on_by_itself(visit: Visit) -> None:
    ann, ben = await visit("Ann", phone=True, worker=True), await visit("Ben")
    ann.forgive(NETWORK)
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    await start(ann)
    await ready(ann, code)
    board = await ann.page.locator(".board .cell > .sr").all_text_contents()

    await ann.context.set_offline(True)
    await ann.page.reload()
    await expect(ann.page.locator(".connection.offline")).to_be_visible()
    assert await ann.page.locator(".board .cell > .sr").all_text_contents() == board
    # Nothing on it can be pressed, and it looks as it did.
    await expect(ann.page.locator("#game button:enabled")).to_have_count(0)
    assert await ann.page.locator("link[rel=stylesheet]").evaluate_all("(all) => all.every((one) => one.sheet)")
    assert await ann.sideways() == 0

    await ann.context.set_offline(False)
    await expect(ann.page.locator(".connection.offline")).to_be_hidden()
    await expect(ann.page.locator("body")).to_have_attribute("data-connection", "open")


async def test_offline_other_pages_say_so_and_lead_to_the_boards(visit: Visit) -> None:
    ann = await visit("Ann", worker=True)
    ann.forgive(NETWORK)
    code = await make_room(ann, "roll_into_town", 1)
    await start(ann)
    await ready(ann, code)

    await ann.context.set_offline(True)
    await ann.page.goto("/")
    await expect(ann.page.locator("h1")).to_have_text("No network")
    await ann.press("[data-rooms] a")
    await expect(ann.page.locator(".connection.offline")).to_be_visible()
    await ann.page.goto("/")

    await ann.context.set_offline(False)
    await expect(ann.page.locator(".hero-name")).to_be_visible()


async def test_whoever_leaves_takes_the_board_along(visit: Visit) -> None:
    ann, ben = await visit("Ann", worker=True), await visit("Ben")
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    await start(ann)
    await ready(ann, code)
    await ann.press("[data-open='table']")
    await ann.press("#table .mine > summary")
    await ann.press("form[action$='/leave'] button")
    await expect(ann.page.locator("h1")).to_have_text("You have left the game")
    assert await ann.page.evaluate(BOARDS) == []
