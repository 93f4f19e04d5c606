"""Roll Into Town by the keyboard alone: no mouse, no finger, and no help from the test in finding what comes next."""

from collections.abc import Awaitable, Callable

import pytest

from tests.browser.roll_into_town_table import sit_at
from tests.browser.visitors import Visitor
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]

WATCHING = """() => {
  window.pointed = 0;
  for (const kind of ["pointerdown", "mousedown", "touchstart"]) addEventListener(kind, () => window.pointed++, true);
}"""
PLACE = """() => {
  const at = document.activeElement;
  const is = (selector) => at.matches(selector);
  const kinds = { die: ".rit-die", icon: ".rit-icon", cell: ".cell.lit", picture: ".rit-picture", pay: "[data-pay]",
                  building: ".rit-building", next: "[data-next]", harvest: ".rit-tray [data-play]" };
  const kind = Object.keys(kinds).find((each) => is(kinds[each])) ?? "";
  return at.getAttribute("aria-disabled") === "true" ? "" : kind;
}"""
SIGNATURE = """() => [document.activeElement.outerHTML.slice(0, 300), window.shown,
  document.querySelector(".rit-asking")?.outerHTML].join()"""


async def place(player: Visitor) -> str:
    """What the keyboard is on, "" where it is on nothing to play with."""
    return str(await player.page.evaluate(PLACE))


async def search(player: Visitor) -> str:
    """By Tab to the next thing to play with."""
    for _ in range(80):
        if found := await place(player):
            return found
        await player.page.keyboard.press("Tab")
    raise AssertionError("nothing to play with can be reached by Tab")


async def enter(player: Visitor) -> None:
    """Press Enter, and wait until the page has answered and led the keyboard on to the next choice."""
    before = await player.page.evaluate(SIGNATURE)
    await player.page.keyboard.press("Enter")
    led_on = f"({SIGNATURE})() !== before && (({PLACE})() || document.querySelector('.rit-winner'))"
    await player.page.wait_for_function(f"(before) => {led_on}", arg=before)


async def step(player: Visitor) -> None:
    """One decision: what the keyboard is on, but not always the same cell or way."""
    keys = player.page.keyboard
    found = await place(player)
    if found == "cell":
        await keys.press("ArrowDown")
        if await place(player) != "cell":
            await keys.press("ArrowUp")
    elif found == "picture":
        await keys.press("ArrowRight")
    elif found == "next":
        await ready(player)
    await enter(player)


async def ready(player: Visitor) -> None:
    """The page overlooks an end right after the phase began, or right after it asked, as of a nervous finger."""
    await player.page.wait_for_function("""() => {
      const { activeElement: at } = document;
      if (!at.matches("[data-next]")) return true;
      if (at.matches(".rit-asking")) return at.matches("[data-sure]");
      return at.matches('[data-ripe], :not([data-next="upkeep"])');
    }""")


async def begin(player: Visitor, server: Server) -> None:
    await sit_at(player, server, "5e" * 32, [])
    await player.page.evaluate(WATCHING)


@pytest.mark.long
async def test_a_whole_solo_game_to_its_rank(visit: Visit, server: Server):
    ann = await visit("Ann")
    await begin(ann, server)
    await search(ann)
    while not await ann.page.locator(".rit-winner").count():
        await step(ann)
    assert "mayor" in await ann.page.inner_text(".rit-winner")
    assert await ann.page.evaluate("window.pointed") == 0


async def test_a_round_leads_the_keyboard_on_from_choice_to_choice(visit: Visit, server: Server):
    ann = await visit("Ann")
    await begin(ann, server)
    await search(ann)
    while "Round 1" in await ann.page.inner_text(".rit-title"):
        await step(ann)
    assert await ann.page.evaluate("window.pointed") == 0


async def test_escape_goes_back_step_by_step(visit: Visit, server: Server):
    ann = await visit("Ann")
    await begin(ann, server)
    assert await search(ann) == "die"
    die = await ann.page.evaluate("document.activeElement.dataset.die")
    await enter(ann)
    if await place(ann) == "icon":
        await enter(ann)
    assert await ann.page.locator(".cell.lit").count()
    await ann.page.keyboard.press("Escape")
    assert await ann.page.locator(".cell.lit").count() == 0
    assert await ann.page.evaluate("document.activeElement.dataset.die") == die


async def test_what_a_piece_brings_and_what_is_asked_is_read_out(visit: Visit, server: Server):
    ann = await visit("Ann")
    await begin(ann, server)
    said = "() => document.getElementById('announce').textContent"
    await search(ann)
    await enter(ann)
    while await place(ann) != "cell":
        await enter(ann)
    await ann.page.wait_for_function(f"() => ({said})() !== ''")
    await enter(ann)
    while await place(ann) == "picture":
        await enter(ann)
    await ann.page.wait_for_function(f"() => ({said})().includes('Ann draws') && ({said})().includes('more icons')")
