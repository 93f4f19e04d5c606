"""`facts`: what moves did, and that every code and refusal is written down where pages look for it."""

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine import Config, after
from engine import roll_into_town as rit
from tests.engine.roll_into_town.eager import eager_games, eager_move
from tests.engine.roll_into_town.notation import (
    FOUNTAIN,
    NEXT,
    adjust,
    build,
    draw,
    grow,
    harvest,
    play,
    position,
)

ENGINE = Path(rit.__file__).parent
LINE = re.compile(r"^    ([a-z]\w+)(?:  .*)?$", re.MULTILINE)


def told(state: object, wire: dict, seat: int = 0) -> list[dict]:
    move = rit.decode(wire)
    return rit.facts(state, seat, move, after(rit, state, seat, move), None)


def test_adjusted() -> None:
    expected = [{"fact": "adjusted", "die": 1, "from": 3, "to": 4, "left": 2}]
    assert told(position(dice=[1, 3, 1, 1, 1]), adjust(1, 1)) == expected


def test_fountain() -> None:
    expected = [{"fact": "fountain", "allowed": 4, "left": 1}]
    assert told(position("fountain", fountain_left=2), FOUNTAIN) == expected


def test_drew() -> None:
    state = position("c:S")
    common = {"fact": "drew", "die": 1, "face": 6}
    assert told(state, draw("farm", 0, 1, die=1)) == [{**common, "icon": "farm", "cell": [0, 1]}]
    river = told(state, draw("river", 0, 1, die=1, ends="NS"))
    assert river == [{**common, "icon": "river", "cell": [0, 1], "ends": "NS"}]
    assert told(state, draw("coast", 1, 1, die=1, water="SW")) == [
        {**common, "icon": "coast", "cell": [1, 1], "water": "SW"},
        {"fact": "sea", "cells": [[1, 0]]},
    ]


@pytest.mark.parametrize(("start", "doubled"), [("r:EW r:EW r:EW r:EW r:EW r:EW", True), ("r:NW", None)])
def test_river_complete(start: str, doubled: bool | None) -> None:
    if doubled is None:
        facts = told(position(), draw("river", 0, 0, ends="NW"))
    else:
        facts = told(position(start), draw("river", 0, 6, ends="EW"))
    assert facts[1:] == [{"fact": "river_complete", "doubled": bool(doubled)}]


def test_a_river_that_goes_on_is_not_complete() -> None:
    assert len(told(position("r:EW"), draw("river", 0, 1, ends="EW"))) == 1
    assert len(told(position("r:NW"), draw("tree", 0, 1))) == 1


def test_built() -> None:
    state = position("market c:N .\n. c:E", "construct", food=9, stone=9, wood=9)
    assert told(state, build("mine", 2, 2)) == [
        {"fact": "built", "building": "mine", "cells": [[2, 2]], "paid": {"wood": 1}, "trades": []}
    ]
    assert told(state, build("harbor", 0, 1, "food>wood", "stone>wood")) == [
        {
            "fact": "built",
            "building": "harbor",
            "cells": [[0, 1]],
            "paid": {"food": 2, "stone": 2},
            "trades": [["food", "wood", 1], ["stone", "wood", 1]],
        }
    ]
    [lighthouse] = told(state, build("lighthouse", 1, 1, "wood>stone", "wood>stone"))
    assert lighthouse["cells"] == [[0, 1], [1, 1]]
    assert (lighthouse["paid"], lighthouse["trades"]) == ({"stone": 1, "wood": 4}, [["wood", "stone", 2]])
    [cathedral] = told(state, build("cathedral", 3, 2, flip=True))
    assert cathedral["cells"] == [[2, 2], [3, 1], [3, 2]]


def test_phases_income_and_forests() -> None:
    state = position("f f\nmine m\nt t t t", food=8)
    assert told(state, NEXT) == [{"fact": "phase", "phase": "construct"}]
    state = play(state, NEXT)
    assert told(state, NEXT) == [
        {"fact": "phase", "phase": "gather"},
        {"fact": "income", "food": 1, "stone": 1, "lost": {"food": 1}},
    ]
    state = play(state, NEXT)
    assert told(state, NEXT) == [{"fact": "phase", "phase": "upkeep"}, {"fact": "forests", "due": 2}]
    assert told(position("t", "gather"), NEXT) == [{"fact": "phase", "phase": "upkeep"}]


def test_harvested() -> None:
    state = position("c:E t woodcutter\n. c:N t", "gather", wood=8)
    assert told(state, harvest(0, 2)) == [
        {"fact": "harvested", "cell": [0, 2], "trees": [[0, 1], [1, 2]], "wood": 1, "lost": 1},
        {"fact": "sea", "cells": [[0, 1]]},
    ]


def test_grew() -> None:
    state = play(position("t t t t", "gather"), NEXT)
    expected = [{"fact": "grew", "forest": [0, 0], "cell": [1, 0], "left": 1}]
    assert told(state, grow((0, 0), (1, 0))) == expected


def test_the_round_ends_and_begins() -> None:
    state = play(rit.setup(Config(2, bytes(32))), NEXT, NEXT, NEXT)
    assert told(state, NEXT) == [{"fact": "round_ended", "round": 1, "lost": 0}]
    state = play(play(state, NEXT), NEXT, NEXT, NEXT, seat=1)
    assert told(state, NEXT, seat=1) == [
        {"fact": "round_ended", "round": 1, "lost": 0},
        {"fact": "round_began", "round": 2, "dice": [3, 2, 2, 6, 5]},
    ]


def test_trees_that_found_no_cell() -> None:
    state = play(position("t t t t . f\nf f f f f", "gather"), NEXT, grow((0, 0), (0, 4)))
    assert told(state, NEXT)[0] == {"fact": "round_ended", "round": 1, "lost": 1}


def test_game_over() -> None:
    assert told(position("", "upkeep", number=12), NEXT) == [
        {"fact": "round_ended", "round": 12, "lost": 0},
        {"fact": "game_over", "ranking": [[0]]},
    ]


def documented(name: str) -> set[str]:
    """The codes at the beginnings of lines of a module's docstring."""
    return set(LINE.findall((ENGINE / name).read_text().split('"""')[1]))


def test_every_refusal_is_written_down_in_rules() -> None:
    sources = [path.read_text() for path in ENGINE.glob("*.py")]
    calls = [call for source in sources for call in re.findall(r"IllegalMove\(\s*([^\n]*)", source)]
    raised = {code for call in calls for code in re.findall(r'"([a-z_]+)"(?=[,) ])', call)}
    assert raised == documented("rules.py")


def test_every_fact_is_written_down() -> None:
    source = (ENGINE / "facts.py").read_text()
    made = set(re.findall(r'"fact": "(\w+)"', source.split('"""', 2)[2]))
    assert made == documented("facts.py")
    rng, seen = Random(5), set()
    for state in islice(eager_games(rng, seats=2), 300):
        for seat in rit.active(state)[:1]:
            move = eager_move(state, seat, rng)
            seen |= {fact["fact"] for fact in rit.facts(state, seat, move, after(rit, state, seat, move), seat)}
    assert seen <= made
