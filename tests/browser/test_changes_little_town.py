"""What has changed in Little Town is seen: numbers count up, pieces grow, within 400 ms; or nothing moves at all."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.little_town_table import Table
from tests.server import Server

SEED = "09" * 32
LONGEST = 400  # ms

# Writes down what a number shows, when, and how long each animation takes that begins.
WATCH = """() => {
  window.seen = [];
  window.lasting = [];
  const wood = document.querySelector(".own[data-kind=wood] .num");
  new MutationObserver(() => window.seen.push([performance.now(), wood.textContent]))
    .observe(wood, { childList: true, characterData: true, subtree: true });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.lasting.push(timing.duration);
    return animate.call(this, frames, timing);
  };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_goods_count_up_and_pieces_grow(visit: Visit, server: Server, motion: Any):
    table = Table(server)
    await table.begin(SEED, board="A")
    seat = (await table.http.get(f"/api/rooms/{table.code}")).json()["view"]["turn"]
    ann = await visit("Ann")
    await ann.page.emulate_media(reduced_motion=motion)
    await table.sit(ann, seat)
    await ann.page.evaluate(WATCH)
    await ann.press("#cell-1-2[data-lit=place]")
    await ann.press("[data-take-free]")
    own = ann.page.locator(".own[data-kind=wood]")
    await expect(own.locator(".num")).to_have_text("1")
    await expect(own).to_have_attribute("data-change", "+1")
    lasting = await ann.page.evaluate("window.lasting")
    css = await ann.page.evaluate("document.getAnimations().map((each) => each.effect.getComputedTiming().duration)")
    assert all(duration < LONGEST for duration in [*lasting, *css])
    seen = await ann.page.evaluate("window.seen")
    if motion == "reduce":
        assert lasting == []
        assert [text for _, text in seen] == ["1"]
    else:
        assert lasting
        assert seen[-1][1] == "1"
        # A busy machine may be late with the last number, but any that it writes late is the last.
        assert all(at - seen[0][0] < LONGEST for at, _ in seen[:-1])
    await table.close()


LIES_ON = """([row, column]) => {
    const places = [`.ring.row-${row}.column-${column}`, `#cell-${row}-${column}`].map((what) => {
        const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
        return [x, y, width, height];
    });
    return places[0].every((number, which) => Math.abs(number - places[1][which]) < 1);
}"""


async def test_others_moves_are_ringed_until_ones_own(visit: Visit, server: Server):
    table = Table(server)
    await table.begin(SEED, board="A")
    first = (await table.http.get(f"/api/rooms/{table.code}")).json()["view"]["turn"]
    ben = await visit("Ben")
    await table.sit(ben, 1 - first)
    await table.play(first, [{"type": "place", "cell": [1, 1]}, {"type": "use", "cell": [0, 0]}, {"type": "end_turn"}])
    ringed = ben.page.locator(f".ring.p{first}")
    await expect(ringed).to_have_count(2)
    usual = ben.page.viewport_size
    assert usual
    for size in ({"width": 360, "height": 740}, {"width": 740, "height": 360}, usual):  # the board stands, and lies
        await ben.page.set_viewport_size(size)
        for cell in ((1, 1), (0, 0)):
            await ben.page.wait_for_function(LIES_ON, arg=list(cell))
    await ben.press("#cell-3-4[data-lit=place]")
    await expect(ben.page.locator(".ring")).to_have_count(0)
    await table.close()
