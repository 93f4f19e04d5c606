"""What is hidden in Little Town: the cards of others, achieved or not. `resample` draws just that anew."""

from collections import Counter
from random import Random

import pytest

from engine import Config
from engine.core import playout
from engine.little_town.state import State
from tests.engine.little_town.positions import deal, game, place, play, put, show, start, use
from tests.engine.little_town.test_7_needs import NEEDS


def hands(state: State) -> list[tuple[str, ...]]:
    return [player.hand for player in state.players]


def test_the_own_hand_and_shown_cards_stay_the_rest_is_drawn() -> None:
    state = start(3)
    deal(state, 0, "full_purse", "big_harvest")
    deal(state, 1, "empty_purse", "grand_tour")
    deal(state, 2, "neighbourhood", "fish_supper")
    state.players[1].met = frozenset({"empty_purse", "grand_tour"})
    state = play(state, 1, show("grand_tour"))
    seen: Counter[str] = Counter()
    for run in range(300):
        own, other, third = hands(game.resample(state, 0, Random(run)))
        assert own == ("full_purse", "big_harvest")
        assert other[1] == "grand_tour"
        assert len({*own, *other, *third}) == 6
        seen.update((other[0], *third))
    # first-game market: two_inputs was replaced at the deal; the other 14 unseen cards can all be in those three places
    assert set(seen) == {
        *("neighbourhood", "more_buildings_than_workers", "full_larder", "lake_mountain_forest", "fish_supper"),
        *("wheat_trade", "fish_trade", "coin_trade", "builders_yard", "stone_mason", "timber_framer"),
        *("empty_purse", "straight_from_the_field", "double_fame"),
    }


def test_a_spectator_knows_nobodys_hand() -> None:
    state = start()
    drawn = {hands(game.resample(state, None, Random(run)))[0] for run in range(20)}
    assert len(drawn) == 20


def test_no_card_is_drawn_that_the_deal_would_have_replaced() -> None:
    """By the buildings of the game, also when they are built already."""
    for run in range(30):
        state, _ = playout(game, game.setup(Config(4, run.to_bytes(32, "big"))), Random(run))
        state.phase = "feed"  # before the end, with most buildings on the board
        buildings = {*state.market, *(tile.id for tile in state.tiles.values())}
        drawn = game.resample(state, 0, Random(run))
        for card in (card for hand in hands(drawn) for card in hand):
            number, useful = NEEDS.get(card, (0, set()))
            assert len(useful & buildings) >= number
            assert card not in state.replaced


def test_what_a_drawn_card_would_have_achieved_is_known() -> None:
    """Seat 1 had an empty purse once and owns a tile of the wheat trade, for all to see: so it holds those achieved."""
    state = start()
    put(state, "bakery", (1, 5), 1)
    state.turn = 1
    state = play(state, 1, place(2, 5), use(1, 5, coins_for={"wheat": 1}))
    assert state.players[1].coins == 4
    for run in range(40):
        drawn = game.resample(state, 0, Random(run))
        for card in game.view(drawn, 1)["players"][1]["objectives"]:
            assert card["achieved"] == (card["id"] in {"empty_purse", "wheat_trade"})


def test_after_the_end_nothing_is_hidden() -> None:
    state, _ = playout(game, game.setup(Config(3, bytes(32))), Random(1))
    drawn = game.resample(state, 0, Random(2))
    assert drawn == state
    assert drawn is not state


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_nobody_else_is_told_of_an_achieved_card(viewer: int | None) -> None:
    """Seat 0 empties its purse by a fee that fills seat 1's: each is told of its own card only."""
    state = start()
    deal(state, 0, "empty_purse")
    deal(state, 1, "full_purse")
    put(state, "well", (1, 5), 1)
    state.players[0].coins, state.players[1].coins = 1, 5
    before = play(state, 0, place(2, 5))
    later = play(before, 0, use(1, 5))
    told = game.facts(before, 0, game.decode(use(1, 5)), later, viewer)
    expected = {0: ["empty_purse"], 1: ["full_purse"], None: []}[viewer]
    assert [fact["objective"] for fact in told if fact["fact"] == "achieved"] == expected
