"""Little Town Builders in the hand: labour, payments, building, keys and touch, each by what a person taps."""

from collections.abc import Awaitable, Callable

from playwright.async_api import expect

from tests.browser.little_town import doing, end_turn
from tests.browser.rooms import join, make_room, start
from tests.browser.visitors import Visitor

SCROLLED = "document.documentElement.scrollHeight - innerHeight"
Visit = Callable[..., Awaitable[Visitor]]


async def at_table(visit: Visit, *, phone_first: bool) -> tuple[Visitor, Visitor]:
    """A started game of two: who has the first turn, and the other."""
    ann = await visit("Ann", phone=phone_first)
    ben = await visit("Ben", phone=not phone_first)
    await join(ben, await make_room(ann, "little_town", 2))
    await start(ann)
    for person in (ann, ben):
        await person.page.locator(".lt .board").wait_for()
    mover, other = (ann, ben) if await doing(ann) == "turn" else (ben, ann)
    await mover.page.locator(".cell[data-lit=place]").first.wait_for()
    return mover, other


async def test_labour_is_seen_by_all_taken_back_and_ended(visit: Visit):
    mover, other = await at_table(visit, phone_first=True)
    await mover.press("#cell-1-4")
    await expect(mover.page.locator(".cell.is-active")).to_have_id("cell-1-4")
    await expect(other.page.locator("#cell-1-4 .man")).to_be_visible()
    await mover.press("[data-take-free]")
    await expect(mover.page.locator("[data-take-free]")).to_be_hidden()
    await expect(mover.page.locator(".own[data-kind=stone] .num")).to_have_text("1")
    await expect(mover.page.locator(".own[data-kind=fish] .num")).to_have_text("1")
    for person in (mover, other):
        await expect(person.page.locator(".cell.is-used")).to_have_count(2)
        await expect(person.page.locator(".cell.is-near")).to_have_count(8)
    await mover.press("[data-reset-turn]")
    await expect(other.page.locator("#cell-1-4 .man")).to_have_count(0)
    await expect(other.page.locator(":is(.is-active, .is-near, .is-used)")).to_have_count(0)
    await mover.press("#cell-0-4[data-lit=place]")
    await mover.page.locator("#cell-0-4.is-active").wait_for()
    await end_turn(mover)
    await expect(other.page.locator(".cell[data-lit=place]").first).to_be_visible()
    await expect(mover.page.locator(".cell[data-lit]")).to_have_count(0)


async def test_a_tile_is_chosen_paid_with_coins_and_built(visit: Visit):
    mover, other = await at_table(visit, phone_first=False)
    await mover.press(".tile[data-building=wheat_field]")
    await expect(mover.page.locator(".cell[data-lit=build]").first).to_be_visible()
    await mover.press("#cell-2-4")
    await expect(other.page.locator("#cell-2-4 .plate")).to_be_visible()
    await expect(mover.page.locator(".own[data-kind=coins] .num")).to_have_text("0")
    await expect(mover.page.locator("#cell-2-4")).to_have_attribute("data-tile", "wheat_field")


async def test_a_tile_that_is_too_dear_says_why(visit: Visit):
    mover, _ = await at_table(visit, phone_first=True)
    dear = mover.page.locator(".tile.is-out").first
    await mover.tap(dear)
    await expect(mover.page.locator(".detail:not([hidden]) .why")).to_contain_text("Needs")
    await expect(mover.page.locator(".cell[data-lit=build]")).to_have_count(0)
    building = await dear.get_attribute("data-building")
    await mover.press(".detail:not([hidden]) [data-shut]")
    await mover.press(".cell[data-lit=place] >> nth=0")
    await mover.page.locator(".cell.is-active").wait_for()
    await mover.press(f".tile[data-building={building}]")
    await expect(mover.page.locator(".detail:not([hidden]) .why")).to_have_text("This turn's worker is placed already.")


async def test_arrow_keys_follow_the_board_as_it_is_drawn(visit: Visit):
    mover, other = await at_table(visit, phone_first=True)
    phone, desk = (mover, other) if mover.touch else (other, mover)
    for person, keys, cell in (
        (desk, ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowDown"), "cell-1-1"),
        (phone, ("ArrowDown", "ArrowLeft"), "cell-1-1"),
        (phone, ("ArrowRight", "ArrowRight"), "cell-0-1"),
    ):
        if keys != ("ArrowRight", "ArrowRight"):
            await person.page.focus("#cell-0-0")
        for key in keys:
            await person.page.keyboard.press(key)
        assert await person.page.evaluate("document.activeElement.id") == cell


async def test_a_turn_needs_no_scrolling_on_a_phone(visit: Visit):
    mover, other = await at_table(visit, phone_first=True)
    phone = mover if mover.touch else other
    assert await phone.sideways() == 0
    await phone.page.wait_for_function(f"() => {SCROLLED} <= 0")
    box = await phone.page.locator("#cell-0-0").bounding_box()
    assert box is not None
    assert box["width"] >= 44
    await other.resize(360, 740)
    await mover.page.goto("/")
    await other.page.locator("#notice", has_text=f"{mover.name} is not connected").wait_for()
    await other.page.wait_for_function(f"() => {SCROLLED} <= 0")


async def test_the_log_is_read_by_arrow_keys_and_its_lines_light_up_the_board(visit: Visit):
    mover, other = await at_table(visit, phone_first=False)
    desk = other if mover.touch else mover
    await mover.press("#cell-1-4")
    await mover.press("[data-take-free]")
    lines = desk.page.locator(".story .event")
    await expect(lines).to_have_count(3)
    await desk.page.focus(".story")
    for step, shown in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowDown", 2), ("ArrowDown", 2), ("ArrowUp", 1)):
        await desk.page.keyboard.press(step)
        await expect(lines.nth(shown)).to_be_focused()
    await expect(desk.page.locator("#cell-0-3.is-shown, #cell-0-5.is-shown")).to_have_count(1)
    await expect(desk.page.locator(".cell.is-shown")).to_have_count(1)
    await desk.page.keyboard.press("Enter")
    await expect(lines.nth(1)).to_be_focused()
    await desk.press("#points-0 > summary")
    await desk.press("#points-0 .line[data-lights]")
    await expect(desk.page.locator("#has-0 .is-shown[data-explain=coins]")).to_be_visible()
    await expect(desk.page.locator(".cell.is-shown")).to_have_count(0)


async def test_what_a_choice_brings_is_said_at_its_place_while_a_finger_lies_on_it(visit: Visit):
    """Board A, (1, 1): a ghost, a label, and signs at mountain, forest and lake; slid away, nothing is left of it."""
    mover, _ = await at_table(visit, phone_first=True)
    page = mover.page
    for event, there in (("pointerdown", True), ("pointercancel", False)):
        await page.dispatch_event("#cell-1-1", event, {"pointerType": "touch"})
        await expect(page.locator("#bubble")).to_be_visible(visible=there)
        await expect(page.locator("#cell-1-1 .ghost")).to_have_count(int(there))
        await expect(page.locator(".cell .tag").locator("visible=true")).to_have_count(3 if there else 0)
    await mover.press(".tile[data-building=wheat_field]")
    await expect(page.locator(".cell[data-lit=build]").first).to_be_visible()
    await page.dispatch_event("#cell-1-1", "pointerdown", {"pointerType": "touch"})
    await expect(page.locator("#bubble")).to_have_text("3 coins · points at the end: +3")
    await mover.press("#cell-0-0")
    await expect(page.locator("#bubble")).to_have_text("Mountain: workers and buildings need grass.")
    await expect(page.locator(".cell[data-lit=build]").first).to_be_visible()


async def test_a_fee_is_said_and_shown_to_those_who_pay_it_and_nothing_of_a_labour_to_those_who_wait(visit: Visit):
    mover, other = await at_table(visit, phone_first=True)
    owner = mover.name
    await mover.press(".tile[data-building=wheat_field]")
    await mover.press("#cell-2-4[data-lit=build]")
    await end_turn(mover)
    brings = "Beside it: +1 stone · +1 fish · Wheat field: +1 wheat"
    for person, waiting, fee in ((other, mover, f" (1 coin to {owner})"), (mover, other, "")):
        page, shown = person.page, person.page.locator(".board .tag").locator("visible=true")
        await page.locator("#cell-1-4[data-lit=place]").wait_for()
        await page.dispatch_event("#cell-1-4", "pointerover", {"pointerType": "mouse"})
        await expect(page.locator("#bubble")).to_have_text(brings + fee)
        await expect(shown).to_have_count(4 if fee else 3)
        await waiting.page.dispatch_event("#cell-2-4", "pointerover", {"pointerType": "mouse"})
        await expect(waiting.page.locator("#bubble")).to_have_text(f"Wheat field of {owner}: +1 wheat")
        await person.press("#cell-1-3" if fee else "#cell-1-4")
        await page.locator(".cell.is-active").wait_for()
        await expect(page.locator(".cell[data-lit=use] .tag-fee").locator("visible=true")).to_have_count(int(bool(fee)))
        await page.dispatch_event("#cell-2-4", "pointerover", {"pointerType": "mouse"})
        pays = f" – pay {owner} 1 coin" if fee else ""
        await expect(page.locator("#bubble")).to_have_text(f"Wheat field of {owner}: +1 wheat{pays}")
        await expect(waiting.page.locator(".cell.is-near")).to_have_count(8)
        await expect(waiting.page.locator(".board .tag").locator("visible=true")).to_have_count(0)
        await end_turn(person)
