"""Section 8: rounds, drafts, what others see, and the program as a stand-in."""

from random import Random

import pytest

from engine import Config, after
from engine import roll_into_town as rit
from engine.roll_into_town.moves import Next
from tests.engine.roll_into_town.notation import (
    NEXT,
    draw,
    entry,
    grow,
    play,
    position,
    refusal,
)


def two() -> object:
    return rit.setup(Config(2, bytes(32)))


def test_8_1_each_player_moves_through_the_phases_alone() -> None:
    state = play(two(), NEXT, NEXT, seat=1)
    assert [rit.doing(state, seat) for seat in (0, 1)] == ["discover", "gather"]
    assert rit.active(state) == [0, 1]


def test_8_1_only_the_last_next_of_a_round_settles() -> None:
    state = position("t t", "gather")
    settled = []
    for wire in (NEXT, grow((0, 0), (0, 2)), NEXT, draw("tree", 1, 0, die=3), NEXT, NEXT, NEXT):
        move = rit.decode(wire)
        settled.append(rit.settles(state, 0, move))
        state = after(rit, state, 0, move)
    assert settled == [False, False, True, False, False, False, False]


def test_8_2_the_next_round_starts_when_all_have_ended_this_one() -> None:
    state = play(two(), NEXT, NEXT, NEXT, NEXT, seat=1)
    assert [player["phase"] for player in rit.view(state, 0)["players"]] == ["discover", "done"]
    assert (rit.active(state), rit.legal(state, 1)) == ([0], [])
    assert refusal(state, NEXT, seat=1) == {"code": "waiting", "round": 1}
    assert refusal(state, draw("coast", 0, 0, water="N"), seat=1) == {"code": "waiting", "round": 1}
    state = play(state, NEXT, NEXT, NEXT, NEXT, seat=0)
    for player in rit.view(state, 0)["players"]:
        assert (player["round"], player["phase"], player["rolled"]) == (2, "discover", [3, 2, 2, 6, 5])
    assert rit.active(state) == [0, 1]


def test_8_2_a_new_round_starts_with_nothing_drawn_adjusted_or_harvested() -> None:
    state = position("t woodcutter", "upkeep", used=5, adjusted=2, drawn=3, harvested=2, town_hall_left=1)
    now = entry(play(state, NEXT))
    assert [now[key] for key in ("used", "adjusted", "drawn", "harvested", "town_hall_left")] == [[], [], 0, [], 1]


def test_8_2_after_round_12_the_game_is_over() -> None:
    state = play(position("", "upkeep", number=12), NEXT)
    assert (rit.active(state), rit.legal(state, 0)) == ([], [])
    assert refusal(state, NEXT) == {"code": "over"}
    assert refusal(state, draw("farm", 0, 0)) == {"code": "over"}
    assert rit.doing(state, 0) == "done"


def test_8_2_later_dice_are_not_to_be_seen() -> None:
    state = position(number=3)
    for viewer in (0, None):
        other = rit.resample(state, viewer, Random(1))
        assert rit.view(other, viewer) == rit.view(state, viewer)
        assert other.rolls[:4] == state.rolls[:4]
        assert other.rolls[4:] != state.rolls[4:]
        assert [len(dice) for dice in other.rolls] == [0, 5, 5, 5, 5, 5, 5, 4, 4, 4, 3, 3, 3]
        assert {face for dice in other.rolls[4:] for face in dice} <= set(range(1, 7))


def test_8_3_drafts_are_not_open_and_doing_is_the_phase() -> None:
    assert rit.OPEN_DRAFTS is False
    state = position()
    for phase in ("discover", "construct", "gather", "upkeep"):
        assert rit.doing(state, 0) == phase
        state = play(state, NEXT) if phase != "upkeep" else state


def test_8_4_the_program_ends_each_phase() -> None:
    for phase in ("discover", "construct", "gather"):
        assert rit.sit_in(position("t t woodcutter", phase, wood=9), 0) == Next()


def test_8_4_in_upkeep_it_grows_what_is_due_first() -> None:
    state = play(position(". t t f\n.\nt t f\nf f f", "gather"), NEXT)
    grown = []
    while not isinstance(move := rit.sit_in(state, 0), Next):
        grown.append(rit.encode(move))
        state = after(rit, state, 0, move)
    assert grown == [grow((0, 1), (0, 0)), grow((2, 0), (1, 0))]
    assert refusal(state, NEXT) == {}


def test_8_4_a_stuck_forest_does_not_hold_it_up() -> None:
    state = play(position("t t f\nf f\n.\nt t", "gather"), NEXT)
    assert rit.encode(rit.sit_in(state, 0)) == grow((3, 0), (2, 0))


@pytest.mark.parametrize("seat", [-1, 1, 5])
def test_8_no_such_seat(seat: int) -> None:
    assert refusal(position(), NEXT, seat=seat) == {"code": "no_seat", "seats": 1}


@pytest.mark.parametrize(
    ("wire", "needs"),
    [
        (draw("farm", 0, 0), "discover"),
        ({"type": "adjust", "die": 0, "delta": 1}, "discover"),
        ({"type": "build", "building": "mine", "cell": [0, 0]}, "construct"),
        ({"type": "harvest", "cell": [0, 0]}, "gather"),
        (grow((0, 0), (0, 1)), "upkeep"),
    ],
)
def test_8_each_move_in_its_phase_only(wire: dict, needs: str) -> None:
    for phase in {"discover", "construct", "gather", "upkeep"} - {needs}:
        assert refusal(position("", phase), wire) == {"code": "phase", "phase": phase, "needs": needs}
