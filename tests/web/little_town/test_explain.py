"""Everything of Little Town Builders explains itself: each code has a text, each thing on the board carries its key."""

import pytest

import engine.little_town as game
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS, KINDS, STOCK
from tests.web.explaining import asked_on, texts_of, unexplained
from tests.web.little_town.scenes import page, played

LINES = ("track", "tiles", "objectives", "coins", "total")
PHASES = ("turns", "residence", "feed", "wait", "over")
THINGS = ("forest", "mountain", "lake", "grass", "worker", "house", "card", "start", "stock", "points", "round", "fee")


def test_every_code_has_a_name_and_a_text() -> None:
    texts = texts_of("little_town")
    codes = {
        *KINDS,
        *BUILDINGS,
        *(f"goal-{card}" for card in OBJECTIVES),
        *(f"score-{line}" for line in LINES),
        *(f"phase-{phase}" for phase in PHASES),
        *THINGS,
    }
    assert codes <= set(texts)
    assert all(name and len(text) > 12 for name, text in texts.values())


def test_texts_say_the_engines_numbers() -> None:
    texts = texts_of("little_town")
    assert f"{STOCK} of each resource" in texts["stock"][1]
    for building in BUILDINGS.values():
        if building.points is not None:
            assert f"{building.points} points" in texts[building.id][1]
    for card in OBJECTIVES.values():
        assert f"{card.points} points" in texts[f"goal-{card.id}"][1]


@pytest.mark.parametrize("viewer", [0, None])
def test_all_keys_of_the_board_are_explained_at_every_moment(viewer: int | None) -> None:
    known = set(texts_of("little_town"))
    asked: set[str] = set()
    for number, (state, story) in enumerate(played(2, seed=3, viewer=viewer)):
        if number % 7 == 0 or not game.active(state):
            asked |= asked_on(page(state, viewer, story))
    assert asked <= known
    assert {"forest", "lake", "mountain", "grass", "worker", "round", "phase-turns", "score-total", *KINDS} <= asked


def test_every_cell_tile_resource_goal_and_score_line_carries_its_key() -> None:
    states = list(played(2, seed=3))
    middle, end = page(states[len(states) // 2][0], 0), page(states[-1][0], 0)
    for opening in ('button [^<]*class="cell', 'button [^<]*class="tile', 'li class="own', 'li class="goal'):
        assert unexplained(middle, opening) == []
    assert unexplained(end, 'button [^<]*class="line') == []
