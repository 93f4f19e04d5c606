"""Who plays for the first time: hints at their moment, and explanations of everything on the board."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.little_town import doing
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor

HINT = "#guide [data-hint]:visible"
TEXT = "#explain"
SWITCH = "[data-explain-mode]:visible"
# The elements that the explanation lies over.
COVERED = """(selector) => {
  const text = document.querySelector("#explain").getBoundingClientRect();
  return [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect()).filter(
    ({ left, right, top, bottom }) => left < text.right && right > text.left && top < text.bottom && bottom > text.top);
}"""


async def solo(visit: Visit, *, phone: bool = False, first_game: bool = False) -> Visitor:
    """Somebody alone at Roll Into Town, in round 1."""
    ann = await visit("Ann", phone=phone, first_game=first_game)
    await make_room(ann, "roll_into_town", 1)
    await start(ann)
    return ann


async def hinted(page: Page, name: str) -> None:
    """Wait until this hint is the one shown, whole and clear of what it speaks of."""
    await expect(page.locator(HINT)).to_have_attribute("data-hint", name)
    box, screen = await page.locator("#guide").bounding_box(), page.viewport_size
    assert box
    assert screen
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    assert box["y"] + box["height"] <= screen["height"]


async def clear(page: Page, selector: str) -> None:
    """Wait until the hint stands so that all visible ones of these elements can be hit in their middle."""
    await page.wait_for_function(
        """(selector) => {
          const seen = [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
          return seen.length && seen.every((each) => {
            const {left, top, width, height} = each.getBoundingClientRect();
            return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest("#guide");
          });
        }""",
        arg=selector,
    )


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_hints_come_at_their_moment_and_let_taps_through(visit: Visit, phone: bool):
    ann = await solo(visit, phone=phone, first_game=True)
    page = ann.page
    await hinted(page, "dice")
    await expect(page.locator("#announce")).to_contain_text("Everybody draws from the same dice.")
    assert await page.evaluate("document.activeElement === document.body")
    await clear(page, ".rit-die, .bottom-bar button")
    await ann.press(".rit-die >> nth=0")
    await expect(page.locator(".rit-die >> nth=0")).to_have_attribute("aria-pressed", "true")
    if await page.locator(".rit-icon:visible").count():
        await ann.press(".rit-icon:visible >> nth=0")
    await hinted(page, "map")
    await clear(page, ".cell.lit")
    await ann.press("[data-hint-seen]")
    await expect(page.locator("#guide")).to_be_hidden()


async def test_skipped_hints_stay_away_until_they_are_asked_for(visit: Visit):
    ann = await solo(visit, first_game=True)
    page = ann.page
    await hinted(page, "dice")
    await ann.press("[data-hints-skip]")
    await expect(page.locator("#guide")).to_be_hidden()
    await page.reload()
    await page.wait_for_function("() => window.shown")
    await expect(page.locator("#guide")).to_be_hidden()
    await make_room(ann, "roll_into_town", 1)
    await start(ann)
    await page.wait_for_function("() => window.shown")
    await expect(page.locator("#guide")).to_be_hidden()
    await ann.press("[data-open=table]")
    await ann.press("[data-hints-again]")
    await hinted(page, "dice")


async def test_without_storage_hints_are_skipped_for_this_page(visit: Visit):
    ann = await visit("Ann", first_game=True)
    await ann.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden'); } })"
    )
    await make_room(ann, "roll_into_town", 1)
    await start(ann)
    await hinted(ann.page, "dice")
    await ann.press("[data-hints-skip]")
    await expect(ann.page.locator("#guide")).to_be_hidden()


async def test_a_worker_is_led_through_its_first_turn(visit: Visit):
    ann, ben = await visit("Ann", phone=True, first_game=True), await visit("Ben", phone=True, first_game=True)
    await join(ben, await make_room(ann, "little_town", 2))
    await start(ann)
    await board(ben)
    mover, waiter = (ann, ben) if await doing(ann) == "turn" else (ben, ann)
    page, other = mover.page, waiter.page
    await hinted(page, "worker")
    await hinted(other, "goals")
    await mover.press(".cell[data-lit=place] >> nth=14")
    await hinted(page, "labour")
    await clear(page, ".cell.is-near")
    for lying in (mover, waiter):
        await lying.resize(740, 360)
        await clear(lying.page, ".board .cell")


async def test_the_mouse_the_keyboard_and_the_question_mark_explain(visit: Visit):
    ann = await solo(visit)
    page = ann.page
    text = page.locator(TEXT)
    await page.hover(".rit-goods [data-explain=wood]")
    await expect(text).to_contain_text("Woodcutters give wood")
    await expect(page.locator(".rit-goods [data-explain=wood]")).to_have_attribute("aria-describedby", "explain")
    await text.hover()
    await expect(text).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(text).to_be_hidden()
    await page.locator(".rit-die >> nth=0").focus()
    await page.keyboard.press("?")
    await expect(text).to_contain_text("All players use the same dice.")
    await expect(page.locator("#announce")).to_contain_text("All players use the same dice.")
    await page.keyboard.press("Escape")
    await expect(text).to_be_hidden()
    await expect(page.locator(".rit-die >> nth=0")).to_be_focused()
    await page.hover(".rit-line >> nth=0")
    await expect(text).to_be_visible()
    assert await page.evaluate(COVERED, ".rit-line") == []  # the next one can be pointed at


async def test_a_long_press_explains_and_does_nothing_else(visit: Visit):
    ann = await solo(visit, phone=True)
    page = ann.page
    die = page.locator(".rit-die >> nth=1")
    box = await die.bounding_box()
    assert box
    touch = await ann.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    await expect(page.locator(TEXT)).to_contain_text("All players use the same dice.")
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await expect(die).to_have_attribute("aria-pressed", "false")
    await ann.press(".rit-die >> nth=1")
    await expect(die).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_in_the_question_mode_every_tap_explains_and_none_acts(visit: Visit, phone: bool):
    ann = await solo(visit, phone=phone)
    page = ann.page
    await ann.press(SWITCH)
    await expect(page.locator("#explain-bar")).to_be_visible()
    await expect(page.locator("#explain-bar a")).to_have_attribute("href", re.compile(r"^/rules/roll_into_town\?room="))
    await ann.press(".rit-die >> nth=0")
    await expect(page.locator(TEXT)).to_contain_text("All players use the same dice.")
    await expect(page.locator(".rit-die >> nth=0")).to_have_attribute("aria-pressed", "false")
    hall = page.locator(".cell[data-explain=town-hall]")  # nothing can be chosen there now, but it can be asked about
    await ann.tap(hall, force=True)
    await expect(page.locator(TEXT)).to_contain_text("Town hall")
    await ann.press("[data-next]")
    await expect(page.locator(TEXT)).to_be_hidden()
    await expect(page.locator("#game")).to_have_attribute("data-doing", "discover")
    await ann.press("#explain-bar [data-explain-mode]")
    await expect(page.locator("#explain-bar")).to_be_hidden()
    await ann.press(".rit-die >> nth=0")
    await expect(page.locator(".rit-die >> nth=0")).to_have_attribute("aria-pressed", "true")


async def test_without_a_network_an_explanation_says_so_and_comes_later(visit: Visit):
    ann = await solo(visit)
    page = ann.page
    ann.forgive("explain")
    await page.route("**/explain/*", lambda route: route.abort())
    await page.locator(".rit-die >> nth=0").focus()
    await page.keyboard.press("?")
    await expect(page.locator("#toasts")).to_contain_text("The explanations cannot be loaded now.")
    await page.unroute("**/explain/*")
    await page.keyboard.press("?")
    await expect(page.locator(TEXT)).to_contain_text("All players use the same dice.")


async def test_what_the_room_has_to_say_leaves_the_bars_buttons_free(visit: Visit):
    ann, ben = await visit("Ann"), await visit("Ben")
    await join(ben, await make_room(ann, "roll_into_town", 2))
    await start(ann)
    await ben.page.close()
    await ann.page.locator("#notice details").wait_for()
    await ann.press(SWITCH)
    await expect(ann.page.locator("#explain-bar")).to_be_visible()
    await ann.press("#explain-bar [data-explain-mode]")
    await ann.press("[data-open=table]")
    await expect(ann.page.locator("#table")).to_be_visible()
