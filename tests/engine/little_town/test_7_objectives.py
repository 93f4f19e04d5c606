"""LT-7 Objectives: the condition of each of the 18, with what falls just short of it."""

import pytest

from engine.little_town.state import State
from tests.engine.little_town.positions import (
    END,
    Cell,
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
    put,
    start,
    use,
)
from tests.engine.little_town.slow_scorer import CARD_POINTS

ABOUT_TILES = {
    *("neighbourhood", "more_buildings_than_workers", "lake_mountain_forest", "wheat_trade", "fish_trade"),
    *("coin_trade", "builders_yard", "stone_mason", "timber_framer"),
}


def with_card(card: str, seats: int = 2) -> State:
    """Seat 0 holds just that card."""
    state = start(seats)
    deal(state, 0, card)
    return state


def built(state: State, building: str, cell: Cell) -> State:
    """Seat 0 builds that, whatever else it held before."""
    offer(state, building)
    hold(state, 0, coins=6, wood=6, stone=6, wheat=2)
    return play(state, 0, build(building, *cell))


@pytest.mark.parametrize("card", CARD_POINTS)
def test_7_points_when_achieved(card: str) -> None:
    """Six tiles side by side, of all trades, beside all terrains, achieve whatever can be achieved with tiles."""
    state = with_card(card)
    assert game.view(state, 0)["players"][0]["score"]["objectives"] == 0
    state.players[0].met = frozenset(CARD_POINTS) - ABOUT_TILES
    for column, name in enumerate(("church", "quarry", "granary", "grocery", "fair", "bakery")):
        put(state, name, (1, column), 0)
    assert game.view(state, 0)["players"][0]["score"]["objectives"] == CARD_POINTS[card]


def test_7_nothing_is_achieved_at_the_deal() -> None:
    for seats in game.SEATS:
        assert not any(player.met for player in start(seats).players)


@pytest.mark.parametrize(
    ("second", "third", "achieved"),
    [
        ((2, 2), (2, 3), True),  # a row of three
        ((2, 2), (3, 2), True),  # round the corner
        ((2, 2), (3, 3), False),  # the third by a corner only
        ((3, 2), (3, 3), False),  # two and one
        ((2, 2), (2, 4), False),
    ],
)
def test_7_neighbourhood(second: Cell, third: Cell, achieved: bool) -> None:
    """(2, 1) and two more."""
    state = with_card("neighbourhood")
    put(state, "well", (2, 1), 0)
    put(state, "bakery", second, 0)
    assert ("neighbourhood" in cards(built(state, "wheat_field", third), 0)) == achieved


def test_7_neighbourhood_is_of_own_tiles() -> None:
    state = with_card("neighbourhood")
    put(state, "well", (2, 1), 0)
    put(state, "bakery", (2, 2), 1)
    assert not cards(built(state, "wheat_field", (2, 3)), 0)


def test_7_neighbourhood_may_be_any_of_several_groups() -> None:
    state = with_card("neighbourhood")
    for name, cell in (("bakery", (4, 1)), ("well", (2, 1)), ("church", (2, 3))):
        put(state, name, cell, 0)
    assert cards(built(state, "wheat_field", (2, 2)), 0) == {"neighbourhood"}


@pytest.mark.parametrize(("seats", "workers"), [(2, 5), (3, 4), (4, 3)])
def test_7_more_buildings_than_workers(seats: int, workers: int) -> None:
    """As many tiles as workers are too few, however many workers are placed."""
    state = with_card("more_buildings_than_workers", seats)
    names = ["well", "bakery", "church", "granary", "quarry"]
    for column in range(workers - 1):
        put(state, names[column], (1, column), 0)
    state = built(state, "wheat_field", (4, 0))
    assert not cards(state, 0)
    state.step.moved, state.players[0].workers_left = False, 1
    assert cards(built(state, "wheat_field", (4, 1)), 0)


@pytest.mark.parametrize(("seats", "short_by_one"), [(2, 9), (3, 7), (4, 5)])
def test_7_full_larder(seats: int, short_by_one: int) -> None:
    """Twice the workers (10, 8, 6) in fish and wheat together; (2, 5) beside the own wheat field."""
    for fish in (0, 3, short_by_one):
        state = with_card("full_larder", seats)
        put(state, "wheat_field", (1, 5), 0)
        hold(state, 0, fish=fish, wheat=short_by_one - fish)
        state = play(state, 0, place(2, 5))
        assert not cards(state, 0)
        assert cards(play(state, 0, use(1, 5)), 0) == {"full_larder"}


@pytest.mark.parametrize(
    ("tiles", "last", "achieved"),
    [
        # forest (0, 2), (3, 0); lake (2, 0); mountain (0, 0), (0, 3)
        ([(0, 1), (4, 0)], (2, 1), True),  # mountain or forest; forest; lake or forest
        ([(1, 1), (1, 2)], (1, 3), True),  # all three; forest or mountain; forest or mountain
        ([(1, 1)], (1, 2), False),  # two tiles serve two only
        ([(1, 2), (1, 3)], (0, 4), True),  # forest or mountain twice; lake or mountain
        ([(1, 2), (1, 3)], (1, 7), False),  # forest or mountain twice; mountain: no lake
        ([(0, 4), (0, 6)], (1, 6), False),  # lake or mountain three times: no forest
        ([(2, 4), (1, 1)], (1, 2), False),  # nothing; all; forest or mountain
    ],
)
def test_7_lake_mountain_forest(tiles: list[Cell], last: Cell, achieved: bool) -> None:
    state = with_card("lake_mountain_forest")
    for name, cell in zip(("well", "bakery"), tiles, strict=False):
        put(state, name, cell, 0)
    assert ("lake_mountain_forest" in cards(built(state, "wheat_field", last), 0)) == achieved


def test_7_lake_mountain_forest_one_terrain_is_served_by_each_tile() -> None:
    """One tile beside all three terrains serves one of them: 1 of 3; a second one beside them too: 2 of 3."""
    state = with_card("lake_mountain_forest")
    put(state, "well", (1, 1), 0)
    assert game.progress(state, 0) == [{"id": "lake_mountain_forest", "have": 1, "need": 3}]
    put(state, "bakery", (1, 2), 0)
    assert game.progress(state, 0) == [{"id": "lake_mountain_forest", "have": 2, "need": 3}]


def labour(card: str, *names: str, owner: int = 0, seats: int = 2, **goods: int) -> State:
    """Seat 0 with that card and those goods has a worker at (2, 4) amid these tiles, from (1, 3) round in row order."""
    state = with_card(card, seats)
    around = [(1, 3), (1, 4), (1, 5), (2, 3), (2, 5), (3, 3), (3, 4), (3, 5)]
    for name, cell in zip(names, around, strict=False):
        put(state, name, cell, owner)
    hold(state, 0, **goods)
    return play(state, 0, place(2, 4))


@pytest.mark.parametrize(
    ("building", "goods", "achieved"),
    [
        ("restaurant", {"wheat": 1, "fish": 1}, True),
        ("fair", {"wood": 1, "stone": 1, "fish": 1, "wheat": 1}, True),
        ("granary", {"wheat": 2}, False),  # two of one kind
        ("bar", {}, False),
    ],
)
def test_7_two_inputs(building: str, goods: dict[str, int], achieved: bool) -> None:
    state = play(labour("two_inputs", building, **goods), 0, use(1, 3))
    assert bool(cards(state, 0)) == achieved


@pytest.mark.parametrize(
    ("fish", "meal", "achieved"),
    [
        (5, feed(fish=5), True),
        (7, feed(fish=5), True),
        (4, feed(fish=4), False),  # one is hungry
        (4, feed(fish=4, coins=3), False),
        (4, feed(fish=4, wheat=1), False),
        (5, feed(fish=4, coins=3), False),
        (5, feed(wheat=5), False),
    ],
)
def test_7_fish_supper(fish: int, meal: dict, achieved: bool) -> None:
    state = with_card("fish_supper")
    last_turn_of_round(state, 0)
    state = play(state, 0, place(1, 6), END)
    hold(state, 0, fish=fish, wheat=meal["wheat"], coins=meal["coins"])
    assert ("fish_supper" in cards(play(state, 0, meal), 0)) == achieved


@pytest.mark.parametrize(("seats", "workers"), [(3, 4), (4, 3)])
def test_7_fish_supper_by_players(seats: int, workers: int) -> None:
    state = with_card("fish_supper", seats)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(1, 6), END)
    hold(state, 0, fish=workers)
    assert cards(play(state, 0, feed(fish=workers)), 0) == {"fish_supper"}


TRADES = {
    "wheat_trade": {"bakery", "brewery", "fair", "granary", "grocery", "restaurant"},
    "fish_trade": {"fair", "fishmonger", "grocery", "pier", "restaurant"},
    "builders_yard": {"carpenter", "fair", "quarry", "warehouse", "workshop"},
    "stone_mason": {"castle", "cathedral", "church", "library", "statue", "warehouse", "watchtower"},
    "timber_framer": {"fair", "granary", "pawnshop", "pier", "quarry", "watchtower"},
}
COIN_TRADERS = {
    "bakery",
    "carpenter",
    "church",
    "fishmonger",
    "fountain",
    "gold_mine",
    "grocery",
    "library",
    "quarry",
}
ALL_TILES = (
    *("wheat_field", "bakery", "bar", "brewery", "carpenter", "castle", "cathedral", "church", "fair", "fishmonger"),
    *("fountain", "gold_mine", "granary", "grocery", "library", "pawnshop", "pier", "quarry", "residence"),
    *("restaurant", "statue", "warehouse", "watchtower", "well", "workshop"),
)


@pytest.mark.parametrize("building", ALL_TILES)
@pytest.mark.parametrize("card", TRADES)
def test_7_own_a_tile_wheat_trade_fish_trade_builders_yard_stone_mason_timber_framer(card: str, building: str) -> None:
    state = built(with_card(card), building, (2, 4))
    assert (card in cards(state, 0)) == (building in TRADES[card])


@pytest.mark.parametrize("building", ALL_TILES)
def test_7_coin_trade_two_own_tiles(building: str) -> None:
    """Beside a church, any second tile that produces or consumes coins; one alone is not enough."""
    state = with_card("coin_trade")
    assert not cards(built(state, building, (2, 4)), 0)
    state = with_card("coin_trade")
    put(state, "church", (4, 1), 0)
    if building != "church":
        assert bool(cards(built(state, building, (2, 4)), 0)) == (building in COIN_TRADERS)


@pytest.mark.parametrize("card", TRADES)
def test_7_the_tile_must_be_ones_own(card: str) -> None:
    state = with_card(card)
    put(state, min(TRADES[card]), (2, 4), 1)
    assert not cards(built(state, "residence", (4, 1)), 0)


def test_7_stone_mason_counts_the_cost_as_printed_not_as_paid() -> None:
    state = with_card("stone_mason")
    hold(state, 0, coins=12)
    assert cards(play(state, 0, build("church", 2, 4, stone=4)), 0) == {"stone_mason"}


def test_7_empty_purse() -> None:
    state = labour("empty_purse", "fountain", coins=2)
    state = play(state, 0, use(1, 3))
    assert not cards(state, 0)
    state = labour("empty_purse", "fountain", coins=1)
    assert cards(play(state, 0, use(1, 3)), 0) == {"empty_purse"}


def test_7_full_purse() -> None:
    """A gold mine brings 2 coins: 5 are too few, 6 are enough."""
    assert not cards(play(labour("full_purse", "gold_mine", coins=3), 0, use(1, 3)), 0)
    assert cards(play(labour("full_purse", "gold_mine", coins=4), 0, use(1, 3)), 0) == {"full_purse"}


def test_7_straight_from_the_field() -> None:
    """Wheat from the field to the bakery in one turn; wheat from before does not do, nor wheat gained and not spent."""
    card = "straight_from_the_field"
    state = labour(card, "wheat_field", "bakery")
    state = play(state, 0, use(1, 3))
    assert not cards(state, 0)
    assert cards(play(state, 0, use(1, 4)), 0) == {card}
    state = labour(card, "wheat_field", "bakery", wheat=1)
    assert not cards(play(state, 0, use(1, 4), use(1, 3)), 0)


def test_7_straight_from_the_field_asks_for_the_kind_not_the_piece() -> None:
    """One wheat from before, one gained: the granary takes both."""
    state = labour("straight_from_the_field", "wheat_field", "granary", wheat=1)
    assert cards(play(state, 0, use(1, 3), use(1, 4)), 0)


def test_7_straight_from_the_field_is_about_one_turn() -> None:
    state = labour("straight_from_the_field", "wheat_field", "bakery")
    state = play(play(play(state, 0, use(1, 3), END), 1, place(4, 0), END), 0, place(2, 5), use(1, 4))
    assert not cards(state, 0)


def test_7_straight_from_the_field_is_about_effects_not_buildings() -> None:
    """The wood of the forest pays a wheat field in the next turn: no effect, and no turn of both."""
    state = with_card("straight_from_the_field")
    state = play(state, 0, place(1, 1), use(0, 2), END)
    state = play(play(state, 1, place(4, 0), END), 0, build("wheat_field", 4, 4))
    assert not cards(state, 0)


def test_7_grand_tour_four_tiles_in_a_turn() -> None:
    """Wheat fields count, terrain does not."""
    state = labour("grand_tour", "wheat_field", "well", "wheat_field", "gold_mine")
    state = play(state, 0, use(1, 3), use(1, 4), use(1, 5))
    assert not cards(state, 0)
    assert cards(play(state, 0, use(2, 3)), 0) == {"grand_tour"}


def test_7_grand_tour_terrain_does_not_count() -> None:
    """(1, 1) touches three terrains; with one tile that makes four uses but one tile."""
    state = with_card("grand_tour")
    put(state, "well", (1, 2), 0)
    state = play(state, 0, place(1, 1), use(0, 0), use(0, 2), use(2, 0), use(1, 2))
    assert not cards(state, 0)


def test_7_double_fame_two_tiles_in_a_turn() -> None:
    state = labour("double_fame", "well", "gold_mine", "fountain", coins=1)
    state = play(state, 0, use(1, 3), use(1, 4))
    assert not cards(state, 0)
    assert cards(play(state, 0, use(1, 5)), 0) == {"double_fame"}


def test_7_double_fame_is_about_one_turn() -> None:
    state = play(labour("double_fame", "well", "fountain", coins=1), 0, use(1, 3), END)
    state = play(play(state, 1, place(4, 0), END), 0, place(2, 5), use(1, 4))
    assert not cards(state, 0)


def test_7_big_harvest_five_resources_in_a_turn() -> None:
    """Carpenter 3 wood and pier 2 fish are five; carpenter and wheat field are four."""
    state = labour("big_harvest", "carpenter", "wheat_field", "pier", coins=1)
    state = play(state, 0, use(1, 3), use(1, 4))
    assert not cards(state, 0)
    assert cards(play(state, 0, use(1, 5)), 0) == {"big_harvest"}
