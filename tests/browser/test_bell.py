"""Who waits and looks elsewhere is told that the game waits now: title, mark on the tab, and by wish a tone, a buzz."""

from random import Random

from playwright.async_api import expect

from tests.browser import little_town, roll_into_town
from tests.browser.conftest import Visit
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor

# Everything the page asks of the device, in order; time passes as fast as the story says.
RECORDER = """window.rung = [];
Object.defineProperty(navigator, "vibrate", { value: (pattern) => { window.rung.push("buzz"); return true; } });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.rung.push("note");
  return start.apply(this, when);
};
window.hide = (hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
};
document.addEventListener("machi:shown", () => {
  queueMicrotask(() => { window.seen = document.querySelector("#room-bar").cloneNode(); });
});
const now = Date.now();
window.later = 0;
Date.now = () => now + window.later;"""


async def couple(visit: Visit, game: str) -> tuple[Visitor, Visitor]:
    """Ann with a phone and Ben, at a game that has begun; what Ann's page asks of her phone is recorded."""
    ann, ben = await visit("Ann", phone=True), await visit("Ben")
    await ann.context.add_init_script(RECORDER)
    code = await make_room(ann, game, 2)
    await join(ben, code)
    await start(ann)
    await board(ben)
    return ann, ben


async def rung(person: Visitor, least: int = 0) -> list[str]:
    """What has rung since this was last asked, once it is so much: sound begins a moment later."""
    await person.page.wait_for_function("(least) => window.rung.length >= least", arg=least)
    found: list[str] = await person.page.evaluate("window.rung.splice(0)")
    return found


async def switch_on(person: Visitor, *kinds: str) -> None:
    await person.press("[data-open=table]")
    for kind in kinds:
        await person.press(f"label:has([data-bell={kind}])")
    await person.press("#table [data-close]")


async def bar(person: Visitor, up: str, others: int) -> None:
    """Wait until the page has shown who is up, and all its scripts know."""
    place = f"#room-bar[data-up={up}][data-others='{others}']"
    await person.page.wait_for_function("(place) => window.seen?.matches(place)", arg=place)


async def test_a_round_that_begins_and_the_last_one_who_is_waited_for(visit: Visit) -> None:
    ann, ben = await couple(visit, "roll_into_town")
    await switch_on(ann, "tone", "buzz")
    assert sorted(await rung(ann, 3)) == ["buzz", "note", "note"]  # how it will be
    await ann.page.evaluate("hide(true)")
    await bar(ann, "yes", 1)
    await roll_into_town.play_round(ben)
    await bar(ann, "yes", 0)
    assert sorted(await rung(ann, 3)) == ["buzz", "note", "note"]


async def test_the_turn_rings_only_for_who_looks_elsewhere_and_only_what_was_switched_on(visit: Visit) -> None:
    ann, ben = await couple(visit, "little_town")
    await switch_on(ann, "buzz")
    assert await rung(ann, 1) == ["buzz"]
    icon = ann.page.locator("link[rel=icon]")
    calm = await icon.get_attribute("href")
    if await little_town.doing(ann) == "turn":
        await turn(ann)
    await bar(ann, "no", 1)
    await expect(ann.page).to_have_title("Ben's turn – Little Town Builders")
    await turn(ben)
    await bar(ann, "yes", 0)
    await expect(ann.page).to_have_title("● Your turn – Little Town Builders")
    assert await rung(ann) == []  # she has just tapped
    await turn(ann)
    await ann.page.evaluate("hide(true)")
    await turn(ben)
    await bar(ann, "yes", 0)
    assert await rung(ann) == ["buzz"]
    assert await icon.get_attribute("href") != calm
    await ann.page.evaluate("hide(false)")
    assert await icon.get_attribute("href") == calm
    await turn(ann)
    await ann.page.evaluate("window.later = 60000")
    await turn(ben)
    await bar(ann, "yes", 0)
    assert await rung(ann) == ["buzz"]


async def turn(person: Visitor) -> None:
    """A worker is sent out, and that is all."""
    await person.page.locator(".cell[data-lit=place]").first.wait_for()
    await little_town.place(person, Random("bell"))
    await little_town.end_turn(person)


async def test_both_are_off_at_first_and_what_was_switched_is_kept(visit: Visit) -> None:
    ann, ben = await couple(visit, "roll_into_town")
    await ann.page.evaluate("hide(true)")
    await roll_into_town.play_round(ben)
    await bar(ann, "yes", 0)
    assert await rung(ann) == []
    await ann.page.evaluate("hide(false)")
    await switch_on(ann, "tone")
    await ann.page.reload()
    await board(ann)
    await ann.press("[data-open=table]")
    assert [await ann.page.is_checked(f"[data-bell={kind}]") for kind in ("tone", "buzz")] == [True, False]
    await ben.press("[data-open=table]")
    assert await ben.page.is_hidden("[data-bell=buzz]")  # a desk does not shake
