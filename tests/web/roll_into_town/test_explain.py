"""Everything of Roll Into Town explains itself: each code has a text, each thing on the board carries its key."""

import pytest

from app.web.words import plain, templates
from engine.roll_into_town.data import BUILDINGS, CATHEDRAL_POINTS, DONE, HOUSE_POINTS, ICONS, MOST, PHASES, RESOURCES
from tests.web.explaining import asked_on, texts_of, unexplained
from tests.web.roll_into_town.scenes import Table, positions

LINES = ("houses", "taverns", "river", "coast", "lighthouse", "cathedral", "total")
THINGS = ("wild", "die", "town-hall", "blank", "sea", "forest", "points", "round")


def test_every_code_has_a_name_and_a_text() -> None:
    texts = texts_of("roll_into_town")
    codes = {
        *ICONS,
        *BUILDINGS,
        *RESOURCES,
        *(f"score-{line}" for line in LINES),
        *(f"phase-{phase}" for phase in (*PHASES, DONE)),
        *THINGS,
    }
    assert codes == set(texts)
    assert all(name and len(text) > 12 for name, text in texts.values())


def test_texts_say_the_engines_numbers() -> None:
    texts = texts_of("roll_into_town")
    assert f"at most {MOST}" in texts["wood"][1]
    assert texts["score-houses"][1].startswith(f"{HOUSE_POINTS} points")
    assert texts["score-cathedral"][1].startswith(f"{CATHEDRAL_POINTS} points")


@pytest.mark.parametrize(
    ("token", "keys"),
    [
        (".", "blank"),
        ("@", "town-hall"),
        ("~", "sea"),
        ("f", "farm"),
        ("r:NE", "river"),
        ("c:NES+harbor", "coast harbor"),
        ("c:E+bottom", "coast lighthouse"),
        ("~+top", "sea lighthouse"),
        (".+top", "lighthouse"),
        ("cathedral", "cathedral"),
        ("fountain", "fountain"),
        ("market", "market"),
    ],
)
def test_a_cell_is_explained_by_what_it_holds(token: str, keys: str) -> None:
    about = templates().get_template("roll_into_town/explain.html").module
    assert plain(about.keys_of(token)) == keys  # type: ignore[attr-defined]


def test_all_keys_of_the_board_are_explained_at_every_moment() -> None:
    known = set(texts_of("roll_into_town"))
    asked = {
        key for table in positions(2, "explain", every=5) for seat in (0, None) for key in asked_on(table.page(seat))
    }
    assert asked <= known
    assert {*RESOURCES, *ICONS, "wild", "die", "points", "round", "phase-discover", "phase-upkeep"} <= asked


def test_every_cell_die_building_resource_and_phase_carries_its_key() -> None:
    table = Table(1, "explain")
    first = table.page(0)
    for opening in ('button [^<]*class="cell', 'button [^<]*class="rit-die', 'li class="chip', 'h1 class="rit-title'):
        assert unexplained(first, opening) == []
    while table.state.players[0].phase != "construct":
        table.step()
    assert unexplained(table.page(0), 'button [^<]*class="rit-building') == []


def test_every_score_line_carries_its_key() -> None:
    *_, end = positions(1, "explain")
    page = end.page(0)
    assert unexplained(page, 'button [^<]*class="rit-line') == []
    assert {f"score-{line}" for line in LINES} <= asked_on(page)
