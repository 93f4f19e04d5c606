"""LT-5 Scoring."""

from random import Random

from tests.engine.little_town.positions import deal, game, hold, put, send, start


def test_5_1_track_objectives_buildings_and_coins_but_no_resources() -> None:
    """Track 7; statue 10 and wheat field 3; 8 coins make 2; full_purse (2) achieved, grand_tour not. 7+13+2+2 = 24."""
    state = start()
    state.players[0].track = 7
    put(state, "statue", (1, 1), 0)
    put(state, "wheat_field", (1, 2), 0)
    hold(state, 0, coins=8, wood=5, stone=5, fish=5, wheat=5)
    deal(state, 0, "full_purse", "grand_tour")
    state.players[0].met = frozenset({"full_purse", "empty_purse"})
    expected = {"track": 7, "tiles": 13, "coins": 2, "objectives": 2, "total": 24}
    assert game.view(state, 0)["players"][0]["score"] == expected


def test_5_1_coins_are_rounded_down() -> None:
    state = start()
    for coins, points in ((0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (31, 10)):
        hold(state, 0, coins=coins)
        assert game.view(state, 0)["players"][0]["score"]["coins"] == points


def test_5_1_castle_counts_adjacent_tiles_of_its_owner() -> None:
    """Castle at (1, 1): own tiles at (1, 2) and (2, 2) count 4 each; seat 1's at (0, 1) and the far own one do not."""
    state = start()
    put(state, "castle", (1, 1), 0)
    put(state, "well", (1, 2), 0)
    put(state, "wheat_field", (2, 2), 0)
    put(state, "bakery", (0, 1), 1)
    put(state, "granary", (1, 3), 0)
    lines = {line["line"]: line for line in game.explain(state, 0, 0)}
    assert lines["castle"] == {"line": "castle", "part": "tiles", "points": 8, "cells": [[1, 1], [1, 2], [2, 2]]}


def test_5_1_watchtower_counts_adjacent_grass_without_tile() -> None:
    """At (1, 1) of board A: of 8 neighbours 3 are terrain, 1 has a tile; 4 are left, a worker on one or not."""
    state = start()
    put(state, "watchtower", (1, 1), 0)
    put(state, "well", (2, 2), 1)
    send(state, 1, (2, 1))
    lines = {line["line"]: line for line in game.explain(state, 0, None)}
    assert lines["watchtower"] == {
        "line": "watchtower",
        "part": "tiles",
        "points": 8,
        "cells": [[1, 1], [0, 1], [1, 0], [1, 2], [2, 1]],
    }


def test_5_1_watchtower_at_the_edge_of_the_board() -> None:
    """At (0, 1): five neighbours, (0, 0) and (0, 2) are terrain; 3 grass cells, 6 points."""
    state = start()
    put(state, "watchtower", (0, 1), 0)
    assert game.view(state, 0)["players"][0]["score"]["tiles"] == 6


def test_5_1_the_parts_are_the_lines_summed_up() -> None:
    """In every position of some random games, for every viewer: the quick sum equals the explained one."""
    for run in range(6):
        rng, state = Random(run), start(2 + run % 3, first_game=False, seed=bytes([run] * 32))
        while active := game.active(state):
            for seat in range(len(state.players)):
                for viewer in (None, *range(len(state.players))):
                    parts = dict.fromkeys(("track", "tiles", "coins", "objectives"), 0)
                    for line in game.explain(state, seat, viewer):
                        parts[line["part"]] += line["points"]
                    told = game.view(state, viewer)["players"][seat]["score"]
                    assert told == parts | {"total": sum(parts.values())}
            seat = active[0]
            game.apply(state, seat, rng.choice(game.legal(state, seat)))


def test_5_1_the_points_are_explained_line_by_line() -> None:
    state = start()
    state.players[1].track = -6
    put(state, "wheat_field", (1, 1), 1)
    put(state, "church", (1, 2), 1)
    put(state, "wheat_field", (1, 5), 1)
    hold(state, 1, coins=4)
    deal(state, 1, "full_purse", "empty_purse")
    state.players[1].met = frozenset({"full_purse", "empty_purse"})
    lines = [
        {"line": "track", "part": "track", "points": -6, "cells": []},
        {"line": "wheat_field", "part": "tiles", "points": 6, "cells": [[1, 1], [1, 5]]},
        {"line": "church", "part": "tiles", "points": 8, "cells": [[1, 2]]},
        {"line": "coins", "part": "coins", "points": 1, "cells": []},
        {"line": "full_purse", "part": "objectives", "points": 2, "cells": []},
        {"line": "empty_purse", "part": "objectives", "points": 3, "cells": []},
    ]
    assert game.explain(state, 1, 1) == lines
    assert game.explain(state, 1, 0) == lines[:4]
    state.players[1].shown = frozenset({"empty_purse"})
    assert game.explain(state, 1, 0) == [*lines[:4], lines[5]]
    state.phase = "over"
    assert game.explain(state, 1, None) == lines


def test_5_2_most_points_wins_and_a_tie_is_shared() -> None:
    state = start(4)
    for player, track in zip(state.players, (5, 9, 5, -3), strict=True):
        player.track = track
    assert game.ranking(state) == [[1], [0, 2], [3]]
    state.players[0].track = 9
    assert game.ranking(state) == [[0, 1], [2], [3]]


def test_5_2_hidden_objectives_count_for_the_ranking() -> None:
    state = start()
    deal(state, 1, "empty_purse")
    state.players[1].met = frozenset({"empty_purse"})
    state.players[0].track = 2
    assert game.ranking(state) == [[1], [0]]


def test_5_1_an_objective_about_tiles_names_those_that_count() -> None:
    """Three own tiles in a row and one apart: the row is the neighbourhood; church and quarry trade in coins."""
    state = start()
    deal(state, 0, "neighbourhood", "coin_trade", "lake_mountain_forest", "empty_purse")
    for name, cell in (("church", (1, 1)), ("well", (1, 2)), ("quarry", (1, 3)), ("statue", (3, 4))):
        put(state, name, cell, 0)
    put(state, "bakery", (2, 1), 1)
    state.players[0].met = frozenset({"empty_purse"})
    cells = {line["line"]: line["cells"] for line in game.explain(state, 0, 0)}
    assert cells["neighbourhood"] == [[1, 1], [1, 2], [1, 3]]
    assert cells["coin_trade"] == [[1, 1], [1, 3]]
    assert cells["lake_mountain_forest"] == [[1, 1], [1, 2], [1, 3]]  # (3, 4) has no terrain beside it
    assert cells["empty_purse"] == []
    assert not any(line["part"] == "objectives" for line in game.explain(state, 0, 1))


def test_5_1_every_tile_of_a_large_neighbourhood_counts() -> None:
    """Five round a corner; two more by themselves are no neighbourhood."""
    state = start()
    deal(state, 0, "neighbourhood")
    around = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 3)]
    for name, cell in zip(("church", "well", "quarry", "statue", "castle"), around, strict=True):
        put(state, name, cell, 0)
    for name, cell in (("granary", (3, 6)), ("pawnshop", (3, 7))):
        put(state, name, cell, 0)
    cells = {line["line"]: line["cells"] for line in game.explain(state, 0, 0)}
    assert cells["neighbourhood"] == [list(cell) for cell in around]
