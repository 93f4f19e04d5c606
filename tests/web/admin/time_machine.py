"""The time machine's pages as tests read them, and a game in whose drafts there is something."""

import html
import re

from httpx import AsyncClient

from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import made, sit


async def page(browser: AsyncClient, path: str, **form: object) -> str:
    """The text of a page that is there and is kept nowhere; with a form that is sent to it."""
    answer = await (browser.post(path, data=form) if form else browser.get(path))
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def source(text: str, box: str) -> str:
    """What stands in that box of a page."""
    found = re.search(rf'<pre [^>]*id="{box}"[^>]*>(.*?)</pre>', text, re.S)
    assert found, box
    return html.unescape(found[1])


def ways(text: str) -> list[int]:
    """Where its four steps lead: to the beginning, back, on, to the last move."""
    return [int(to) for to in re.findall(r'id="step-(?:first|back|on|last)" name="move" value="(\d+)"', text)]


async def alone(browser: AsyncClient, rounds: int) -> str:
    """A game of one player who passes all of so many rounds."""
    made = {"game": "roll_into_town", "seats": 1, "options": {}, "name": "Ann"}
    room = (await browser.post("/api/rooms", json=made)).json()
    address, key = f"/api/rooms/{room['code']}", {"Authorization": f"Bearer {room['token']}"}
    await browser.post(f"{address}/start", headers=key)
    for at in range(4 * rounds):
        move = {"at": at, "move": {"type": "next"}}
        assert (await browser.post(f"{address}/moves", json=move, headers=key)).status_code == 200
    return str(room["code"])


async def drafting(new_browser: NewBrowser) -> tuple[str, AsyncClient, AsyncClient]:
    """A running game with hidden drafts, in which Ann has made three moves and taken one back."""
    ann, bea = new_browser(), new_browser()
    code = await made(ann, "roll_into_town")
    await sit(ann, code, "Ann")
    await sit(bea, code, "Bea")
    await ann.post(f"/r/{code}/start")
    for _ in range(3):
        offered = (await ann.get(f"/api/rooms/{code}/moves")).json()
        body = {"at": offered["at"], "move": offered["moves"][0]}
        assert (await ann.post(f"/api/rooms/{code}/moves", json=body)).status_code == 200
    assert (await ann.post(f"/api/rooms/{code}/undo", json={"at": 3})).status_code == 200
    return code, ann, bea
