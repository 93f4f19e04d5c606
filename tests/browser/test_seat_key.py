"""The key of a seat leaves no trace: not in an address, in a referrer, in what a browser keeps, nor on another page."""

from typing import Any

from playwright.async_api import Request

from tests.browser.conftest import Visit
from tests.browser.rooms import board, join, make_room, start
from tests.browser.test_offline import ready
from tests.browser.visitors import Visitor

KEPT = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const answers = await Promise.all(caches_.map((cache) => cache.matchAll()));
    const bodies = await Promise.all(answers.flat().map((answer) => answer.text()));
    const databases = (await indexedDB.databases()).map((each) => each.name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, bodies, databases, document.cookie]);
}"""
SHOWN = """() => JSON.stringify([location.href, document.referrer, document.documentElement.outerHTML,
    [...document.querySelectorAll("input")].map((field) => field.value),
    performance.getEntries().map((entry) => entry.name)])"""


async def test_a_seat_key_leaves_no_trace(visit: Visit) -> None:
    """Ann goes on playing on her phone, by the link that her first device shows."""
    ann, ben = await visit("Ann", worker=True), await visit("Ben")
    phone = await visit("Phone", phone=True, worker=True)
    sent: list[Request] = []
    phone.page.on("request", lambda request: sent.append(request))
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    await start(ann)
    await ann.page.goto(f"/r/{code}/device")
    link = await ann.page.locator("#seat-link").input_value()
    key = link.partition("#")[2]
    assert len(key) >= 22
    await ann.press(f"a[href='/r/{code}']")

    await phone.page.goto(link)
    await phone.page.wait_for_url(f"**/r/{code}/seat")
    assert key not in phone.page.url
    assert await phone.page.evaluate("history.state") is None
    await phone.press("#seat-form .btn-primary")
    for person in (ann, phone):
        await board(person)
        await ready(person, code)
        assert key not in await person.page.evaluate(KEPT)
        assert key not in await person.page.evaluate(SHOWN)
    await no_request_tells(sent, key, f"/r/{code}/seat")
    behind = await addresses_behind(phone)
    assert f"/r/{code}/seat" in behind
    assert key not in behind


async def no_request_tells(sent: list[Request], key: str, form: str) -> None:
    """One body may: the form's. Besides it only the cookie, which no script reads."""
    posted = [request.url for request in sent if request.method == "POST" and request.url.endswith(form)]
    assert len(posted) == 1
    assert [request.url for request in sent if key in (request.post_data or "")] == posted
    for request in sent:
        headers: dict[str, Any] = {**await request.all_headers()}
        headers.pop("cookie", None)
        assert key not in request.url
        assert key not in str(headers)


async def addresses_behind(person: Visitor) -> str:
    """The addresses that the way back leads to."""
    page = person.page
    found = []
    while await page.evaluate("history.length") > len(found) + 1 and len(found) < 5:
        if await page.go_back() is None:
            break
        found.append(page.url)
    return "\n".join(found)
