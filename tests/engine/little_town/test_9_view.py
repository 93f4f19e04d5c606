"""LT-9 View: the wire format, key by key, and what it hides."""

from random import Random

import pytest

from engine import Config
from engine.core import playout
from tests.engine.little_town.positions import (
    END,
    build,
    deal,
    feed,
    game,
    hold,
    last_turn_of_round,
    place,
    play,
    put,
    show,
    start,
    use,
)


def test_9_the_whole_view_of_a_first_position() -> None:
    """The first of the published vectors, 3 players on board B: seat 2 begins."""
    state = game.setup(Config(3, bytes(32), {"board": "B"}))
    nothing = {
        "coins": 3,
        "wood": 0,
        "stone": 0,
        "fish": 0,
        "wheat": 0,
        "track": 0,
        "workers_left": 4,
        "houses_left": 6,
        "fed": False,
        "objectives": [],
        "objectives_held": 4,
        "score": {"track": 0, "tiles": 0, "coins": 1, "objectives": 0, "total": 1},
    }
    own = [
        {"id": card, "achieved": False, "shown": False}
        for card in ("builders_yard", "empty_purse", "fish_supper", "stone_mason")
    ]
    assert game.view(state, 2) == {
        "game": "little_town",
        "board": ["F..MM.L.F", "..F......", "F.......L", "........F", "L...F....", "L..M..L.M"],
        "round": 1,
        "rounds": 4,
        "over": False,
        "phase": "turns",
        "start_player": 2,
        "turn": 2,
        "moved": False,
        "market": [
            *("statue", "watchtower", "warehouse", "pier", "well", "library"),
            *("workshop", "quarry", "bar", "residence", "gold_mine", "fishmonger"),
        ],
        "wheat_fields": 5,
        "stock": {"wood": 15, "stone": 15, "fish": 15, "wheat": 15},
        "tiles": [],
        "workers": [],
        "active": None,
        "replaced": ["two_inputs", "wheat_trade"],
        "players": [{"seat": 0, **nothing}, {"seat": 1, **nothing}, {"seat": 2, **nothing, "objectives": own}],
        "result": None,
    }


def test_9_keys_are_in_the_order_of_the_rules() -> None:
    view = game.view(start(), 0)
    assert list(view) == [
        *("game", "board", "round", "rounds", "over", "phase", "start_player", "turn", "moved", "market"),
        *("wheat_fields", "stock", "tiles", "workers", "active", "replaced", "players", "result"),
    ]
    assert list(view["players"][0]) == [
        *("seat", "coins", "wood", "stone", "fish", "wheat", "track", "workers_left", "houses_left", "fed"),
        *("objectives", "objectives_held", "score"),
    ]


def test_9_tiles_workers_and_uses_as_they_came() -> None:
    state = start()
    hold(state, 0, wood=1)
    state = play(state, 0, build("wheat_field", 2, 1), END)
    hold(state, 1, coins=3, wood=1)
    state = play(state, 1, build("wheat_field", 1, 2), END)
    state = play(state, 0, place(1, 1))
    view = game.view(state, None)
    assert (view["moved"], view["active"]) == (True, {"cell": [1, 1], "used": []})
    view = game.view(play(state, 0, use(2, 1), use(0, 0)), None)
    assert view["tiles"] == [
        {"id": "wheat_field", "cell": [2, 1], "owner": 0},
        {"id": "wheat_field", "cell": [1, 2], "owner": 1},
    ]
    assert view["workers"] == [
        {"owner": 0, "cell": None},
        {"owner": 1, "cell": None},
        {"owner": 0, "cell": [1, 1]},
    ]
    assert view["active"] == {"cell": [1, 1], "used": [[2, 1], [0, 0]]}
    assert view["wheat_fields"] == 3


def test_9_a_new_turn_has_no_labour_in_progress() -> None:
    view = game.view(play(start(), 0, place(1, 1), use(0, 0), END), None)
    assert (view["turn"], view["moved"], view["active"]) == (1, False, None)
    assert view["workers"] == [{"owner": 0, "cell": [1, 1]}]


def test_9_while_all_feed() -> None:
    state = start()
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4), END)
    view = game.view(play(state, 1, feed()), None)
    assert (view["phase"], view["turn"], view["moved"], view["active"]) == ("feed", None, False, None)
    assert [player["fed"] for player in view["players"]] == [False, True]
    assert len(view["workers"]) == 10
    assert [player["workers_left"] for player in view["players"]] == [0, 0]


def test_9_others_see_only_shown_cards_and_count_only_them() -> None:
    state = start()
    deal(state, 0, "big_harvest", "empty_purse", "full_purse")
    state.players[0].met = frozenset({"empty_purse", "big_harvest"})
    state = play(state, 0, show("empty_purse"))
    own, other = (game.view(state, viewer)["players"][0] for viewer in (0, 1))
    assert own["objectives"] == [
        {"id": "big_harvest", "achieved": True, "shown": False},
        {"id": "empty_purse", "achieved": True, "shown": True},
        {"id": "full_purse", "achieved": False, "shown": False},
    ]
    assert other["objectives"] == [{"id": "empty_purse", "achieved": True, "shown": True}]
    assert own["objectives_held"] == other["objectives_held"] == 3
    assert own["score"] == {"track": 0, "tiles": 0, "coins": 1, "objectives": 5, "total": 6}
    assert other["score"] == {"track": 0, "tiles": 0, "coins": 1, "objectives": 3, "total": 4}
    assert game.view(state, None)["players"][0] == other


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_9_when_over_everything_is_in_view(seats: int) -> None:
    state, _ = playout(game, game.setup(Config(seats, bytes(32))), Random(seats))
    view = game.view(state, None)
    assert (view["over"], view["phase"], view["round"], view["turn"]) == (True, "over", 4, None)
    assert (view["moved"], view["active"], view["workers"]) == (False, None, [])
    assert view["result"] == {"ranking": game.ranking(state)}
    assert [len(player["objectives"]) for player in view["players"]] == [{2: 5, 3: 4, 4: 3}[seats]] * seats
    for viewer in range(seats):
        assert game.view(state, viewer) == view


def test_9_doing() -> None:
    state = start()
    assert [game.doing(state, seat) for seat in (0, 1)] == ["turn", "wait"]
    put(state, "residence", (1, 6), 1)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(4, 4), END)
    assert [game.doing(state, seat) for seat in (0, 1)] == ["wait", "residence"]
    state = play(state, 1, END)
    assert [game.doing(state, seat) for seat in (0, 1)] == ["feed", "feed"]
    state = play(state, 1, feed(coins=3))
    assert [game.doing(state, seat) for seat in (0, 1)] == ["feed", "wait"]
    state.phase = "over"
    assert [game.doing(state, seat) for seat in (0, 1)] == ["over", "over"]


def test_9_drafts_lie_open() -> None:
    assert game.OPEN_DRAFTS is True
    assert game.RULES == 1
