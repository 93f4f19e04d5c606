"""The engine's fast maps agree with `slow_map`, on random maps."""

from random import Random

import pytest

from engine import roll_into_town as rit
from engine.roll_into_town.state import State
from tests.engine.roll_into_town import slow_map
from tests.engine.roll_into_town.notation import NEXT, draw, entry, harvest, play, position
from tests.engine.roll_into_town.random_maps import WATERS, as_text, random_map

NAMES = ["house", "mine", "harbor", "watermill", "lighthouse", "market", "cathedral"]


def at(rows: slow_map.Rows, phase: str) -> State:
    return position(as_text(rows), phase, len(rows), food=9, stone=9, wood=9)


def test_3_5_the_sea_after_coasts() -> None:
    rng, seas = Random(1), 0
    for _ in range(400):
        rows = random_map(rng)
        blank = [cell for cell in slow_map.cells(rows) if slow_map.at(rows, cell) == "."]
        (row, column), water = rng.choice(blank), rng.choice(WATERS)
        later = entry(play(at(rows, "discover"), draw("coast", row, column, water=water)))["map"]
        rows[row][column] = "c:" + water
        expected = slow_map.flooded(rows)
        assert later == expected
        seas += expected != rows
    assert seas > 20


def test_3_5_the_sea_after_felling() -> None:
    rng, seas = Random(2), 0
    for _ in range(150):
        rows = random_map(rng)
        state = at(rows, "gather")
        for row, column in (cell for cell in slow_map.cells(rows) if slow_map.at(rows, cell) == "woodcutter"):
            felled = [cell for cell in slow_map.near((row, column)) if slow_map.at(rows, cell) == "t"]
            if felled:
                state = play(state, harvest(row, column))
                cleared = [
                    ["." if (r, c) in felled else rows[r][c] for c in range(len(rows))] for r in range(len(rows))
                ]
                rows = slow_map.flooded(cleared)
                seas += any(slow_map.at(rows, cell) == "~" for cell in felled)
                assert entry(state)["map"] == rows
    assert seas > 20


@pytest.mark.parametrize("name", NAMES)
def test_4_sites(name: str) -> None:
    rng, found = Random(4), 0
    for _ in range(100):
        rows = random_map(rng)
        tokens = "".join(token for row in rows for token in row)
        if (name == "lighthouse" and "+top" in tokens) or (name == "cathedral" and name in tokens):
            continue
        moves = [rit.encode(move) for move in rit.legal(at(rows, "construct"), 0)]
        for flip in (False, True) if name == "cathedral" else (False,):
            legal = {tuple(m["cell"]) for m in moves if m.get("building") == name and m.get("flip", False) == flip}
            assert legal == slow_map.sites(rows, name, flip)
            found += len(legal)
    assert found > 100


def test_6_forests_and_where_they_grow() -> None:
    rng, grown = Random(6), 0
    for _ in range(100):
        rows = random_map(rng)
        state = play(at(rows, "gather"), NEXT)
        expected = [(first, left) for first, left in slow_map.forests(rows) if slow_map.room(rows, first)]
        assert [(tuple(due["forest"]), due["left"]) for due in entry(state)["growth"]] == expected
        moves = [rit.encode(move) for move in rit.legal(state, 0)]
        for first, _ in expected:
            cells = {tuple(move["cell"]) for move in moves if move.get("forest") == list(first)}
            assert cells == slow_map.room(rows, first)
            grown += 1
    assert grown > 100


def test_6_forests_that_have_grown_together() -> None:
    rng = Random(66)
    for _ in range(60):
        state = play(at(random_map(rng), "gather"), NEXT)
        while (moves := [rit.encode(move) for move in rit.legal(state, 0)]) != [NEXT]:
            rows = entry(state)["map"]
            for first in {tuple(move["forest"]) for move in moves}:
                assert {tuple(m["cell"]) for m in moves if m["forest"] == list(first)} == slow_map.room(rows, first)
            state = play(state, rng.choice(moves))
