"""What a game adds to the numbers of all games: worked out by hand from the scores that are in the recorded games."""

import json

from engine import roll_into_town as rit
from tests.engine.roll_into_town.record import GAMES, played


def lines(name: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = rit.tally(played(json.loads((GAMES / f"{name}.json").read_text())), [])["lines"]
    return found


def test_7_1_to_7_6_where_the_points_came_from() -> None:
    """Ann has 24, 0, 1, 13, 18 and 0 points, together 56, and wins; Ben 24, 0, 14, 7, 7 and 0, together 52."""
    assert lines("two_players") == {
        "houses": [2, 2, 48, 1, 24],
        "taverns": [2, 0, 0, 1, 0],
        "river": [2, 2, 15, 1, 1],
        "coast": [2, 2, 20, 1, 13],
        "lighthouse": [2, 2, 25, 1, 18],
        "cathedral": [2, 0, 0, 1, 0],
    }


def test_7_7_of_equal_totals_the_one_with_more_houses_has_won() -> None:
    """54, 59 and 59 points; the two have 14 and 22 for houses, so only the last one's are a winner's."""
    assert lines("three_players") == {
        "houses": [3, 3, 58, 1, 22],
        "taverns": [3, 1, 6, 1, 6],
        "river": [3, 3, 3, 1, 1],
        "coast": [3, 3, 33, 1, 10],
        "lighthouse": [3, 3, 42, 1, 10],
        "cathedral": [3, 3, 30, 1, 10],
    }


def test_7_8_who_plays_alone_has_won() -> None:
    assert lines("solo")["houses"] == [1, 1, 32, 1, 32]
