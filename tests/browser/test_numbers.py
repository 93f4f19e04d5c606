"""An admin looks at the numbers on a phone: plots, their figures, one game's own part, and a table as a file."""

import asyncio
import csv
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.admin import log_in
from tests.browser.conftest import Visit
from tests.patience import PATIENCE
from tests.server import Server
from tests.states.rooms import Moment, held

GAME = Moment("little_town", "four_players_cathedral")


async def counted(page: Page) -> None:
    """Look again until the log of such a game has been gone through: what ended last is the first."""
    named = {"Tiles": "Well", "Objectives": "Fish supper"}
    rows = [page.get_by_role("region", name=part).get_by_role("row", name=name) for part, name in named.items()]
    await page.wait_for_load_state()  # what is asked for may stand at the end
    async with asyncio.timeout(PATIENCE):
        while not all([await row.count() for row in rows]):
            await page.reload()


@pytest.mark.long
async def test_numbers_are_seen_and_taken_along_on_a_phone(server: Server, visit: Visit) -> None:
    async with held(server.url, GAME):
        admin = await visit("Ada", phone=True)
        page = admin.page
        await log_in(page, "/admin/rooms")
        await admin.tap(page.get_by_role("link", name="Numbers"))
        begun = page.get_by_role("region", name="began")
        await expect(begun.get_by_role("img", name="Games by when they began")).to_be_visible()
        await admin.tap(begun.get_by_text("The figures"))
        await expect(begun.get_by_role("columnheader", name="finished")).to_be_visible()
        assert await admin.sideways() == 0

        await page.get_by_label("Game", exact=True).select_option("little_town")
        await page.get_by_label("Players", exact=True).select_option("4")
        await admin.tap(page.get_by_role("button", name="Show the numbers"))
        await expect(page.get_by_role("img", name="Points with 4 players")).to_be_visible()
        await counted(page)
        assert await admin.sideways() == 0, "wide tables scroll in their own boxes"

        link = page.get_by_role("link", name="tiles.csv")
        await link.focus()
        async with page.expect_download() as download:
            await page.keyboard.press("Enter")
        file = await download.value
        assert file.suggested_filename == "machi-tiles.csv"
        rows = [*csv.DictReader(Path(await file.path()).read_text().splitlines())]
    assert {(row["game"], row["seats"]) for row in rows} == {("little_town", "4")}
    well = next(row for row in rows if row["name"] == "well")
    assert int(well["built"]) >= 1
