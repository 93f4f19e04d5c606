"""A third game is one engine module, one templates folder and one line in a registry: nothing else knows its name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import AsyncClient
from jinja2 import FileSystemLoader

from app.web.words import templates
from tests.web.conftest import NewBrowser
from tests.web.test_live_page import answer_to, heard, opened

FOLDER = str(Path(__file__).with_name("third_game"))


@pytest.fixture(autouse=True)
def toy_templates() -> Iterator[None]:
    """The toy game's folder beside the others."""
    loader, cache = templates().loader, templates().cache
    assert isinstance(loader, FileSystemLoader)
    assert cache is not None
    loader.searchpath.append(FOLDER)
    cache.clear()
    yield
    loader.searchpath.remove(FOLDER)
    cache.clear()


async def test_it_is_offered_and_played_through_page_and_api_to_its_end(new_browser: NewBrowser, address: str) -> None:
    ann, bob = new_browser(), new_browser()
    home = (await ann.get("/")).text
    assert "Pebbles" in home
    assert "6 pebbles" in home
    made = await bob.post("/api/rooms", json={"game": "toy", "seats": 2, "options": {"heap": 6}, "name": "Bob"})
    code, token = made.json()["code"], made.json()["token"]
    bearer = {"authorization": f"Bearer {token}"}
    sat = await ann.post(f"/r/{code}/sit", data={"name": "Ann", "salt": ""})
    assert sat.status_code == 303
    assert (await bob.post(f"/api/rooms/{code}/start", json={}, headers=bearer)).status_code == 204

    async with opened(address, code, ann.cookies) as page:
        while "6 pebbles are left" not in (shown := await heard(page)):
            pass
        assert re.search(r"Bob has 0\s*</p>", shown)  # his card is his
        assert "Ann has 0 and the card" in shown
        await bob_takes_all_but_two(bob, code, bearer)
        while "2 pebbles are left" not in (shown := await heard(page)):
            pass
        assert "Bob takes 2" in shown
        while """data-play='{"type":"two"}'""" not in shown:
            shown = await heard(page)
        refused = await answer_to(page, {"at": 0, "move": {"type": "end"}, "id": "a.1"})
        assert refused["error"]["message"] == "Take a pebble first."
        assert (await answer_to(page, {"at": 0, "move": {"type": "two"}, "id": "a.2"}))["ok"]
        assert (await answer_to(page, {"at": 1, "move": {"type": "end"}, "id": "a.3"}))["ok"]
        while "0 pebbles are left" not in (shown := await heard(page)) or "Bob has 4 and the card" not in shown:
            pass  # at the end all cards are open
    room = (await bob.get(f"/api/rooms/{code}")).json()
    assert room["status"] == "over"
    assert [player["taken"] for player in room["view"]["players"]] == [4, 2]
    assert "Pebbles" in (await ann.get(f"/r/{code}")).text


async def bob_takes_all_but_two(bob: AsyncClient, code: str, bearer: dict[str, str]) -> None:
    for at, kind in enumerate(["two", "two", "end"]):
        url, frame = f"/api/rooms/{code}/moves", {"at": at, "move": {"type": kind}}
        assert (await bob.post(url, json=frame, headers=bearer)).status_code == 200
