"""The admin's numbers: the page and its files, what they count, what nonsense gets."""

import csv
import io
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from fastapi import FastAPI
from httpx import AsyncClient

from app.admin.numbers import share
from app.store.numbers import Day
from app.web.admin.numbers_csv import as_csv
from app.web.admin.numbers_view import bins_of, periods
from app.web.columns import HEIGHT, TOP, columns
from tests.engine.little_town.test_golden_games import FILES
from tests.states.rooms import GAMES
from tests.store.room_rows import recorded_room
from tests.store.test_numbers import LT, NOW, few, over
from tests.web.conftest import NewBrowser

MINUTE = timedelta(minutes=1)


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """On the day of tests/store/test_numbers.py."""
    return lambda: NOW


async def rows(admin: AsyncClient, table: str, query: str = "") -> list[dict[str, str]]:
    """The lines of a file."""
    answer = await admin.get(f"/admin/numbers/{table}.csv?{query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["content-disposition"] == f'attachment; filename="machi-{table}.csv"'
    assert answer.headers["cache-control"] == "no-store"
    return [*csv.DictReader(io.StringIO(answer.text, newline=""))]


def test_shares_of_counted_values_by_hand() -> None:
    """Of ten players four have no more than 3, seven no more than 5."""
    counts = [(3, 4), (5, 3), (9, 3)]
    assert [share(counts, of) for of in (0, 0.25, 0.4, 0.5, 0.7, 0.75, 1)] == [3, 3, 3, 5, 5, 9, 9]
    assert share([], 0.5) is None


def test_columns_by_hand() -> None:
    """Of the 124 px above the ground 4 games are all, so one is 31; two columns have half of the width each."""
    drawn = columns(["a", "b"], [[1, 0, 2], [0, 0, 0]])
    assert (HEIGHT, TOP) == (132, 8)
    assert drawn.ticks == ((0, 132), (1, 90.7), (2, 49.3), (3, 8))
    first, second = drawn.columns
    assert [(part.kind, part.y, part.height) for part in first.parts] == [(0, 90.67, 41.33), (2, 8, 82.67)]
    assert second.parts == ()
    assert (first.x, first.width, first.middle, second.middle) == (4, 42, 25, 75)
    said = [column.label for column in columns([str(n) for n in range(30)], [[1]] * 30).columns if column.label]
    assert said == ["0", "5", "10", "15", "20", "25"]


def test_bins_hold_all_points() -> None:
    assert bins_of([7, 9]) == range(7, 10)
    bins = bins_of([-4, 61])
    assert (bins.start, bins.step, bins[-1] + bins.step > 61) == (-5, 5, True)
    assert (bins_of([-1, 250]).start, bins_of([-1, 250]).step) == (-20, 20)


def test_days_weeks_and_months() -> None:
    """The 1st of March 2026 is a Sunday, its week began on the 23rd of February."""
    days = [Day(date(2026, 3, 1), LT, 2, 2, 0, 0), Day(date(2026, 3, 2), LT, 2, 1, 1, 0)]
    today = date(2026, 3, 20)
    found = {back: periods(days, today - timedelta(days=back - 1), today) for back in (30, 365, 900)}
    assert {back: len(each["plot"].columns) for back, each in found.items()} == {30: 30, 365: 53, 900: 30}
    assert found[30]["rows"] == [("2026-03-01", [2, 0, 0]), ("2026-03-02", [1, 1, 0])]
    assert found[365]["rows"] == [("2026-02-23", [2, 0, 0]), ("2026-03-02", [1, 1, 0])]
    assert found[900]["rows"] == [("2026-03", [3, 1, 0])]
    assert len(periods(days, None, today)["plot"].columns) == 20, "from the first game on"


def test_a_file_is_what_the_standard_says() -> None:
    assert (
        as_csv(("a", "b"), [(date(2026, 3, 1), 'say "1, 2"'), (-3, "")])
        == 'a,b\r\n2026-03-01,"say ""1, 2"""\r\n-3,\r\n'
    )


def test_no_text_in_a_file_is_worked_out_as_a_formula() -> None:
    texts = ["=1+1", "+1", "-1", "@a", "\tb", "plain"]
    made = [*csv.reader(io.StringIO(as_csv(("text",), [(text,) for text in texts])))]
    assert [row[0] for row in made[1:]] == ["'=1+1", "'+1", "'-1", "'@a", "'\tb", "plain"]


async def test_the_page_tells_what_is_counted(app: FastAPI, admin: AsyncClient) -> None:
    await few(app.state.store)
    answer = await admin.get("/admin/numbers")
    assert answer.headers["cache-control"] == "no-store"
    page = answer.text
    assert "7 games began" in page
    figures = re.findall(r'<tr><th scope="row">(2026-[\d-]+)</th>(.*?)</tr>', page)
    assert [(when, re.findall(r"\d+", re.sub(r"<[^>]*>", " ", cells))) for when, cells in figures] == [
        ("2026-03-01", ["2", "0", "0"]),
        ("2026-03-02", ["2", "1", "0"]),
        ("2026-03-03", ["1", "0", "0"]),
        ("2026-03-19", ["0", "0", "1"]),
    ]
    text = re.sub(r"<[^>]*>|\s+", " ", page)
    table = re.sub(r" +", " ", text[text.index("Finished games by the number of players") :])
    assert "2 3 80 minutes 60 minutes to 100 minutes – 31 30 to 42 25 to 42 42" in table, "two tables of two with 42"
    assert "3 1 45 minutes 45 minutes to 45 minutes – 20 −3 to 33 −3 to 33 33" in table


async def test_only_what_is_asked_for_is_shown(app: FastAPI, admin: AsyncClient) -> None:
    await few(app.state.store)

    async def began(query: str) -> str:
        return re.findall(
            r"<h2[^>]*>(\d+) games? began|(No such game has begun)", (await admin.get(f"/admin/numbers?{query}")).text
        )[0]

    assert await began("game=little_town") == ("5", "")
    assert await began("game=little_town&seats=3") == ("1", "")
    assert await began("game=little_town&option-board=A&option-first_game=True&seats=") == ("1", "")
    assert await began("game=little_town&option-size=7") == ("5", ""), "left over from another game's form"
    assert await began("game=roll_into_town&option-size=9") == ("", "No such game has begun")
    assert await began("game=toy") == ("", "No such game has begun")
    await over(app.state.store, "gone", datetime(2025, 12, 21, tzinfo=UTC), 5, [1, 2])
    assert [await began(f"since={since}") for since in ("30", "90", "365", "all")] == [
        ("7", ""),
        ("8", ""),
        ("8", ""),
        ("8", ""),
    ]
    await app.state.store.pool.execute("UPDATE rooms SET started_at = '2025-12-20 23:59:59Z' WHERE game = 'gone'")
    assert await began("") == ("7", ""), "90 days, today the last of them"


async def test_the_files(app: FastAPI, admin: AsyncClient) -> None:
    await few(app.state.store)
    assert (await rows(admin, "days", "game=little_town"))[1] == {
        "day": "2026-03-02",
        "game": LT,
        "seats": "2",
        "begun": "2",
        "finished": "1",
        "abandoned": "1",
        "playing": "0",
    }
    lengths = await rows(admin, "lengths")
    assert [(row["game"], row["seats"], row["finished"], row["seconds_median"]) for row in lengths] == [
        (LT, "2", "3", "4800"),
        (LT, "3", "1", "2700"),
        ("roll_into_town", "1", "1", "1500"),
    ]
    assert (await rows(admin, "scores", "seats=3"))[0] == {
        "game": LT,
        "seats": "3",
        "points": "-3",
        "players": "1",
        "winners": "0",
    }
    assert (await admin.get("/admin/numbers/tiles.csv")).status_code == 404, "of which game?"
    assert (await admin.get("/admin/numbers/tiles.csv?game=roll_into_town")).status_code == 404
    assert (await admin.get("/admin/numbers/rooms.csv")).status_code == 404


async def test_tiles_objectives_and_parts_of_a_recorded_game(app: FastAPI, admin: AsyncClient) -> None:
    """The figures by hand are in tests/engine/little_town/test_tally.py: a game of four, which seat 2 has won."""
    await recorded_room(app.state.store, next(file for file in FILES if file.stem == "four_players_cathedral"))
    query = "game=little_town"
    assert (
        "The logs of 0 of 1 finished games have been gone through so far"
        in (await admin.get(f"/admin/numbers?{query}")).text
    )
    await app.state.numbers.counting.want()
    page = (await admin.get(f"/admin/numbers?{query}")).text
    assert "gone through so far" not in page
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    assert "Wheat field 1 5.00" in text
    assert "Well 1 1.00 6.0 3.0 100% (25%)" in text
    assert "Castle 1 1.00 – – 0% (25%)" in text
    assert "Fish supper 1 100% 0% (25%)" in text
    assert "Tiles 17.0 15.0" in text
    assert "Together 25.2 33.0" in text, "26, 24, 33 and 18 points"
    assert "/sprite.svg#well" in page
    well = next(row for row in await rows(admin, "tiles", query) if row["name"] == "well")
    assert [*well] == ["game", "seats", "name", "offered", "built", "owners", "winners", "own_uses", "other_uses"]
    assert [*well.values()] == [LT, "4", "well", "1", "1", "1", "1", "6", "3"]
    assert sum(int(row["points"]) for row in await rows(admin, "parts", query)) == 26 + 24 + 33 + 18
    assert len(await rows(admin, "objectives", query)) == 12
    assert (await rows(admin, "lengths", query))[0]["moves_median"] == "227"


LATER = """
UPDATE tallies SET version = version + 1, tally = '{"later": {"thing": [1]}}' || (SELECT jsonb_object_agg(part, names ||
  '{"thing": [0, 1, 1, 1, 1, 1, 1, 1, 1], "other": [1, 1, 1, 1, 1, 1, 1, 1], "empty": []}')
  FROM jsonb_each(tally) AS each(part, names))
"""


@pytest.mark.parametrize("game", ["little_town", "roll_into_town"])
async def test_what_a_newer_program_counts_is_in_nobodys_way(app: FastAPI, admin: AsyncClient, game: str) -> None:
    """While one takes the place of the other: things, parts and numbers that this one does not know."""
    record = next(file for file in (GAMES / game / "games").iterdir() if "four_players" in file.name)
    await recorded_room(app.state.store, record)
    await app.state.numbers.counting.want()
    query = f"game={game}"
    before = await admin.get(f"/admin/numbers?{query}")
    await app.state.store.pool.execute(LATER)
    after = await admin.get(f"/admin/numbers?{query}")
    assert (after.status_code, after.text) == (200, before.text)
    for table in app.state.games[game].TALLY:
        assert {"thing", "other", "empty"} <= {row["name"] for row in await rows(admin, table, query)}


NONSENSE = ["since=7", "since=%00", "game=chess", "seats=9", "seats=x", "game=little_town&option-board=C"]


async def test_nonsense_is_told_so(admin: AsyncClient) -> None:
    for query in NONSENSE:
        assert (await admin.get(f"/admin/numbers?{query}")).status_code == 422, query
        assert (await admin.get(f"/admin/numbers/days.csv?{query}")).status_code == 422, query
    assert (await admin.get("/admin/numbers?x=1&option-board=C")).status_code == 200


async def test_nobody_else_is_shown_any_of_it_and_no_look_is_noted(
    app: FastAPI, admin: AsyncClient, new_browser: NewBrowser
) -> None:
    for path in ("/admin/numbers", "/admin/numbers/days.csv", "/admin/numbers/x.csv"):
        answer = await new_browser().get(path)
        assert (answer.status_code, answer.text) == (303, "")
    await admin.get("/admin/numbers")
    kinds = await app.state.store.pool.fetch("SELECT DISTINCT kind FROM audit")
    assert [row["kind"] for row in kinds] == ["login"]
