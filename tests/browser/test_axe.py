"""WCAG 2.2 AA, as far as axe can tell: nothing found on any page and phase, by day and by night, on all screens.

On the same round: nothing that the Content-Security-Policy had to stop, and no request to anybody else.
"""

from typing import Any

import pytest
from playwright.async_api import Browser

from app.web.words import catalogues
from tests.browser.axe import violations
from tests.browser.visitors import EXPERIENCED, STOPPED, is_elsewhere
from tests.screenshots import SCREENS
from tests.server import Server
from tests.states.states import STATES, World, world

pytestmark = pytest.mark.timeout(900)  # all states on a screen in one test: what they share is made once


@pytest.fixture(scope="session")
async def everything(server: Server) -> Any:
    """Every room of the states."""
    async with world(server, STATES) as made:
        yield made


@pytest.mark.parametrize(
    ("theme", "screen", "language"),
    [
        pytest.param("light", SCREENS["360x740"], "en", id="day-phone"),
        pytest.param("dark", SCREENS["740x360"], "ja", id="night-lying-phone", marks=pytest.mark.long),
        pytest.param("light", SCREENS["1280x800"], "ja", id="day-desktop", marks=pytest.mark.long),
        pytest.param("dark", SCREENS["768x1024"], "en", id="night-tablet", marks=pytest.mark.long),
    ],
)
async def test_axe_finds_nothing(
    browser: Browser, everything: World, theme: str, screen: dict[str, Any], language: str
) -> None:
    assert language in catalogues()
    context = await browser.new_context(**screen, reduced_motion="reduce")
    await context.add_init_script(EXPERIENCED)
    await context.add_init_script(STOPPED)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = await context.new_page()
    found = {}
    for state in STATES:
        await everything.show(page, state, machi_theme=theme, machi_language=language)
        stopped = await page.evaluate("stopped")
        found[state.name] = [*stopped, *await violations(page)]
    await context.close()
    assert {name: problems for name, problems in found.items() if problems} == {}
    assert [url for url in asked if is_elsewhere(url)] == []


async def test_the_page_for_logging_in_is_not_taken_for_another(browser: Browser, server: Server) -> None:
    """As it would be with an admin's key that somebody has ended meanwhile."""
    context = await browser.new_context()
    page = await context.new_page()
    ended = World(server.url, {}, "ended", server.folder)
    with pytest.raises(AssertionError, match=r"admin-sessions.*/admin/login"):
        await ended.show(page, next(state for state in STATES if state.name == "admin-sessions"))
    await context.close()
