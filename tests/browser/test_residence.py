"""At the end of the round a residence works as a worker would: its owner uses what lies beside it and ends the step."""

from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import moved, standing
from tests.browser.little_town import END, end_turn, feed
from tests.browser.little_town_table import Table, Wire
from tests.browser.visitors import Visitor
from tests.server import Server

# With this seed seat 0 starts, and the market of board A has a gold mine and a residence.
SEED = "62c87621fa6e487ca6ac16af266911b0bfa2fd27315830190d5461ba85cc0bb9"
END_TURN: Wire = {"type": "end_turn"}


def labour(place: list[int], *uses: list[int]) -> list[Wire]:
    return [{"type": "place", "cell": place}, *({"type": "use", "cell": cell} for cell in uses), END_TURN]


# A wood and a stone pay the gold mine, which twice brings 2 coins: with the 3 of the beginning enough for a residence.
TO_A_RESIDENCE = [
    labour([0, 1], [0, 0], [0, 2]),
    [{"type": "build", "building": "gold_mine", "cell": [3, 4]}, END_TURN],
    labour([2, 3], [3, 4]),
    labour([2, 4], [3, 4]),
]
IDLE = [labour([1, column]) for column in (8, 7, 6, 5, 4)]


async def use(ann: Visitor, cell: str) -> None:
    before = await standing(ann)
    await ann.press(f"{cell}[data-lit=use]")
    await moved(ann, before)


async def test_a_residence_is_built_and_used_at_the_end_of_the_round(visit: Visit, server: Server):
    table = Table(server)
    await table.begin(SEED)
    for mine, theirs in zip(TO_A_RESIDENCE, IDLE, strict=False):
        await table.play(0, mine)
        await table.play(1, theirs)
    ann = await visit("Ann", phone=True)
    await table.sit(ann, 0)

    before = await standing(ann)
    await ann.press(".tile[data-building=residence]")
    await ann.press("#cell-4-5[data-lit=build]")
    await moved(ann, before)
    await expect(ann.page.locator(".own[data-kind=coins] .num")).to_have_text("1")
    await end_turn(ann)
    await table.play(1, IDLE[-1])

    await expect(ann.page.locator(".lt-title")).to_contain_text("your residence")
    await expect(ann.page.locator(END)).to_have_text("End the step")
    lit = ann.page.locator(".cell[data-lit=use]")
    await expect(lit).to_have_count(4)  # the gold mine, a forest and the two cells of the lake
    await ann.press("[data-take-free]")
    await expect(lit).to_have_count(0)
    for kind, number in {"coins": 3, "wood": 1, "stone": 0, "fish": 2, "wheat": 0}.items():
        await expect(ann.page.locator(f".own[data-kind={kind}] .num")).to_have_text(str(number))
    before = await standing(ann)
    await ann.press("[data-undo-move]")
    await moved(ann, before)
    await expect(lit).to_have_count(1)
    await use(ann, ".cell")
    await end_turn(ann)
    await expect(ann.page.locator(".lt-title")).to_contain_text("feed your workers")
    await feed(ann)
    await expect(ann.page.locator(".lt-wait")).to_contain_text("Still feeding: Ben")
    await table.close()
