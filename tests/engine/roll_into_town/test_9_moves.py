"""Section 9: the wire format, and what is malformed."""

from itertools import combinations, islice
from random import Random

import pytest

from engine import MalformedMove
from engine import roll_into_town as rit
from engine.roll_into_town import rules
from engine.roll_into_town.moves import Adjust, Build, Draw, Fountain, Grow, Harvest, Next
from tests.engine.roll_into_town.eager import eager_games
from tests.engine.roll_into_town.notation import build, position, refusal

FARM = {"type": "draw", "die": 0, "icon": "farm", "cell": [1, 2]}
RIVER = {"type": "draw", "die": 4, "icon": "river", "cell": [10, 0], "ends": "NE"}
COAST = {"type": "draw", "die": 2, "icon": "coast", "cell": [0, 10], "water": "NSW"}
HOUSE = {"type": "build", "building": "house", "cell": [1, 2], "trades": [["stone", "food"], ["wood", "food"]]}
CATHEDRAL = {"type": "build", "building": "cathedral", "cell": [1, 2], "flip": True}
GROW = {"type": "grow", "forest": [1, 2], "cell": [1, 3]}
WIRES = [
    {"type": "adjust", "die": 0, "delta": 1},
    {"type": "fountain"},
    FARM,
    RIVER,
    COAST,
    HOUSE,
    {"type": "build", "building": "mine", "cell": [0, 0]},
    CATHEDRAL,
    {"type": "harvest", "cell": [1, 2]},
    GROW,
    {"type": "next"},
]


def malformed(wire: object) -> dict:
    with pytest.raises(MalformedMove) as refused:
        rit.decode(wire)
    return {"code": refused.value.code, **refused.value.facts}


@pytest.mark.parametrize("wire", WIRES, ids=str)
def test_9_moves_travel_unchanged(wire: dict) -> None:
    encoded = rit.encode(rit.decode(wire))
    assert (encoded, list(encoded)) == (wire, list(wire))


def test_9_what_the_words_mean() -> None:
    assert [rit.decode(wire) for wire in WIRES] == [
        Adjust(0, 1),
        Fountain(),
        Draw(0, "farm", 14),  # a cell's number is 12 x row + column
        Draw(4, "river", 120, "NE"),
        Draw(2, "coast", 10, "NSW"),
        Build("house", 14, (("stone", "food"), ("wood", "food"))),
        Build("mine", 0),
        Build("cathedral", 14, flip=True),
        Harvest(14),
        Grow(14, 15),
        Next(),
    ]


def test_9_left_out_means_empty_or_false() -> None:
    plain = {"type": "build", "building": "cathedral", "cell": [1, 2]}
    for more in ({"trades": []}, {"flip": False}, {"trades": [], "flip": False}):
        assert rit.encode(rit.decode({**plain, **more})) == plain
    assert rit.encode(rit.decode({**CATHEDRAL, "trades": []})) == CATHEDRAL


def test_9_trades_are_sorted_whatever_their_order() -> None:
    trades = [["wood", "stone"], ["food", "stone"], ["food", "wood"]]
    assert rit.encode(rit.decode({**HOUSE, "trades": trades}))["trades"] == sorted(trades)


@pytest.mark.parametrize("wire", WIRES, ids=str)
def test_9_unknown_and_missing_keys(wire: dict) -> None:
    assert malformed({**wire, "at": 3}) == {"code": "unknown_key", "key": "at"}
    for key in wire:
        if key not in ("trades", "flip"):
            short = {name: value for name, value in wire.items() if name != key}
            assert malformed(short) == {"code": "missing_key", "key": key}


@pytest.mark.parametrize(
    ("wire", "key"),
    [
        ({**FARM, "ends": "NE"}, "ends"),
        ({**FARM, "water": "N"}, "water"),
        ({**RIVER, "water": "N"}, "water"),
        ({**COAST, "ends": "NE"}, "ends"),
        ({**FARM, "trades": []}, "trades"),
        ({**HOUSE, "flip": False}, "flip"),
        ({**HOUSE, "die": 0}, "die"),
        ({"type": "next", "cell": [0, 0]}, "cell"),
        ({"type": "fountain", 7: 7}, "int"),
    ],
    ids=str,
)
def test_9_keys_that_do_not_apply(wire: dict, key: str) -> None:
    assert malformed(wire) == {"code": "unknown_key", "key": key}


@pytest.mark.parametrize(
    ("wire", "values"),
    [
        (FARM, {"type": [None, 1, "Draw", "roll", [], {}]}),
        (FARM, {"die": [-1, 5, 1.0, True, "0", None, []]}),
        (FARM, {"icon": ["wild", "Farm", "", None, 1, []]}),
        (FARM, {"cell": [[-1, 0], [0, 11], [11, 0], [1], [1, 2, 3], [1.0, 2], [True, 0], ["1", 2], (1, 2), 14, None]}),
        (RIVER, {"ends": ["N", "EN", "NN", "NES", "ne", "NX", "", None, ["N", "E"], 3]}),
        (COAST, {"water": ["", "NESW", "WN", "SS", "n", None, ["N"], 1]}),
        ({"type": "adjust", "die": 0, "delta": 1}, {"delta": [1.0, True, "1", None, [1]]}),
        (HOUSE, {"building": ["hut", "House", "", None, 1, ["house"]]}),
        (
            HOUSE,
            {"trades": [None, "wood>food", {}, [["wood"]], [["wood", "food", 1]], ["wood", "food"], [[1, "food"]]]},
        ),
        (HOUSE, {"trades": [[["wood", "gold"]], [["wood", []]], [("wood", "food")]]}),
        (CATHEDRAL, {"flip": [1, 0, None, "true", "", []]}),
        (GROW, {"forest": [[0, -1], [0], None, 3], "cell": [[0, 99], None]}),
        ({"type": "harvest", "cell": [0, 0]}, {"cell": [[0, 11], "a1"]}),
    ],
    ids=str,
)
def test_9_values_of_another_type_or_unknown_words(wire: dict, values: dict) -> None:
    for key, wrong in values.items():
        for value in wrong:
            assert malformed({**wire, key: value}) == {"code": "bad_value", "key": key}


def test_9_sides_in_order_and_none_twice() -> None:
    two = ["".join(pair) for pair in combinations("NESW", 2)]
    others = [*"NESW", *two, *("".join(three) for three in combinations("NESW", 3))]
    assert [rit.decode({**RIVER, "ends": ends}).sides for ends in two] == two
    assert [rit.decode({**COAST, "water": water}).sides for water in others] == others
    for backwards in (pair[::-1] for pair in two):
        assert malformed({**RIVER, "ends": backwards}) == {"code": "bad_value", "key": "ends"}
        assert malformed({**COAST, "water": backwards}) == {"code": "bad_value", "key": "water"}


def test_9_more_than_twenty_trades_are_malformed() -> None:
    twenty = [["wood", "food"]] * 20
    assert malformed({**HOUSE, "trades": [*twenty, ["wood", "food"]]}) == {"code": "too_many_trades", "most": 20}
    assert len(rit.decode({**HOUSE, "trades": twenty}).trades) == 20


@pytest.mark.parametrize("wire", [None, 1, "next", [], ["next"], {}], ids=str)
def test_9_not_a_move_at_all(wire: object) -> None:
    assert malformed(wire)["code"] == ("missing_key" if wire == {} else "not_an_object")


def test_9_all_else_is_illegal_not_malformed() -> None:
    state = position("market", "construct", wood=9)
    assert refusal(state, build("house", 10, 10, *["wood>food"] * 20))["code"] == "trade_unused"
    assert refusal(state, build("mine", 1, 1, "food>food"))["code"] == "trade_both"
    assert refusal(position(), {"type": "adjust", "die": 4, "delta": 10**30})["code"] == "wild_die"


def test_9_next_in_upkeep_waits_for_what_is_compulsory() -> None:
    state = position("t t", "upkeep", growth=((0, 1),))
    assert refusal(state, {"type": "next"}) == {"code": "must_grow", "left": 1}


def test_9_legal_comes_in_a_fixed_order() -> None:
    """By kind as the table of moves has them, then dice, icons, buildings, trades, and cells in row order."""
    state = position("fountain", dice=[1, 2, 3, 4, 5], fountain_left=1)
    wires = [rit.encode(move) for move in rit.legal(state, 0)]
    kinds = [wire["type"] for wire in wires]
    assert kinds == sorted(kinds, key=["fountain", "adjust", "draw", "next"].index)
    drawn = [wire for wire in wires if wire["type"] == "draw"]
    assert [(wire["die"], wire["cell"]) for wire in drawn] == sorted((wire["die"], wire["cell"]) for wire in drawn)


def test_9_legal_is_what_is_not_refused() -> None:
    """Moves seen in other positions are refused exactly where `legal` does not list them."""
    rng = Random(9)
    seen: list = []
    for state in islice(eager_games(rng), 0, 600, 6):
        legal = rit.legal(state, 0)
        for move in rng.sample(seen, min(len(seen), 60)):
            assert (rules.why_not(state, 0, move) is None) == (move in legal)
        seen += rng.sample(legal, min(len(legal), 20))
