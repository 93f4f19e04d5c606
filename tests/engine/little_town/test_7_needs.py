"""LT-7 *needs* and LT-1.5: which buildings a card asks the market for."""

import pytest

from engine import GAMES, Config
from engine.little_town.cards import OBJECTIVES, possible
from engine.little_town.data import Building, amounts

game = GAMES["little_town"]

# card: how many of these buildings the market must have
NEEDS = {
    "two_inputs": (1, {"restaurant", "fair"}),
    "wheat_trade": (1, {"bakery", "brewery", "fair", "granary", "grocery", "restaurant"}),
    "fish_trade": (1, {"fair", "fishmonger", "grocery", "pier", "restaurant"}),
    "coin_trade": (
        2,
        {"bakery", "carpenter", "church", "fishmonger", "fountain", "gold_mine", "grocery", "library", "quarry"},
    ),
    "builders_yard": (1, {"carpenter", "fair", "quarry", "warehouse", "workshop"}),
    "stone_mason": (1, {"castle", "cathedral", "church", "library", "statue", "warehouse", "watchtower"}),
    "timber_framer": (1, {"fair", "granary", "pawnshop", "pier", "quarry", "watchtower"}),
    "full_purse": (1, {"bakery", "fishmonger", "gold_mine", "library"}),
    "straight_from_the_field": (
        1,
        {
            *("bakery", "brewery", "fair", "fishmonger", "granary", "pawnshop", "restaurant", "warehouse"),
            "workshop",
        },
    ),
    "double_fame": (
        2,
        {
            *("bar", "brewery", "church", "fair", "fountain", "granary", "restaurant", "warehouse", "well"),
            "workshop",
        },
    ),
}
WITHOUT_NEEDS = {
    "neighbourhood",
    "more_buildings_than_workers",
    "full_larder",
    "lake_mountain_forest",
    "fish_supper",
    "empty_purse",
    "grand_tour",
    "big_harvest",
}
BUILDINGS = {
    *("bakery", "bar", "brewery", "carpenter", "castle", "cathedral", "church", "fair", "fishmonger", "fountain"),
    *("gold_mine", "granary", "grocery", "library", "pawnshop", "pier", "quarry", "residence", "restaurant"),
    *("statue", "warehouse", "watchtower", "well", "workshop"),
}


@pytest.mark.parametrize("card", NEEDS)
def test_7_needs_just_enough_and_one_less(card: str) -> None:
    number, useful = NEEDS[card]
    useless = sorted(BUILDINGS - useful)
    for i in range(len(useful)):
        some = (sorted(useful) * 2)[i : i + number]
        assert possible(card, [*useless, *some])
        assert not possible(card, [*useless, *some[1:]])


def test_7_needs_count_a_tile_that_brings_just_one_coin_or_point() -> None:
    """None of the printed tiles brings so little; the rule asks for any."""
    toll = Building("toll", amounts(wood=1), 1, gains=amounts(coins=1))
    bench = Building("bench", amounts(wood=1), 1, fame=1)
    assert OBJECTIVES["full_purse"].counts(toll)
    assert OBJECTIVES["double_fame"].counts(bench)
    assert not OBJECTIVES["full_purse"].counts(bench)
    assert not OBJECTIVES["double_fame"].counts(toll)


@pytest.mark.parametrize("card", WITHOUT_NEEDS)
def test_7_needs_nothing(card: str) -> None:
    assert possible(card, [])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_5_no_hand_holds_an_impossible_card_and_every_replaced_one_is(seats: int) -> None:
    for run in range(100):
        state = game.setup(Config(seats, run.to_bytes(32, "big"), {}))

        def is_possible(card: str, market: tuple[str, ...] = state.market) -> bool:
            number, useful = NEEDS.get(card, (0, set()))
            return len(useful & set(market)) >= number

        assert all(is_possible(card) for player in state.players for card in player.hand)
        assert not any(is_possible(card) for card in state.replaced)
        everything = [*state.replaced, *(card for player in state.players for card in player.hand)]
        assert len(set(everything)) == len(everything) <= 18
