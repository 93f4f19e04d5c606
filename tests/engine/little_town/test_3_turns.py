"""LT-3 A turn: place one worker."""

import pytest

from tests.engine.little_town.positions import (
    END,
    build,
    game,
    hold,
    is_legal,
    offer,
    place,
    play,
    purse,
    put,
    refused,
    send,
    start,
    use,
)


def test_3_1_in_turn_order_one_worker_each() -> None:
    state = start(2)
    for turn in range(10):
        seat = turn % 2
        assert game.active(state) == [seat]
        assert state.players[seat].workers_left == 5 - turn // 2
        assert refused(state, 1 - seat, place(4, 4)) == {"code": "not_your_turn", "turn": seat}
        state = play(state, seat, place(1, turn) if turn < 9 else place(4, 1), END)
    assert state.phase == "feed"


def test_3_1_there_is_no_passing() -> None:
    assert refused(start(), 0, END) == {"code": "place_first"}


def test_3_1_only_one_worker_a_turn() -> None:
    state = play(start(), 0, place(1, 1))
    assert refused(state, 0, place(1, 2)) == {"code": "already_moved"}
    assert refused(state, 0, build("wheat_field", 1, 2)) == {"code": "already_moved"}


def test_3_2_not_on_terrain_tiles_or_workers() -> None:
    state = start()
    put(state, "well", (1, 5), 1)
    send(state, 1, (1, 6))
    assert refused(state, 0, place(0, 0)) == {"code": "terrain_here", "cell": [0, 0], "terrain": "mountain"}
    assert refused(state, 0, place(1, 5)) == {"code": "tile_here", "cell": [1, 5], "building": "well"}
    assert refused(state, 0, place(1, 6)) == {"code": "worker_here", "cell": [1, 6], "owner": 1}
    assert refused(state, 0, place(6, 0)) == {"code": "off_board", "cell": [6, 0]}


def test_3_2_also_where_nothing_is_adjacent() -> None:
    """(2, 4) of board A has only grass around it."""
    state = play(start(), 0, place(2, 4))
    assert game.choices(state, 0)["use"] == []
    assert game.legal(state, 0) == [game.decode(END)]


@pytest.mark.parametrize("order", [[(0, 0), (0, 2), (2, 0)], [(2, 0), (0, 0), (0, 2)]])
def test_3_2_in_any_order(order: list[tuple[int, int]]) -> None:
    state = play(start(), 0, place(1, 1), *(use(*cell) for cell in order))
    assert purse(state, 0) == {"coins": 3, "wood": 1, "stone": 1, "fish": 1}
    assert game.view(state, None)["active"] == {"cell": [1, 1], "used": [list(cell) for cell in order]}


def test_3_2_each_at_most_once() -> None:
    state = play(start(), 0, place(1, 1), use(0, 0))
    assert refused(state, 0, use(0, 0)) == {"code": "used_already", "cell": [0, 0]}


def test_3_2_some_may_be_left_unused() -> None:
    state = play(start(), 0, place(1, 1), use(0, 0), END)
    assert purse(state, 0) == {"coins": 3, "stone": 1}


def test_3_2_grass_gives_nothing() -> None:
    state = play(start(), 0, place(1, 1))
    assert refused(state, 0, use(1, 0)) == {"code": "nothing_there", "cell": [1, 0]}


def test_3_2_a_use_needs_a_worker_at_labour() -> None:
    assert refused(start(), 0, use(0, 0)) == {"code": "place_first"}
    state = start()
    hold(state, 0, wood=1)
    state = play(state, 0, build("wheat_field", 1, 1))
    assert refused(state, 0, use(1, 1)) == {"code": "building_turn"}


def test_3_3_terrain_gives_one_of_its_resource_from_the_stock() -> None:
    state = play(start(), 0, place(1, 1), use(0, 2))
    assert purse(state, 0) == {"coins": 3, "wood": 1}
    assert state.stock["wood"] == 14


def test_3_3_a_use_is_legal_also_when_the_stock_is_empty() -> None:
    state = start()
    hold(state, 1, wood=15)
    state = play(state, 0, place(1, 1), use(0, 2))
    assert purse(state, 0) == {"coins": 3}
    assert game.view(state, None)["active"] == {"cell": [1, 1], "used": [[0, 2]]}


def test_3_3_with_an_empty_stock_fee_and_cost_are_still_paid() -> None:
    """Seat 1's carpenter: 1 coin fee and 1 coin cost, and no wood is there."""
    state = start()
    put(state, "carpenter", (1, 5), 1)
    hold(state, 1, coins=0, wood=15)
    hold(state, 0, coins=5)
    state = play(state, 0, place(2, 5), use(1, 5))
    assert purse(state, 0) == {"coins": 3}
    assert purse(state, 1) == {"coins": 1, "wood": 15}


def test_3_4_an_exchange_is_paid_in_full_and_made_once() -> None:
    """A granary takes 2 wheat: not with 1, and not twice with 4."""
    state = start()
    put(state, "granary", (1, 5), 0)
    hold(state, 0, wheat=1)
    placed = play(state, 0, place(2, 5))
    assert refused(placed, 0, use(1, 5)) == {
        "code": "short",
        "missing": [{"kind": "wheat", "need": 2, "have": 1}],
    }
    hold(placed, 0, wheat=4)
    used = play(placed, 0, use(1, 5))
    assert purse(used, 0) == {"wheat": 2}
    assert used.players[0].track == 5
    assert refused(used, 0, use(1, 5))["code"] == "used_already"


def test_3_4_what_is_missing_is_said_of_everything_that_is_missing() -> None:
    state = start()
    put(state, "fair", (1, 5), 0)
    hold(state, 0, fish=1, coins=2)
    assert refused(play(state, 0, place(2, 5)), 0, use(1, 5))["missing"] == [
        {"kind": "wood", "need": 1, "have": 0},
        {"kind": "stone", "need": 1, "have": 0},
        {"kind": "wheat", "need": 1, "have": 0},
    ]


def test_3_5_a_coin_to_the_owner_each_time() -> None:
    state = start()
    put(state, "well", (1, 5), 1)
    state = play(state, 0, place(2, 5), use(1, 5), END)
    assert [player.coins for player in state.players] == [2, 4]
    assert [player.track for player in state.players] == [2, 0]
    state = play(play(state, 1, place(3, 3), END), 0, place(2, 4), use(1, 5))
    assert [player.coins for player in state.players] == [1, 5]


def test_3_5_own_tiles_are_free() -> None:
    state = start()
    put(state, "well", (1, 5), 0)
    hold(state, 0, coins=0)
    assert play(state, 0, place(2, 5), use(1, 5)).players[0].track == 2


def test_3_5_wheat_fields_have_owners_too() -> None:
    state = start()
    put(state, "wheat_field", (1, 5), 1)
    state = play(state, 0, place(2, 5), use(1, 5))
    assert purse(state, 0) == {"coins": 2, "wheat": 1}
    assert purse(state, 1) == {"coins": 4}


def test_3_5_coins_gained_earlier_in_the_turn_may_pay_it() -> None:
    """The own gold mine first, then seat 1's well."""
    state = start()
    put(state, "gold_mine", (1, 4), 0)
    put(state, "well", (1, 5), 1)
    hold(state, 0, coins=0)
    placed = play(state, 0, place(2, 5))
    assert refused(placed, 0, use(1, 5)) == {"code": "no_fee", "owner": 1, "need": 1, "have": 0}
    assert purse(play(placed, 0, use(1, 4), use(1, 5)), 0) == {"coins": 1}


def test_3_5_coins_that_the_tile_gives_cannot_pay_it() -> None:
    state = start()
    put(state, "gold_mine", (1, 5), 1)
    hold(state, 0, coins=0)
    assert refused(play(state, 0, place(2, 5)), 0, use(1, 5))["code"] == "no_fee"


def test_3_5_the_fee_comes_before_the_cost() -> None:
    """A fountain costs 1 coin: with the fee that is 2, and 1 is not enough."""
    state = start()
    put(state, "fountain", (1, 5), 1)
    hold(state, 0, coins=1)
    assert refused(play(state, 0, place(2, 5)), 0, use(1, 5)) == {
        "code": "short",
        "missing": [{"kind": "coins", "need": 1, "have": 0}],
    }
    hold(state, 0, coins=2)
    assert play(state, 0, place(2, 5), use(1, 5)).players[0].track == 3


def test_3_5_the_fee_reaches_into_coins_for_resources() -> None:
    """A bakery of seat 1 with coins for the wheat needs 4 coins; it gives 4."""
    state = start()
    put(state, "bakery", (1, 5), 1)
    hold(state, 0, coins=3)
    with_coins = use(1, 5, coins_for={"wheat": 1})
    assert refused(play(state, 0, place(2, 5)), 0, with_coins)["missing"] == [{"kind": "coins", "need": 3, "have": 2}]
    hold(state, 0, coins=4)
    assert purse(play(state, 0, place(2, 5), with_coins), 0) == {"coins": 4}


@pytest.mark.parametrize("building", ["statue", "castle", "watchtower", "cathedral", "residence"])
def test_3_6_a_tile_without_an_effect_cannot_be_used(building: str) -> None:
    state = start()
    put(state, building, (1, 5), 0)
    assert refused(play(state, 0, place(2, 5)), 0, use(1, 5)) == {"code": "no_effect", "building": building}


def test_3_7_build_pays_puts_the_tile_and_a_house() -> None:
    state = start()
    hold(state, 0, coins=2, wood=3, stone=1)
    state = play(state, 0, build("bakery", 1, 1))
    view = game.view(state, None)
    assert purse(state, 0) == {"coins": 2, "wood": 1, "stone": 1}
    assert view["tiles"] == [{"id": "bakery", "cell": [1, 1], "owner": 0}]
    assert view["workers"] == [{"owner": 0, "cell": None}]
    assert "bakery" not in view["market"]
    assert view["players"][0]["houses_left"] == 6
    assert view["players"][0]["workers_left"] == 4
    assert view["moved"]
    assert view["active"] is None


def test_3_7_no_limit_of_workers_on_the_construction_site() -> None:
    state = start()
    for seat in (0, 1):
        for _ in range(4):
            send(state, seat, None)
    hold(state, 0, wood=1)
    assert is_legal(state, 0, build("wheat_field", 1, 1))


def test_3_7_only_on_free_grass() -> None:
    state = start()
    hold(state, 0, wood=1)
    put(state, "well", (1, 5), 1)
    send(state, 1, (1, 6))
    assert refused(state, 0, build("wheat_field", 0, 0))["code"] == "terrain_here"
    assert refused(state, 0, build("wheat_field", 1, 5))["code"] == "tile_here"
    assert refused(state, 0, build("wheat_field", 1, 6))["code"] == "worker_here"
    assert refused(state, 0, build("wheat_field", 0, 9))["code"] == "off_board"


def test_3_7_only_from_the_market() -> None:
    state = start()
    hold(state, 0, coins=9, wood=9, stone=9, wheat=9)
    assert refused(state, 0, build("pier", 1, 1)) == {"code": "not_in_market", "building": "pier"}
    put(state, "bakery", (1, 5), 1)
    assert refused(state, 0, build("bakery", 1, 1))["code"] == "not_in_market"


def test_3_7_five_wheat_fields() -> None:
    state = start()
    hold(state, 0, wood=1)
    for column in range(5):
        assert is_legal(state, 0, build("wheat_field", 4, column))
        put(state, "wheat_field", (1, column), 1)
    assert refused(state, 0, build("wheat_field", 4, 0)) == {"code": "not_in_market", "building": "wheat_field"}


def test_3_7_with_no_house_left_a_player_cannot_build() -> None:
    state = start()
    hold(state, 0, wood=9)
    state.players[0].houses_left = 0
    assert refused(state, 0, build("wheat_field", 1, 1)) == {"code": "no_house"}
    assert game.choices(state, 0)["build"]["why"] == {"code": "no_house"}
    state.players[0].houses_left = 1
    state = play(state, 0, build("wheat_field", 1, 1), END)
    assert state.players[0].houses_left == 0


def test_3_7_a_built_tile_can_be_used_in_a_later_turn_of_the_same_round() -> None:
    state = start()
    hold(state, 0, wood=1)
    state = play(state, 0, build("wheat_field", 1, 1), END)
    state = play(state, 1, place(2, 1), use(1, 1), END)
    assert purse(state, 1) == {"coins": 2, "wheat": 1}


def test_3_7_what_the_cost_does_not_have_cannot_be_replaced() -> None:
    state = start()
    offer(state, "bakery", "residence")
    hold(state, 0, coins=30)
    assert refused(state, 0, build("bakery", 1, 1, wood=3)) == {
        "code": "coins_for_most",
        "resource": "wood",
        "most": 2,
        "asked": 3,
    }
    assert refused(state, 0, build("bakery", 1, 1, stone=1))["most"] == 0
    assert refused(state, 0, build("residence", 1, 1, wood=1)) == {"code": "no_coins_for", "id": "residence"}


def test_3_8_points_from_effects_are_booked_at_once() -> None:
    state = start()
    put(state, "well", (1, 5), 0)
    state = play(state, 0, place(2, 5), use(1, 5))
    assert game.view(state, None)["players"][0]["track"] == 2


def test_3_9_what_settles_cannot_be_undone() -> None:
    """`settles` tells the room what ends the moves that can be taken back."""
    state = start()
    wires = [
        (place(1, 1), False),
        (use(0, 0), False),
        (build("wheat_field", 1, 1), False),
        (END, True),
        ({"type": "feed", "fish": 0, "wheat": 0, "coins": 0}, True),
        ({"type": "show", "objective": "full_purse"}, True),
    ]
    assert [game.settles(state, 0, game.decode(wire)) for wire, _ in wires] == [settled for _, settled in wires]


def test_3_9_undoing_takes_objectives_with_it() -> None:
    """Undo replays the moves before: the same position then has no trace of what came after."""
    state = start()
    put(state, "church", (1, 5), 0)
    placed = play(state, 0, place(2, 5))
    used = play(placed, 0, use(1, 5))
    assert "empty_purse" in used.players[0].met
    assert "empty_purse" not in placed.players[0].met
    assert play(state, 0, place(2, 5)) == placed
