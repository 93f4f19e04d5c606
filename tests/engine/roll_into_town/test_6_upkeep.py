"""Section 6: forests grow."""

import pytest

from tests.engine.roll_into_town.notation import (
    NEXT,
    entry,
    grow,
    moves,
    places,
    play,
    position,
    refusal,
    shows,
)


def upkeep(text: str, **fields: int) -> object:
    return play(position(text, "gather", **fields), NEXT)


def growth(state: object) -> list[tuple[list[int], int]]:
    return [(forest["forest"], forest["left"]) for forest in entry(state)["growth"]]


@pytest.mark.parametrize(
    ("trees", "new"), [("t t", 1), ("t t t", 1), ("t t t t", 2), ("t t t t t", 2), ("t t t t t t t", 3)]
)
def test_6_1_half_the_trees_rounded_down(trees: str, new: int) -> None:
    assert growth(upkeep(trees)) == [([0, 0], new)]


def test_6_1_lone_trees_do_not_grow() -> None:
    state = upkeep("t . t\n. t")  # diagonal neighbours are not connected
    assert growth(state) == []
    assert moves(state) == [NEXT]


def test_6_1_connected_orthogonally_round_corners() -> None:
    assert growth(upkeep("t\nt t t\n. . t")) == [([0, 0], 2)]


def test_6_1_forests_are_named_by_their_first_cell_in_row_order() -> None:
    assert growth(upkeep(". . . t\n. t t t\n.\nt t")) == [([0, 3], 2), ([3, 0], 1)]


def test_6_1_a_forest_does_not_run_round_the_edge_of_the_map() -> None:
    assert growth(upkeep(". . . . . . t\nt")) == []


@pytest.mark.parametrize("size", [9, 11])
def test_6_1_on_larger_maps(size: int) -> None:
    state = play(position(" ".join("t" * size), "gather", size=size), NEXT)
    assert growth(state) == [([0, 0], size // 2)]
    assert places(state, type="grow") == {(1, column) for column in range(size)}


def test_6_1_forests_and_numbers_are_fixed_when_the_phase_begins() -> None:
    # two forests of two; joined they would have four trees, but each grows one new tree
    state = play(upkeep("t t . t t"), grow((0, 0), (0, 2)))
    assert growth(state) == [([0, 3], 1)]
    state = play(state, grow((0, 3), (1, 1)))
    assert growth(state) == []
    assert shows(state, "t t t t t\n. t")


def test_6_1_lone_trees_joined_in_the_phase_do_not_become_a_forest() -> None:
    state = play(upkeep("t t . t"), grow((0, 0), (0, 2)))
    assert moves(state) == [NEXT]
    assert refusal(state, grow((0, 3), (0, 4))) == {"code": "no_forest", "forest": [0, 3]}


def test_6_2_in_a_blank_cell_next_to_the_forest() -> None:
    state = upkeep("t t f")
    assert places(state, type="grow") == {(1, 0), (1, 1)}
    assert refusal(state, grow((0, 0), (0, 2))) == {"code": "not_blank", "cell": [0, 2], "holds": "f"}
    away = {"code": "not_beside_forest", "forest": [0, 0], "cell": [1, 2]}
    assert refusal(state, grow((0, 0), (1, 2))) == away  # diagonal only
    assert refusal(state, grow((0, 0), (7, 0))) == {"code": "off_map", "cell": [7, 0], "size": 7}
    assert refusal(state, grow((0, 1), (1, 1))) == {"code": "no_forest", "forest": [0, 1]}


def test_6_2_chained_through_trees_grown_this_phase() -> None:
    state = upkeep("t t t t")
    assert (2, 0) not in places(state, type="grow")
    state = play(state, grow((0, 0), (1, 0)), grow((0, 0), (2, 0)))
    assert shows(state, "t t t t\nt\nt")


def test_6_2_chained_through_another_forest() -> None:
    # the first grows between them; after that the second may grow on the far side of the first
    state = upkeep("f t t . t t f")
    assert (1, 1) not in places(state, type="grow", forest=[0, 4])
    state = play(state, grow((0, 1), (0, 3)))
    assert places(state, type="grow", forest=[0, 4]) == {(1, column) for column in range(1, 6)}


def test_6_2_chained_through_a_lone_tree() -> None:
    state = play(upkeep("t t . t\nt t"), grow((0, 0), (0, 2)))
    assert places(state, type="grow") == {(0, 4), (1, 2), (1, 3), (2, 0), (2, 1)}


def test_6_3_growing_is_compulsory() -> None:
    state = upkeep("t t t t\n.\nt t")
    assert refusal(state, NEXT) == {"code": "must_grow", "left": 3}
    state = play(state, grow((0, 0), (1, 0)), grow((2, 0), (3, 0)))
    assert refusal(state, NEXT) == {"code": "must_grow", "left": 1}
    assert refusal(play(state, grow((0, 0), (1, 1))), NEXT) == {}


def test_6_3_in_any_order() -> None:
    state = upkeep("t t\n.\nt t")
    assert [move["forest"] for move in moves(state, type="grow")] == [[0, 0]] * 3 + [[2, 0]] * 5
    assert refusal(play(state, grow((2, 0), (1, 0))), grow((0, 0), (1, 1))) == {}


def test_6_3_what_finds_no_cell_is_lost() -> None:
    state = upkeep("t t f\nf f")
    assert growth(state) == []
    assert moves(state) == [NEXT]
    assert refusal(state, grow((0, 0), (0, 2))) == {"code": "forest_stuck", "forest": [0, 0], "left": 1}
    assert entry(play(state, NEXT))["phase"] == "discover"


def test_6_3_partly_lost() -> None:
    state = play(upkeep("t t t t . f\nf f f f f"), grow((0, 0), (0, 4)))
    assert (growth(state), moves(state)) == ([], [NEXT])


def test_6_3_one_forest_takes_the_last_cell_of_another() -> None:
    state = play(upkeep("t t . t t f\nf f f f f"), grow((0, 0), (0, 2)))
    assert moves(state) == [NEXT]
    assert refusal(state, grow((0, 3), (1, 3))) == {"code": "forest_stuck", "forest": [0, 3], "left": 1}


def test_6_3_no_more_than_due() -> None:
    state = play(upkeep("t t"), grow((0, 0), (1, 0)))
    assert refusal(state, grow((0, 0), (2, 0))) == {"code": "forest_grown", "forest": [0, 0]}


def test_6_3_left_is_what_is_due_even_where_fewer_cells_can_be_reached() -> None:
    assert growth(upkeep("t t t t . f\nf f f f f")) == [([0, 0], 2)]


def test_6_3_new_trees_count_from_the_next_round_on() -> None:
    state = play(upkeep("t t t"), grow((0, 0), (1, 0)), NEXT, NEXT, NEXT, NEXT)
    assert growth(state) == [([0, 0], 2)]
