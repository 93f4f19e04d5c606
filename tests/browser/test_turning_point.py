"""A player on a phone: from the history to the turning point, on from there in a what-if, and was it fair?"""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_looking_back import at
from tests.browser.test_receipt import LT, finished, opened
from tests.browser.test_sandbox import begin
from tests.server import Server


@pytest.mark.long
async def test_from_the_history_to_the_turning_point_to_a_what_if_to_the_receipt(visit: Visit, server: Server) -> None:
    """Whatever was drawn: who only hurries cannot feed the workers, and that is a swing."""
    ann = await visit("Ann", phone=True)
    page = ann.page
    code = await finished(ann, server, LT, 2, 1)
    await page.goto(f"/r/{code}")
    await ann.press(f"#after a[href='/r/{code}/history']")
    await expect(page.locator("#past-steps")).to_be_visible()
    await ann.press(f".afterwards a[href='/r/{code}/chart']")
    turn = page.locator(".turn a[href*='/history?move=']").first
    move = int(((await turn.get_attribute("href")) or "").partition("move=")[2])
    await ann.tap(turn)
    await at(page, move)
    await expect(page.locator("#past-words")).to_contain_text(f"Move {move} of")
    await ann.press("#past-back")
    await at(page, move - 1)
    assert await ann.sideways() == 0
    await begin(ann, code, move - 1)
    await expect(page.locator("#game")).to_have_attribute("data-log", str(move - 1))
    await expect(page.locator("#room-bar")).to_contain_text("Replayed dice")
    await page.goto(f"/r/{code}")
    assert await opened(page, code) == "good"
    await expect(page.locator("#verdict")).to_contain_text("Fair: everything fits together.")
    assert await ann.sideways() == 0
