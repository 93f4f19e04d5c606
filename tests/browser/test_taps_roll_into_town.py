"""How many taps a round of Roll Into Town takes on a phone, counted by the page itself."""

from collections.abc import Awaitable, Callable

from playwright.async_api import expect

import engine.roll_into_town as game
from tests.browser.hand import moved, standing
from tests.browser.roll_into_town import build, discover, end_round
from tests.browser.roll_into_town_table import alone, sit_at, until
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]

COUNTING = """window.taps = 0;
document.addEventListener("click", (event) => { window.taps += event.isTrusted ? 1 : 0; }, true);"""


async def counting(player: Visitor) -> None:
    """Count from now on."""
    await player.page.evaluate(COUNTING)


async def taps(player: Visitor) -> int:
    return int(await player.page.evaluate("window.taps"))


async def leave(player: Visitor, now: str) -> None:
    """Go on to the next phase, and say so again where the button asks; a phase without a choice passes by itself."""
    if not await player.page.locator(f"[data-next={now}]:not([data-auto])").count():
        return
    await player.press(f"[data-next={now}]")
    if await player.page.locator(f"[data-next={now}][data-left]").count():
        await player.press(f"[data-next={now}][data-sure]")


async def test_a_simple_piece_takes_two_taps_and_one_to_take_it_back(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)
    await sit_at(ann, server, *until(lambda state: 1 in state.players[0].dice))
    before = await standing(ann)
    await counting(ann)
    await ann.tap(ann.page.locator(".rit-die[aria-label*=farm]").first)
    await ann.press(".cell[data-cell='1,1']")
    await moved(ann, before)
    assert await taps(ann) == 2
    assert await ann.page.inner_text(".rit-says") == "+1 food a round"
    await ann.press("[data-undo-move]")
    await ann.page.locator(".cell[data-cell='1,1'][aria-label$=': empty']").wait_for(state="attached")
    assert await taps(ann) == 3


async def test_a_round_of_three_draws_and_one_building_takes_at_most_15(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)
    await sit_at(ann, server, "5e" * 32, [])
    await counting(ann)
    await discover(ann)
    await leave(ann, "discover")
    await ann.page.locator(".rit-construct").wait_for()
    await build(ann, "woodcutter")
    await leave(ann, "construct")
    await ann.page.locator(".rit-gather, .rit-upkeep").wait_for()
    await leave(ann, "gather")
    await ann.page.locator(".rit-upkeep").wait_for()
    while await ann.page.locator(".rit-upkeep .cell.lit").count():  # two drawn trees may have met: more taps, not fewer
        before = await standing(ann)
        await ann.tap(ann.page.locator(".rit-upkeep .cell.lit").first)
        await moved(ann, before)
    await end_round(ann)
    assert "Round 2" in await ann.page.locator(".rit-title").inner_text()
    assert await taps(ann) <= 15


async def test_a_finger_may_slide_to_another_cell_before_it_is_lifted(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)
    await sit_at(ann, server, *until(lambda state: 3 in state.players[0].dice))
    await ann.tap(ann.page.locator(".rit-die[aria-label*=tree]").first)
    await ann.page.locator(".cell.lit").first.wait_for()
    lit = [str(await each.get_attribute("data-cell")) for each in await ann.page.locator(".cell.lit").all()]
    first, last = [await ann.page.locator(f"[data-cell='{cell}']").bounding_box() for cell in (lit[0], lit[-1])]
    assert first
    assert last
    touch = await ann.context.new_cdp_session(ann.page)
    begin, end = [[{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] for box in (first, last)]
    before = await standing(ann)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": begin})
    await ann.page.locator(".rit-bubble").wait_for()
    await touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": end})
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await moved(ann, before)
    assert not str(await ann.page.get_attribute(f"[data-cell='{lit[-1]}']", "aria-label")).endswith("empty")
    assert str(await ann.page.get_attribute(f"[data-cell='{lit[0]}']", "aria-label")).endswith("empty")


async def test_a_coast_shows_its_ways_at_the_cell_and_the_floods_each_would_bring(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)

    def floods(state: object) -> bool:
        player = state.players[0]  # type: ignore[attr-defined]
        return 5 in player.dice and player.phase == "discover" and player.drawn == 0 and floods_somewhere(state)

    await sit_at(ann, server, *until(floods))
    dice = ann.page.locator(".rit-die:not([data-why])[aria-label*='coast']")
    await ann.tap(dice.first)
    offered = await ann.page.evaluate("JSON.parse(document.getElementById('game').dataset.choices).brings.coast")
    effect, place = next((effect, place) for effect, *places in offered for place in places if effect.get("sea"))
    await ann.press(f".lit[data-cell='{place[0]},{place[1]}']")
    await expect(ann.page.locator(".rit-picture:visible")).to_have_count(14)
    best = ann.page.locator(".rit-picture.rit-first")
    assert await best.locator(".rit-floods").inner_text() != ""
    assert f"sea grows by {effect['sea']}" in await ann.page.inner_text(".rit-says")
    before = await standing(ann)
    await ann.tap(best)
    await moved(ann, before)
    assert "sea grows by" in await ann.page.inner_text(".rit-says")


def floods_somewhere(state: object) -> bool:
    effects = game.choices(state, 0)["brings"].get("coast", [])  # type: ignore[arg-type]
    return any(effect.get("sea") and places for effect, *places in effects)


async def test_leaving_with_something_useful_undone_asks_once_and_never_else(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)
    await alone(ann, server)
    await ann.press("[data-next=discover]")
    await expect(ann.page.locator(".rit-ask:visible")).to_have_text("You can still draw 3 icons.")
    await expect(ann.page.locator("[data-next=discover] span:visible")).to_have_text("Go on all the same")
    await ann.press("[data-show=map]")
    await expect(ann.page.locator(".rit-ask")).to_be_hidden()
    await discover(ann)
    assert await ann.page.locator("[data-next=discover][data-left]").count() == 0
    await leave(ann, "discover")
    await ann.page.locator(".rit-construct").wait_for()


async def test_what_cannot_be_chosen_says_why(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)
    await alone(ann, server)
    await discover(ann)
    await leave(ann, "discover")
    await ann.tap(ann.page.locator("[data-building=tavern]"), force=True)
    assert "Needs 5 wood, you have 2." in await ann.page.inner_text(".rit-detail:visible")
