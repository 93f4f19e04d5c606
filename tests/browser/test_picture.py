"""The picture of the final boards as people use it: saved, opened from the disk, printed."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.web.pictures import RECORDS, pictured, recorded

NOT_DRAWN = """[...document.querySelectorAll("use")]
  .filter((use) => !document.querySelector(use.getAttribute("href")) || !(use.getBBox().width > 0))
  .map((use) => use.outerHTML)"""
ON_THE_PAGE = """[...document.querySelectorAll("text")].filter((text) => {
  const at = text.getBoundingClientRect(), page = document.querySelector("rect").getBoundingClientRect();
  return at.left < page.left || at.right > page.right || at.bottom > page.bottom;
}).map((text) => text.textContent)"""


@pytest.mark.parametrize("record", ["four_players_cathedral", "three_players"])
async def test_a_saved_picture_is_whole_and_fills_one_page(browser: Browser, tmp_path: Path, record: str) -> None:
    name, state, seats = recorded(next(path for path in RECORDS if path.stem == record))
    file = tmp_path / "picture.svg"
    file.write_text(pictured(name, state, seats, "W" * 18 + "{}"), encoding="utf-8")
    page = await browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(file.as_uri())
    assert await page.evaluate(NOT_DRAWN) == []
    assert await page.evaluate(ON_THE_PAGE) == []
    printed = await page.pdf(format="A4")
    assert asked == [file.as_uri()]
    await page.close()
    assert printed.count(b"/Type /Page\n") == 1
