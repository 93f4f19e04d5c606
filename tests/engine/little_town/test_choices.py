"""The choices of a seat: shapes and reasons. That they expand to exactly `legal` is a law (test_laws.py)."""

import json
from random import Random

import pytest

from engine import Config, after
from engine.core import playout
from engine.little_town.choices import worked_out
from engine.little_town.state import State
from tests.engine.little_town.positions import (
    END,
    Json,
    build,
    deal,
    feed,
    game,
    hold,
    is_legal,
    last_turn_of_round,
    offer,
    place,
    play,
    put,
    refused,
    show,
    start,
    use,
)


def test_the_start_of_a_turn() -> None:
    """1 wood, 3 coins: a field by wood or coins; a bakery by both; a well is a stone short."""
    state = start()
    offer(state, "bakery", "well", "castle")
    hold(state, 0, coins=3, wood=1)
    deal(state, 0, "full_purse")
    choices = game.choices(state, 0)
    assert (choices["phase"], choices["doing"]) == ("turns", "turn")
    assert len(choices["place"]["cells"]) == 39
    assert choices["build"]["cells"] == choices["place"]["cells"]
    short = [{"kind": "stone", "need": 6, "have": 0}]
    assert choices["build"]["tiles"] == [
        {"building": "bakery", "cost": {"wood": 2}, "points": 4, "coins_for": [{"wood": 1}], "why": None},
        {
            "building": "well",
            "cost": {"wood": 1, "stone": 1},
            "points": 4,
            "coins_for": [{"stone": 1}],
            "why": None,
        },
        {
            "building": "castle",
            "cost": {"stone": 6},
            "points": [0] * 39,
            "coins_for": [],
            "why": {"code": "short", "missing": short},
        },
        {"building": "wheat_field", "cost": {"wood": 1}, "points": 3, "coins_for": [{}, {"wood": 1}], "why": None},
    ]
    assert choices["use"] == []
    assert choices["end_turn"] == {"code": "place_first"}
    assert choices["feed"] is None
    assert choices["show"] == [{"objective": "full_purse", "why": {"code": "not_achieved", "objective": "full_purse"}}]


def test_a_labour_in_progress() -> None:
    """A worker at (1, 6): lake (0, 5), mountain (0, 7), tiles at (1, 5), (2, 6), (2, 7)."""
    state = start()
    put(state, "church", (1, 5), 1)
    put(state, "granary", (2, 6), 0)
    put(state, "statue", (2, 7), 1)
    hold(state, 0, coins=4, wheat=2)
    state = play(state, 0, place(1, 6), use(0, 5))
    choices = game.choices(state, 0)
    terrain = {"kind": "terrain", "owner": None, "fee": 0}
    assert choices["use"] == [
        {**terrain, "cell": [0, 5], "id": "lake", "coins_for": [], "why": {"code": "used_already", "cell": [0, 5]}},
        {**terrain, "cell": [0, 7], "id": "mountain", "coins_for": [{}], "why": None},
        {"cell": [1, 5], "kind": "tile", "id": "church", "owner": 1, "fee": 1, "coins_for": [{}], "why": None},
        {
            "cell": [2, 6],
            "kind": "tile",
            "id": "granary",
            "owner": 0,
            "fee": 0,
            "coins_for": [{}, {"wheat": 1}],
            "why": None,
        },
        {
            "cell": [2, 7],
            "kind": "tile",
            "id": "statue",
            "owner": 1,
            "fee": 1,
            "coins_for": [],
            "why": {"code": "no_effect", "building": "statue"},
        },
    ]
    assert choices["end_turn"] is None
    assert choices["place"] == {"cells": [], "why": {"code": "already_moved"}}
    assert choices["build"]["why"] == {"code": "already_moved"}
    assert {tuple(tile["why"].items()) for tile in choices["build"]["tiles"]} == {(("code", "already_moved"),)}


def test_a_pawnshop_names_its_pairs_or_a_reason() -> None:
    state = start()
    put(state, "pawnshop", (1, 5), 0)
    hold(state, 0, fish=2)
    placed = play(state, 0, place(2, 5))
    row = game.choices(placed, 0)["use"][0]
    assert (row["give"], len(row["take"]), row["why"], "coins_for" in row) == ([["fish", "fish"]], 10, None, False)
    hold(placed, 0, fish=1, coins=2)
    row = game.choices(placed, 0)["use"][0]
    why = {"code": "nothing_to_give", "need": 2, "have": 1}
    assert (row["give"], row["take"], row["why"]) == ([], [], why)
    row = game.choices(play(state, 0, place(2, 5), use(1, 5, give=["fish", "fish"], take=["wood", "wood"])), 0)
    assert row["use"][0]["why"]["code"] == "used_already"


def test_a_seat_that_waits() -> None:
    choices = game.choices(start(), 1)
    assert choices["doing"] == "wait"
    why = {"code": "not_your_turn", "turn": 0}
    assert choices["place"] == {"cells": [], "why": why}
    assert (choices["build"]["why"], choices["end_turn"], choices["use"]) == (why, why, [])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_waits_is_told_the_same_the_quick_way(seats: int) -> None:
    state = game.setup(Config(seats, bytes(32)))
    _, moves = playout(game, state, Random(seats))
    for mover, move in moves:
        for seat in range(seats):
            assert json.dumps(game.choices(state, seat)) == json.dumps(worked_out(state, seat))
        state = after(game, state, mover, move)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_said_of_tiles_and_cards_once_for_all_is_what_their_refusals_say(seats: int) -> None:
    state = game.setup(Config(seats, bytes(32)))
    _, moves = playout(game, state, Random(seats))
    for mover, move in moves:
        state = after(game, state, mover, move)
        for seat in range(seats):
            choices = game.choices(state, seat)
            for row in choices["show"]:
                assert row["why"] == refusal(state, seat, show(row["objective"]))
            for tile in choices["build"]["tiles"] if choices["build"]["cells"] else []:
                wire = build(tile["building"], *choices["build"]["cells"][0])
                assert tile["why"] == (None if tile["coins_for"] else refusal(state, seat, wire))


def refusal(state: State, seat: int, wire: Json) -> Json | None:
    return None if is_legal(state, seat, wire) else refused(state, seat, wire)


def test_feeding_with_a_proposal() -> None:
    state = start()
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4), END)
    hold(state, 0, coins=4, fish=3, wheat=1)
    assert game.choices(state, 0)["feed"] == {
        "eat": 5,
        "options": [[3, 1, 0], [3, 1, 3]],
        "proposal": [3, 1, 3],
        "why": None,
    }
    state = play(state, 0, feed(fish=3, wheat=1, coins=3))
    assert game.choices(state, 0)["feed"] == {
        "eat": 5,
        "options": [],
        "proposal": None,
        "why": {"code": "already_fed"},
    }


def test_a_reason_is_what_the_refusal_says() -> None:
    state = start()
    put(state, "fair", (1, 5), 1)
    hold(state, 0, coins=1, wood=1)
    state = play(state, 0, place(2, 5))
    why = game.choices(state, 0)["use"][0]["why"]
    assert why == refused(state, 0, use(1, 5))
    assert [row["kind"] for row in why["missing"]] == ["stone", "fish", "wheat"]


def test_at_most_six_kilobytes_in_the_worst_case() -> None:
    """A rich seat, every building that can be paid in the most ways, nothing built yet."""
    state = start()
    offer(
        state,
        *("watchtower", "restaurant", "bar", "castle", "cathedral", "church", "library", "statue", "warehouse"),
        *("fair", "granary", "well"),
    )
    hold(state, 0, coins=99, wood=9, stone=9, fish=9, wheat=9)
    assert len(json.dumps(game.choices(state, 0))) <= 6000


def test_at_most_six_kilobytes_amid_the_tiles_with_the_most_ways() -> None:
    state = game.setup(Config(2, bytes(32)))
    state.turn = 0
    around = ("fair", "pawnshop", "granary", "restaurant", "workshop", "warehouse", "bakery", "brewery")
    cells = ((1, 3), (1, 4), (1, 5), (2, 3), (2, 5), (3, 3), (3, 4), (3, 5))
    for name, cell in zip(around, cells, strict=True):
        put(state, name, cell, 1)
    hold(state, 0, coins=99, wood=9, stone=9, fish=9, wheat=9)
    assert len(json.dumps(game.choices(play(state, 0, place(2, 4)), 0))) <= 6000
