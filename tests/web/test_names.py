"""Names in pages: whatever somebody calls oneself is text, in every place where a name is shown."""

import html
import re

from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import made, sit

MARKUP = ["<b onload=alert(1)>", "'\"><svg/onload=a()>"]
LEFT_WARDS = "\u05e9\u05e8\u05d4"


async def test_a_name_is_text_on_every_page(new_browser: NewBrowser) -> None:
    ann, bea, guest = new_browser(), new_browser(), new_browser()
    code = await made(ann)
    await sit(ann, code, MARKUP[0])
    await sit(bea, code, MARKUP[1])
    pages = [await ann.get(f"/r/{code}")]
    await ann.post(f"/r/{code}/start")
    for number, player in enumerate([ann, bea, ann]):
        for browser in (ann, guest):
            pages += [await browser.get(f"/r/{code}{path}") for path in ("", "/log", "/table")]
        for step, kind in enumerate(["two", "end"]):
            move = {"at": number // 2 * 2 + step, "move": {"type": kind}}
            assert (await player.post(f"/api/rooms/{code}/moves", json=move)).status_code == 200
    pages += [await ann.get(f"/r/{code}"), await guest.get(f"/r/{code}/table"), await bea.get(f"/r/{code}/log")]
    for page in pages:
        assert not any(name in page.text for name in MARKUP)
        assert any(name in html.unescape(page.text) for name in MARKUP), page.url
    titles = [re.findall("<title>(.*?)</title>", page.text) for page in pages]
    assert any(MARKUP[0] in html.unescape(title) for (title,) in titles)
    told = await ann.get(f"/api/rooms/{code}")
    assert [seat["name"] for seat in told.json()["seats"]] == MARKUP
    assert (told.headers["content-type"], told.headers["x-content-type-options"]) == ("application/json", "nosniff")


async def test_a_name_from_right_to_left_leaves_its_sentences_as_they_are(new_browser: NewBrowser) -> None:
    ann, bea = new_browser(), new_browser()
    code = await made(ann)
    await sit(ann, code, LEFT_WARDS)
    await sit(bea, code, "Bea")
    await ann.post(f"/r/{code}/start")
    page = (await bea.get(f"/r/{code}")).text
    assert f"<title>\u2068{LEFT_WARDS}\u2069&#39;s turn" in page
    assert f'value="{LEFT_WARDS}"' in (await ann.get(f"/r/{code}")).text
    assert (await ann.post(f"/r/{code}/rename", data={"name": f"{LEFT_WARDS} 2"})).status_code == 303


async def test_a_name_that_is_refused_is_refused_in_words(new_browser: NewBrowser) -> None:
    ann = new_browser()
    form = {"name": "An\u202en", "game": "toy", "toy.seats": "2"}
    answer = await ann.post("/rooms", data=form)
    assert answer.status_code == 422
    assert "cannot be seen or read" in answer.text
    told = await ann.post("/rooms", data=form, headers={"accept-language": "ja"})
    assert "見えない文字" in told.text
