"""Light and dark: the system decides until somebody does, and then every page comes in that theme at once."""

import pytest
from httpx import AsyncClient

from app.web.look import THEMES, colours
from app.web.theme import COOKIE
from tests.web.conftest import ORIGIN
from tests.web.test_room_pages import cookie_of


def bar(page: str) -> list[str]:
    """The colours that a page asks for around itself."""
    return [line.partition('content="')[2] for line in page.splitlines() if 'name="theme-color"' in line]


@pytest.mark.parametrize("kept", [None, "system", "nonsense"])
async def test_the_system_decides_where_nobody_does(browser: AsyncClient, kept: str | None) -> None:
    page = (await browser.get("/", headers={"cookie": f"{COOKIE}={kept}"} if kept else {})).text
    assert "data-theme" not in page
    day, night = colours()["card"]
    assert bar(page) == [
        f'{day}" media="(prefers-color-scheme: light)">',
        f'{night}" media="(prefers-color-scheme: dark)">',
    ]
    assert 'value="system" aria-current="true"' in page


@pytest.mark.parametrize("theme", THEMES[1:])
async def test_the_choice_is_kept_and_comes_with_the_page(browser: AsyncClient, theme: str) -> None:
    answer = await browser.post("/theme", data={"theme": theme}, headers={"referer": f"{ORIGIN}/r/K7RWQ4D/sit"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/r/K7RWQ4D")
    assert "Max-Age=31536000" in cookie_of(answer, COOKIE)
    for address in ("/", "/nothing/here", "/api/docs"):
        page = (await browser.get(address)).text
        assert f'<html lang="en" data-theme="{theme}">' in page
        assert bar(page) == [f'{colours()["card"][theme == "dark"]}">']
        assert f'value="{theme}" aria-current="true"' in page


@pytest.mark.parametrize("theme", ["", "pink", "dark\r\nSet-Cookie: a=b"])
async def test_a_theme_that_there_is_not_is_refused(browser: AsyncClient, theme: str) -> None:
    answer = await browser.post("/theme", data={"theme": theme})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


async def test_another_site_cannot_switch(browser: AsyncClient) -> None:
    answer = await browser.post("/theme", data={"theme": "dark"}, headers={"origin": "http://elsewhere.test"})
    assert answer.status_code == 403
