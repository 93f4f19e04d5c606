"""Story (b): three friends with a phone each play all of Roll Into Town, through a reload, a tunnel and a farewell."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from app.web.words import game_words, plain
from tests.browser.conftest import Visit
from tests.browser.drafts import Told
from tests.browser.ears import Ears
from tests.browser.relay import LOSSES, Relay
from tests.browser.roll_into_town import build, draw, go_on, phase, play_round
from tests.browser.rooms import board, join, make_room, start
from tests.browser.visitors import Visitor
from tests.server import Server

DRAWABLE = ".rit-die:not([data-why])"
SEEN = """() => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  const label = (element) => element.getAttribute("aria-label");
  return {
    round: document.querySelector(".rit-title").innerText,
    goods: all(".rit-goods .num", (each) => Number(each.innerText)),
    cells: Object.fromEntries(all(".rit-map .cell", (each) => [each.dataset.cell, label(each)])),
    dice: all(".rit-die", label),
    undo: !document.querySelector("[data-undo-move]")?.disabled,
  };
}"""


@dataclass(frozen=True)
class Sight:
    """What a player sees of the own town: the title with the round and phase, food, stone, wood and points, each cell
    in words, each die in words (while icons are drawn), and whether something can be taken back."""

    round: str
    goods: list[int]
    cells: dict[str, str]
    dice: list[str]
    undo: bool


async def sight(player: Visitor) -> Sight:
    return Sight(**await player.page.evaluate(SEEN))


async def begun(number: int, *players: Visitor) -> None:
    """Wait until that round has begun for these players."""
    for player in players:
        await player.page.locator(".rit-title", has_text=f"Round {number}/12").wait_for()


async def draw_one(player: Visitor) -> None:
    """Draw one icon if any can be drawn."""
    dice = player.page.locator(DRAWABLE)
    if await dice.count():
        await draw(player, dice.first)


async def short_round(player: Visitor) -> None:
    """A round for which one icon is enough."""
    await draw_one(player)
    await go_on(player, "discover")
    await play_round(player, ())


async def map_of(viewer: Visitor, name: str) -> set[str]:
    """The pieces that `viewer` sees on somebody else's map, without the rings around what its last round brought (the
    program's, for who has left, comes when it likes): it opens the tab with the others for that."""
    await viewer.press("[data-show=others]")
    drawing = viewer.page.locator(f".rit-other svg[aria-label='Map of {name}']")
    await drawing.wait_for()
    read = "(svg) => [...svg.querySelectorAll(':scope > :not(.rit-ring)')].map((piece) => piece.outerHTML)"
    pieces: list[str] = await drawing.evaluate(read)
    await viewer.press("[data-show=map]")
    return set(pieces)


async def reload(player: Visitor) -> None:
    """Load the page anew in the middle of a round: everything is there as it was."""
    before = await sight(player)
    assert before.undo
    await player.page.reload()
    await board(player)
    assert await sight(player) == before


async def round_with_reloads(ann: Visitor) -> None:
    """Ann's phone forgets its page twice: between two icons, and when a mine was built and had its yield."""
    bare = await sight(ann)
    await draw_one(ann)
    await draw_one(ann)
    assert await sight(ann) != bare
    await reload(ann)
    await go_on(ann, "discover")
    if await ann.page.locator("[data-building=mine]:not([aria-disabled])").count():
        await build(ann, "mine")
    while (now := await phase(ann)) != "upkeep":
        await go_on(ann, now)
    await reload(ann)
    await play_round(ann, ())


async def round_with_a_tunnel(ann: Visitor, ben: Visitor, cem: Visitor, line: Relay) -> None:
    """Ben's train enters a tunnel after his first icon; he taps on; the others end the round; he comes out again."""
    seen = await map_of(ann, "Ben")
    await draw_one(ben)
    drawn = await sight(ben)
    line.cut()
    await ben.page.locator("body[data-connection=lost]").wait_for()
    await ben.page.locator("#connection", has_text="Connection lost").wait_for()
    await asyncio.gather(short_round(ann), short_round(cem))
    for person in (ann, cem):
        await person.page.locator(".rit-busy", has_text="Ben: discover, not connected").wait_for()
    assert await sight(ben) == drawn

    async def daylight() -> None:
        """Only when the phone has kept his second icon for a while does it find the network again."""
        await ben.page.locator("body.waiting").wait_for()
        assert (await sight(ben)).cells == drawn.cells
        line.mend()

    await asyncio.gather(draw(ben, ben.page.locator(DRAWABLE).first), daylight())
    await ben.page.locator("body[data-connection=open]").wait_for()
    after = await sight(ben)
    assert (after.round, after.undo) == (drawn.round, True)
    assert changed(drawn, after)
    assert set(drawn.dice) - set(after.dice)
    assert await map_of(ann, "Ben") == seen
    await go_on(ben, "discover")
    await play_round(ben, ())


def changed(before: Sight, after: Sight) -> dict[str, tuple[str, str]]:
    """The cells that are not what they were: each with what it was and is."""
    return {cell: (was, after.cells[cell]) for cell, was in before.cells.items() if after.cells[cell] != was}


async def leave(cem: Visitor) -> str:
    """Leave the game; the link that brings back."""
    await cem.press("[data-open=table]")
    await cem.press("#table .mine > summary")
    await cem.press("form[action$='/leave'] button")
    return await cem.page.input_value("#seat-link")


async def come_back(cem: Visitor, link: str) -> None:
    await cem.page.goto(link)
    await cem.press("#seat-form button")
    await board(cem)


async def rounds_with_a_farewell(ann: Visitor, ben: Visitor, cem: Visitor, heard: list[Ears]) -> None:
    """Cem leaves in the middle of round 4 and is back in round 5, before the others have ended it.

    The program ends both rounds for him (8.4); his unfinished one is dropped, as the page says, and never seen.
    """
    settled, seen = await sight(cem), await map_of(ann, "Cem")
    await draw_one(cem)
    drawn = await cem.page.locator(".story .is-draft", has_text="Cem draws").first.inner_html()
    link = await leave(cem)
    gone = ".notices p:has-text('Cem has left; the program plays that seat.')"
    for person in (ann, ben):
        await person.page.locator(gone).wait_for()
    without = await map_of(ann, "Cem")
    assert without >= seen
    assert all("#tree" in piece for piece in without - seen)
    await asyncio.gather(short_round(ann), short_round(ben))
    await begun(5, ann, ben)
    await come_back(cem, link)
    for person in (ann, ben):
        await person.page.locator(gone).wait_for(state="detached")
    back = await sight(cem)
    assert back.round.startswith("Round 5/12")
    assert all(was.endswith(": empty") and now.endswith(": tree") for was, now in changed(settled, back).values())
    assert all(now >= was for was, now in zip(settled.goods, back.goods, strict=True))
    assert await cem.page.locator(".rit-busy").count() == 2
    for ears in heard:
        assert not any(drawn in text for text in await ears.heard())
    await asyncio.gather(short_round(ann), short_round(ben))


async def assert_result(player: Visitor, seat: int, told: Told) -> None:
    """The page shows the ranking, everybody's total, and the own map as the log has it."""
    view = told.view()
    words: Any = game_words("roll_into_town")
    order = [each for group in view["result"]["ranking"] for each in group]
    head = await player.page.locator(".rit-table .rit-th").all_text_contents()
    totals = await player.page.locator(".rit-table tfoot tr:first-child td").all_text_contents()
    assert head == [told.names[each] for each in order]
    assert list(map(int, totals)) == [view["players"][each]["score"]["total"] for each in order]
    winners = view["result"]["ranking"][0]
    said = await player.page.locator(".rit-winner").inner_text()
    assert all(told.names[each] in said for each in winners)
    rows = view["players"][seat]["map"]
    cells = {
        f"{r},{c}": f"{plain(words.place([r, c]))}: {plain(words.token(token))}"
        for r, row in enumerate(rows)
        for c, token in enumerate(row)
    }
    assert (await sight(player)).cells == cells


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_three_phones_play_twelve_rounds_and_nothing_is_lost(visit: Visit, server: Server) -> None:
    async with Relay(server.port) as line:
        ann, cem = await visit("Ann", phone=True), await visit("Cem", phone=True)
        ben = await visit("Ben", phone=True, url=line.url)
        ben.forgive(LOSSES)
        people = (ann, ben, cem)
        ears = [Ears(person) for person in people]
        code = await make_room(ann, "roll_into_town", 3)
        await join(ben, code)
        await join(cem, code)
        await start(ann)
        await begun(1, *people)

        await asyncio.gather(*map(play_round, people))
        await begun(2, *people)
        await asyncio.gather(round_with_reloads(ann), short_round(ben), short_round(cem))
        await begun(3, *people)
        await round_with_a_tunnel(*people, line)
        await begun(4, *people)
        await rounds_with_a_farewell(*people, ears[:2])
        for number in range(6, 13):
            await begun(number, *people)
            dice = [(await sight(person)).dice for person in people]
            assert dice[0] == dice[1] == dice[2]
            await asyncio.gather(*map(short_round, people))

        for person in people:
            await person.page.locator(".rit-result").wait_for()
            assert await person.sideways() == 0
        told = Told(server.url, code)
        for seat, person in enumerate(people):
            await assert_result(person, seat, told)
            told.assert_no_drafts(seat, await ears[seat].heard())
