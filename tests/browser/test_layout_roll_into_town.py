"""Roll Into Town's page in boxes: everything of a turn on one screen, targets for a thumb, nothing that jumps."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Locator, expect

import engine.roll_into_town as game
from tests.browser.hand import moved, standing
from tests.browser.roll_into_town import draw
from tests.browser.roll_into_town_table import rolled, sit_at, until
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]

SCREENS = {"phone": (360, 740), "lying phone": (740, 360), "tablet": (768, 1024), "desktop": (1280, 800)}
STAR = 6
PARTS = [".rit-board", ".rit-tray", ".rit-bar"]
SMALL = """(least) => [...document.querySelectorAll("#game button")]
  .filter((each) => each.offsetParent && !each.closest(".rit-aside, .rit-score"))
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 90)])
  .filter(([box]) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)"""


def market(state: Any) -> bool:
    """A building with several ways to pay, and a cathedral that can lie either way."""
    if game.doing(state, 0) != "construct":
        return False
    buildings = game.choices(state, 0)["buildings"]
    return any(len(entry["pay"]) > 1 for entry in buildings)


def in_phase(name: str) -> Callable[[Any], bool]:
    """In this phase with something to choose."""

    def wanted(state: Any) -> bool:
        lively = [move for move in game.legal(state, 0) if game.encode(move)["type"] not in ("next", "adjust")]
        return state.round > 2 and game.doing(state, 0) == name and bool(lively)

    return wanted


async def box(player: Visitor, selector: str) -> dict[str, float]:
    found = await player.page.locator(selector).bounding_box()
    assert found, selector
    return dict(found)


async def assert_on_one_screen(player: Visitor, width: int, height: int) -> None:
    """Board, tray and bar lie inside the screen, one beside or below the other, and nothing scrolls sideways."""
    boxes = [await box(player, part) for part in PARTS]
    for part, each in zip(PARTS, boxes, strict=True):
        assert each["x"] >= -0.5, part
        assert each["y"] >= -0.5, part
        assert each["x"] + each["width"] <= width + 0.5, part
        assert each["y"] + each["height"] <= height + 0.5, (part, each)
    assert await player.sideways() == 0


async def pick_up(player: Visitor, target: Locator) -> None:
    """Tap it, also where it says that it cannot be chosen, and wait for what that changes on the page."""
    await player.tap(target, force=True)
    await expect(target).to_have_attribute("aria-pressed", "true")
    await player.laid_out()


@pytest.mark.parametrize(
    ("wanted", "picks"),
    [
        (in_phase("discover"), [".rit-die:not([data-why])", ".rit-icon:not([aria-disabled])"]),
        (in_phase("construct"), ["[data-building]:not([aria-disabled])", "[data-building][aria-disabled]"]),
        (market, ["[data-building]:not([aria-disabled])"]),
        (in_phase("gather"), []),
        (in_phase("upkeep"), []),
    ],
    ids=["discover", "construct", "market", "gather", "upkeep"],
)
async def test_a_phase_is_played_without_scrolling_on_every_screen(
    visit: Visit, server: Server, wanted: Callable[[Any], bool], picks: list[str]
):
    ann = await visit("Ann", phone=True)
    await sit_at(ann, server, *until(wanted))
    for width, height in SCREENS.values():
        await ann.resize(width, height)
        await assert_on_one_screen(ann, width, height)
        assert await ann.page.evaluate(SMALL, 44) == []
        for pick in picks:
            for target in (await ann.page.locator(pick).all())[:3]:
                await pick_up(ann, target)
                await assert_on_one_screen(ann, width, height)
                assert await ann.page.evaluate(SMALL, 44) == []
                await ann.page.keyboard.press("Escape")


def fountain(state: Any) -> bool:
    """One icon more can be had, and a star can be drawn."""
    return (
        game.doing(state, 0) == "discover"
        and not game.choices(state, 0)["fountain"]
        and any(len(die["icons"]) > 1 and not die["why"] for die in game.choices(state, 0)["dice"])
    )


def drawn(state: Any) -> bool:
    """Everything is drawn, and the town hall can still change a die: why it cannot be drawn is told beside."""
    return game.doing(state, 0) == "discover" and any(
        die["why"] and len(die["adjust"]) > 1 for die in game.choices(state, 0)["dice"]
    )


def woodcutters(state: Any) -> bool:
    """Five of them, and one has a tree to fell: else the page goes on by itself."""
    if game.doing(state, 0) != "gather":
        return False
    each = game.choices(state, 0)["harvest"]
    return len(each) > 4 and not all(woodcutter["why"] for woodcutter in each)


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("wanted", "picks"),
    [
        (fountain, ".rit-die:not([aria-disabled])"),
        (drawn, ".rit-die:not([aria-disabled])"),
        (in_phase("construct"), "[data-building]"),
        (woodcutters, ""),
    ],
    ids=["fountain", "drawn", "construct", "woodcutters"],
)
async def test_the_tray_has_room_for_whatever_it_shows(
    visit: Visit, server: Server, wanted: Callable[[Any], bool], picks: str, language: str
):
    """On a phone: nothing below the map moves and nothing is beyond the screen, whatever is picked."""
    ann = await visit("Ann", phone=True)
    await ann.context.add_cookies([{"name": "machi_language", "value": language, "url": server.url}])
    await sit_at(ann, server, *until(wanted))
    assert await ann.page.locator("html").get_attribute("lang") == language
    before = [await box(ann, part) for part in PARTS]
    for target in await ann.page.locator(picks).all() if picks else []:
        await pick_up(ann, target)
        assert [await box(ann, part) for part in PARTS] == before
        assert await ann.page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
        assert await ann.page.evaluate(SMALL, 44) == []
        await ann.page.keyboard.press("Escape")
    assert await ann.page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.long)])
async def test_on_a_lying_phone_both_rows_of_buildings_end_above_the_bar(visit: Visit, server: Server, language: str):
    ann = await visit("Ann", phone=True)
    await ann.page.set_viewport_size({"width": 740, "height": 360})
    await ann.context.add_cookies([{"name": "machi_language", "value": language, "url": server.url}])
    await sit_at(ann, server, *until(in_phase("construct")))
    bar = await box(ann, ".rit-bar")
    for target in await ann.page.locator("[data-building]").all():
        await pick_up(ann, target)
        last = await box(ann, "[data-building] >> nth=-1")
        assert last["y"] + last["height"] <= bar["y"] + 0.5, await target.get_attribute("data-building")
        await ann.page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [9, 11])
async def test_on_a_large_map_the_touched_cell_is_enlarged(visit: Visit, server: Server, size: int):
    ann = await visit("Ann", phone=True)
    await sit_at(ann, server, *until(lambda state: 3 in state.players[0].dice, size), size=size)
    assert await ann.page.evaluate(SMALL, 30) == []
    await ann.tap(ann.page.locator(".rit-die[aria-label*=tree]").first)
    cell = await box(ann, ".cell.lit[data-cell='2,2']")
    finger = [{"x": cell["x"] + cell["width"] / 2, "y": cell["y"] + cell["height"] / 2}]
    touch = await ann.context.new_cdp_session(ann.page)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    await expect(ann.page.locator(".rit-loupe")).to_be_visible()
    await ann.laid_out()
    loupe = await box(ann, ".rit-loupe")
    assert loupe["width"] / 3 >= 30
    assert loupe["y"] + loupe["height"] <= cell["y"] or loupe["y"] >= cell["y"] + cell["height"]
    await touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    await expect(ann.page.locator(".rit-loupe")).to_be_hidden()


def only_stars_left(dice: tuple[int, ...]) -> bool:
    """Three to draw, then two stars, which nothing can change: the page goes on to the next phase by itself."""
    return STAR not in dice[:3] and dice[3:] == (STAR, STAR)


@pytest.mark.parametrize(
    ("dice", "phase"),
    [
        (lambda dice: STAR not in dice, "discover"),
        (lambda dice: dice[:3] == (STAR, STAR, STAR) and STAR not in dice[3:], "discover"),
        (only_stars_left, "construct"),
    ],
    ids=["no star", "stars", "only stars left"],
)
async def test_nothing_jumps_when_a_frame_arrives(
    visit: Visit, server: Server, dice: Callable[[tuple[int, ...]], bool], phase: str
):
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    await sit_at(ann, server, rolled(dice, 2), [], beside=[ben])
    before = [await box(ann, part) for part in PARTS]
    for _ in range(3):
        await draw(ann, ann.page.locator(".rit-die:not([data-why])").first)
        await ann.laid_out()
        assert [await box(ann, part) for part in PARTS] == before
    await ann.page.locator(f".rit-{phase}").wait_for()
    shown = await standing(ann)
    await ann.press("[data-undo-move]")
    await moved(ann, shown)
    await ann.laid_out()
    assert [await box(ann, part) for part in PARTS] == before
    await ben.page.goto("about:blank")
    notice = ann.page.locator("#notice .note-warn")
    await notice.wait_for()
    await ann.laid_out()
    assert [await box(ann, part) for part in PARTS] == before
    assert "Ben" in await notice.inner_text()
