"""What the choices say that something would bring is what playing it brings."""

from random import Random

import pytest

from engine.little_town.state import Tile
from tests.engine.little_town.positions import build, game, hold, offer, place, play, put, start, use


def test_what_costs_nothing_is_summed_up() -> None:
    """Worker at (1, 6), board A: lake (0, 5), mountain (0, 7); own well and gold mine, a bakery that wants wheat."""
    state = start()
    for name, cell, owner in (
        ("well", (1, 5), 0),
        ("gold_mine", (2, 5), 0),
        ("bakery", (2, 6), 0),
        ("library", (2, 7), 1),
    ):
        put(state, name, cell, owner)
    placed = play(state, 0, place(1, 6))
    assert game.choices(placed, 0)["for_nothing"] == {
        "cells": [[0, 5], [0, 7], [1, 5], [2, 5]],
        "gains": {"coins": 2, "stone": 1, "fish": 1, "points": 2},
    }
    used = play(placed, 0, use(1, 5), use(0, 5))
    assert game.choices(used, 0)["for_nothing"] == {"cells": [[0, 7], [2, 5]], "gains": {"coins": 2, "stone": 1}}
    assert game.choices(placed, 1)["for_nothing"] == {"cells": [], "gains": {}}


def test_what_the_stock_lacks_is_not_promised() -> None:
    """Two lakes beside (4, 4) and one fish left in the stock: the first brings it, the second nothing."""
    state = start()
    hold(state, 1, fish=14)
    assert game.choices(play(state, 0, place(4, 4)), 0)["for_nothing"] == {"cells": [[5, 4]], "gains": {"fish": 1}}


def test_a_castle_is_worth_more_beside_own_tiles() -> None:
    """Own tiles at (2, 2) and (2, 4): 8 between them, 4 beside one of them, 0 far away; the other's tile is nothing."""
    state = start()
    offer(state, "castle")
    put(state, "well", (2, 2), 0)
    put(state, "bakery", (2, 4), 0)
    put(state, "church", (4, 0), 1)
    built = game.choices(state, 0)["build"]
    points = dict(zip(map(tuple, built["cells"]), built["tiles"][0]["points"], strict=True))
    assert [points[cell] for cell in ((2, 3), (1, 1), (4, 1), (2, 6))] == [8, 4, 0, 0]
    assert built["beside"] == []


def test_a_tile_adds_to_the_own_castle_and_takes_from_the_own_watchtower() -> None:
    state = start()
    put(state, "castle", (2, 2), 0)
    put(state, "watchtower", (2, 4), 0)
    built = game.choices(state, 0)["build"]
    change = dict(zip(map(tuple, built["cells"]), built["beside"], strict=True))
    assert [change[cell] for cell in ((2, 1), (2, 3), (2, 5), (4, 7))] == [4, 2, -2, 0]


def test_the_points_that_are_told_are_those_that_come() -> None:
    """For each tile on some cells: points told there = how much the own tiles are worth more once it is built."""
    luck = Random(1)
    state = start()
    offer(state, "castle", "watchtower", "well", "statue")
    hold(state, 0, wood=9, stone=9)
    for name, cell in (("bakery", (2, 2)), ("church", (3, 6))):
        put(state, name, cell, 0)
    for first in (None, "castle", "watchtower"):
        if first:
            put(state, first, (3, 4), 0)
        told = game.choices(state, 0)["build"]
        now = game.view(state, 0)["players"][0]["score"]["tiles"]
        for number in luck.sample(range(len(told["cells"])), 8):
            for tile in told["tiles"]:
                points = tile["points"] if type(tile["points"]) is int else tile["points"][number]
                points += told["beside"][number] if told["beside"] else 0
                after = play(state, 0, build(tile["building"], *told["cells"][number]))
                assert game.view(after, 0)["players"][0]["score"]["tiles"] == now + points


def test_a_town_never_changes_but_another_is_built_of_it() -> None:
    state = start()
    put(state, "well", (2, 2), 0)
    town, score = state.tiles, game.view(state, 0)["players"][0]["score"]["tiles"]
    with pytest.raises(TypeError):
        town[2, 3] = Tile("statue", 0)
    put(state, "statue", (2, 3), 0)
    assert list(town) == [(2, 2)]
    assert list(state.tiles) == [(2, 2), (2, 3)]
    assert game.view(state, 0)["players"][0]["score"]["tiles"] == score + 10
