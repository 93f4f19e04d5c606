"""Roll Into Town as people play it: by tapping, clicking and typing on the real page."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import engine.roll_into_town as game
from tests.browser.hand import moved, standing
from tests.browser.roll_into_town import build, discover, draw, end_round, go_on, phase, play_round
from tests.browser.roll_into_town_table import alone
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor
from tests.server import Server
from tests.web.roll_into_town.scenes import positions

Visit = Callable[..., Awaitable[Visitor]]

CARRIED = ("next", "adjust", "fountain")  # moves that a button carries whole

# Every move that any picking on the page can lead to.
EXPANDED = """async (choices) => {
  const { targets } = await import("/static/roll_into_town/targets.js");
  const picks = [{}];
  for (const die of choices.dice ?? []) {
    if (die.icons.length === 1) picks.push({ die: die.die });
    else for (const icon of die.icons) picks.push({ die: die.die, icon });
  }
  for (const { building, pay } of choices.buildings ?? []) {
    for (const index of pay.keys()) picks.push({ building, pay: index });
  }
  const nothing = { die: null, icon: null, building: null, pay: 0 };
  const moves = picks.flatMap((pick) => targets(choices, { ...nothing, ...pick })).flatMap((target) => target.moves);
  return [...new Set(moves.map((move) => JSON.stringify(move)))].map((move) => JSON.parse(move));
}"""


def canonical(wire: dict[str, Any]) -> dict[str, Any]:
    return game.encode(game.decode(wire))


def without_forest(moves: list[dict[str, Any]]) -> set[str]:
    """Whose tree it is changes nothing where forests have grown together, so the page names only one of them."""
    return {str({key: value for key, value in move.items() if key != "forest"}) for move in moves}


@pytest.mark.parametrize(("seed", "size", "every"), [("one", 7, 1), ("two", 7, 2), ("three", 9, 3), ("four", 11, 5)])
async def test_what_the_page_offers_to_pick_is_exactly_what_is_legal(visit: Visit, seed: str, size: int, every: int):
    ann = await visit("Ann")
    await ann.page.goto("/")
    for table in positions(1, seed, size, every):
        legal = [move for move in map(game.encode, game.legal(table.state, 0)) if move["type"] not in CARRIED]
        offered = list(map(canonical, await ann.page.evaluate(EXPANDED, game.choices(table.state, 0))))
        assert all(move in legal for move in offered)
        assert without_forest(offered) == without_forest(legal)


async def fits(player: Visitor) -> None:
    """Wait until all of the page is on the screen: a change of size takes a frame."""
    root = "document.documentElement"
    await player.page.wait_for_function(f"() => {root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth")


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_a_round_by_taps_fits_the_screen_in_every_phase(visit: Visit, server: Server, phone: bool):
    ann = await visit("Ann", phone=phone)
    await alone(ann, server)
    await fits(ann)
    await discover(ann)
    await fits(ann)
    await go_on(ann, "discover")
    if phone:  # on a desktop the score stands below the buildings
        await fits(ann)
    await build(ann, "woodcutter")
    await build(ann, "mine")
    await ann.page.locator(".rit-upkeep").wait_for()
    await fits(ann)
    await play_round(ann)
    assert "Round 2" in await ann.page.locator(".rit-title").inner_text()


async def test_undo_takes_back_one_thing_and_reset_the_whole_round(visit: Visit, server: Server):
    ann = await visit("Ann", phone=True)
    await alone(ann, server)
    empty = ann.page.locator(".cell[aria-label$=': empty']")
    await discover(ann)
    assert await empty.count() == 45
    before = await standing(ann)
    await ann.press("[data-undo-move]")
    await moved(ann, before)
    assert await empty.count() == 46
    await ann.press("[data-reset-turn]")
    await ann.page.locator("[data-reset-turn][disabled]").wait_for()
    assert await empty.count() == 48


async def test_a_double_tap_does_not_end_the_round(visit: Visit, server: Server):
    ann = await visit("Ann")
    await alone(ann, server)
    await discover(ann)
    await go_on(ann, "discover")
    await build(ann, "mine")
    await build(ann, "mine")  # no wood is left: the page passes construct and gather by itself
    await ann.page.locator("[data-next=upkeep]").wait_for()
    await ann.page.evaluate("document.querySelector('[data-next=upkeep]:not([data-ripe])')?.click()")
    assert await phase(ann) == "upkeep"
    await end_round(ann)
    assert "Round 2" in await ann.page.locator(".rit-title").inner_text()


async def test_everything_can_be_done_with_the_keyboard(visit: Visit, server: Server):
    ann = await visit("Ann")
    await alone(ann, server)
    keys = ann.page.keyboard
    die = ann.page.locator(".rit-die:not([data-why])").first
    await die.focus()
    await keys.press("Enter")
    icon = ann.page.locator(".rit-icon:visible")
    if await icon.count():
        await icon.first.press("Enter")
    stop = ann.page.locator(".cell[tabindex='0']")
    assert await stop.count() == 1
    await stop.focus()
    here = await stop.get_attribute("data-cell")
    await keys.press("End")
    assert await stop.get_attribute("data-cell") != here
    await keys.press("ArrowDown")
    assert await stop.get_attribute("data-cell") == "1,6"
    before = await standing(ann)
    await keys.press("Enter")
    picture = ann.page.locator(".rit-picture:visible").first
    if await picture.count():
        await picture.press("Enter")
    await moved(ann, before)
    assert not (await ann.page.locator("[data-cell='1,6']").get_attribute("aria-label") or "").endswith("empty")


async def test_the_others_see_a_map_as_it_was_when_its_round_ended(visit: Visit):
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    await join(ben, await make_room(ann, "roll_into_town", 2))
    await start(ann)
    await board(ben)
    drawn = ben.page.locator(".rit-other use")
    bare = await drawn.count()
    await draw(ann, ann.page.locator(".rit-die:not([data-why])").first)
    await play_round(ann)
    await ann.page.locator(".rit-wait").wait_for()
    assert "Ben" in await ann.page.locator(".rit-busy").inner_text()
    await ben.page.wait_for_function("(bare) => document.querySelectorAll('.rit-other use').length > bare", arg=bare)
    await play_round(ben)
    await ann.page.locator("[data-next=discover]").wait_for()


@pytest.mark.long
async def test_a_solo_game_ends_with_its_rank(visit: Visit):
    ann = await visit("Ann", phone=True)
    await make_room(ann, "roll_into_town", 1)
    await start(ann)
    for _round in range(12):
        await play_round(ann)
    assert "mayor" in await ann.page.locator(".rit-winner").inner_text()
    assert await ann.sideways() == 0
