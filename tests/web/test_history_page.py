"""/r/CODE/history: a page for each moment, and what changes from one to another."""

import re

import pytest
from httpx import AsyncClient, Response

from app.rooms import Stops
from app.web.history_view import pointed
from app.web.room_view import qr_code
from tests.web.admin.time_machine import alone
from tests.web.conftest import NewBrowser, with_a_letter
from tests.web.test_room_pages import finished, made, playing, sit
from tests.web.test_table_page import ROOMS, begun, moved

STEP = re.compile(r'id="past-(first|back|on|last)" href="([^"]+)" data-past-to="(\d+)"( aria-disabled="true")?')


def steps(page: Response) -> dict[str, tuple[str, int, bool]]:
    """Address, position and whether there is one, of the four steps."""
    found = STEP.findall(page.text)
    return {name: (href.replace("&amp;", "&"), int(to), not disabled) for name, href, to, disabled in found}


async def test_a_game_is_stepped_through_without_a_script(new_browser: NewBrowser) -> None:
    code, ann, _bea = await finished(new_browser)
    last = await ann.get(f"/r/{code}/history")
    assert "Move 6 of 6" in last.text
    assert [steps(last)[name][2] for name in ("first", "back", "on", "last")] == [True, True, False, False]
    back = await ann.get(steps(last)["back"][0])
    assert "Move 5 of 6" in back.text
    first = await ann.get(steps(back)["first"][0])
    assert "The game begins." in first.text
    assert [steps(first)[name][2] for name in ("first", "back", "on", "last")] == [False, False, True, True]
    by_turn = await ann.get(f"/r/{code}/history?move=2&by=turn")
    assert (steps(by_turn)["back"][1], steps(by_turn)["on"][1]) == (0, 4)
    assert "by=turn" in steps(by_turn)["on"][0]
    assert "by=round" not in by_turn.text  # the toy game tells no rounds
    for page in (last, back, first, by_turn):
        assert page.headers["cache-control"] == "no-store"


async def test_what_the_page_does_not_show_is_not_made_for_it(new_browser: NewBrowser) -> None:
    code, ann, _bea = await finished(new_browser)
    made = qr_code.cache_info().currsize, qr_code.cache_info().misses
    assert (await ann.get(f"/r/{code}/history", headers={"host": "elsewhere.test"})).status_code == 200
    assert (qr_code.cache_info().currsize, qr_code.cache_info().misses) == made


async def test_the_form_of_the_slider_leads_to_the_same_page(new_browser: NewBrowser) -> None:
    code, ann, _bea = await finished(new_browser)
    page = (await ann.get(f"/r/{code}/history?move=2&by=turn&eyes=1")).text
    for field in ('name="move"', 'name="by" value="turn"', 'name="eyes" value="1"'):
        assert field in page


async def changed(browser: AsyncClient, code: str, latest: int, seen_by: str, asked: str) -> Response:
    """What a page needs that knows the game up to `latest`, through those eyes."""
    return await browser.get(f"/r/{code}/history/change?latest={latest}&seen_by={seen_by}&{asked}")


async def test_what_changes_brings_one_moment_to_another(new_browser: NewBrowser) -> None:
    code, ann, _bea = await finished(new_browser)
    change = await changed(ann, code, 6, "open", "shown=3&move=4")
    assert 'hx-target="#past-words"' in change.text
    assert "Move 4 of 6" in change.text
    assert (await changed(ann, code, 6, "open", "shown=4&move=4")).text == ""
    by = await changed(ann, code, 6, "open", "shown=4&move=4&by=turn")
    assert "by=turn" in by.text
    assert "past-eyes" in by.text


async def test_a_page_that_shows_it_through_other_eyes_is_loaded_as_a_whole(new_browser: NewBrowser) -> None:
    code, ann, bea = await playing(new_browser)
    for browser, own in ((ann, "0"), (bea, "1"), (new_browser(), "")):
        answers = {eyes: await changed(browser, code, 0, eyes, "shown=0&by=turn") for eyes in ("", "0", "1", "open")}
        assert [eyes for eyes, answer in answers.items() if answer.status_code == 200] == [own]
    code, ann, _bea = await finished(new_browser)
    for eyes, asked in (("open", ""), ("open", "&eyes=open"), ("0", "&eyes=0")):
        assert "Move 4 of 6" in (await changed(ann, code, 6, eyes, f"shown=3&move=4{asked}")).text
    for move, to in (("", 6), ("&move=4", 4)):  # while it was on its page showed what its seat knew
        whole = await changed(ann, code, 5, "0", f"shown=3&by=turn{move}")
        assert (whole.status_code, whole.text, whole.headers["cache-control"]) == (204, "", "no-store")
        assert whole.headers["hx-redirect"] == f"/r/{code}/history?move={to}&by=turn"


async def test_a_page_of_a_running_game_learns_what_has_come_since(new_browser: NewBrowser) -> None:
    code, ann, bea = await playing(new_browser)
    for _ in range(2):
        await moved(ann, code)
    page = await ann.get(f"/r/{code}/history")
    assert 'data-next="" data-previous="1" data-latest="2"' in page.text
    assert [steps(page)[name][2] for name in ("on", "last")] == [True, True]
    assert (await changed(ann, code, 2, "0", "shown=2&move=2")).text == ""
    for _ in range(2):
        await moved(bea, code)
    again = await changed(ann, code, 2, "0", "shown=2&move=2")
    assert 'data-next="3" data-previous="1" data-latest="4"' in again.text
    assert "Move 2 of 4" in again.text
    last = await changed(ann, code, 2, "0", "shown=2")
    assert "Move 4 of 4" in last.text
    assert (await changed(ann, code, 4, "0", "shown=4")).text == ""


@pytest.mark.parametrize(("game", "room"), ROOMS, ids=[game for game, _ in ROOMS])
async def test_every_game_shows_its_past_on_the_board_of_the_shared_screen(
    new_browser: NewBrowser, game: str, room: dict[str, object]
) -> None:
    code, ann, bea = await begun(new_browser, game, room)
    while (await ann.get(f"/api/rooms/{code}")).json()["version"] < 3:
        for player in (ann, bea):
            await moved(player, code)
    for by in ("move", "turn", "round"):
        page = await ann.get(f"/r/{code}/history?move=3&by={by}")
        assert page.status_code == 200
        assert 'id="past"' in page.text
    assert "Through whose eyes" not in page.text
    assert f'href="/r/{code}/history"' in (await ann.get(f"/r/{code}")).text


async def test_eyes_are_offered_after_the_end_where_something_is_hidden(new_browser: NewBrowser) -> None:
    code, ann, _bea = await finished(new_browser)
    page = (await ann.get(f"/r/{code}/history?move=2&eyes=1")).text
    eyes = page.partition('id="past-eyes"')[2].partition("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', eyes) == [
        f"/r/{code}/history?move=2",
        f"/r/{code}/history?move=2&amp;eyes=0",
        f"/r/{code}/history?move=2&amp;eyes=1",
    ]
    assert 'aria-current="true">Bea' in eyes
    assert steps(await ann.get(f"/r/{code}/history?move=2&eyes=1"))["on"][0].endswith("eyes=1")


async def test_an_opponent_gets_its_own_eyes_only_while_the_game_is_on(new_browser: NewBrowser) -> None:
    code, ann, bea = await playing(new_browser)
    for eyes in ("0", "1", "open"):
        whole = await bea.get(f"/r/{code}/history?eyes={eyes}")
        for refused in (whole, await changed(bea, code, 0, eyes, f"shown=0&eyes={eyes}")):
            assert refused.status_code == 409
            assert "everybody looks at it with their own eyes only" in refused.text
    assert (await bea.get(f"/api/rooms/{code}/history/0")).json()["seat"] == 1
    answer = (await ann.get(f"/api/rooms/{code}/history/0?eyes=1")).json()
    assert (answer["error"]["reason"], answer["room"]["seat"]) == ("eyes", 0)


@pytest.mark.parametrize(
    "asked", ["move=7", "move=-1", "move=x", "move=1e3", "by=day", "eyes=2", "eyes=-1", "eyes=all", "move=" + "9" * 40]
)
async def test_what_is_no_moment_is_refused_with_a_page(new_browser: NewBrowser, asked: str) -> None:
    code, ann, _bea = await finished(new_browser)
    answer = await ann.get(f"/r/{code}/history?{asked}")
    assert answer.status_code == 422
    assert f'href="/r/{code}"' in answer.text
    assert (await changed(ann, code, 6, "open", f"shown=0&{asked}")).status_code == 422
    for missing in ("", "shown=0", "shown=0&latest=6", "latest=6&seen_by=open", "shown=7&latest=6&seen_by=open"):
        assert (await ann.get(f"/r/{code}/history/change?{missing}")).status_code == 422


async def test_before_the_start_there_is_nothing_to_look_back_at(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    assert (await ann.get(f"/r/{code}/history")).status_code == 409
    assert (await ann.get("/r/ZZZZZZZ/history")).status_code == 404
    assert f"/r/{code}/history" not in (await ann.get(f"/r/{code}")).text


async def test_the_code_is_taken_in_any_case(new_browser: NewBrowser) -> None:
    code, ann, _bea = await with_a_letter(finished, new_browser)
    answer = await ann.get(f"/r/{code.lower()}/history?move=2&by=turn")
    assert answer.headers["location"] == f"/r/{code}/history?move=2&by=turn"


async def test_every_entry_of_the_log_leads_to_its_moment(new_browser: NewBrowser) -> None:
    code, ann, _bea = await finished(new_browser)
    page = (await ann.get(f"/r/{code}/log")).text
    moves = [int(move) for move in re.findall(rf'href="/r/{code}/history\?move=(\d+)"', page)]
    assert moves == [6, 5, 4, 3, 2, 1]


async def test_a_key_that_is_no_longer_good_is_as_none(new_browser: NewBrowser) -> None:
    code, _ann, _bea = await playing(new_browser)
    stranger: AsyncClient = new_browser()
    stranger.cookies.set(f"machi_{code}", "N" * 22)
    assert (await stranger.get(f"/r/{code}/history")).status_code == 200


def test_stops_lie_where_units_end_and_at_both_ends() -> None:
    ways = Stops((3, 5, 9), 11)
    assert [ways.before(move) for move in (0, 1, 3, 4, 5, 11)] == [0, 0, 0, 3, 3, 9]
    assert [ways.after(move) for move in (0, 3, 4, 9, 11)] == [3, 5, 5, 11, 11]
    assert (Stops((), 0).before(0), Stops((), 0).after(0)) == (0, 0)


def test_cells_are_pointed_at_once_and_by_seat() -> None:
    entries = [
        {"seat": 1, "facts": [{"fact": "a", "cell": [0, 1]}, {"fact": "b", "cells": [[0, 1], [2, 3]]}]},
        {"seat": 0, "facts": [{"fact": "c"}]},
    ]
    assert pointed(entries) == {1: [[0, 1], [2, 3]]}


async def test_moves_that_the_log_leaves_out_are_told_by_themselves(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await alone(ann, 1)
    pages = [(await ann.get(f"/r/{code}/history?move={move}")).text for move in range(1, 5)]
    for page, phase in zip(pages, ("construct", "gather", "upkeep"), strict=False):
        assert "Ann goes on" not in page or f"Ann goes on to {phase}." in page
    assert "Ann goes on to construct." in pages[0]
    assert "Ann has ended round 1." in pages[3]
