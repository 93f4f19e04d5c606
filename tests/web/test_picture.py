"""The picture of the final boards: one file that needs nothing but itself, for every game and table, whoever played."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from app.web.look import colours
from app.web.picture import complete, fitted
from app.web.words import speaking
from tests.web.conftest import NewBrowser, with_a_letter
from tests.web.pictures import RECORDS, at_random, pictured, recorded
from tests.web.test_room_pages import finished, playing

SVG = "{http://www.w3.org/2000/svg}"
LONG = "WWWWWWWWWWWWWWWWWWW{}"
HOSTILE = "</text>&'\"<b>]]> {}"
FORGED = 'href="/static/x.svg#{}"'
TABLES = {
    **{path.stem: (recorded, (path,)) for path in RECORDS},
    "eight": (at_random, ("roll_into_town", 8)),
}


def parsed(svg: str) -> ElementTree.Element:
    """The root of the picture. It must be XML, name itself, stand in no need of anything, and be A4 upright."""
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    assert {used.get("href", "") for used in root.iter(f"{SVG}use")} <= {f"#{name}" for name in ids}
    assert {element.tag for element in root.iter()}.isdisjoint({f"{SVG}script", f"{SVG}style", f"{SVG}image"})
    values = [value for element in root.iter() for name, value in element.items()]
    assert not [value for value in values if "var(" in value or "url(" in value or "/static" in value]
    assert root.get("viewBox") == "0 0 2100 2970"
    assert root.get("aria-labelledby") == "title desc"
    return root


def said(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(("how", "which"), TABLES.values(), ids=TABLES)
def test_every_table_gets_a_whole_picture(how: Any, which: tuple[Any, ...]) -> None:
    name, state, seats = how(*which)
    root = parsed(pictured(name, state, seats))
    texts = said(root)
    for seat in range(seats):
        assert texts.count(f"Player {seat}") == 1
        assert f"Player {seat}" in (root.findtext(f"{SVG}desc") or "")
    assert "2026-01-02" in " ".join(texts)
    marks = [used.get("href") for used in root.iter(f"{SVG}use") if "marks" in used.get("href", "")]
    assert len(set(marks)) == seats


@pytest.mark.parametrize("called", [HOSTILE, FORGED, LONG])
def test_a_name_is_text_whatever_it_says(called: str) -> None:
    name, state, seats = recorded(RECORDS[0])
    root = parsed(pictured(name, state, seats, called))
    assert [called.format(seat) for seat in range(seats)] == sorted(
        set(said(root)) & {called.format(s) for s in range(9)}
    )


def test_every_piece_on_the_board_is_drawn() -> None:
    """The town of the record: each tile with its owner's house, each terrain once."""
    name, state, seats = recorded(next(path for path in RECORDS if path.stem == "three_players_board_b"))
    root = parsed(pictured(name, state, seats))
    board = root.findall(f"{SVG}svg")[0]
    drawn = [used.get("href", "").rpartition("sprite-")[2] for used in board.iter(f"{SVG}use")]
    assert sorted(name for name in drawn if not name.startswith("house-")) == sorted(
        [tile.id for tile in state.tiles.values()] + ["forest"] * 6 + ["mountain"] * 2 + ["mountain-lying"]
        + ["lake"] * 3 + ["lake-standing"]
    )  # fmt: skip
    assert sorted(name for name in drawn if name.startswith("house-")) == sorted(
        f"house-{tile.owner}" for tile in state.tiles.values()
    )


def test_who_share_a_place_have_the_same_number() -> None:
    root = parsed(pictured(*recorded(next(path for path in RECORDS if path.stem == "four_players_at_random"))))
    heads = [text for text in root.iter(f"{SVG}text") if text.get("y") == "66" and not text.get("font-weight")]
    assert [text.text for text in heads] == ["1", "2", "3", "3"]


def test_it_speaks_japanese() -> None:
    name, state, seats = recorded(RECORDS[0])
    with speaking("ja"):
        root = parsed(pictured(name, state, seats))
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "ja"
    assert "リトルタウン\u200bビルダーズ" in said(root)


def test_symbols_come_with_what_they_use_and_colours_as_by_day() -> None:
    used = '<svg><use href="/static/v0123456789ab/little_town/sprite.svg#worker-1" color="var(--p1)"/></svg>'
    whole = complete(used)
    assert '<use href="#little_town-sprite-worker-1"' in whole
    assert f'color="{colours()["p1"][0]}"' in whole
    assert re.findall(r'<symbol id="([^"]+)"', whole) == ["little_town-sprite-worker-1", "little_town-sprite-worker"]
    with pytest.raises(KeyError):
        complete('<svg><use href="/static/marks.svg#nothing"/></svg>')


def test_long_texts_are_written_smaller() -> None:
    assert fitted("Ann", 200, 40) == 40
    assert fitted("W" * 20, 200, 40) == 10
    assert fitted("W" * 20, 224, 40, bold=True) == 10
    assert fitted("山" * 20, 200, 40, bold=True) == 10
    assert fitted("A" * 20, 150, 40) == 10
    assert fitted("山" * 20, 200, 40) == 10
    assert fitted("e\u0301" * 10, 62, 40) == 10


async def test_any_game_has_one_when_it_is_over(new_browser: NewBrowser) -> None:
    """The toy game has none of its own: then it is the list of results."""
    code, ann, _ = await with_a_letter(finished, new_browser)
    for page in (f"/r/{code}", f"/r/{code}/chart", f"/r/{code}/receipt", f"/r/{code}/history"):
        assert f'href="/r/{code}/picture.svg"' in (await ann.get(page)).text
    answer = await new_browser().get(f"/r/{code}/picture.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-disposition"] == f'inline; filename="machi-toy-{code}.svg"'
    scores = (await ann.get(f"/api/rooms/{code}/export")).json()["result"]["scores"]
    assert {"Ann", "Bea", "1", *map(str, scores)} <= set(said(parsed(answer.text)))
    moved = await ann.get(f"/r/{code.lower()}/picture.svg")
    assert (moved.status_code, moved.headers["location"]) == (303, f"/r/{code}/picture.svg")


async def test_before_the_end_there_is_none(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    answer = await ann.get(f"/r/{code}/picture.svg")
    assert answer.status_code == 409
    assert "The game is still on" in answer.text
    assert "picture.svg" not in (await ann.get(f"/r/{code}/history")).text
    assert (await ann.get("/r/ZZZZZZZ/picture.svg")).status_code == 404


def test_the_records_are_there() -> None:
    assert {path.parts[-3] for path in RECORDS} == {"little_town", "roll_into_town"}, Path.cwd()
