"""4.7 and the payment rule of section 9: the market's trades."""

from itertools import combinations_with_replacement

import pytest

from tests.engine.roll_into_town.notation import build, moves, play, position, refusal, stock

MARKET = "market"


def traded(state: object, building: str) -> set[str]:
    """The lists of trades with which it can be built, each as one text."""
    lists = [move.get("trades", []) for move in moves(state, building=building)]
    return {" ".join(">".join(trade) for trade in trades) for trades in lists}


def test_4_7_two_of_one_as_one_of_another() -> None:
    state = play(position(MARKET, "construct", food=2, wood=0), build("mine", 0, 1, "food>wood"))
    assert stock(state) == (0, 0, 0)


def test_4_7_any_number_of_times() -> None:
    state = position(MARKET, "construct", food=6, stone=4, wood=0)
    state = play(state, build("tavern", 0, 1, *["food>wood"] * 3, *["stone>wood"] * 2))
    assert stock(state) == (0, 0, 0)


def test_4_7_only_where_one_stands() -> None:
    trade = build("mine", 0, 1, "food>wood")
    assert refusal(position("", "construct", food=9), trade) == {"code": "no_market"}
    assert refusal(position("", "construct", stone=4, food=9), build("market", 0, 0, "food>stone")) == {
        "code": "no_market"
    }
    state = play(position("", "construct", stone=4, food=2, wood=0), build("market", 0, 0))
    assert refusal(state, trade) == {}


def test_4_7_never_more_than_the_cost_uses_up() -> None:
    state = position(MARKET, "construct", food=9, wood=9)
    assert refusal(state, build("mine", 0, 1, "food>wood", "food>wood")) == {
        "code": "trade_unused",
        "resource": "wood",
        "cost": 1,
        "traded": 2,
    }
    assert refusal(state, build("mine", 0, 1, "food>stone")) == {
        "code": "trade_unused",
        "resource": "stone",
        "cost": 0,
        "traded": 1,
    }


def test_4_7_no_resource_both_traded_away_and_traded_for() -> None:
    state = position(MARKET, "construct", food=9, stone=9, wood=9)
    both = build("house", 0, 1, "food>stone", "wood>food")
    assert refusal(state, both) == {"code": "trade_both", "resource": "food"}
    assert refusal(state, build("mine", 0, 1, "wood>wood")) == {"code": "trade_both", "resource": "wood"}
    chain = build("mine", 0, 1, "food>stone", "stone>wood")
    assert refusal(state, chain) == {"code": "trade_both", "resource": "stone"}


def test_4_7_to_save_a_resource_that_would_have_sufficed() -> None:
    state = play(position(MARKET, "construct", food=2, wood=9), build("mine", 0, 1, "food>wood"))
    assert stock(state) == (0, 0, 9)


def test_4_7_a_resource_of_the_cost_may_be_traded_away() -> None:
    # a house costs 3 food + 2 stone: with 1 food traded for by 2 stone, 2 food + 4 stone are paid
    state = play(position(MARKET, "construct", food=2, stone=4), build("house", 0, 1, "stone>food"))
    assert stock(state) == (0, 0, 2)


def test_9_what_cannot_be_paid_after_the_trades() -> None:
    state = position(MARKET, "construct", food=2, stone=3, wood=0)
    assert refusal(state, build("house", 0, 1, "stone>food")) == {
        "code": "cannot_pay",
        "building": "house",
        "pay": {"food": 2, "stone": 4},
        "has": {"food": 2, "stone": 3},
        "short": {"stone": 1},
    }


def test_9_every_list_of_trades_once_and_sorted() -> None:
    state = position(MARKET, "construct", food=9, stone=9, wood=0)
    assert traded(state, "mine") == {"food>wood", "stone>wood"}
    assert traded(state, "harbor") == set()  # no coast
    # house, 3 food + 2 stone, no wood: one to three food for 2 stone each (2 + 2 x 3 = 8 stone), or stone for food
    # (3 + 2 x 2 = 7 food)
    assert traded(state, "house") == {
        "",
        "stone>food",
        "stone>food stone>food",
        "stone>food stone>food stone>food",
        "food>stone",
        "food>stone food>stone",
    }
    lists = [tuple(map(tuple, move.get("trades", []))) for move in moves(state, building="house", cell=[5, 5])]
    assert lists == sorted(lists, key=lambda trades: (len(trades), trades))


def test_9_mixed_trades() -> None:
    # mine, 1 wood: by nothing, or for 2 food, or for 2 stone. Woodcutter alike
    state = position(MARKET, "construct", food=9, stone=9, wood=9)
    assert traded(state, "mine") == {"", "food>wood", "stone>wood"}
    # fountain, 5 stone: 0 to 4 from food (8 of 9) and 0 to 4 from wood, 5 in all: 25 pairs less 6 with a sum over 5
    assert len(traded(state, "tavern")) == len(traded(state, "fountain")) == 19
    assert "food>stone food>stone wood>stone" in traded(state, "fountain")


def test_9_any_order_of_trades_is_accepted() -> None:
    trades = ["wood>stone", "food>stone", "wood>stone"]
    state = position("market c:S", "construct", food=2, stone=0, wood=4)
    ends = [play(state, build("lighthouse", 1, 1, *order)) for order in (trades, trades[::-1], sorted(trades))]
    assert ends[0] == ends[1] == ends[2]
    assert stock(ends[0]) == (0, 0, 0)


COSTS = {"house": (3, 2, 0), "fountain": (0, 5, 0), "tavern": (0, 0, 5), "cathedral": (0, 0, 7)}
PAIRS = [(given, got) for given in range(3) for got in range(3)]
NAMES = ("food", "stone", "wood")


def allowed(cost: tuple[int, ...], store: tuple[int, ...], trades: tuple[tuple[int, int], ...]) -> bool:
    """The words of section 9, resource by resource."""
    given, got = [trade[0] for trade in trades], [trade[1] for trade in trades]
    return all(
        not (r in given and r in got)
        and got.count(r) <= cost[r]
        and cost[r] - got.count(r) + 2 * given.count(r) <= store[r]
        for r in range(3)
    )


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("store", [(9, 9, 9), (3, 2, 0), (0, 9, 5), (6, 1, 7), (2, 4, 4), (1, 1, 1)])
def test_9_legal_lists_exactly_what_the_rule_allows(name: str, store: tuple[int, int, int]) -> None:
    food, stone, wood = store
    state = position(MARKET, "construct", food=food, stone=stone, wood=wood)
    every = [trades for number in range(8) for trades in combinations_with_replacement(PAIRS, number)]
    expected = {
        " ".join(f"{NAMES[given]}>{NAMES[got]}" for given, got in trades)
        for trades in every
        if allowed(COSTS[name], store, trades)
    }
    assert traded(state, name) == expected
