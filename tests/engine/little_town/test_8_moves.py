"""LT-8 Moves: the wire format, what is malformed, `show`, and `legal`."""

from typing import Any

import pytest

from engine import MalformedMove
from engine.little_town.state import State
from tests.engine.little_town.positions import (
    END,
    build,
    cards,
    deal,
    feed,
    game,
    hold,
    is_legal,
    last_turn_of_round,
    place,
    play,
    put,
    refused,
    show,
    start,
    use,
)

WIRES: list[dict[str, Any]] = [
    {"type": "place", "cell": [2, 3]},
    {"type": "use", "cell": [2, 4]},
    {"type": "use", "cell": [2, 4], "coins_for": {"wood": 1}},
    {"type": "use", "cell": [2, 4], "give": ["coins", "wood"], "take": ["fish", "fish"]},
    {"type": "build", "building": "bakery", "cell": [1, 1]},
    {"type": "build", "building": "castle", "cell": [1, 1], "coins_for": {"stone": 6}},
    {"type": "end_turn"},
    {"type": "feed", "fish": 2, "wheat": 1, "coins": 3},
    {"type": "show", "objective": "empty_purse"},
    {"type": "place", "cell": [10, 10]},
    {"type": "use", "cell": [0, 0], "coins_for": {"fish": 1, "stone": 1, "wheat": 1, "wood": 1}},
]


@pytest.mark.parametrize("wire", WIRES, ids=str)
def test_8_wire_forms_there_and_back(wire: dict[str, Any]) -> None:
    move = game.decode(wire)
    assert game.encode(move) == wire
    assert list(game.encode(move)) == list(wire)


def test_8_give_take_and_coins_for_in_any_order() -> None:
    sent = {"type": "use", "cell": [2, 4], "give": ["wood", "coins"], "take": ["wheat", "fish"]}
    assert game.encode(game.decode(sent)) == {**sent, "give": ["coins", "wood"], "take": ["fish", "wheat"]}
    sent = {"type": "build", "building": "bar", "cell": [2, 4], "coins_for": {"wheat": 1, "stone": 2}}
    assert list(game.encode(game.decode(sent))["coins_for"]) == ["stone", "wheat"]
    assert game.decode(sent) == game.decode({**sent, "coins_for": {"stone": 2, "wheat": 1}})


CELLS = [[2], [2, 3, 4], [2, 11], [-1, 2], [2, "3"], [2, 3.0], [True, 3], None, "2,3", {"row": 2}, (2, 3), [[2], 3]]
MALFORMED: list[Any] = [
    None,
    [],
    "end_turn",
    {},
    {"type": "pass"},
    {"type": 3},
    {"type": None},
    {"type": ["place"]},
    {"cell": [2, 3]},
    {"type": "place"},
    {"type": "place", "cell": [2, 3], "coins_for": {"wood": 1}},
    {"type": "place", "cell": [2, 3], "note": "hello"},
    {"type": "place", "cell": [2, 3], 7: 7},
    *({"type": kind, "cell": cell} for kind in ("place", "use") for cell in CELLS),
    *({"type": "build", "building": "bakery", "cell": cell} for cell in CELLS),
    {"type": "use"},
    {"type": "use", "cell": [2, 3], "coins_for": {}},
    {"type": "use", "cell": [2, 3], "coins_for": None},
    {"type": "use", "cell": [2, 3], "coins_for": ["wood"]},
    {"type": "use", "cell": [2, 3], "coins_for": {"gold": 1}},
    {"type": "use", "cell": [2, 3], "coins_for": {"coins": 1}},
    {"type": "use", "cell": [2, 3], "coins_for": {1: 1}},
    *({"type": "use", "cell": [2, 3], "coins_for": {"wood": n}} for n in (0, 7, -1, True, 1.0, "1", None)),
    {"type": "use", "cell": [2, 3], "give": ["wood", "wood"]},
    {"type": "use", "cell": [2, 3], "take": ["wood", "wood"]},
    {"type": "use", "cell": [2, 3], "give": ["wood"], "take": ["fish", "fish"]},
    {"type": "use", "cell": [2, 3], "give": ["wood", "wood", "wood"], "take": ["fish", "fish"]},
    {"type": "use", "cell": [2, 3], "give": ["wood", "gold"], "take": ["fish", "fish"]},
    {"type": "use", "cell": [2, 3], "give": ["wood", 1], "take": ["fish", "fish"]},
    {"type": "use", "cell": [2, 3], "give": "wood", "take": ["fish", "fish"]},
    {"type": "use", "cell": [2, 3], "give": ["wood", "wood"], "take": ["coins", "fish"]},
    {"type": "use", "cell": [2, 3], "give": ["wood", "wood"], "take": ["fish", ["fish"]]},
    {"type": "use", "cell": [2, 3], "give": ["wood", "wood"], "take": None},
    {"type": "use", "cell": [2, 3], "give": ["coins", "wood"], "take": ["fish", "fish"], "coins_for": {"wood": 1}},
    {"type": "build", "building": "bakery"},
    {"type": "build", "cell": [2, 3]},
    {"type": "build", "building": "tavern", "cell": [2, 3]},
    {"type": "build", "building": 1, "cell": [2, 3]},
    {"type": "build", "building": ["bakery"], "cell": [2, 3]},
    {"type": "build", "building": "bakery", "cell": [2, 3], "give": ["wood", "wood"]},
    {"type": "end_turn", "cell": [2, 3]},
    {"type": "feed", "fish": 1, "wheat": 1},
    {"type": "feed", "fish": -1, "wheat": 0, "coins": 0},
    {"type": "feed", "fish": 0, "wheat": 0, "coins": 4},
    {"type": "feed", "fish": 0, "wheat": 0, "coins": -3},
    {"type": "feed", "fish": True, "wheat": 0, "coins": 0},
    {"type": "feed", "fish": 1.0, "wheat": 0, "coins": 0},
    {"type": "feed", "fish": "1", "wheat": 0, "coins": 0},
    {"type": "feed", "fish": 1, "wheat": 0, "coins": 0, "wood": 0},
    {"type": "show"},
    {"type": "show", "objective": "rich"},
    {"type": "show", "objective": None},
    {"type": "show", "objective": ["empty_purse"]},
]


@pytest.mark.parametrize("wire", MALFORMED, ids=str)
def test_8_malformed(wire: Any) -> None:
    with pytest.raises(MalformedMove):
        game.decode(wire)


@pytest.mark.parametrize(
    ("wire", "code", "facts"),
    [
        (None, "not_an_object", {}),
        ({"type": "pass"}, "unknown_type", {}),
        ({"type": "place"}, "missing_key", {"key": "cell"}),
        ({"type": "place", "cell": [1, 1], "x": 1}, "unknown_key", {"key": "x"}),
        ({"type": "place", "cell": [1, 11]}, "bad_value", {"key": "cell"}),
    ],
)
def test_8_malformed_says_what_is_wrong(wire: Any, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(MalformedMove) as refusal:
        game.decode(wire)
    assert (refusal.value.code, refusal.value.facts) == (code, facts)


def test_8_what_is_well_formed_and_wrong_is_illegal() -> None:
    assert refused(start(), 0, place(9, 9))["code"] == "off_board"
    assert refused(start(), 0, build("castle", 1, 1, wood=6))["code"] == "coins_for_most"
    assert refused(start(), 0, feed(fish=1000))["code"] == "wrong_phase"


def with_achieved(seats: int = 2) -> State:
    """Seats 0 and 1 have achieved empty_purse and full_purse, each its own card."""
    state = start(seats)
    for seat, card in enumerate(("empty_purse", "full_purse")):
        deal(state, seat, card, ("neighbourhood", "grand_tour")[seat])
        state.players[seat].met = frozenset({card})
    return state


def test_8_show_an_achieved_objective_to_all() -> None:
    state = play(with_achieved(), 0, show("empty_purse"))
    shown = {"id": "empty_purse", "achieved": True, "shown": True}
    for viewer in (1, None):
        assert game.view(state, viewer)["players"][0]["objectives"] == [shown]
        assert game.view(state, viewer)["players"][0]["score"]["objectives"] == 3
    assert refused(state, 0, show("empty_purse")) == {"code": "already_shown", "objective": "empty_purse"}


def test_8_show_only_own_achieved_cards() -> None:
    state = with_achieved()
    assert refused(state, 0, show("full_purse")) == {"code": "not_yours", "objective": "full_purse"}
    assert refused(state, 0, show("neighbourhood")) == {"code": "not_achieved", "objective": "neighbourhood"}


def test_8_show_by_any_seated_player_before_the_turn_has_a_move() -> None:
    """Seat 0 is to act. Both may show, until seat 0 has placed its worker; again when the next turn begins."""
    state = with_achieved()
    assert game.active(state) == [0]
    assert is_legal(state, 0, show("empty_purse"))
    assert [game.encode(move) for move in game.legal(state, 1)] == [show("full_purse")]
    placed = play(state, 0, place(1, 1))
    assert refused(placed, 0, show("empty_purse")) == {"code": "turn_running", "turn": 0}
    assert refused(placed, 1, show("full_purse")) == {"code": "turn_running", "turn": 0}
    assert game.legal(placed, 1) == []
    assert play(play(placed, 0, END), 0, show("empty_purse")).turn == 1


def test_8_show_leaves_the_turn_as_it_is() -> None:
    state = play(with_achieved(), 1, show("full_purse"))
    assert (state.turn, state.step.moved, game.active(state)) == (0, False, [0])
    assert is_legal(state, 0, place(1, 1))


def test_8_show_in_the_residence_step_only_before_its_first_move() -> None:
    state = with_achieved()
    put(state, "residence", (1, 6), 1)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(4, 4), END)
    assert state.phase == "residence"
    assert is_legal(state, 0, show("empty_purse"))
    assert is_legal(state, 1, show("full_purse"))
    used = play(state, 1, use(0, 5))
    assert refused(used, 0, show("empty_purse")) == {"code": "turn_running", "turn": 1}


def test_8_show_while_all_feed_also_after_having_fed() -> None:
    state = with_achieved()
    last_turn_of_round(state, 0)
    state = play(state, 0, place(4, 4), END)
    hold(state, 0)
    state = play(state, 0, feed())
    assert game.active(state) == [1]
    assert [game.encode(move) for move in game.legal(state, 0)] == [show("empty_purse")]
    assert cards(play(state, 0, show("empty_purse")), 0) == {"empty_purse"}


def test_8_no_show_after_the_end() -> None:
    state = with_achieved()
    state.phase, state.turn = "over", None
    assert game.legal(state, 0) == []
    assert refused(state, 0, show("empty_purse")) == {"code": "game_over"}


def test_8_legal_in_its_order() -> None:
    """1 wood and 3 coins, two fields left of the market: 39 places, then field with wood, with coins, then show."""
    state = with_achieved()
    state.market = ()
    hold(state, 0, coins=3, wood=1)
    wires = [game.encode(move) for move in game.legal(state, 0)]
    grass = [[r, c] for r, row in enumerate(state.board.rows) for c, kind in enumerate(row) if kind == "."]
    assert wires[:39] == [{"type": "place", "cell": cell} for cell in grass]
    assert wires[39:78] == [{"type": "build", "building": "wheat_field", "cell": cell} for cell in grass]
    assert wires[78:117] == [{**wire, "coins_for": {"wood": 1}} for wire in wires[39:78]]
    assert wires[117:] == [show("empty_purse")]


def test_8_every_way_to_pay_in_order() -> None:
    """A restaurant (2 wood 2 stone) with 1 wood, 2 stone, 9 coins: a wood must be replaced, at most three in all."""
    state = start()
    state.market, state.wheat_fields = ("restaurant",), 0
    hold(state, 0, coins=9, wood=1, stone=2)
    row = game.choices(state, 0)["build"]["tiles"][0]
    assert row["coins_for"] == [
        {"wood": 1},
        {"wood": 2},
        {"stone": 1, "wood": 1},
        {"stone": 1, "wood": 2},
        {"stone": 2, "wood": 1},
    ]
