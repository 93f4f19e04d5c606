"""The language of a page: asked for by the browser, or chosen by the switch, which comes back to the same page."""

import pytest
from httpx import AsyncClient
from starlette.datastructures import Headers

from app.web.language import COOKIE, chosen_language
from tests.web.conftest import ORIGIN, NewBrowser
from tests.web.test_room_pages import cookie_of, made, sit


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "ja"}, "ja"),
        ({"accept-language": "ja-JP"}, "ja"),
        ({"accept-language": "JA-jp"}, "ja"),
        ({"accept-language": "ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7"}, "ja"),
        ({"accept-language": "en-GB,en;q=0.9,ja;q=0.8"}, "en"),
        ({"accept-language": "de, en;q=0.5, ja;q=0.7"}, "ja"),
        ({"accept-language": "fr-CA, *;q=0.5"}, "en"),
        ({"accept-language": "ja;q=0, en"}, "en"),
        ({"accept-language": "ja;q=x,,;;=,*" * 500}, "en"),
        ({"accept-language": "en", "cookie": "machi_language=ja"}, "ja"),
        ({"accept-language": "ja", "cookie": "machi_language=nowhere"}, "ja"),
    ],
)
def test_the_language_of_a_request(headers: dict[str, str], language: str) -> None:
    assert chosen_language(Headers(headers)) == language


def test_a_socket_speaks_the_language_of_its_page() -> None:
    kept = Headers({"cookie": f"{COOKIE}=en"})
    assert chosen_language(kept, "language=ja") == "ja"
    assert chosen_language(kept, "language=nowhere") == "en"
    assert chosen_language(kept, "&&language") == "en"


@pytest.mark.parametrize(("wanted", "spoken"), [("ja-JP", "ja"), ("en-GB", "en")])
async def test_a_page_says_which_language_it_speaks(browser: AsyncClient, wanted: str, spoken: str) -> None:
    for address in ("/", "/nothing/here", "/api/docs"):
        page = await browser.get(address, headers={"accept-language": wanted})
        assert f'<html lang="{spoken}"' in page.text
        assert page.headers["content-language"] == spoken
        assert {"Cookie", "Accept-Language"} <= set(page.headers["vary"].split(", "))


async def test_refusals_of_the_api_are_worded_in_the_callers_language(browser: AsyncClient) -> None:
    told = {}
    for wanted in ("ja", "en"):
        answer = await browser.get("/api/nothing", headers={"accept-language": wanted})
        assert answer.headers["content-language"] == wanted
        assert "Accept-Language" in answer.headers["vary"]
        told[wanted] = answer.json()["error"]["message"]
    assert told["en"] == "There is nothing at this address."
    assert told["ja"] != told["en"]


async def test_what_has_no_words_is_the_same_in_every_language(browser: AsyncClient) -> None:
    answer = await browser.get("/static/machi.css")
    assert "content-language" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"


async def test_the_choice_is_kept(browser: AsyncClient) -> None:
    answer = await browser.post("/language", data={"language": "ja"}, headers={"referer": f"{ORIGIN}/"})
    kept = cookie_of(answer, COOKIE)
    assert "Max-Age=31536000" in kept
    assert "SameSite=lax" in kept
    assert "HttpOnly" in kept
    page = await browser.get("/", headers={"accept-language": "en"})
    assert '<html lang="ja"' in page.text
    assert 'lang="ja" aria-current="true">日本語</button>' in page.text
    assert 'lang="en">English</button>' in page.text


@pytest.mark.parametrize(
    ("page", "next_page"),
    [
        (f"{ORIGIN}/", "/"),
        (f"{ORIGIN}/r/K7RWQ4D", "/r/K7RWQ4D"),
        (f"{ORIGIN}/join?code=K7RWQ4D", "/join?code=K7RWQ4D"),
        (f"{ORIGIN}/r/K7RWQ4D/device", "/r/K7RWQ4D/device"),
        # Pages that answer a form are no addresses to look at.
        (f"{ORIGIN}/r/K7RWQ4D/sit", "/r/K7RWQ4D"),
        (f"{ORIGIN}/rooms", "/"),
        (f"{ORIGIN}/nothing/here", "/"),
        # Not ours.
        ("", "/"),
        ("http://elsewhere.test/r/K7RWQ4D", "/"),
        ("https://town.test/r/K7RWQ4D", "/"),
        (f"{ORIGIN}//elsewhere.test", "/"),
        (f"{ORIGIN}/\\elsewhere.test", "/"),
        ("javascript:alert(1)", "/"),
        ("//[", "/"),
    ],
)
async def test_the_switch_leads_to_the_same_page_and_never_away(
    browser: AsyncClient, page: str, next_page: str
) -> None:
    answer = await browser.post("/language", data={"language": "ja"}, headers={"referer": page})
    assert answer.status_code == 303
    assert answer.headers["location"] == next_page


@pytest.mark.parametrize("language", ["", "xx", "../en", "ja\r\nSet-Cookie: a=b"])
async def test_a_language_that_we_do_not_speak_is_refused(browser: AsyncClient, language: str) -> None:
    answer = await browser.post("/language", data={"language": language})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


async def test_another_site_cannot_switch(browser: AsyncClient) -> None:
    answer = await browser.post("/language", data={"language": "ja"}, headers={"origin": "http://elsewhere.test"})
    assert answer.status_code == 403


async def test_every_page_has_the_switch(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    pages = ["/", "/nothing/here", "/api/docs", f"/r/{code}", f"/r/{code}/seat"]
    for address in pages:
        assert (await ann.get(address)).text.count('action="/language"') >= 1, address
    await sit(ann, code, "Ann")
    for address in (f"/r/{code}", f"/r/{code}/device"):
        assert (await ann.get(address)).text.count('action="/language"') >= 1, address
