"""Rooms that do not replay, by every page and call: a notice in the reader's language, no error, others go on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from fastapi import FastAPI
from httpx import AsyncClient

from app.rooms import Rooms
from app.store import Store
from tests.sockets import socket_at
from tests.web.conftest import NewBrowser
from tests.web.test_live_page import heard
from tests.web.test_room_pages import SALT, finished, made, playing, sit

NOTICE = {"en": "It can be looked at, but not played on.", "ja": "閲覧はできますが"}
HEADLINE = {"en": "Can only be looked at", "ja": "閲覧のみできます"}
BROKEN_LOG = 'UPDATE log SET move = \'{{"type": "nothing"}}\' WHERE seq = 0 AND room_id = {room}'
ENDED = """UPDATE rooms SET status = 'over', finished_at = now(), result = '{{"scores": [0, 0], "ranking": [[0, 1]]}}'
    WHERE id = {room}"""
BREAKS = {
    "a move of the log": BROKEN_LOG,
    "a hole in the log": "DELETE FROM log WHERE seq = 0 AND room_id = {room}",
    "rules of a newer version": "UPDATE rooms SET rules = 99 WHERE id = {room}",
    "a game that is gone": "UPDATE rooms SET game = 'gone' WHERE id = {room}",
    "a seat that is missing": "DELETE FROM seats WHERE seat = 0 AND room_id = {room}",
    "a draft of nobody": BROKEN_LOG + "; INSERT INTO drafts SELECT {room}, 9, 0, '7', false, now()",
}


async def begun(new_browser: NewBrowser, game: str) -> tuple[str, AsyncClient, AsyncClient]:
    """A game of Ann and Bea with some settled moves and a draft."""
    ann, bea = new_browser(), new_browser()
    code = await made(ann, game)
    await sit(ann, code, "Ann")
    await sit(bea, code, "Bea")
    await ann.post(f"/r/{code}/start")
    for _ in range(12):
        for browser in (ann, bea):
            offered = (await browser.get(f"/api/rooms/{code}/moves")).json()
            if offered["moves"]:
                move = offered["moves"][-1]
                await browser.post(f"/api/rooms/{code}/moves", json={"at": offered["at"], "move": move})
    assert (await ann.get(f"/api/rooms/{code}")).json()["version"]
    return code, ann, bea


@asynccontextmanager
async def spoilt(app: FastAPI, code: str, statements: str) -> AsyncIterator[None]:
    """Break the room as rules of another version would, while nobody has it at hand; then the rooms as anew started."""
    await app.state.rooms.close()
    store: Store = app.state.store
    room = await store.pool.fetchval("SELECT id FROM rooms WHERE code = $1", code)
    await store.pool.execute(statements.format(room=room))
    app.state.rooms = Rooms(store, app.state.games)
    await app.state.rooms.open()
    try:
        yield
    finally:
        await app.state.rooms.close()


async def statuses(browser: AsyncClient, code: str) -> list[tuple[int, str]]:
    """What each call that changes a room is answered: status and code of the error."""
    known = (await browser.get(f"/api/rooms/{code}/log")).json()["moves"][-1]["move"]
    calls = [
        ("POST", "/moves", {"at": 0, "move": known}),
        ("POST", "/undo", {"at": 0}),
        ("POST", "/seats/0/vote-out", None),
        ("POST", "/seats", {"name": "Eve"}),
    ]
    answers = [await browser.request(method, f"/api/rooms/{code}{path}", json=body) for method, path, body in calls]
    return [(answer.status_code, answer.json()["error"]["code"]) for answer in answers]


@pytest.mark.parametrize(("game", "how"), [*zip(["little_town", "roll_into_town"] * 3, BREAKS, strict=True)])
async def test_a_room_that_does_not_replay(
    app: FastAPI, new_browser: NewBrowser, address: str, game: str, how: str
) -> None:
    code, _ann, bea = await begun(new_browser, game)
    other, *_ = await playing(new_browser)
    async with spoilt(app, code, BREAKS[how]):
        await look_at(code, bea, new_browser())
        await change(code, bea)
        await watch(code, bea, address)
        assert (await bea.get(f"/r/{other}")).status_code == 200
        assert (await bea.get("/")).status_code == 200
        assert (await bea.delete(f"/api/rooms/{code}/seats/me")).status_code == 204


async def look_at(code: str, bea: AsyncClient, guest: AsyncClient) -> None:
    for browser in (bea, guest):
        for language, words in NOTICE.items():
            for path in ("", "/table"):
                page = await browser.get(f"/r/{code}{path}", headers={"accept-language": language})
                assert page.status_code == 200, page.text
                # The shared screen has no room for more than a headline.
                assert path or words in page.text, language
                assert f'id="headline">{HEADLINE[language]}<' in page.text
            assert (await browser.get(f"/r/{code}/log", headers={"accept-language": language})).status_code == 200
        room = (await browser.get(f"/api/rooms/{code}")).json()
        assert room["read_only"] is True
        assert not any(seat["active"] for seat in room["seats"])
        assert (await browser.get(f"/api/rooms/{code}/log")).status_code == 200
        assert (await browser.get(f"/r/{code}/device")).status_code in (200, 401)


async def change(code: str, bea: AsyncClient) -> None:
    assert (await bea.get(f"/api/rooms/{code}/moves")).json()["moves"] == []
    assert await statuses(bea, code) == [(409, "read_only")] * 4
    assert (await bea.patch(f"/api/rooms/{code}/seats/me", json={"name": "Bee"})).status_code == 204
    assert (await bea.post(f"/api/rooms/{code}/start")).status_code == 204


async def watch(code: str, bea: AsyncClient, address: str) -> None:
    for path in ("live", "table/live"):
        cookie = "; ".join(f"{name}={value}" for name, value in bea.cookies.items())
        origin = f"http://{address}"
        async with socket_at(
            f"ws://{address}/r/{code}/{path}", origin=origin, additional_headers={"cookie": cookie}
        ) as s:
            assert HEADLINE["en"] in await heard(s)


@pytest.mark.parametrize("game", ["little_town", "roll_into_town"])
@pytest.mark.parametrize("how", BREAKS)
async def test_the_receipt_of_a_broken_game_accuses_nobody(
    app: FastAPI, new_browser: NewBrowser, game: str, how: str
) -> None:
    """What was drawn cannot be shown any more; that is no sign of foul play, and no fault of the page."""
    code, ann, _ = await begun(new_browser, game)
    async with spoilt(app, code, f"{ENDED}; {BREAKS[how]}"):
        page = await ann.get(f"/r/{code}/receipt")
        assert page.status_code == 200, page.text
        assert "What was drawn cannot be shown here" in page.text
        assert 'data-draws="unknown"' in page.text
        assert "data-shown" not in page.text


async def test_after_its_end_a_broken_room_still_leads_to_the_next_one(app: FastAPI, new_browser: NewBrowser) -> None:
    code, ann, bea = await finished(new_browser)
    async with spoilt(app, code, BROKEN_LOG):
        page = (await bea.get(f"/r/{code}")).text
        assert NOTICE["en"] in page
        again = await ann.post(f"/r/{code}/again")
        assert again.status_code == 303
        following = again.headers["location"].removeprefix("/r/")
        for browser, name in ((ann, "Ann"), (bea, "Bea")):
            assert (await browser.post(f"/r/{following}/sit", data={"name": name, "salt": SALT})).status_code == 303
        assert (await ann.post(f"/r/{following}/start")).status_code == 303
        moved = await ann.post(f"/api/rooms/{following}/moves", json={"at": 0, "move": {"type": "one"}})
        assert moved.status_code == 200
