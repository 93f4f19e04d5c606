"""The shared screen on a television: nothing to scroll, nothing too small for three metres, always up to date."""

import pytest

from tests.browser import little_town, roll_into_town
from tests.browser.conftest import Visit
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor

SCREENS = [(1280, 800), (1920, 1080)]
LEAST_PIXELS = 28

TOO_SMALL = """(least) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const place = text.parentElement;
    if (!text.data.trim() || place.closest(".sr, .skip, noscript, script") || !place.getClientRects().length) continue;
    if (parseFloat(getComputedStyle(place).fontSize) < least) small.push(text.data.trim());
  }
  return small;
}"""
PARTS = ".tv-seat, .tv-map, .tv-die, .tv-cell, .tv-market > li, .qr, .tv-last"
OUT_OF_SIGHT = """(parts) => [...document.querySelectorAll(parts)]
  .filter((each) => {
    const box = each.getBoundingClientRect();
    return box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  }).map((each) => each.className)"""
LOCKS = """window.locks = [];
const request = async (kind) => { window.locks.push(kind); return {}; };
Object.defineProperty(navigator, "wakeLock", { value: { request } });"""


async def assert_readable(screen: Visitor) -> None:
    """On a small and on a large television all is in sight and nothing is too small."""
    for width, height in SCREENS:
        await screen.resize(width, height)
        root = "document.documentElement"
        assert await screen.page.evaluate(f"{root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth")
        assert await screen.page.evaluate(OUT_OF_SIGHT, PARTS) == [], (width, height)
        assert await screen.page.evaluate(TOO_SMALL, LEAST_PIXELS) == [], (width, height)


async def shown(visit: Visit, code: str) -> Visitor:
    """A television that shows the room."""
    screen = await visit("TV")
    await screen.context.add_init_script(LOCKS)
    await screen.page.goto(f"/r/{code}/table")
    await screen.page.locator("body[data-connection=open]").wait_for()
    return screen


async def test_a_room_comes_together_and_plays_roll_into_town_in_front_of_the_screen(visit: Visit) -> None:
    ann, ben = await visit("Ann", phone=True), await visit("Bartholomew Longname")
    code = await make_room(ann, "roll_into_town", 8)
    screen = await shown(visit, code)
    assert await screen.page.evaluate("window.locks") == ["screen"]
    await assert_readable(screen)
    await join(ben, code)
    await screen.page.locator(".tv-name", has_text="Bartholomew").wait_for()
    await start(ann)
    await board(ben)
    await screen.page.locator(".tv-map.is-up >> nth=1").wait_for()
    await assert_readable(screen)
    before = await screen.page.locator(".tv-land").first.inner_html()
    await roll_into_town.play_round(ann)
    await screen.page.locator(".tv-map.p0:not(.is-up)", has_text="Done").wait_for()
    assert await screen.page.title() == "Bartholomew Longname's turn – Roll Into Town"
    assert await screen.page.locator(".tv-land").first.inner_html() != before


async def test_little_town_stands_on_the_screen_with_the_last_move_in_words(visit: Visit) -> None:
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    screen = await shown(visit, code)
    await start(ann)
    await board(ben)
    await screen.page.locator(".tv-town").wait_for()
    await assert_readable(screen)
    mover = ann if await little_town.doing(ann) == "turn" else ben
    await screen.page.locator(".tv-seat.is-up", has_text=mover.name).wait_for()
    await mover.press(".cell[data-lit=place] >> nth=0")
    await screen.page.locator(".tv-last", has_text=f"{mover.name} sends out a worker.").wait_for()
    await screen.page.locator(".tv-cell.is-active .man").wait_for()


@pytest.mark.parametrize("game", ["little_town", "roll_into_town"])
async def test_the_lobby_leads_to_the_screen_in_a_tab_of_its_own(visit: Visit, game: str) -> None:
    ann = await visit("Ann")
    code = await make_room(ann, game, 2)
    async with ann.context.expect_page() as opened:
        await ann.press(".lobby a[href$='/table']")
    screen = await opened.value
    await screen.locator(f".tv-link:has-text('/r/{code}')").wait_for()
    assert await screen.locator(".tv-seat", has_text="Ann").count() == 1
