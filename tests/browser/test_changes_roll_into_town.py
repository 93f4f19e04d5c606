"""What a frame has changed in Roll Into Town is seen, within 400 ms, and without motion for who wants none."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.browser.roll_into_town import play_round
from tests.browser.roll_into_town_table import sit_at, until
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]

NOTING = """() => {
  window.moved = [];
  addEventListener("animationstart", ({ target, animationName }) => {
    const [found] = target.getAnimations({ subtree: true }).filter((each) => each.animationName === animationName);
    window.moved.push([animationName, found?.effect.getComputedTiming().endTime ?? 0]);
  }, true);
}"""
LONGEST = 400  # ms


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_new_pieces_appear_figures_count_and_dice_roll(visit: Visit, motion: str):
    ann = await visit("Ann", phone=True)
    await ann.page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    await make_room(ann, "roll_into_town", 1)
    await start(ann)
    await ann.page.evaluate(NOTING)
    for _ in range(2):
        await play_round(ann)
    seen = await ann.page.evaluate("window.moved")
    if motion == "reduce":
        assert max((milliseconds for _, milliseconds in seen), default=0) < 1
        return
    assert {"rit-unveil", "rit-roll", "rit-bump"} <= {name for name, _ in seen}
    assert max(milliseconds for _, milliseconds in seen) <= LONGEST
    await ann.page.wait_for_function("""() => [...document.querySelectorAll("[data-good]")].every(
      (each) => each.dataset.count === each.querySelector(".num").textContent)""")


async def test_what_a_round_of_others_has_brought_is_ringed_on_their_maps(visit: Visit):
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    await join(ben, await make_room(ann, "roll_into_town", 2))
    await start(ann)
    await board(ben)
    await play_round(ben)
    news = ann.page.locator("[data-show=others].rit-news")
    await news.wait_for()
    await ann.press("[data-show=others]")
    assert await ann.page.locator(".rit-ring").count() >= 3
    await expect(news).to_have_count(0)


async def test_a_line_of_the_score_lights_up_what_earned_it(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)
    await sit_at(ann, server, *until(lambda state: state.players[0].town.coast.bit_count() > 2))
    await ann.press("[data-show=score]")
    assert "If the game ended now" in await ann.page.inner_text(".rit-score")
    line = ann.page.locator(".rit-line", has_text="Coast")
    points = int(await line.locator(".num").inner_text())
    await ann.tap(line)
    await expect(ann.page.locator(".cell.marked:visible")).to_have_count(points)
