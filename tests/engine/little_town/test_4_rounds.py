"""LT-4 End of a round."""

from itertools import permutations

import pytest

from engine.little_town.state import State
from tests.engine.little_town.positions import (
    END,
    build,
    feed,
    game,
    hold,
    is_legal,
    last_turn_of_round,
    place,
    play,
    purse,
    put,
    refused,
    send,
    show,
    start,
    use,
)


def feeding(seats: int = 2, round_number: int = 1) -> State:
    """All work of the round is done, everybody has to feed; nobody has anything."""
    state = start(seats)
    state.round = round_number
    last_turn_of_round(state, seats - 1)
    state = play(state, seats - 1, place(2, 4), END)
    for seat in range(seats):
        hold(state, seat)
    assert state.phase == "feed"
    return state


def fed_by_all(state: State) -> State:
    """Everybody goes as hungry as the stock at home allows: the program's own choice."""
    for seat in game.active(state):
        state = play(state, seat, game.encode(game.sit_in(state, seat)))
    return state


def test_4_the_round_ends_when_all_workers_are_placed() -> None:
    state = start(2)
    last_turn_of_round(state, 0)
    assert state.phase == "turns"
    state = play(state, 0, place(2, 4))
    assert state.phase == "turns"
    state = play(state, 0, END)
    assert (state.phase, state.turn, game.active(state)) == ("feed", None, [0, 1])


def test_4_1_the_cathedral_gives_a_point_for_each_adjacent_worker_of_anybody() -> None:
    """Workers of both seats at (1,4), (1,5), (3,6) touch (2,5); those at (2,3) and on the site do not."""
    state = start()
    put(state, "cathedral", (2, 5), 1)
    for owner, cell in ((0, (1, 4)), (1, (1, 5)), (0, (2, 3))):
        send(state, owner, cell)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(3, 6), END)
    assert [player.track for player in state.players] == [0, 3]


def test_4_1_the_residence_is_no_worker_for_the_cathedral() -> None:
    state = start()
    put(state, "cathedral", (2, 5), 0)
    put(state, "residence", (2, 6), 1)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(1, 1), END)
    assert state.players[0].track == 0


def residence_at_the_end(owner: int = 1) -> State:
    """The last worker of the round is placed far from the residence, beside which are a well and a lake."""
    state = start()
    put(state, "residence", (1, 6), owner)
    put(state, "well", (2, 6), 0)
    last_turn_of_round(state, 0)
    return play(state, 0, place(4, 1), END)


def test_4_1_the_residence_labours_as_if_a_worker_stood_on_it() -> None:
    """Beside (1, 6): lake (0, 5), mountain (0, 7), well of seat 0 (2, 6)."""
    state = residence_at_the_end()
    view = game.view(state, None)
    assert (view["phase"], view["turn"], view["moved"]) == ("residence", 1, False)
    assert view["active"] == {"cell": [1, 6], "used": []}
    assert game.active(state) == [1]
    state = play(state, 1, use(0, 5), use(2, 6), use(0, 7))
    assert purse(state, 1) == {"coins": 2, "fish": 1, "stone": 1}
    assert purse(state, 0)["coins"] == 4
    assert state.players[1].track == 2
    assert refused(state, 1, use(0, 7))["code"] == "used_already"
    state = play(state, 1, END)
    assert state.phase == "feed"


def test_4_1_no_worker_is_placed_in_the_residence_step() -> None:
    state = residence_at_the_end()
    assert refused(state, 1, place(3, 3)) == {"code": "wrong_phase", "phase": "residence"}
    assert refused(state, 1, build("wheat_field", 3, 3)) == {"code": "wrong_phase", "phase": "residence"}
    assert refused(state, 0, use(0, 5)) == {"code": "not_your_turn", "turn": 1}


def test_4_1_the_step_comes_also_when_nothing_can_be_used_and_ends_with_end_turn() -> None:
    state = start()
    put(state, "residence", (2, 4), 1)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(4, 1), END)
    assert [game.encode(move) for move in game.legal(state, 1)] == [END]
    assert play(state, 1, END).phase == "feed"


def test_4_1_from_the_round_in_which_it_is_built() -> None:
    state = start()
    state.market = ("residence",)
    hold(state, 0, coins=6)
    last_turn_of_round(state, 0)
    state = play(state, 0, build("residence", 2, 4), END)
    assert (state.phase, state.turn) == ("residence", 0)


def test_4_1_every_round() -> None:
    state = residence_at_the_end()
    state = fed_by_all(play(state, 1, END))
    assert state.round == 2
    state.start_player = 0
    last_turn_of_round(state, 0)
    state = play(state, 0, place(4, 1), END)
    assert (state.phase, state.turn) == ("residence", 1)


@pytest.mark.parametrize(
    ("cathedral", "residence", "start_player", "booked_first"),
    [(0, 1, 0, True), (1, 0, 0, False), (1, 0, 1, True), (0, 1, 1, False), (1, 1, 0, True), (0, 0, 1, True)],
)
def test_4_1_seat_by_seat_from_the_start_player_first_the_cathedral_then_the_residence(
    cathedral: int, residence: int, start_player: int, booked_first: bool
) -> None:
    state = start()
    put(state, "cathedral", (2, 5), cathedral)
    put(state, "residence", (4, 3), residence)
    state.start_player = start_player
    send(state, 0, (1, 5))
    last_turn_of_round(state, 1 - start_player)
    state = play(state, 1 - start_player, place(4, 0), END)
    assert (state.phase, state.turn) == ("residence", residence)
    assert state.players[cathedral].track == (1 if booked_first else 0)
    state = play(state, residence, END)
    assert state.phase == "feed"
    assert state.players[cathedral].track == 1


def test_4_2_one_food_for_each_worker_fish_wheat_or_three_coins() -> None:
    """5 workers: 2 fish, 1 wheat and 6 coins."""
    state = feeding()
    hold(state, 0, coins=7, fish=2, wheat=1)
    state = play(state, 0, feed(fish=2, wheat=1, coins=6))
    assert purse(state, 0) == {"coins": 1}
    assert state.players[0].track == 0


def test_4_2_fish_and_wheat_must_be_used_before_going_hungry() -> None:
    state = feeding()
    hold(state, 0, fish=2, wheat=1)
    assert refused(state, 0, feed(fish=1, wheat=1)) == {"code": "food_first", "hungry": 3, "fish": 1, "wheat": 0}
    assert refused(state, 0, feed(fish=2)) == {"code": "food_first", "hungry": 3, "fish": 0, "wheat": 1}
    assert is_legal(state, 0, feed(fish=2, wheat=1))


def test_4_2_using_coins_is_a_choice() -> None:
    """With 7 coins and no food: none, 3 or 6 coins; 5, 4 or 3 food missing."""
    state = feeding()
    hold(state, 0, coins=7)
    assert [game.encode(move)["coins"] for move in game.legal(state, 0)] == [0, 3, 6]
    assert play(state, 0, feed()).players[0].track == -15
    assert play(state, 0, feed(coins=3)).players[0].track == -12


def test_4_2_coins_may_be_paid_while_food_is_kept_if_nobody_goes_hungry() -> None:
    state = feeding()
    hold(state, 0, coins=15, fish=5)
    state_paid = play(state, 0, feed(coins=15))
    assert purse(state_paid, 0) == {"fish": 5}
    assert refused(state, 0, feed(coins=12))["code"] == "food_first"


def test_4_2_never_more_than_the_workers_eat() -> None:
    state = feeding()
    hold(state, 0, coins=9, fish=9, wheat=9)
    assert refused(state, 0, feed(fish=3, wheat=3)) == {"code": "too_much", "eat": 6, "most": 5}
    assert refused(state, 0, feed(fish=5, coins=3))["code"] == "too_much"


def test_4_2_nobody_pays_what_it_has_not() -> None:
    state = feeding()
    hold(state, 0, fish=2, coins=5)
    assert refused(state, 0, feed(fish=3, coins=6)) == {
        "code": "short",
        "missing": [{"kind": "coins", "need": 6, "have": 5}, {"kind": "fish", "need": 3, "have": 2}],
    }


def test_4_2_each_missing_food_costs_three_points_also_below_zero() -> None:
    state = feeding()
    hold(state, 0, fish=3)
    state.players[0].track = 4
    assert play(state, 0, feed(fish=3)).players[0].track == -2


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_4_2_every_seat_feeds_in_any_order(order: tuple[int, ...]) -> None:
    """3 players with 4 workers each: they eat what they have and miss 4, 2 and 0."""
    state = feeding(3)
    for seat in range(3):
        hold(state, seat, fish=2 * seat)
    for done, seat in enumerate(order, start=1):
        state = play(state, seat, feed(fish=2 * seat))
        if done < 3:
            assert state.phase == "feed"
            assert refused(state, seat, feed()) == {"code": "already_fed"}
            assert game.view(state, None)["players"][seat]["fed"]
    assert (state.phase, state.round) == ("turns", 2)
    assert [player.track for player in state.players] == [-12, -6, 0]


def test_4_2_feed_is_sent_also_when_only_one_choice_is_legal() -> None:
    state = feeding()
    assert [game.encode(move) for move in game.legal(state, 0)] == [feed()]
    assert game.active(state) == [0, 1]


def test_4_2_all_choices_with_two_fish_one_wheat_and_six_coins() -> None:
    """5 workers and exactly 5 food with all coins: so all fish and wheat go, and fewer coins mean hunger.

    With 3 fish, 1 wheat and 9 coins there are 7 food: the 5 ways to eat 5 of them, and one food missing without coins.
    """
    state = feeding()
    hold(state, 0, coins=6, fish=2, wheat=1)
    assert [game.encode(move) for move in game.legal(state, 0)] == [
        feed(fish=2, wheat=1, coins=0),
        feed(fish=2, wheat=1, coins=3),
        feed(fish=2, wheat=1, coins=6),
    ]
    hold(state, 0, coins=9, fish=3, wheat=1)
    assert [game.encode(move) for move in game.legal(state, 0)] == [
        feed(fish=1, wheat=1, coins=9),
        feed(fish=2, wheat=0, coins=9),
        feed(fish=2, wheat=1, coins=6),
        feed(fish=3, wheat=0, coins=6),
        feed(fish=3, wheat=1, coins=0),
        feed(fish=3, wheat=1, coins=3),
    ]


def test_4_2_no_turn_moves_while_all_feed_and_no_feed_in_a_turn() -> None:
    state = feeding()
    for wire in (place(1, 1), use(0, 0), build("wheat_field", 1, 1), END):
        assert refused(state, 0, wire) == {"code": "wrong_phase", "phase": "feed"}
    assert refused(start(), 0, feed()) == {"code": "wrong_phase", "phase": "turns"}


def test_4_3_workers_return_tiles_and_houses_stay() -> None:
    state = start()
    put(state, "well", (2, 6), 0)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(4, 1), END)
    assert len(state.workers) == 10
    state = fed_by_all(state)
    assert state.workers == ()
    assert [player.workers_left for player in state.players] == [5, 5]
    assert [player.houses_left for player in state.players] == [6, 7]
    assert [tile.id for tile in state.tiles.values()] == ["well"]
    assert not any(player.fed for player in state.players)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_4_4_the_start_player_marker_goes_clockwise(seats: int) -> None:
    state = feeding(seats)
    for expected in range(1, 3 if seats == 3 else 4):
        state = fed_by_all(state)
        assert state.round == expected + 1
        assert state.start_player == state.turn == expected % seats
        last_turn_of_round(state, (expected - 1) % seats)
        state = play(state, (expected - 1) % seats, place(2, 4), END)


@pytest.mark.parametrize(
    ("tracks", "present", "following"),
    [
        ((20, 30, 40), 2, 0),
        ((40, 20, 30), 2, 1),
        ((40, 30, 20), 2, 2),  # the present start player is lowest and stays
        ((20, 20, 40), 2, 0),  # clockwise from 2: 2, 0, 1
        ((20, 40, 20), 2, 2),  # the present one counts as first
        ((40, 20, 20), 0, 1),
        ((20, 20, 20), 1, 1),
    ],
)
def test_4_4_with_three_players_round_4_begins_with_the_lowest_on_the_track(
    tracks: tuple[int, ...], present: int, following: int
) -> None:
    state = feeding(3, round_number=3)
    state.start_player = present
    for player, track in zip(state.players, tracks, strict=True):
        player.track = track + 12  # 4 workers go hungry: 12 points off for each seat
    state = fed_by_all(state)
    assert state.round == 4
    assert [player.track for player in state.players] == list(tracks)
    assert state.start_player == state.turn == following


def test_4_4_the_penalty_counts_for_who_is_lowest() -> None:
    state = feeding(3, round_number=3)
    for seat in range(2):
        hold(state, seat, fish=4)
    state = fed_by_all(state)
    assert state.start_player == 2


@pytest.mark.parametrize(("seats", "round_number"), [(2, 3), (4, 3), (3, 2)])
def test_4_4_elsewhere_the_lowest_does_not_matter(seats: int, round_number: int) -> None:
    state = feeding(seats, round_number)
    state.players[0].track = -50
    assert fed_by_all(state).start_player == 1


def test_4_5_after_round_4_the_game_ends() -> None:
    state = feeding(3, round_number=4)
    state.start_player = 1
    state = fed_by_all(state)
    view = game.view(state, None)
    assert view["over"]
    assert (view["phase"], view["round"], view["turn"], view["start_player"]) == ("over", 4, None, 1)
    assert view["workers"] == []
    assert [player["workers_left"] for player in view["players"]] == [4, 4, 4]
    assert game.active(state) == []
    for wire in (place(1, 1), use(0, 0), build("wheat_field", 1, 1), END, feed(), show("full_purse")):
        assert refused(state, 0, wire) == {"code": "game_over"}


def test_4_5_cathedral_residence_and_food_come_in_round_4_too() -> None:
    state = start()
    state.round = 4
    put(state, "cathedral", (2, 5), 0)
    put(state, "residence", (4, 3), 0)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4), END)
    assert (state.phase, state.players[0].track) == ("residence", 1)
    state = play(state, 0, END)
    hold(state, 0)
    state = play(state, 0, feed())
    assert state.players[0].track == 1 - 15
