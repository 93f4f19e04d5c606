"""LT-10 A given-up seat."""

from engine import Config
from tests.engine.little_town.positions import (
    END,
    build,
    feed,
    game,
    hold,
    last_turn_of_round,
    place,
    play,
    put,
    send,
    start,
    use,
)


def sit_in(state: object, seat: int) -> dict:
    return game.encode(game.sit_in(state, seat))


def test_10_place_on_the_first_cell_in_row_order() -> None:
    """On board A (0, 0) is a mountain, (0, 1) is grass; then (0, 4), because (0, 2) and (0, 3) are terrain."""
    state = start()
    assert sit_in(state, 0) == place(0, 1)
    send(state, 1, (0, 1))
    assert sit_in(state, 0) == place(0, 4)
    put(state, "well", (0, 4), 1)
    assert sit_in(state, 0) == place(0, 6)


def test_10_then_end_turn_whatever_could_be_used() -> None:
    state = play(start(), 0, place(1, 1))
    assert sit_in(state, 0) == END
    assert sit_in(play(state, 0, use(0, 0)), 0) == END
    state = start()
    hold(state, 0, wood=1)
    assert sit_in(play(state, 0, build("wheat_field", 1, 1)), 0) == END


def test_10_end_turn_in_the_residence_step() -> None:
    state = start()
    put(state, "residence", (1, 6), 1)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(4, 4), END)
    assert sit_in(state, 1) == END


def test_10_feed_fish_then_wheat_then_coins_then_hunger() -> None:
    state = start()
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4), END)
    hold(state, 0, coins=9, fish=9, wheat=9)
    assert sit_in(state, 0) == feed(fish=5)
    hold(state, 0, coins=9, fish=2, wheat=2)
    assert sit_in(state, 0) == feed(fish=2, wheat=2, coins=3)
    hold(state, 0, coins=5, fish=1, wheat=1)
    assert sit_in(state, 0) == feed(fish=1, wheat=1, coins=3)
    hold(state, 0, coins=2, wheat=1)
    assert sit_in(state, 0) == feed(wheat=1)


def test_10_four_given_up_seats_come_to_the_end() -> None:
    """Nobody gets food: 3 coins feed one of 3 workers in round 1, so 2 + 3 + 3 + 3 are hungry: 33 points off each.

    All purses are empty after round 1; seat 1 holds the card for it (the first of the published vectors).
    """
    state = game.setup(Config(4, bytes(32)))
    while active := game.active(state):
        state = play(state, active[-1], sit_in(state, active[-1]))
    assert [player.track for player in state.players] == [-33] * 4
    assert game.ranking(state) == [[1], [0, 2, 3]]
