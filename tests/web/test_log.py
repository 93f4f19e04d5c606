"""The log: in words, for each viewer what it may know, a few lines at a time on the room's page."""

import re
from typing import Any

import pytest
from httpx import AsyncClient
from jinja2 import FileSystemLoader

from app.web.composed import Pieces
from app.web.words import templates
from tests.web.conftest import NewBrowser
from tests.web.little_town import scenes as little_town
from tests.web.roll_into_town import scenes as roll_into_town
from tests.web.test_room_pages import SALT, finished, playing

LINE = re.compile(
    r'<li class="event[^"]*" tabindex="-1" data-of="([\d ]+)"[^>]*>(?:<a [^>]*>)?(.*?)(?:</a>)?</li>', re.DOTALL
)


def pieces(page: str, name: str, **values: Any) -> Pieces:
    """The marked HTML of that game's page."""
    return Pieces(templates().get_template(f"{name}/play.html").render(**values))


def town(moves: int) -> Pieces:
    """Little Town for seat 0 after that many moves."""
    *_, (state, story) = little_town.played(moves=moves)
    scene = little_town.scene_of(state, 0, story)
    words = little_town.game_words("little_town")
    return pieces("play.html", "little_town", scene=scene, names=little_town.NAMES, me=0, words=words)


def blocks(page: Pieces) -> list[str]:
    return [name for name in page.names if re.fullmatch(r"log-\d+", name)]


def test_one_more_move_brings_its_own_block_only() -> None:
    before, now = town(61), town(62)
    changed = now.changes(before.shown())
    assert re.findall(r'hx-target="#(log[\w-]*)"', changed) == blocks(now)[:1]


def test_the_page_holds_the_last_moves_and_leads_to_all() -> None:
    early, late = town(20), town(90)
    assert "All moves" not in early.html("lt-log")
    assert 'href="/r/2222222/log"' in late.html("lt-log")
    assert len(blocks(late)) == 5
    assert len(LINE.findall(late.html("lt-log"))) < 80


def test_lines_say_whom_they_are_about() -> None:
    page = town(90).html("lt-log")
    assert {seat for of, _ in LINE.findall(page) for seat in of.split()} == {"0", "1", "2"}
    for of, sentence in LINE.findall(page):
        named = [
            str(seat) for seat, name in little_town.NAMES.items() if sentence.startswith(name.replace("&", "&amp;"))
        ]
        assert set(named) <= set(of.split()), sentence


def test_in_roll_into_town_only_ones_own_lines_light_up_the_own_map() -> None:
    *_, table = roll_into_town.positions(3, "log")
    lit = set(re.findall(r'data-of="(\d)[^"]*" data-cells=', table.page(1)))
    assert lit == {"1"}


async def text_of(browser: AsyncClient, code: str) -> list[tuple[str, str]]:
    answer = await browser.get(f"/r/{code}/log")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return [(of, " ".join(sentence.split())) for of, sentence in LINE.findall(answer.text)]


@pytest.fixture
def toy_words() -> Any:
    """The toy game's words beside those of the others."""
    loader, cache = templates().loader, templates().cache
    assert isinstance(loader, FileSystemLoader)
    assert cache is not None
    loader.searchpath.append("tests/web/third_game")
    cache.clear()
    yield
    loader.searchpath.remove("tests/web/third_game")
    cache.clear()


@pytest.mark.usefixtures("toy_words")
async def test_all_moves_stand_on_a_page_of_their_own_newest_first(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    everything = [("0", "Ann takes 2"), ("1", "Bea takes 2"), ("0", "Ann takes 2")]
    assert await text_of(ann, code) == everything
    assert await text_of(new_browser(), code) == everything


async def test_the_page_of_all_moves_before_the_first(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    page = (await ann.get(f"/r/{code}/log")).text
    assert "Nothing has happened yet." in page
    assert f'href="/r/{code}"' in page
    assert (await ann.get("/r/2222222/log")).status_code == 404


async def test_what_only_one_may_know_is_read_by_that_one_only(new_browser: NewBrowser) -> None:
    ann, bea = new_browser(), new_browser()
    room = {"game": "roll_into_town", "seats": 2, "options": {}}
    code = (await ann.post("/api/rooms", json=room)).json()["code"]
    for browser, name in ((ann, "Ann"), (bea, "Bea")):
        assert (await browser.post(f"/r/{code}/sit", data={"name": name, "salt": SALT})).status_code == 303
    assert (await ann.post(f"/r/{code}/start")).status_code == 303
    legal = (await ann.get(f"/api/rooms/{code}/moves")).json()
    draw = next(move for move in legal["moves"] if move["type"] == "draw")
    await ann.post(f"/api/rooms/{code}/moves", json={"at": legal["at"], "move": draw})
    assert [of for of, _ in await text_of(ann, code)] == ["0"]
    assert await text_of(bea, code) == []
    assert await text_of(new_browser(), code) == []
