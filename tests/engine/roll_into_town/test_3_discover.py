"""Section 3: icons, the river, coasts and the sea."""

import pytest

from tests.engine.roll_into_town.notation import (
    NEXT,
    build,
    draw,
    entry,
    harvest,
    moves,
    places,
    play,
    position,
    refusal,
    shows,
)

ALL = {(row, column) for row in range(7) for column in range(7)} - {(3, 3)}
BORDER = {(row, column) for row, column in ALL if {row, column} & {0, 6}}


def test_3_1_up_to_the_rounds_number_of_icons() -> None:
    state = play(position(), draw("farm", 0, 0), draw("tree", 0, 1, die=1), draw("farm", 0, 2, die=4))
    assert refusal(state, draw("farm", 0, 3, die=2)) == {"code": "no_icon_left", "drawn": 3, "allowed": 3}
    assert moves(state) == [NEXT]
    assert shows(state, "f t f")


def test_3_1_in_a_blank_cell() -> None:
    state = position("f")
    assert refusal(state, draw("tree", 0, 0)) == {"code": "not_blank", "cell": [0, 0], "holds": "f"}
    assert refusal(state, draw("tree", 3, 3)) == {"code": "not_blank", "cell": [3, 3], "holds": "@"}
    assert refusal(state, draw("tree", 0, 7)) == {"code": "off_map", "cell": [0, 7], "size": 7}
    assert refusal(state, draw("coast", 7, 0, water="N")) == {"code": "off_map", "cell": [7, 0], "size": 7}


def test_3_1_with_no_blank_cell_left_nothing_is_drawn() -> None:
    full = position("\n".join(["f f f f f f f"] * 7))
    assert refusal(full, draw("tree", 0, 0)) == {"code": "no_blank"}
    assert refusal(full, draw("river", 0, 0, ends="NS")) == {"code": "no_blank"}
    assert moves(full) == [NEXT]


def test_3_1_a_player_may_stop_early() -> None:
    assert entry(play(position(), NEXT))["phase"] == "construct"


@pytest.mark.parametrize(("icon", "letter"), [("farm", "f"), ("mountain", "m"), ("tree", "t")])
def test_3_2_any_blank_cell(icon: str, letter: str) -> None:
    state = position("f")
    assert places(state, icon=icon, die=0) == ALL - {(0, 0)}
    assert shows(play(state, draw(icon, 6, 1)), "f\n\n\n. . . @\n\n\n. " + letter)


def test_3_3_the_first_piece_lies_on_the_border_and_leaves_the_map() -> None:
    state = position()
    assert places(state, icon="river") == BORDER
    ends = {cell: {m["ends"] for m in moves(state, icon="river", cell=list(cell), die=0)} for cell in BORDER}
    assert ends[0, 2] == {"NE", "NS", "NW"}
    assert ends[2, 6] == {"NE", "ES", "EW"}
    assert ends[6, 5] == {"NS", "ES", "SW"}
    assert ends[4, 0] == {"NW", "EW", "SW"}
    assert ends[0, 0] == {"NE", "NS", "NW", "EW", "SW"}
    assert ends[0, 6] == {"NE", "NS", "NW", "ES", "EW"}
    assert ends[6, 0] == {"NS", "NW", "ES", "EW", "SW"}
    assert ends[6, 6] == {"NE", "NS", "ES", "EW", "SW"}
    assert refusal(state, draw("river", 1, 1, ends="NS")) == {"code": "not_border", "cell": [1, 1]}
    inside = {"code": "river_inside", "cell": [0, 2], "ends": "EW"}
    assert refusal(state, draw("river", 0, 2, ends="EW")) == inside


def test_3_3_no_first_piece_without_a_blank_border_cell() -> None:
    ring = "f f f f f f f\n" + "f . . . . . f\n" * 5 + "f f f f f f f"
    assert refusal(position(ring), draw("river", 1, 1, ends="NS")) == {"code": "no_border"}
    assert moves(position(ring), icon="river") == []


def test_3_3_a_later_piece_continues_at_the_open_end() -> None:
    state = play(position(), draw("river", 0, 2, ends="NE"))
    assert [(m["cell"], m["ends"]) for m in moves(state, icon="river", die=1)] == [
        ([0, 3], "NW"),
        ([0, 3], "EW"),
        ([0, 3], "SW"),
    ]
    assert refusal(state, draw("river", 0, 1, die=1, ends="EW")) == {"code": "river_elsewhere", "cell": [0, 3]}
    back = {"code": "river_back", "cell": [0, 3], "side": "W"}
    assert refusal(state, draw("river", 0, 3, die=1, ends="NS")) == back
    state = play(state, draw("river", 0, 3, die=1, ends="SW"), draw("river", 1, 3, die=2, ends="NW"))
    assert shows(state, ". . r:NE r:SW\n. . . r:NW")
    assert places(play(state, NEXT, NEXT, NEXT, NEXT), icon="river") == {(1, 2)}


@pytest.mark.parametrize(
    ("before", "row", "column"),
    [(". r:NS", 1, 1), ("r:EW", 0, 1), (".\n.\n.\n.\n.\n.\n. r:NS", 5, 1), (". . . . . . r:EW", 0, 5)],
    ids=["southward", "eastward", "northward", "westward"],
)
def test_3_3_straight_on_in_all_directions(before: str, row: int, column: int) -> None:
    assert places(position(before), icon="river") == {(row, column)}


def test_3_3_complete_when_the_open_end_leaves_the_map() -> None:
    state = play(position(), draw("river", 0, 0, ends="NE"), draw("river", 0, 1, die=1, ends="NW"))
    assert refusal(state, draw("river", 0, 2, die=2, ends="EW")) == {"code": "river_complete"}
    assert moves(state, icon="river") == []


def test_3_3_a_bend_in_a_corner_is_complete_at_once() -> None:
    state = play(position(), draw("river", 6, 6, ends="ES"))
    assert refusal(state, draw("river", 6, 5, die=1, ends="EW")) == {"code": "river_complete"}
    assert entry(state)["score"]["river"] == 1


def test_3_3_blocked_while_the_next_cell_is_not_blank() -> None:
    state = play(position("r:EW t woodcutter"), NEXT, NEXT)
    blocked = {"code": "river_blocked", "cell": [0, 1], "holds": "t"}
    assert refusal(position("r:EW t woodcutter"), draw("river", 0, 1, ends="EW")) == blocked
    felled = play(state, harvest(0, 2), NEXT, NEXT)  # round 2 rolls 3 2 2 6 5
    assert places(felled, icon="river") == {(0, 1)}


def test_3_3_a_piece_may_point_at_its_own_river() -> None:
    loop = "r:NS . .\nr:NS . r:SW\nr:NE r:EW r:NW"
    state = play(position(loop), draw("river", 1, 1, ends="EW"))
    blocked = {"code": "river_blocked", "cell": [1, 0], "holds": "r:NS"}
    assert refusal(state, draw("river", 1, 0, die=1, ends="NS")) == blocked


def test_3_4_coasts_in_fourteen_ways() -> None:
    waters = [m["water"] for m in moves(position(), icon="coast", die=0, cell=[2, 4])]
    one, two, three = ["N", "E", "S", "W"], ["NE", "NS", "NW", "ES", "EW", "SW"], ["NES", "NEW", "NSW", "ESW"]
    assert waters == one + two + three
    assert places(position(), icon="coast") == ALL


def test_3_4_water_towards_the_border_or_a_filled_cell_is_without_effect() -> None:
    state = play(position(". f"), draw("coast", 0, 0, water="NEW"), draw("coast", 2, 1, die=1, water="NS"))
    assert shows(state, "c:NEW f\n.\n. c:NS")


def test_3_5_water_on_two_sides_at_right_angles_makes_sea() -> None:
    state = play(position("c:S"), draw("coast", 1, 1, water="W"))
    assert shows(state, "c:S\n~ c:W")


@pytest.mark.parametrize("around", ["c:S+c:W", "c:S+c:E", "c:N+c:W", "c:N+c:E"])
def test_3_5_every_corner_of_a_cell(around: str) -> None:
    upright, level = around.split("+")
    cells = {"c:S": (1, 2), "c:N": (3, 2), "c:W": (2, 3), "c:E": (2, 1)}
    state = play(
        position(),
        draw("coast", *cells[upright], die=0, water=upright[2]),
        draw("coast", *cells[level], die=1, water=level[2]),
    )
    assert entry(state)["map"][2][2] == "~"


def test_3_5_parallel_sides_do_not_count() -> None:
    assert shows(play(position("c:E"), draw("coast", 0, 2, water="W")), "c:E . c:W")
    assert shows(play(position("c:S\n.\n."), draw("coast", 2, 0, water="N")), "c:S\n.\nc:N")


def test_3_5_one_side_is_not_enough_and_water_faces_one_way() -> None:
    assert shows(play(position("c:E"), draw("coast", 1, 1, water="S")), "c:E .\n. c:S")
    assert shows(play(position("c:E"), draw("coast", 1, 1, water="N")), "c:E ~\n. c:N")


def test_3_5_the_sea_itself_waters_its_neighbours_until_nothing_changes() -> None:
    # (0, 1) has water west and south. It turns to sea; then (0, 2) has sea west and a coast south, then (0, 3).
    state = play(position("c:E . . . f\n. . c:N c:N"), draw("coast", 1, 1, water="N"))
    assert shows(state, "c:E ~ ~ ~ f\n. c:N c:N c:N")


def test_3_5_only_blank_cells_become_sea() -> None:
    state = play(position("c:E f\n. ."), draw("coast", 1, 1, water="N"))
    assert shows(state, "c:E f\n. c:N")


def test_3_5_felled_trees_can_be_flooded() -> None:
    state = play(position("c:E t woodcutter\n. c:N", "gather"), harvest(0, 2))
    assert shows(state, "c:E ~ woodcutter\n. c:N")


def test_3_5_the_sea_does_not_run_round_the_edge_of_the_map() -> None:
    # water leaves the last column eastwards and the first westwards: neither side reaches a cell of another row
    state = play(
        position("f f f f f f c:E\n.\nf", number=1), draw("coast", 2, 1, water="N"), draw("coast", 1, 6, 1, water="E")
    )
    assert "~" not in [token for row in entry(state)["map"] for token in row]


@pytest.mark.parametrize("size", [7, 9, 11])
def test_3_5_on_every_size_up_to_the_last_corner(size: int) -> None:
    last = size - 1
    state = position(size=size)
    state = play(state, draw("coast", last - 1, last, water="S"), draw("coast", last, last - 1, 1, water="E"))
    assert entry(state)["map"][last][last] == "~"


def test_3_6_nothing_is_drawn_built_or_grown_on_the_sea() -> None:
    text = "t t ~"
    assert refusal(position(text), draw("farm", 0, 2)) == {"code": "not_blank", "cell": [0, 2], "holds": "~"}
    built = refusal(position(text, "construct"), build("mine", 0, 2))
    assert built == {"code": "not_blank", "cell": [0, 2], "holds": "~"}
    growing = play(position(text, "gather"), NEXT)
    assert (0, 2) not in places(growing, type="grow")
