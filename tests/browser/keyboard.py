"""A person who plays Little Town Builders with the keyboard alone: Tab, arrows, Enter, Escape, and nothing else."""

from random import Random

from playwright.async_api import expect

from tests.browser.hand import moved, standing
from tests.browser.little_town import AROUND, BUSY_CELLS, MOST_USES, SURE
from tests.browser.little_town_table import Table
from tests.browser.visitors import Visitor

FAR = 80  # more steps of the Tab key than a page has
NEXT_STEP = ".lt-actions .btn-primary"

# What has the focus: does it match, and can it be seen that it has it? "" where nothing on the page has it.
FOCUS = """(selector) => {
  const at = document.activeElement;
  if (!at || at === document.body) return "";
  const { boxShadow, outlineStyle, outlineColor } = getComputedStyle(at);
  const seen = boxShadow !== "none" || (outlineStyle !== "none" && outlineColor !== "rgba(0, 0, 0, 0)");
  return at.matches(selector) ? (seen ? "there" : "there, unseen") : "elsewhere";
}"""

# Is what was just paid for a tile above the cell that has the focus?
PAID_ON_TOP = """() => {
  const above = (part) => Number(getComputedStyle(part).zIndex) || 0;
  return above(document.querySelector(".tag-paid")) > above(document.activeElement);
}"""

# The key that brings the focus nearer to a cell, as the board is drawn; "" where it is.
STEP = """(id) => {
  const middle = (cell) => [cell.offsetLeft + cell.offsetWidth / 2, cell.offsetTop + cell.offsetHeight / 2];
  const [x, y] = middle(document.activeElement);
  const [toX, toY] = middle(document.getElementById(id));
  if (Math.abs(toX - x) > 5) return toX > x ? "ArrowRight" : "ArrowLeft";
  if (Math.abs(toY - y) > 5) return toY > y ? "ArrowDown" : "ArrowUp";
  return "";
}"""


class Keys:
    """One person's keyboard."""

    def __init__(self, person: Visitor) -> None:
        self.person = person
        self.page = person.page

    async def press(self, *names: str) -> None:
        for name in names:
            await self.page.keyboard.press(name)

    async def has_focus(self, selector: str) -> bool:
        """Is the focus on such an element? It must then be seen there."""
        where = await self.page.evaluate(FOCUS, selector)
        assert where != "there, unseen", selector
        return bool(where == "there")

    async def gets_focus(self, selector: str) -> None:
        """Wait until the focus has come to such an element by itself."""
        await self.page.wait_for_function("(wanted) => document.activeElement.matches(wanted)", arg=selector)
        assert await self.has_focus(selector)

    async def tab(self, selector: str) -> None:
        """Go on by Tab to an element that matches."""
        for _ in range(FAR):
            if await self.has_focus(selector):
                return
            await self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    async def go(self, cell: str) -> None:
        """Walk over the board to the cell with that id."""
        await self.tab(".board .cell")
        while key := await self.page.evaluate(STEP, cell):
            await self.press(key)
        assert await self.has_focus(f"#{cell}")

    async def sit(self, table: Table, seat: int) -> None:
        await self.page.goto(f"/r/{table.code}/seat#{table.tokens[seat]}")
        await self.tab("#seat-form button")
        await self.press("Enter")
        await self.page.locator(".lt .board").wait_for()

    async def play(self, selector: str) -> None:
        """Press the button by Tab and Enter, and wait for what comes of it; the focus is not lost."""
        before = await standing(self.person)
        await self.tab(selector)
        await self.press("Enter")
        await moved(self.person, before)
        await self.not_lost()

    async def not_lost(self) -> None:
        await self.page.wait_for_function("() => document.activeElement !== document.body")

    async def choose(self, cell: str) -> None:
        """Enter on a cell that is played at once."""
        before = await standing(self.person)
        await self.go(cell)
        await self.press("Enter")
        await moved(self.person, before)
        assert await self.has_focus(f"#{cell}")

    async def place(self, luck: Random) -> None:
        lit = sorted(await self.page.evaluate(AROUND), reverse=True)
        await self.choose(luck.choice(lit[:BUSY_CELLS])[1])

    async def build(self, luck: Random) -> bool:
        """Choose a tile that can be paid by arrows in the market, then one of its cells; False where there is none."""
        ready = [await each.get_attribute("data-building") for each in await self.page.locator(".tile.is-ready").all()]
        if not ready:
            return False
        wanted = f".tile[data-building={luck.choice(ready)}]"
        await self.tab(".tile")
        for key in ("ArrowUp", "ArrowLeft"):
            for _ in range(FAR // 4):
                await self.press(key)
        await self.sweep(wanted)
        await self.press("Enter")
        assert await self.has_focus(".cell[data-lit=build]")
        before = await standing(self.person)
        await self.press("Enter")
        await moved(self.person, before)
        assert await self.page.evaluate(PAID_ON_TOP)
        return True

    async def sweep(self, wanted: str) -> None:
        """From the first tile on, row by row, to the wanted one."""
        for _ in range(4):
            for _ in range(FAR // 4):
                if await self.has_focus(wanted):
                    return
                before = await self.page.evaluate("document.activeElement.dataset.building")
                await self.press("ArrowRight")
                if before == await self.page.evaluate("document.activeElement.dataset.building"):
                    break
            for _ in range(FAR // 4):
                if await self.has_focus(wanted):
                    return
                before = await self.page.evaluate("document.activeElement.dataset.building")
                await self.press("ArrowDown")
                if before == await self.page.evaluate("document.activeElement.dataset.building"):
                    break
            await self.press("ArrowLeft")
        raise AssertionError(f"arrows do not lead to {wanted}")

    async def use(self) -> None:
        """Use a lit cell beside the worker: at once, or by its sheet, into which the focus goes."""
        cell = await self.page.locator(".cell[data-lit=use]").first.get_attribute("id")
        assert cell
        before = await standing(self.person)
        await self.go(cell)
        await self.press("Enter")
        if await self.page.locator(".detail[data-panel=use]:visible").count():
            assert await self.has_focus(".detail[data-panel=use] button")
            if await self.page.locator(".pawn:visible").count():
                await self.pawn()
            await self.tab("[data-use-now]:enabled")
            await self.press("Enter")
        await moved(self.person, before)
        await self.not_lost()

    async def pawn(self) -> None:
        """Give and take the first two things that can be had, walking along each side by arrows."""
        for side in ("give", "take"):
            kind = f"[data-side={side}] .pawn-kind:enabled"
            await self.tab(kind)
            for _ in range(5):
                await self.press("Enter")
                if await self.page.locator(f"[data-side={side}] .pawn-kind[data-n]:visible").count() > 1:
                    break
                if (await self.page.locator(f"[data-side={side}] [data-count]:visible").all_inner_texts()).count("2"):
                    break
                await self.press("Enter", "ArrowRight")

    async def end_turn(self) -> None:
        asks = await self.page.locator(SURE).count()
        if asks:
            await self.tab(SURE)
            await self.press("Enter")
        await self.play(".lt-actions [data-end][data-play]")

    async def take_turn(self, luck: Random) -> None:
        await self.page.locator(".cell[data-lit=place], .lt-actions [data-end]").first.wait_for()
        placing = await self.page.locator(".cell[data-lit=place]").count()
        if placing and (luck.random() < 0.3 or not await self.build(luck)):
            await self.place(luck)
        if await self.page.locator("[data-take-free]").count():
            await self.tab("[data-take-free]")
            await self.press("Enter")
            await expect(self.page.locator("[data-take-free]")).to_have_count(0)
            await self.not_lost()
        for _ in range(MOST_USES):
            if not await self.page.locator(".cell[data-lit=use]").count() or luck.random() < 0.2:
                break
            await self.use()
        await self.end_turn()
