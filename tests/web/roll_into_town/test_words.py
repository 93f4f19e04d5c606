"""Every code that the engine of Roll Into Town can say is worded."""

import re
from importlib import import_module
from typing import Any

import pytest

from app.web.words import game_words, plain
from engine.roll_into_town import data, rules

facts = import_module("engine.roll_into_town.facts")  # the package's name `facts` is its function

CELL = [1, 2]
# One value for each fact that any reason or fact of the engine carries.
VALUES: dict[str, Any] = {
    "seats": 3, "round": 4, "phase": "construct", "needs": "discover", "die": 0, "dice": 5, "uses": 3, "face": 2,
    "delta": 1, "drawn": 2, "allowed": 3, "icon": "coast", "cell": CELL, "size": 7, "holds": "c:NE+harbor",
    "side": "N", "ends": "NE", "building": "house", "limit": 1, "resource": "wood", "cost": 2, "traded": 3,
    "pay": {"food": 3, "stone": 2}, "has": {"food": 1, "stone": 2}, "short": {"food": 2}, "forest": CELL, "left": 2,
    "from": 2, "to": 3, "water": "NE", "doubled": True, "cells": [CELL], "paid": {"wood": 3}, "trades": [],
    "food": 2, "stone": 1, "lost": {"food": 1}, "trees": [CELL], "wood": 1, "due": 3, "ranking": [[0]],
}  # fmt: skip
SILENT = {"phase", "forests"}  # what the page shows anyhow
LINE = re.compile(r"^ {4}([a-z_]+)(?: {2,}(\S.*))?$", re.MULTILINE)


def codes(module: Any) -> list[str]:
    """The codes that a module's docstring lists, one a line."""
    return [found[1] for found in LINE.finditer(module.__doc__)]


@pytest.fixture(scope="module")
def words() -> Any:
    return game_words("roll_into_town")


def test_the_lists_of_codes_are_found() -> None:
    assert {"over", "river_back", "cannot_pay", "must_grow"} <= set(codes(rules))
    assert {"adjusted", "built", "game_over"} <= set(codes(facts))


@pytest.mark.parametrize("code", codes(rules))
def test_each_reason_is_worded(words: Any, code: str) -> None:
    text = plain(words.reason(code, VALUES))
    assert text
    assert text != plain(words.reason("something else", {})), "worded by its own sentence"


@pytest.mark.parametrize("code", [code for code in codes(facts) if code not in SILENT])
def test_each_fact_is_a_sentence(words: Any, code: str) -> None:
    text = plain(words.fact({"fact": code, **VALUES}, 1, {0: "Ada", 1: "Bo"}))
    assert text.endswith(".")
    assert "Ada" not in text


@pytest.mark.parametrize("code", sorted(SILENT))
def test_facts_that_the_page_shows_anyhow_need_no_sentence(words: Any, code: str) -> None:
    assert plain(words.fact({"fact": code, **VALUES}, 1, {1: "Bo"})) == ""


@pytest.mark.parametrize("phase", ["construct", "gather", "upkeep"])
def test_a_step_to_the_next_phase_is_told_to_who_looks_at_it_alone(words: Any, phase: str) -> None:
    assert plain(words.aside({"fact": "phase", "phase": phase}, 1, {1: "Bo"})) == f"Bo goes on to {phase}."
    assert plain(words.aside({"fact": "drew"}, 1, {1: "Bo"})) == ""


def test_trees_that_are_due_are_counted(words: Any) -> None:
    told = [plain(words.aside({"fact": "forests", "due": due}, 1, {1: "Bo"})) for due in (1, 2)]
    assert told == ["1 tree is to grow in Bo’s forests.", "2 trees are to grow in Bo’s forests."]


def test_a_short_of_reason_names_each_missing_resource_and_what_is_there(words: Any) -> None:
    facts = {"building": "house", "pay": {"food": 3, "stone": 2}, "has": {"food": 1, "stone": 2}, "short": {"food": 2}}
    assert plain(words.reason("cannot_pay", facts)) == "Needs 3 food, you have 1."


def test_income_names_what_came_and_what_was_lost(words: Any) -> None:
    def said(food: int, stone: int, lost: dict[str, int]) -> str:
        fact = {"fact": "income", "food": food, "stone": stone, "lost": lost}
        return plain(words.fact(fact, 0, {0: "Ada"}))

    assert said(0, 0, {}) == ""
    assert said(2, 1, {"food": 3}) == "Ada gains 2 food, 1 stone. Beyond 9, lost: 3 food."
    assert said(0, 0, {"stone": 1}) == "Beyond 9, lost: 1 stone."


def test_one_and_many_are_told_apart(words: Any) -> None:
    def felled(trees: int) -> str:
        fact = {"fact": "harvested", "cell": CELL, "trees": [CELL] * trees, "wood": trees, "lost": 0}
        return plain(words.fact(fact, 0, {0: "Ada"}))

    assert felled(1) == "Ada fells 1 tree: 1 wood."
    assert felled(3) == "Ada fells 3 trees: 3 wood."


@pytest.mark.parametrize("building", data.BUILDINGS)
def test_each_building_has_name_and_effect(words: Any, building: str) -> None:
    assert plain(words.building(building))
    assert plain(words.effect(building))
    assert plain(words.reason("no_site", {"building": building}))


def test_icons_faces_and_resources_have_names(words: Any) -> None:
    assert all(plain(words.icon(icon)) for icon in ("farm", "mountain", "tree", "river", "coast"))
    assert len({plain(words.face(face)) for face in range(1, 7)}) == 6
    assert all(plain(words.resource(resource)) for resource in ("food", "stone", "wood"))


def test_phases_lines_of_the_score_and_ranks_have_names(words: Any) -> None:
    lines = ("houses", "taverns", "river", "coast", "lighthouse", "cathedral", "total")
    assert all(plain(words.line(line)) for line in lines)
    assert all(plain(words.doing(phase)) for phase in ("discover", "construct", "gather", "upkeep", "done"))
    ranks = ("dismissed", "decent", "good", "great", "legendary")
    assert len({plain(words.rank(rank)) for rank in ranks} - {""}) == 5


def test_the_game_and_its_options_have_names(words: Any) -> None:
    assert plain(words.title()) == "Roll Into Town"
    assert plain(words.tagline())
    assert plain(words.option_name("size"))
    assert [plain(words.option_value("size", size)) for size in (7, 9, 11)] == ["7 × 7, the usual", "9 × 9", "11 × 11"]
