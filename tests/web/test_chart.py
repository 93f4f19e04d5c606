"""The page about how a finished game went, and where its drawing puts everything."""

import json
import re
from itertools import pairwise
from pathlib import Path

from httpx import AsyncClient

from app.web.chart import HEIGHT, MARGIN, plot, spread, ticks
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import finished, playing

SOLO = json.loads(Path("tests/engine/roll_into_town/games/solo.json").read_text())


def test_the_scale_has_few_round_numbers_around_all_points_and_nothing() -> None:
    assert ticks(0, 59) == [0, 10, 20, 30, 40, 50, 60]
    assert ticks(-3, 26) == [-5, 0, 5, 10, 15, 20, 25, 30]
    assert ticks(3, 7) == [0, 2, 4, 6, 8]
    assert ticks(0, 0) == [0, 1]
    assert ticks(0, 121) == [0, 50, 100, 150]


def test_names_at_the_ends_of_lines_stand_apart() -> None:
    assert spread([50, 52, 200], 10, 200, 20) == [50, 70, 200]
    assert spread([195, 100, 199], 10, 200, 20) == [180, 100, 200]
    assert spread([0, 0], 14, 250, 26) == [14, 40]
    eight = spread([100.0] * 8, MARGIN, HEIGHT - MARGIN, 26)
    assert [below - above for above, below in pairwise(eight)] == [26] * 7
    assert eight[0] >= MARGIN
    assert eight[-1] <= HEIGHT - MARGIN


def test_where_points_stand_by_hand() -> None:
    """Three rounds stand at 0, 50 and 100 percent; of the 236 px between the margins 10 points are all, 5 half."""
    drawn = plot([0, 1, 2], [[0, 0], [5, 0], [10, 5]])
    assert [line.points for line in drawn.lines] == [
        ((0, 250), (50, 132), (100, 14)),
        ((0, 250), (50, 250), (100, 132)),
    ]
    assert [points for points, _ in drawn.ticks] == [0, 2, 4, 6, 8, 10]
    assert [column.label for column in drawn.columns] == [True] * 3
    assert [c.number for c in plot(range(13), [[0]] * 13).columns if c.label] == [0, 2, 4, 6, 8, 10, 12]


async def solo(browser: AsyncClient) -> str:
    """A recorded game of one, played again in a room."""
    room = {key: SOLO[key] for key in ("game", "seats", "options", "seed")}
    code: str = (await browser.post("/api/rooms", json=room)).json()["code"]
    seated = (await browser.post(f"/api/rooms/{code}/seats", json={"name": "Ann & Co"})).json()
    headers = {"authorization": f"Bearer {seated['token']}"}
    await browser.post(f"/api/rooms/{code}/start", headers=headers)
    for at, row in enumerate(SOLO["log"]):
        body = {"at": at, "move": row["move"]}
        answer = await browser.post(f"/api/rooms/{code}/moves", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
    return code


async def test_the_page_of_a_game_alone(new_browser: NewBrowser) -> None:
    """The figures by hand are in tests/rooms/test_scores.py."""
    browser = new_browser()
    code = await solo(browser)
    answer = await browser.get(f"/r/{code}/chart")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    page = answer.text
    rows = re.findall(r'<tr><th scope="row">(\w+)</th>\s*<td class="num">(\d+)</td></tr>', page)
    assert rows[:7] == [("Start", "0"), *((str(n), s) for n, s in enumerate(["0", "0", "2", "9", "12", "20"], 1))]
    assert "Round 6, move 57" in page
    assert "The moves that brought most points." in page
    assert "takes the lead" not in page
    assert "Ann &amp; Co" in page
    assert "The maps after round 12" in page
    assert page.count('class="rit-land"') == 1
    assert "The maps after round 12" in (await browser.get(f"/r/{code}/chart?round=99")).text
    early = (await browser.get(f"/r/{code}/chart?round=0")).text
    assert "The maps at the start" in early
    assert early.count("#mine") == 0 < page.count("#mine")
    assert re.search(r'href="\?round=0#maps" aria-current="page"', early)
    scores = (await browser.get(f"/api/rooms/{code}/scores")).json()
    assert [each["scores"] for each in scores["rounds"]][:7] == [[0], [0], [0], [2], [9], [12], [20]]
    assert scores["turning_points"][0]["facts"]


async def test_the_result_leads_to_the_page_of_any_game(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    assert f'href="/r/{code}/chart"' in (await ann.get(f"/r/{code}")).text
    for browser in (ann, new_browser()):
        page = await browser.get(f"/r/{code}/chart")
        assert page.status_code == 200
        assert "Turning points" in page.text
        assert "The maps" not in page.text


async def test_while_the_game_is_on_the_page_says_so_and_nothing_more(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    assert "/chart" not in (await ann.get(f"/r/{code}")).text
    for browser in (ann, new_browser()):
        page = await browser.get(f"/r/{code}/chart")
        assert page.status_code == 409
        assert "The game is still on" in page.text
        assert "plot" not in page.text
        answer = await browser.get(f"/api/rooms/{code}/scores")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_over")
        assert "turning_points" not in answer.json()
