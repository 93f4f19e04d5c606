"""`choices`: the shapes of its docstring, a reason for everything that cannot be chosen, and its size."""

import json
from itertools import islice
from random import Random

from engine import Config
from engine import roll_into_town as rit
from engine.roll_into_town.data import BUILDINGS
from tests.engine.roll_into_town.eager import eager_games
from tests.engine.roll_into_town.expand import expand
from tests.engine.roll_into_town.notation import NEXT, adjust, draw, grow, harvest, play, position

ALL = ["farm", "mountain", "tree", "river", "coast"]


def choices(state: object) -> dict:
    return rit.choices(state, 0)


def building(state: object, name: str) -> dict:
    return next(part for part in choices(state)["buildings"] if part["building"] == name)


def test_discover() -> None:
    full = "f f f f f f f\n" * 4 + "f f f f f f f\n" * 2
    state = position(full + "f f f f f . .", dice=[1, 4, 6, 5, 3], town_hall_left=1)
    state = play(state, adjust(4, 1), draw("farm", 6, 5, die=0))
    spent = {"code": "town_hall_empty", "uses": 3}
    corner = ["NE", "NS", "ES", "EW", "SW"]
    common = {"adjust": [], "adjust_why": spent, "why": None}
    assert choices(state) == {
        "phase": "discover",
        "next": None,
        "blank": [[6, 6]],
        "dice": [
            {
                "die": 0,
                "face": 1,
                "icons": ["farm"],
                "adjust": [],
                "adjust_why": {"code": "die_used", "die": 0},
                "why": {"code": "die_used", "die": 0},
            },
            {"die": 1, "face": 4, "icons": ["river"], **common},
            {"die": 2, "face": 6, "icons": ALL, **common},
            {"die": 3, "face": 5, "icons": ["coast"], **common},
            {"die": 4, "face": 4, "icons": ["river"], **common, "adjust_why": {"code": "die_adjusted", "die": 4}},
        ],
        "icons": dict.fromkeys(ALL),
        "river": [{"cell": [6, 6], "ends": corner}],
        "fountain": {"code": "no_fountain"},
        "brings": {
            "farm": [[{"food": 1}]],
            "mountain": [[{}]],
            "tree": [[{}]],
            "river": [[{"points": 1}]],
            "coast": [[{"points": 1}]],
        },
    }


def test_discover_adjustments() -> None:
    dice = choices(position(dice=[1, 3, 5, 6, 2]))["dice"]
    assert [die["adjust"] for die in dice] == [[1], [-1, 1], [-1], [], [-1, 1]]
    assert [die["adjust_why"] for die in dice] == [None, None, None, {"code": "wild_die", "die": 3}, None]


def test_discover_why_a_die_draws_nothing() -> None:
    done = {"code": "river_complete"}
    state = choices(position("r:NW", dice=[4, 6, 1, 1, 1]))
    assert state["icons"] == {**dict.fromkeys(ALL), "river": done}
    assert [die["why"] for die in state["dice"]] == [done, None, None, None, None]
    assert state["river"] == []
    spent = choices(position(drawn=3))
    assert {json.dumps(die["why"]) for die in spent["dice"]} == {'{"code": "no_icon_left", "drawn": 3, "allowed": 3}'}
    full = choices(position("\n".join(["f f f f f f f"] * 7)))
    assert {die["why"]["code"] for die in full["dice"]} == {"no_blank"}


def test_construct_names_all_ten_with_costs_in_order() -> None:
    parts = choices(position("", "construct"))["buildings"]
    assert [part["building"] for part in parts] == list(BUILDINGS)
    assert [part["cost"] for part in parts] == [
        {"food": 3, "stone": 2},
        {"wood": 1},
        {"wood": 1},
        {"wood": 2},
        {"wood": 3},
        {"wood": 5},
        {"stone": 3},
        {"stone": 4},
        {"stone": 5},
        {"wood": 7},
    ]


def test_construct_cells_and_reasons() -> None:
    state = position("c:E market", "construct", food=3, stone=1, wood=2)
    assert building(state, "mine") == {
        "building": "mine",
        "cost": {"wood": 1},
        "why": None,
        "cells": "blank",
        "pay": [[0, 0, 1], [2, 0, 0]],
    }
    assert building(state, "harbor")["cells"] == [[0, 0]]
    assert building(state, "house") == {
        "building": "house",
        "cost": {"food": 3, "stone": 2},
        "why": None,  # 2 wood for the second stone
        "cells": "blank",
        "pay": [[3, 1, 2]],
    }
    assert building(state, "market") == {
        "building": "market",
        "cost": {"stone": 4},
        "why": {"code": "limit", "building": "market", "limit": 1},
        "cells": [],
        "pay": [],
    }
    assert building(state, "tavern")["why"] == {
        "code": "cannot_pay",
        "building": "tavern",
        "pay": {"wood": 5},
        "has": {"wood": 2},
        "short": {"wood": 3},
    }
    rich = position("", "construct", wood=9)
    assert building(rich, "harbor")["why"] == {"code": "no_site", "building": "harbor"}


def test_construct_spots_of_the_cathedral() -> None:
    wall = "\n".join(["f f f f . . ."] + ["f f f f f . ."] + ["f f f f f f f"] * 5)
    assert building(position(wall, "construct", wood=7), "cathedral") == {
        "building": "cathedral",
        "cost": {"wood": 7},
        "why": None,
        "spots": [[1, 5, "E"], [1, 6, "W"]],
        "pay": [[0, 0, 7]],
    }
    open_ground = building(position("", "construct", wood=7), "cathedral")["spots"]
    assert [5, 0, "E"] in open_ground
    assert [5, 1, "EW"] in open_ground
    assert building(position("", "construct", wood=6), "cathedral")["spots"] == []


def test_gather() -> None:
    state = play(position("t woodcutter . woodcutter\n. . t t\n. woodcutter", "gather"), harvest(0, 1))
    assert choices(state) == {
        "phase": "gather",
        "next": None,
        "harvest": [
            {"cell": [0, 1], "trees": [], "why": {"code": "harvested", "cell": [0, 1]}},
            {"cell": [0, 3], "trees": [[1, 3]], "why": None, "brings": {"wood": 1}},
            {"cell": [2, 1], "trees": [], "why": {"code": "no_tree_beside", "cell": [2, 1]}},
        ],
    }


def test_upkeep_shares_the_cells_of_a_group() -> None:
    state = play(position("t t . t t f\nf f f f . f\nf f f f f\nt t f\nf f", "gather"), NEXT)
    stuck = {"forest": [3, 0], "left": 1, "group": 2, "why": {"code": "forest_stuck", "forest": [3, 0], "left": 1}}
    assert choices(state) == {
        "phase": "upkeep",
        "next": {"code": "must_grow", "left": 2},
        "grow": [
            {"forest": [0, 0], "left": 1, "group": 0, "why": None},
            {"forest": [0, 3], "left": 1, "group": 1, "why": None},
            stuck,
        ],
        "groups": [[[0, 2]], [[0, 2], [1, 4]], []],
        "brings": {"tree": [[{"forest": 3, "grows": 1}, [1, 4]], [{"forest": 5, "grows": 2}]]},
    }
    joined = choices(play(state, grow((0, 0), (0, 2))))
    assert joined["grow"] == [{"forest": [0, 3], "left": 1, "group": 0, "why": None}, {**stuck, "group": 1}]
    assert choices(play(state, grow((0, 3), (1, 4)), grow((0, 0), (0, 2))))["next"] is None


def test_done() -> None:
    state = play(rit.setup(Config(2, bytes(32))), NEXT, NEXT, NEXT, NEXT)
    assert choices(state) == {"phase": "done", "next": {"code": "waiting", "round": 1}}
    over = play(position("", "upkeep", number=12), NEXT)
    assert choices(over) == {"phase": "done", "next": {"code": "over"}}


def test_expands_to_legal_on_positions_that_have_everything() -> None:
    for state in islice(eager_games(Random(3)), 0, 300, 3):
        wires = [rit.encode(rit.decode(wire)) for wire in expand(rit, state, 0, rit.choices(state, 0))]
        legal = [rit.encode(move) for move in rit.legal(state, 0)]
        assert sorted(map(json.dumps, wires)) == sorted(map(json.dumps, legal))


def test_at_most_six_thousand_bytes_at_the_widest() -> None:
    coasts = "market\n" + ". c:N . . c:N . . c:N . . c:N\n.\n.\n" * 3 + ". c:N . . c:N . . c:N . . c:N"
    store = {"food": 9, "stone": 9, "wood": 9}
    widest = {
        "first river piece anywhere": position(size=11, fountain_left=3),
        "lighthouse almost anywhere": position(coasts, "construct", 11, **store),
        "cathedral almost anywhere": position("market\nr:EW\n.\n.\n. c:N+harbor", "construct", 11, **store),
        "many forests": play(position("t t . t t . t t . t t\n.\n" * 5, "gather", 11), NEXT),
        "many woodcutters": position("woodcutter t woodcutter t\n" * 11, "gather", 11),
    }
    for what, state in widest.items():
        assert len(json.dumps(choices(state), separators=(",", ":"))) <= 6000, what
