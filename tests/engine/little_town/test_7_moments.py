"""LT-7 Objectives: the moments in which they are looked at, and the special cases of pawnshop, residence and coins."""

from typing import Any

import pytest

from engine.little_town.state import State
from tests.engine.little_town.positions import (
    END,
    build,
    cards,
    deal,
    feed,
    game,
    hold,
    last_turn_of_round,
    offer,
    place,
    play,
    purse,
    put,
    start,
    use,
)

ABOUT_TILES = (
    *("neighbourhood", "more_buildings_than_workers", "lake_mountain_forest", "wheat_trade", "fish_trade"),
    *("coin_trade", "builders_yard", "stone_mason", "timber_framer"),
)
ABOUT_MOMENTS = (
    *("full_larder", "two_inputs", "fish_supper", "empty_purse", "full_purse"),
    *("straight_from_the_field", "grand_tour", "double_fame", "big_harvest"),
)


def labour(*names: str, owner: int = 0, **goods: int) -> State:
    """Seat 0 with those goods has a worker at (2, 4) amid these tiles, from (1, 3) round in row order.

    Each seat holds every card that is not about own tiles, so `cards` says all that is achieved in moments.
    """
    state = start()
    for seat in (0, 1):
        deal(state, seat, *ABOUT_MOMENTS)
    for name, cell in zip(names, [(1, 3), (1, 4), (1, 5), (2, 3), (2, 5)], strict=False):
        put(state, name, cell, owner)
    hold(state, 0, **goods)
    return play(state, 0, place(2, 4))


def test_7_achieved_for_good() -> None:
    state = play(labour("church", "gold_mine", coins=3), 0, use(1, 3), use(1, 4))
    assert purse(state, 0) == {"coins": 2}
    assert "empty_purse" in cards(state, 0)


def test_7_a_purse_that_is_empty_for_a_moment_in_mid_move_counts() -> None:
    """All 3 coins for the wheat of the bakery, which gives 4."""
    state = play(labour("bakery", coins=3), 0, use(1, 3, coins_for={"wheat": 1}))
    assert purse(state, 0) == {"coins": 4}
    assert cards(state, 0) == {"empty_purse"}


def test_7_a_purse_emptied_by_the_fee_counts() -> None:
    """The fee takes the last coin, the gold mine gives 2."""
    state = play(labour("gold_mine", owner=1, coins=1), 0, use(1, 3))
    assert purse(state, 0) == {"coins": 2}
    assert cards(state, 0) == {"empty_purse"}


def test_7_between_fee_and_payment_the_purse_is_not_empty() -> None:
    """2 coins: the fee leaves 1, so only the fountain's cost empties the purse; with 3 coins nothing does."""
    assert cards(play(labour("fountain", owner=1, coins=2), 0, use(1, 3)), 0) == {"empty_purse"}
    assert cards(play(labour("fountain", owner=1, coins=3), 0, use(1, 3)), 0) == set()


def test_7_a_fee_may_fill_its_receivers_purse() -> None:
    state = labour("well", owner=1, coins=3)
    hold(state, 1, coins=5)
    state = play(state, 0, use(1, 3))
    assert purse(state, 1) == {"coins": 6}
    assert cards(state, 1) == {"full_purse"}
    assert cards(state, 0) == set()


def test_7_a_fee_of_one_coin_less_does_not() -> None:
    state = labour("well", owner=1, coins=3)
    hold(state, 1, coins=4)
    assert cards(play(state, 0, use(1, 3)), 1) == set()


def test_7_the_payment_of_a_building_counts() -> None:
    """A residence for all 6 coins."""
    state = start()
    deal(state, 0, *ABOUT_MOMENTS)
    offer(state, "residence")
    hold(state, 0, coins=6)
    assert cards(play(state, 0, build("residence", 2, 4)), 0) == {"empty_purse"}


def test_7_coins_for_the_resources_of_a_building_may_empty_the_purse() -> None:
    state = start()
    deal(state, 0, *ABOUT_MOMENTS)
    hold(state, 0, coins=3)
    assert cards(play(state, 0, build("wheat_field", 2, 4, wood=1)), 0) == {"empty_purse"}


def test_7_the_payment_of_a_meal_counts() -> None:
    state = start()
    deal(state, 0, *ABOUT_MOMENTS)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4), END)
    hold(state, 0, coins=3, fish=4)
    assert cards(play(state, 0, feed(fish=4, coins=3)), 0) == {"empty_purse"}


def test_7_a_larder_is_looked_at_after_the_gain() -> None:
    """10 food: grocery gives a fish and a wheat to the 8."""
    assert cards(play(labour("grocery", coins=2, fish=4, wheat=4), 0, use(1, 3)), 0) == {"full_larder"}


def test_7_coins_in_place_of_a_resource_are_not_spent_straight_from_the_field() -> None:
    state = play(labour("wheat_field", "bakery", coins=4), 0, use(1, 3))
    assert cards(play(state, 0, use(1, 4, coins_for={"wheat": 1})), 0) == set()
    assert cards(play(state, 0, use(1, 4)), 0) == {"full_purse", "straight_from_the_field"}


def test_7_one_wheat_spent_and_one_replaced_is_straight_from_the_field() -> None:
    state = play(labour("wheat_field", "granary", coins=4), 0, use(1, 3), use(1, 4, coins_for={"wheat": 1}))
    assert "straight_from_the_field" in cards(state, 0)


@pytest.mark.parametrize(
    ("coins_for", "achieved"),
    [
        ({}, True),
        ({"wood": 1, "fish": 1}, True),  # stone and wheat are truly paid
        ({"wood": 1, "stone": 1, "fish": 1}, False),
        ({"wood": 1, "stone": 1, "fish": 1, "wheat": 1}, False),
    ],
)
def test_7_two_inputs_needs_two_kinds_truly_paid(coins_for: dict[str, int], achieved: bool) -> None:
    wire = use(1, 3, coins_for=coins_for) if coins_for else use(1, 3)
    state = labour("fair", coins=13, wood=1, stone=1, fish=1, wheat=1)
    assert ("two_inputs" in cards(play(state, 0, wire), 0)) == achieved


def pawn(*give: str) -> dict[str, Any]:
    return use(1, 3, give=list(give), take=["fish", "wheat"])


def test_7_the_pawnshop_is_no_two_inputs() -> None:
    state = play(labour("pawnshop", coins=1, wood=1, stone=1), 0, pawn("stone", "wood"))
    assert cards(state, 0) == set()


def test_7_the_pawnshop_counts_for_grand_tour() -> None:
    state = labour("pawnshop", "well", "wheat_field", "gold_mine", coins=1, wood=2)
    state = play(state, 0, use(1, 4), use(1, 5), use(2, 3))
    assert "grand_tour" not in cards(state, 0)
    assert "grand_tour" in cards(play(state, 0, pawn("wood", "wood")), 0)


def test_7_what_the_pawnshop_gives_counts_for_big_harvest() -> None:
    """Carpenter 3 wood, pawnshop 2: five, though two of the wood are given away."""
    state = play(labour("pawnshop", "carpenter", coins=2), 0, use(1, 4))
    assert cards(state, 0) == set()
    assert "big_harvest" in cards(play(state, 0, pawn("wood", "wood")), 0)


def test_7_a_resource_given_to_the_pawnshop_is_spent() -> None:
    state = play(labour("pawnshop", "wheat_field", coins=1, wood=1), 0, use(1, 4))
    assert cards(play(state, 0, pawn("wheat", "wood")), 0) == {"straight_from_the_field"}
    state = play(labour("pawnshop", "wheat_field", coins=4, wood=1), 0, use(1, 4))
    assert cards(play(state, 0, pawn("coins", "wood")), 0) == set()


def test_7_resources_of_the_pawnshop_are_gained_for_what_follows() -> None:
    state = play(labour("pawnshop", "bakery", coins=1, wood=2), 0, pawn("wood", "wood"))
    assert cards(play(state, 0, use(1, 4)), 0) == {"straight_from_the_field"}


def test_7_the_pawnshop_counts_for_no_trade() -> None:
    """It costs 3 wood, which timber_framer sees: costs are counted as printed. Its effect counts for no resource."""
    state = start()
    deal(state, 0, *ABOUT_TILES, *ABOUT_MOMENTS)
    offer(state, "pawnshop")
    hold(state, 0, coins=1, wood=3)
    assert cards(play(state, 0, build("pawnshop", 2, 4)), 0) == {"timber_framer"}


def test_7_big_harvest_counts_what_is_really_received() -> None:
    """Carpenter and pier promise 3 + 2, but only 2 wood are there."""
    state = labour("carpenter", "pier", coins=2)
    hold(state, 1, wood=13)
    state = play(state, 0, use(1, 3), use(1, 4))
    assert purse(state, 0) == {"coins": 1, "wood": 2, "fish": 2}
    assert "big_harvest" not in cards(state, 0)


def test_7_nothing_received_is_nothing_gained_for_straight_from_the_field() -> None:
    """The stock has no wheat for the field; the bakery takes a wheat from before."""
    state = labour("wheat_field", "bakery", coins=1, wheat=1)
    hold(state, 1, wheat=14)
    state = play(state, 0, use(1, 3), use(1, 4))
    assert purse(state, 0) == {"coins": 5}
    assert cards(state, 0) == set()


def residence() -> State:
    """Seat 0 takes a wheat with its last worker at (2, 4); then its residence at (3, 4) begins, by the same field."""
    state = start()
    deal(state, 0, *ABOUT_MOMENTS)
    for name, cell in (("wheat_field", (2, 3)), ("bakery", (2, 5)), ("well", (3, 3)), ("residence", (3, 4))):
        put(state, name, cell, 0)
    put(state, "workshop", (3, 5), 0)
    hold(state, 0, coins=1, wood=2)
    last_turn_of_round(state, 0)
    return play(state, 0, place(2, 4), use(2, 3), use(3, 3), END)


def test_7_the_residence_is_a_turn_of_its_own() -> None:
    """Wheat and points of the turn before do not count in the step."""
    state = play(residence(), 0, use(2, 5))
    assert cards(state, 0) == set()
    assert "double_fame" not in cards(play(state, 0, use(3, 5)), 0)


def test_7_objectives_are_achieved_in_the_residence_step_too() -> None:
    state = play(residence(), 0, use(2, 3), use(2, 5))
    assert cards(state, 0) == {"straight_from_the_field"}
    assert cards(play(state, 0, use(3, 3), use(3, 5)), 0) == {"straight_from_the_field", "grand_tour", "double_fame"}


def test_7_cathedral_points_belong_to_no_turn() -> None:
    """The well gives points in the last turn, the cathedral at its end: no double_fame."""
    state = start()
    deal(state, 0, *ABOUT_MOMENTS)
    put(state, "cathedral", (2, 5), 0)
    put(state, "well", (1, 4), 0)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4), use(1, 4), END)
    assert state.players[0].track == 3
    assert cards(state, 0) == set()


def test_7_progress_of_the_own_hand() -> None:
    """(2, 4) amid wheat field, gold mine and bar; two uses so far: 1 wheat, and 2 coins to the 2."""
    state = labour("wheat_field", "gold_mine", "bar", coins=2, fish=3)
    deal(state, 0, *ABOUT_TILES, *ABOUT_MOMENTS)
    state = play(state, 0, use(1, 3), use(1, 4))
    have = {entry["id"]: (entry["have"], entry["need"]) for entry in game.progress(state, 0)}
    assert list(have) == [*ABOUT_TILES, *ABOUT_MOMENTS]
    assert have == {
        "neighbourhood": (3, 3),
        "more_buildings_than_workers": (3, 6),
        "full_larder": (4, 10),
        "lake_mountain_forest": (3, 3),
        "two_inputs": (0, 1),
        "fish_supper": (3, 5),
        "wheat_trade": (0, 1),
        "fish_trade": (0, 1),
        "coin_trade": (1, 2),
        "builders_yard": (0, 1),
        "stone_mason": (0, 1),
        "timber_framer": (0, 1),
        "empty_purse": (4, 0),
        "full_purse": (4, 6),
        "straight_from_the_field": (0, 1),
        "grand_tour": (2, 4),
        "double_fame": (0, 2),
        "big_harvest": (1, 5),
    }
    other = {entry["id"]: entry["have"] for entry in game.progress(state, 1)}
    assert (other["grand_tour"], other["big_harvest"]) == (0, 0)


def test_7_progress_of_an_achieved_card_is_complete() -> None:
    state = labour(coins=2)
    state.players[0].met = frozenset(ABOUT_MOMENTS)
    assert all(entry["have"] == entry["need"] for entry in game.progress(state, 0))


def test_7_progress_is_never_more_than_what_is_needed() -> None:
    """Four traders of coins side by side, two would do."""
    state = labour("church", "library", "quarry")
    deal(state, 0, "coin_trade", "neighbourhood", "stone_mason")
    put(state, "bakery", (1, 2), 0)
    assert [(entry["have"], entry["need"]) for entry in game.progress(state, 0)] == [(2, 2), (3, 3), (1, 1)]
