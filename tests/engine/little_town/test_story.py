"""What a page shows of the past, read off a story's facts."""

from engine.core import Json
from engine.little_town.story import booked, just_built, last_at


def entry(seat: int, *facts: Json) -> Json:
    return {"seat": seat, "facts": list(facts)}


def placed(row: int, column: int) -> Json:
    return {"fact": "placed", "cell": [row, column]}


STORY = [
    entry(0, placed(0, 1)),
    entry(1, placed(2, 2)),
    entry(1, {"fact": "turn_ended"}),
    entry(2, placed(3, 3), {"fact": "used", "cell": [3, 4], "points": 2}),
]


def test_a_player_is_shown_what_the_others_did_since_the_own_last_move() -> None:
    assert last_at(STORY, 0) == {(2, 2): 1, (3, 3): 2, (3, 4): 2}
    assert last_at(STORY, 1) == {(3, 3): 2, (3, 4): 2}
    assert last_at(STORY, 2) == {}
    assert last_at(STORY, 3) == {(0, 1): 0, (2, 2): 1, (3, 3): 2, (3, 4): 2}


def test_a_spectator_is_shown_what_the_last_mover_did() -> None:
    assert last_at(STORY, None) == {(3, 3): 2, (3, 4): 2}
    assert last_at([], None) == {}


def test_what_was_just_built_is_of_the_last_move() -> None:
    built = entry(1, {"fact": "built", "cell": [1, 1], "paid": {"wood": 2}})
    assert just_built([*STORY, built]) == ([1, 1], {"wood": 2})
    assert just_built([built, *STORY]) is None
    assert just_built([]) is None


def test_cells_that_brought_points_are_booked_once_for_whom_they_brought_them() -> None:
    again = entry(2, {"fact": "used", "cell": [3, 4], "points": 1}, {"fact": "used", "cell": [0, 0], "points": 0})
    cathedral = entry(0, {"fact": "cathedral", "seat": 1, "points": 2, "cells": [[5, 5], [5, 6]]})
    assert booked([*STORY, again, cathedral], 3) == [[], [[5, 5], [5, 6]], [[3, 4]]]
