"""The start page and the pages for what goes wrong: no room is needed for any of it."""

from collections.abc import Mapping

import pytest
from httpx import ASGITransport, AsyncClient, Response

from app.main import create_app
from app.settings import Settings
from app.web.assets import asset
from app.web.limits import Rates
from engine import GAMES
from tests.web.conftest import ORIGIN

BODY_TOO_LARGE = "x" * 17 * 1024


def is_friendly(response: Response, status: int, title: str) -> None:
    """Words instead of codes, one next step, and nothing inline."""
    assert response.status_code == status
    assert response.headers["content-type"].startswith("text/html")
    assert f"<h1>{title}</h1>" in response.text
    assert 'class="btn btn-primary" href="/' in response.text
    assert "<style" not in response.text
    assert " style=" not in response.text


async def test_the_start_page_offers_every_game_with_its_options(browser: AsyncClient) -> None:
    page = (await browser.get("/")).text
    for name, game in GAMES.items():
        assert f'value="{name}"' in page
        assert asset(f"{name}/card.svg") in page
        for option, values in game.OPTIONS.items():
            assert page.count(f'name="{name}.{option}"') == len(values)
        assert page.count(f'name="{name}.seats"') == len(game.SEATS)


async def test_no_page_has_inline_scripts_or_styles(browser: AsyncClient) -> None:
    for address in ("/", "/nothing/here"):
        page = (await browser.get(address)).text
        assert "<style" not in page
        assert " style=" not in page
        assert "onclick" not in page
        assert page.count("<script") == page.count("<script src=")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": "  "}, "A name has 1 to 20 characters."),
        ({"name": "A" * 21}, "A name has 1 to 20 characters."),
        ({"name": "Ann", "game": "chess"}, "There is no such game."),
        ({"name": "Ann", "game": "little_town", "little_town.seats": "many"}, "The server cannot make sense of that."),
        (
            {"name": "Ann", "game": "little_town", "little_town.seats": "2", "little_town.board": "9"},
            "cannot have that",
        ),
    ],
)
async def test_a_form_that_cannot_be_right_comes_back_with_the_reason(
    browser: AsyncClient, form: Mapping[str, str], words: str
) -> None:
    answer = await browser.post("/rooms", data=form)
    assert answer.status_code == 422
    assert words in answer.text
    assert 'role="alert"' in answer.text


async def test_a_form_that_nobody_can_read_is_refused(browser: AsyncClient) -> None:
    form = b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\ntoy\r\n--x--\r\n'
    for charset in ("undefined", "idna", "no-such"):
        kind = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
        assert (await browser.post("/rooms", content=form, headers=kind)).status_code == 422


async def test_a_room_code_that_was_told_leads_to_the_room(browser: AsyncClient) -> None:
    assert (await browser.get("/join", params={"code": " k7rwq4d "})).headers["location"] == "/r/K7RWQ4D"
    assert (await browser.get("/join", params={"code": "../x"})).headers["location"] == "/r/..%2FX"
    assert (await browser.get("/join", params={"code": " "})).headers["location"] == "/"


async def test_404_has_a_page(browser: AsyncClient) -> None:
    is_friendly(await browser.get("/nothing/here"), 404, "Nothing here")


async def test_405_has_a_page(browser: AsyncClient) -> None:
    is_friendly(await browser.get("/rooms"), 405, "Not like that")


async def test_403_has_a_page(browser: AsyncClient) -> None:
    answer = await browser.post("/rooms", data={"name": "Ann"}, headers={"origin": "http://elsewhere.test"})
    is_friendly(answer, 403, "Not from here, please")


async def test_413_has_a_page(browser: AsyncClient) -> None:
    is_friendly(await browser.post("/rooms", data={"name": BODY_TOO_LARGE}), 413, "Too much at once")


async def test_422_has_a_page_that_leads_back_to_the_room(browser: AsyncClient) -> None:
    answer = await browser.post("/r/K7RWQ4D/vote-out", data={"seat": "the one by the window"})
    is_friendly(answer, 422, "That was not understood")
    assert 'href="/r/K7RWQ4D"' in answer.text


async def test_429_has_a_page() -> None:
    app = create_app(Settings(), rates=Rates(requests=(1, 0.01)))
    async with AsyncClient(transport=ASGITransport(app), base_url=ORIGIN) as client:
        await client.get("/")
        is_friendly(await client.get("/"), 429, "Not so fast")


async def test_500_has_a_page(browser: AsyncClient) -> None:
    # The app was not opened: without a database every room is our own mistake.
    is_friendly(await browser.get("/r/K7RWQ4D"), 500, "Something broke")


async def test_htmx_gets_a_toast_instead_of_a_page(browser: AsyncClient) -> None:
    answer = await browser.post("/r/K7RWQ4D/vote-out", data={"seat": "x"}, headers={"hx-request": "true"})
    assert answer.status_code == 422
    assert answer.text.startswith('<hx-partial hx-target="#toasts"')
