"""LT-1 Components and set-up; the draws of randomness.md against the published vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES, Config
from tests.engine.little_town.positions import (
    END,
    build,
    feed,
    hold,
    last_turn_of_round,
    offer,
    place,
    play,
    purse,
    put,
    refused,
    start,
    use,
)

game = GAMES["little_town"]
VECTORS = json.loads((Path(__file__).parents[1] / "vectors.json").read_text())["games"]
FIRST_GAME = [
    "bakery",
    "castle",
    "church",
    "gold_mine",
    "granary",
    "grocery",
    "pawnshop",
    "quarry",
    "statue",
    "warehouse",
    "well",
    "workshop",
]


def setup(seats: int, seed: str = "00" * 32, **options: Any) -> Any:
    return game.setup(Config(seats, bytes.fromhex(seed), options))


def test_1_1_two_to_four_players_four_rounds_on_nine_by_six() -> None:
    assert list(game.SEATS) == [2, 3, 4]
    view = game.view(setup(2), None)
    assert view["rounds"] == 4
    assert [len(row) for row in view["board"]] == [9] * 6


def test_1_1_adjacent_are_the_eight_neighbours_also_at_edge_and_corner() -> None:
    """(1, 1) on board A touches M (0,0), F (0,2), L (2,0), two of them by a corner only; nothing two cells away."""
    state = play(start(), 0, place(1, 1))
    after_all = play(state, 0, use(0, 0), use(0, 2), use(2, 0))
    assert purse(after_all, 0) == {"coins": 3, "wood": 1, "stone": 1, "fish": 1}
    assert refused(state, 0, use(0, 3)) == {"code": "not_beside", "cell": [0, 3], "worker": [1, 1]}
    assert refused(state, 0, use(3, 0))["code"] == "not_beside"
    assert refused(state, 0, use(6, 1)) == {"code": "off_board", "cell": [6, 1]}


def test_1_2_a_common_stock_of_fifteen_each() -> None:
    assert setup(4).stock == {"wood": 15, "stone": 15, "fish": 15, "wheat": 15}


def test_1_2_who_would_take_more_than_the_stock_holds_takes_what_is_there() -> None:
    """A carpenter promises 3 wood; the others hold 13 of the 15, so 2 are there."""
    state = start()
    put(state, "carpenter", (1, 5), 0)
    hold(state, 1, wood=13)
    hold(state, 0, coins=1)
    state = play(state, 0, place(2, 5), use(1, 5))
    assert purse(state, 0) == {"wood": 2}
    assert state.stock["wood"] == 0


def test_1_2_coins_are_unlimited() -> None:
    state = start()
    put(state, "library", (1, 5), 0)
    hold(state, 1, coins=1000)
    assert purse(play(state, 0, place(2, 5), use(1, 5)), 0) == {"coins": 6}


def test_1_2_food_is_fish_or_wheat() -> None:
    state = start()
    hold(state, 0, fish=3, wheat=2, wood=9, stone=9)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(1, 6), END, feed(fish=3, wheat=2))
    assert purse(state, 0) == {"wood": 9, "stone": 9}
    assert state.players[0].track == 0


@pytest.mark.parametrize(("seats", "workers", "houses", "cards"), [(2, 5, 7, 5), (3, 4, 6, 4), (4, 3, 6, 3)])
@pytest.mark.parametrize("first_game", [False, True])
def test_1_3_workers_houses_cards_and_coins_by_players(
    seats: int, workers: int, houses: int, cards: int, first_game: bool
) -> None:
    for player in game.view(setup(seats, first_game=first_game), None)["players"]:
        assert player["workers_left"] == workers
        assert player["houses_left"] == houses
        assert player["objectives_held"] == cards
        assert player["coins"] == 3
        assert player["track"] == 0
        assert [player[kind] for kind in ("wood", "stone", "fish", "wheat")] == [0, 0, 0, 0]


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_1_4_the_market_is_the_first_twelve_of_the_shuffle(vector: Any) -> None:
    view = game.view(setup(3, vector["seed"]), None)
    assert view["market"] == vector["buildings"][:12]
    assert view["wheat_fields"] == 5


def test_1_4_the_first_game_set_in_table_order() -> None:
    assert game.view(setup(2, first_game=True), None)["market"] == FIRST_GAME


def test_1_4_defaults_are_board_a_and_a_random_market() -> None:
    assert setup(2) == setup(2, board="A", first_game=False)
    assert setup(2) != setup(2, board="B")
    assert game.OPTIONS == {"board": ("A", "B"), "first_game": (False, True)}


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
@pytest.mark.parametrize("board", ["A", "B"])
def test_1_5_deals_and_replaced_cards(vector: Any, board: str) -> None:
    for dealt in vector["deals"]:
        state = setup(dealt["players"], vector["seed"], first_game=dealt["first_game"], board=board)
        assert [list(player.hand) for player in state.players] == dealt["hands"]
        assert game.view(state, None)["replaced"] == dealt["replaced"]


def test_1_5_only_the_owner_sees_a_card() -> None:
    state = setup(3)
    own = [len(player["objectives"]) for player in game.view(state, 1)["players"]]
    assert own == [0, 4, 0]
    assert [len(player["objectives"]) for player in game.view(state, None)["players"]] == [0, 0, 0]


def test_1_5_an_impossible_replacement_is_replaced_likewise() -> None:
    """In the first vector's game for 3, two_inputs falls out and so does wheat_trade, which came for it."""
    vector = VECTORS[0]
    shuffled = vector["objectives"]
    assert shuffled[10] == "two_inputs"  # card 10 goes to seat 1
    assert shuffled[12:14] == ["wheat_trade", "fish_trade"]  # the first of what is left
    state = setup(3, vector["seed"])
    assert state.replaced == ("two_inputs", "wheat_trade")
    assert state.players[1].hand == ("grand_tour", "big_harvest", "timber_framer", "fish_trade")


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_1_6_the_start_player_is_drawn(vector: Any) -> None:
    for seats, seat in vector["start"].items():
        view = game.view(setup(int(seats), vector["seed"]), None)
        assert view["start_player"] == view["turn"] == seat


def test_1_6_seats_are_clockwise_in_seat_order() -> None:
    state = start(3)
    state.start_player = state.turn = 2
    for seat, column in ((2, 0), (0, 1), (1, 2)):
        assert game.active(state) == [seat]
        state = play(state, seat, place(1, column), END)


def test_1_7_three_coins_stand_for_a_resource_in_building_costs() -> None:
    """A well costs 1 wood 1 stone: with 1 stone and 3 coins it can be built, also with 6 coins alone."""
    state = start()
    hold(state, 0, coins=3, stone=1)
    assert purse(play(state, 0, build("well", 1, 1, wood=1)), 0) == {}
    hold(state, 0, coins=6)
    assert purse(play(state, 0, build("well", 1, 1, wood=1, stone=1)), 0) == {}
    hold(state, 0, coins=5)
    assert refused(state, 0, build("well", 1, 1, wood=1, stone=1)) == {
        "code": "short",
        "missing": [{"kind": "coins", "need": 6, "have": 5}],
    }


def test_1_7_also_when_one_has_the_resource() -> None:
    state = start()
    hold(state, 0, coins=3, wood=1, stone=1)
    assert purse(play(state, 0, build("well", 1, 1, wood=1)), 0) == {"wood": 1}


def test_1_7_in_effect_costs_and_in_food() -> None:
    state = start()
    put(state, "bakery", (1, 5), 0)
    hold(state, 0, coins=3)
    fed = play(state, 0, place(2, 5), use(1, 5, coins_for={"wheat": 1}))
    assert purse(fed, 0) == {"coins": 4}
    last_turn_of_round(state, 0)
    hold(state, 0, coins=15)
    assert purse(play(state, 0, place(2, 5), END, feed(coins=15)), 0) == {}


def test_1_7_not_the_other_way_round_and_not_for_the_fee() -> None:
    """A residence costs 6 coins, the fee is 1 coin: resources cannot stand for either."""
    state = start()
    offer(state, "residence")
    hold(state, 0, coins=3, wood=9)
    assert refused(state, 0, build("residence", 1, 1))["missing"] == [{"kind": "coins", "need": 6, "have": 3}]
    put(state, "well", (1, 5), 1)
    hold(state, 0, coins=0, wood=9)
    state = play(state, 0, place(2, 5))
    assert refused(state, 0, use(1, 5)) == {"code": "no_fee", "owner": 1, "need": 1, "have": 0}


def test_1_8_a_payment_is_back_in_the_stock_before_anything_is_taken() -> None:
    """All 15 wood are held by seat 0, who gives 2 to the pawnshop and can take them at once."""
    state = start()
    put(state, "pawnshop", (1, 5), 0)
    hold(state, 0, wood=15)
    assert state.stock["wood"] == 0
    state = play(state, 0, place(2, 5), use(1, 5, give=["wood", "wood"], take=["wood", "wood"]))
    assert purse(state, 0) == {"wood": 15}


def test_1_8_costs_go_back_to_the_stock_and_the_fee_to_the_owner() -> None:
    state = start()
    put(state, "workshop", (1, 5), 1)
    hold(state, 0, coins=1, wood=2)
    assert state.stock["wood"] == 13
    state = play(state, 0, place(2, 5), use(1, 5))
    assert state.stock["wood"] == 15
    assert purse(state, 0) == {}
    assert purse(state, 1) == {"coins": 4}
