"""Section 7: the score, the winner, the solo rank."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from engine import Config
from engine import roll_into_town as rit
from tests.engine.roll_into_town.eager import eager_games
from tests.engine.roll_into_town.notation import NEXT, entry, play, position, score, town
from tests.engine.roll_into_town.random_maps import as_text, random_map
from tests.engine.roll_into_town.slow_score import slow_score


def test_7_1_houses_two_each() -> None:
    assert score("house . house\n\n. house".replace("\n\n", "\n"))["houses"] == 6


def test_7_2_houses_beside_a_tavern() -> None:
    assert score("house house tavern house\n. . . house") == {
        "houses": 8,
        "taverns": 3,  # (0, 1), (0, 3) and (1, 3)
        "river": 0,
        "coast": 0,
        "lighthouse": 0,
        "cathedral": 0,
        "total": 11,
    }


def test_7_2_a_house_counts_for_one_tavern_only() -> None:
    assert score("tavern house tavern")["taverns"] == 1


def test_7_2_at_most_eight_for_one_tavern() -> None:
    ring = "house house house house\nhouse tavern house\nhouse house house"
    assert score(ring)["taverns"] == 8


def test_7_3_one_a_river_cell() -> None:
    assert score("r:NS\nr:NS\nr:NE r:EW")["river"] == 4


def test_7_3_unfinished_at_the_border_is_not_through() -> None:
    # the river ends in the southern row, but its end points east
    assert score("r:NS\nr:NS\nr:NS\nr:NS\nr:NS\nr:NS\nr:NE")["river"] == 7


@pytest.mark.parametrize("size", [7, 9, 11])
def test_7_3_two_each_from_side_to_opposite_side(size: int) -> None:
    assert score("\n".join(["r:NS"] * size), size)["river"] == 2 * size
    assert score("\n".join([". r:NS"] * size), size)["river"] == 2 * size
    assert score(" ".join(["r:EW"] * size), size)["river"] == 2 * size
    assert score("\n".join(["r:NS"] * (size - 1)), size)["river"] == size - 1


def test_7_3_with_bends_all_the_same() -> None:
    assert score("r:NS\nr:NE r:SW\n. r:NS\n. r:NS\n. r:NS\n. r:NS\n. r:NS")["river"] == 16


def test_7_3_out_by_sides_at_right_angles_or_the_same_side_is_one_each() -> None:
    assert score("r:EW r:NW")["river"] == 2  # west and north
    assert score("r:NS r:NS\nr:NE r:NW")["river"] == 4  # north twice
    assert score("r:NW")["river"] == 1


def test_7_4_coasts_with_or_without_harbor_or_lighthouse() -> None:
    assert score("c:N c:E+harbor c:S+bottom c:W+top ~")["coast"] == 4


def test_7_5_lighthouse_one_for_each_sea_and_coast_cell() -> None:
    assert score("c:N c:E+harbor ~ ~+top c:S\n. . . .+bottom") == {
        "houses": 0,
        "taverns": 0,
        "river": 0,
        "coast": 3,
        "lighthouse": 5,
        "cathedral": 0,
        "total": 8,
    }
    assert score("c:N ~")["lighthouse"] == 0


def test_7_6_cathedral() -> None:
    assert score("cathedral\ncathedral cathedral")["cathedral"] == 10


def test_7_the_score_is_shown_during_the_game_and_counts_nothing_else() -> None:
    rest = "f m t mine woodcutter watermill market\nfountain"
    assert score(rest)["total"] == 0
    assert entry(position("house"))["score"]["total"] == 2


def test_7_explain_says_where_each_point_comes_from() -> None:
    text = "house tavern c:E ~+top\nr:EW . . .+bottom\ncathedral . house\ncathedral cathedral"
    assert rit.explain(position(text), 0, None) == [
        {"line": "houses", "points": 4, "cells": [[0, 0], [2, 2]]},
        {"line": "taverns", "points": 1, "cells": [[0, 0]]},
        {"line": "river", "points": 1, "cells": [[1, 0]]},
        {"line": "coast", "points": 1, "cells": [[0, 2]]},
        {"line": "lighthouse", "points": 2, "cells": [[0, 2], [0, 3]]},
        {"line": "cathedral", "points": 10, "cells": [[2, 0], [3, 0], [3, 1]]},
    ]


def table(*maps: str) -> list[list[int]]:
    """The ranking of players with these maps."""
    state = rit.setup(Config(len(maps), bytes(32)))
    for player, text in zip(state.players, maps, strict=True):
        player.town = town(text)
    return rit.ranking(state)


def test_7_7_most_points_wins() -> None:
    assert table("house", "house house", "c:N") == [[1], [0], [2]]


def test_7_7_tie_by_houses_alone() -> None:
    # 3 points each: a house and a coast, three coasts, a house beside a tavern: taverns do not break the tie
    assert table("c:N c:N c:N", "house c:N", "house tavern") == [[1, 2], [0]]


def test_7_7_still_tied_is_a_shared_win() -> None:
    assert table("c:N", "house", "house") == [[1, 2], [0]]
    assert table("", "") == [[0, 1]]


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (0, "dismissed"),
        (50, "dismissed"),
        (51, "decent"),
        (60, "decent"),
        (61, "good"),
        (70, "good"),
        (71, "great"),
        (80, "great"),
        (81, "legendary"),
        (96, "legendary"),
    ],
)
def test_7_8_solo_ranks(points: int, rank: str) -> None:
    houses, odd = divmod(points, 2)
    words = ["house"] * houses + ["c:N"] * odd
    words += ["."] * (48 - len(words))
    words.insert(24, "@")
    state = position("\n".join(" ".join(words[7 * row : 7 * row + 7]) for row in range(7)), "upkeep", number=12)
    end = rit.view(play(state, NEXT), None)
    assert end["players"][0]["score"]["total"] == points
    assert end["result"] == {"ranking": [[0]], "solo_rank": rank}


def test_7_8_only_for_one_player_on_the_smallest_map() -> None:
    wide = play(position("", "upkeep", size=9, number=12), NEXT)
    assert rit.view(wide, None)["result"] == {"ranking": [[0]], "solo_rank": None}
    two = rit.setup(Config(2, bytes(32)))
    while rit.active(two):
        two = play(two, NEXT, seat=rit.active(two)[0])
    assert rit.view(two, None)["result"] == {"ranking": [[0, 1]], "solo_rank": None}


LINES = ("houses", "taverns", "river", "coast", "lighthouse", "cathedral")


def test_7_the_slow_scorer_agrees_on_a_thousand_random_maps() -> None:
    rng, scored = Random(7), Counter()
    for _ in range(1000):
        rows = random_map(rng)
        part = entry(position(as_text(rows), size=len(rows)))
        assert part["score"] == slow_score(rows)
        scored.update(line for line, points in part["score"].items() if points)
    assert min(scored[line] for line in LINES) > 100


def test_7_the_slow_scorer_agrees_during_random_games() -> None:
    scored = Counter()
    for state in islice(eager_games(Random(77)), 600):
        part = entry(state)
        assert part["score"] == slow_score(part["map"])
        scored.update(line for line, points in part["score"].items() if points)
    assert min(scored[line] for line in ("houses", "river", "coast")) > 100
