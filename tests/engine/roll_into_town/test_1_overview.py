"""Section 1: the game in outline."""

import pytest

from engine import BadConfig, Config
from engine import roll_into_town as rit
from tests.engine.roll_into_town.notation import NEXT, build, draw, entry, harvest, places, play, position, stock


@pytest.mark.parametrize("seats", range(1, 9))
def test_1_1_one_to_eight_players_act_at_the_same_time_on_the_same_dice(seats: int) -> None:
    state = rit.setup(Config(seats, bytes(32)))
    assert rit.active(state) == list(range(seats))
    assert [player["dice"] for player in rit.view(state, None)["players"]] == [[5, 2, 3, 3, 1]] * seats


@pytest.mark.parametrize("seats", [0, 9])
def test_1_1_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(BadConfig) as refused:
        rit.setup(Config(seats, bytes(32)))
    assert (refused.value.code, refused.value.facts) == ("seats", {"least": 1, "most": 8})


def test_1_1_nobody_touches_another_map() -> None:
    state = rit.setup(Config(2, bytes(32)))
    drawn = play(state, draw("coast", 0, 0, die=0, water="E"), seat=1)
    assert entry(drawn, 0) == entry(state, 0)
    assert entry(drawn, 1)["map"][0][0] == "c:E"


def test_1_2_twelve_rounds_of_four_phases() -> None:
    state = rit.setup(Config(1, bytes(32)))
    seen = []
    while rit.active(state):
        seen.append((entry(state)["round"], entry(state)["phase"]))
        state = play(state, NEXT)
    phases = ["discover", "construct", "gather", "upkeep"]
    assert seen == [(number, phase) for number in range(1, 13) for phase in phases]
    assert rit.view(state, None)["rounds"] == 12


@pytest.mark.parametrize("size", [7, 9, 11])
def test_1_3_a_square_map_with_the_town_hall_in_the_centre(size: int) -> None:
    rows = entry(rit.setup(Config(1, bytes(32), {"size": size})))["map"]
    assert [len(row) for row in rows] == [size] * size
    middle = {7: 3, 9: 4, 11: 5}[size]
    assert {(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token != "."} == {(middle, middle)}
    assert rows[middle][middle] == "@"


def test_1_3_seven_by_seven_unless_said_otherwise() -> None:
    assert rit.view(rit.setup(Config(1, bytes(32))), None)["size"] == 7
    with pytest.raises(BadConfig):
        rit.setup(Config(1, bytes(32), {"size": 8}))


def test_1_3_the_first_cell_is_the_north_west() -> None:
    state = play(position(), draw("farm", 0, 6), draw("tree", 6, 0, die=1))
    rows = entry(state)["map"]
    assert (rows[0][6], rows[6][0]) == ("f", "t")


def test_1_4_start_with_two_wood() -> None:
    assert stock(rit.setup(Config(1, bytes(32)))) == (0, 0, 2)


def test_1_4_what_would_go_over_nine_is_lost() -> None:
    state = position("f f f f\nmine m m m\nwoodcutter t t", "construct", food=7, stone=9, wood=9)
    state = play(state, NEXT)
    assert stock(state) == (9, 9, 9)  # 7 + 4 food, 9 + 1 stone
    assert stock(play(state, harvest(2, 0))) == (9, 9, 9)  # and 9 + 1 wood


def test_1_5_adjacent_is_in_eight_directions() -> None:
    for row, column in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]:
        state = position("", "construct")
        state.players[0].town.put("mountain", 1 << (row * 12 + column))
        state.players[0].town.put("mine", 1 << (2 * 12 + 2))
        assert stock(play(state, NEXT))[1] == 1
    assert stock(play(position(". . m\n.\nmine", "construct"), NEXT))[1] == 0


def test_1_6_what_a_blank_cell_is() -> None:
    filled = """
        f m t ~ house mine woodcutter
        watermill tavern market fountain cathedral cathedral cathedral
        r:EW r:EW c:N c:S+harbor .+top c:S+top ~+top
        . . . @ .+bottom c:N+bottom .
    """
    rest = {(3, 0), (3, 1), (3, 2), (3, 6), *((row, column) for row in (4, 5, 6) for column in range(7))}
    assert places(position(filled), type="draw", icon="farm") == rest
    assert places(position(filled, "construct"), type="build", building="mine") == rest


def test_1_6_the_town_hall_is_never_built_over() -> None:
    assert (3, 3) not in places(position("", "construct"), building="mine")
    assert play(position("", "construct"), build("mine", 3, 2))
