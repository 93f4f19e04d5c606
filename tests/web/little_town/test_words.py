"""Every code of the engine has words, and the words say what the numbers mean."""

import re
from importlib import import_module
from inspect import cleandoc
from typing import Any

import pytest

import engine.little_town as game
from app.web.words import game_words, plain, templates
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS
from tests.web.little_town.scenes import NAMES

REASONS: dict[str, dict[str, Any]] = {
    "game_over": {},
    "wrong_phase": {"phase": "feed"},
    "not_your_turn": {"turn": 1},
    "already_moved": {},
    "place_first": {},
    "building_turn": {},
    "off_board": {"cell": [6, 0]},
    "terrain_here": {"cell": [0, 0], "terrain": "lake"},
    "tile_here": {"cell": [0, 0], "building": "bakery"},
    "worker_here": {"cell": [0, 0], "owner": 1},
    "no_house": {},
    "not_in_market": {"building": "castle"},
    "not_beside": {"cell": [0, 0], "worker": [3, 3]},
    "nothing_there": {"cell": [0, 0]},
    "no_effect": {"building": "statue"},
    "used_already": {"cell": [0, 0]},
    "no_fee": {"owner": 1, "need": 1, "have": 0},
    "short": {"missing": [{"kind": "stone", "need": 2, "have": 1}, {"kind": "coins", "need": 1, "have": 0}]},
    "no_coins_for": {"id": "forest"},
    "coins_for_most": {"resource": "wood", "most": 2, "asked": 3},
    "nothing_to_give": {"need": 2, "have": 1},
    "exchange_unnamed": {},
    "not_a_pawnshop": {"id": "bakery"},
    "already_fed": {},
    "too_much": {"eat": 7, "most": 5},
    "food_first": {"hungry": 1, "fish": 1, "wheat": 0},
    "turn_running": {"turn": 1},
    "not_yours": {"objective": "empty_purse"},
    "not_achieved": {"objective": "empty_purse"},
    "already_shown": {"objective": "empty_purse"},
}
USED = {"fact": "used", "cell": [0, 0], "paid": {}, "gained": {}, "lost": {}, "points": 0}
SENTENCES: list[tuple[dict[str, Any], str]] = [
    ({"fact": "placed", "cell": [1, 1]}, "Ann sends out a worker."),
    ({"fact": "fee", "seat": 1, "coins": 1}, "Ann pays Ben & Co 1 coin."),
    ({**USED, "kind": "terrain", "id": "lake", "gained": {"fish": 1}}, "Ann uses Lake: got 1 fish."),
    (
        {**USED, "kind": "terrain", "id": "forest", "lost": {"wood": 1}},
        "Ann uses Forest: got nothing (1 wood not in stock).",
    ),
    (
        {**USED, "kind": "tile", "id": "bakery", "paid": {"wheat": 1}, "gained": {"coins": 4}},
        "Ann uses Bakery: paid 1 wheat, got 4 coins.",
    ),
    (
        {**USED, "kind": "tile", "id": "brewery", "paid": {"coins": 3}, "points": 3},
        "Ann uses Brewery: paid 3 coins, got 3 points.",
    ),
    (
        {**USED, "kind": "tile", "id": "quarry", "paid": {"coins": 2}, "lost": {"stone": 2}},
        "Ann uses Quarry: paid 2 coins, got nothing (2 stone not in stock).",
    ),
    (
        {"fact": "built", "building": "well", "cell": [0, 1], "paid": {"wood": 1, "stone": 1}},
        "Ann builds Well for 1 wood, 1 stone.",
    ),
    ({"fact": "turn_ended"}, ""),
    ({"fact": "residence_ended"}, ""),
    ({"fact": "cathedral", "seat": 1, "points": 2, "cells": [[1, 1]]}, "Ben & Co: 2 points from the cathedral."),
    ({"fact": "residence", "seat": 1}, "The residence of Ben & Co is at work."),
    ({"fact": "feeding", "round": 2}, "All workers are placed. Everybody feeds."),
    (
        {"fact": "fed", "fish": 2, "wheat": 0, "coins": 3, "hungry": 0, "points": 0},
        "Ann feeds the workers: 2 fish, 3 coins.",
    ),
    (
        {"fact": "fed", "fish": 0, "wheat": 0, "coins": 0, "hungry": 1, "points": -3},
        "1 worker of Ann goes hungry: −3 points.",
    ),
    (
        {"fact": "fed", "fish": 1, "wheat": 0, "coins": 0, "hungry": 2, "points": -6},
        "Ann feeds the workers: 1 fish. 2 workers of Ann go hungry: −6 points.",
    ),
    ({"fact": "round_ended", "round": 1}, "Round 1 is over."),
    ({"fact": "round_started", "round": 2, "seat": 1}, "Round 2 begins, Ben & Co starts."),
    ({"fact": "game_over"}, "The game is over."),
    (
        {"fact": "shown", "objective": "empty_purse", "points": 3},
        "Ann shows an objective: Empty purse, 3 points.",
    ),
    (
        {"fact": "achieved", "seat": 1, "objective": "full_larder", "points": 3},
        "Ben & Co achieved Full larder: 3 points.",
    ),
]


def words() -> Any:
    return game_words("little_town")


def codes_in(module: str) -> set[str]:
    """The codes in the first column of the table in a module's docstring."""
    table = cleandoc(import_module(module).__doc__ or "").split("\n====")[2]
    return set(re.findall(r"^([a-z_]+)  ", table, re.MULTILINE))


def test_the_examples_are_all_the_codes_of_the_engine() -> None:
    assert set(REASONS) == codes_in("engine.little_town.choices")
    assert {fact["fact"] for fact, _ in SENTENCES} == codes_in("engine.little_town.facts")


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_is_worded(code: str) -> None:
    assert plain(words().reason(code, REASONS[code]))
    assert plain(words().reason(code, REASONS[code], NAMES))


def test_reasons_say_their_numbers_and_names() -> None:
    def said(code: str) -> str:
        return plain(words().reason(code, REASONS[code], NAMES))

    assert said("short") == "Needs 2 stone, you have 1. Needs 1 coin, you have 0."
    assert said("no_fee") == "Needs 1 coin for Ben & Co, you have 0."
    assert said("not_your_turn") == "It is the turn of Ben & Co."
    assert said("terrain_here") == "Lake: workers and buildings need grass."


@pytest.mark.parametrize(
    ("fact", "sentence"), SENTENCES, ids=lambda part: part.get("fact") if type(part) is dict else ""
)
def test_every_fact_is_a_sentence(fact: dict[str, Any], sentence: str) -> None:
    assert plain(words().fact(fact, 0, NAMES)) == sentence


def test_who_achieved_an_objective_reads_it_of_oneself() -> None:
    fact = {"fact": "achieved", "seat": 1, "objective": "full_larder", "points": 3}
    assert plain(words().fact(fact, 0, NAMES, 1)) == "You achieved Full larder: 3 points."


def test_a_code_without_words_is_an_error() -> None:
    with pytest.raises(Exception, match="no such fact"):
        words().fact({"fact": "earthquake"}, 0, NAMES)
    with pytest.raises(Exception, match="earthquake"):
        words().reason("earthquake", {})


def test_every_line_of_a_score_is_worded() -> None:
    lines = ["track", "coins", *BUILDINGS, *OBJECTIVES]
    said = [plain(words().line(line)) for line in lines]
    assert all(said)
    assert len(set(said)) == len(lines)


def test_every_option_is_worded() -> None:
    for name, values in game.OPTIONS.items():
        assert plain(words().option_name(name))
        assert len({plain(words().option_value(name, value)) for value in values}) == len(values)


def test_what_a_seat_is_at_is_worded() -> None:
    for code in ("turn", "residence", "feed", "wait", "over"):
        assert plain(words().doing(code))
    assert plain(words().title()) == "Little Town Builders"
    assert plain(words().tagline())


def test_every_tile_and_objective_says_what_it_does() -> None:
    tiles = templates().get_template("little_town/tiles.html").module
    things = templates().get_template("little_town/things.html").module
    effect = {name: plain(tiles.effect(building)) for name, building in BUILDINGS.items()}  # type: ignore[attr-defined]
    assert all(effect.values())
    assert effect["bakery"] == "1 wheat → 4 coins"
    assert effect["wheat_field"] == "+1 wheat"
    assert effect["restaurant"] == "1 fish, 1 wheat → 4 points"
    assert effect["pawnshop"] == "any 2 resources → any 2 resources"
    assert effect["castle"] == "at the end 4 points for each tile of yours beside it"
    assert effect["statue"] == "only points"
    assert len({plain(things.condition(card)) for card in OBJECTIVES}) == len(OBJECTIVES)  # type: ignore[attr-defined]


def test_english_counts_one_and_many() -> None:
    things = templates().get_template("little_town/things.html").module
    assert plain(things.amounts({"coins": 1, "wood": 2, "points": 0})) == "1 coin, 2 wood"  # type: ignore[attr-defined]
    assert plain(things.amount("points", 1)) == "1 point"  # type: ignore[attr-defined]
