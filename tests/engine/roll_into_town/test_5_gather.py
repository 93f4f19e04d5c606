"""Section 5: income and woodcutters."""

from tests.engine.roll_into_town.notation import (
    NEXT,
    build,
    entry,
    harvest,
    moves,
    play,
    position,
    refusal,
    shows,
    stock,
)


def income(text: str, **fields: int) -> tuple[int, int, int]:
    return stock(play(position(text, "construct", **{"wood": 0, **fields}), NEXT))


def test_5_1_farms() -> None:
    assert income("f f f") == (3, 0, 0)


def test_5_1_each_watermill_adds_one_to_each_farm() -> None:
    assert income("f f watermill watermill") == (6, 0, 0)  # 2 farms x (1 + 2)
    assert income("watermill watermill") == (0, 0, 0)


def test_5_2_harbors() -> None:
    assert income("c:N+harbor c:S+harbor c:E") == (2, 0, 0)
    assert income("f c:N+harbor watermill") == (3, 0, 0)  # a watermill adds nothing to a harbor: 1 x 2 + 1


def test_5_3_mines_by_adjacent_mountains() -> None:
    assert income("m m m\nm mine m\nm m m") == (0, 8, 0)
    assert income("mine . m") == (0, 0, 0)


def test_5_3_mines_share_mountains() -> None:
    assert income("mine m mine\n. mine") == (0, 3, 0)


def test_5_4_all_adjacent_trees_fall_for_one_wood_each() -> None:
    state = play(position("t t .\nt woodcutter t\n. . .\nt", "gather", wood=0), harvest(1, 1))
    assert shows(state, ".\n. woodcutter\n.\nt")
    assert stock(state) == (0, 0, 4)


def test_5_4_diagonal_trees_too() -> None:
    state = play(position("t . t\n. woodcutter\nt . t", "gather", wood=0), harvest(1, 1))
    assert stock(state) == (0, 0, 4)


def test_5_4_each_woodcutter_once_a_round() -> None:
    text = "t woodcutter . . woodcutter t"
    state = play(position(text, "gather"), harvest(0, 1))
    assert entry(state)["harvested"] == [[0, 1]]
    state.players[0].town.put("tree", 1)  # even if trees stood there again
    assert refusal(state, harvest(0, 1)) == {"code": "harvested", "cell": [0, 1]}
    assert moves(state, type="harvest") == [harvest(0, 4)]
    state = play(state, NEXT, NEXT, NEXT, NEXT)
    assert entry(state)["harvested"] == []
    assert refusal(state, harvest(0, 1)) == {}


def test_5_4_all_some_or_none_in_any_order() -> None:
    text = "t woodcutter . woodcutter t"
    state = position(text, "gather")
    assert moves(state) == [harvest(0, 1), harvest(0, 3), NEXT]
    one = play(state, harvest(0, 1), harvest(0, 3))
    other = play(state, harvest(0, 3), harvest(0, 1))
    assert one == other
    assert entry(play(state, NEXT))["phase"] == "upkeep"


def test_5_4_the_first_fells_what_two_could() -> None:
    state = play(position("woodcutter t woodcutter", "gather"), harvest(0, 2))
    assert refusal(state, harvest(0, 0)) == {"code": "no_tree_beside", "cell": [0, 0]}


def test_5_4_not_without_a_tree_or_a_woodcutter() -> None:
    state = position("woodcutter . t mine", "gather")
    assert moves(state) == [NEXT]
    assert refusal(state, harvest(0, 0)) == {"code": "no_tree_beside", "cell": [0, 0]}
    assert refusal(state, harvest(0, 3)) == {"code": "not_woodcutter", "cell": [0, 3], "holds": "mine"}
    assert refusal(state, harvest(7, 0)) == {"code": "off_map", "cell": [7, 0], "size": 7}


def test_5_4_felled_cells_are_blank_again() -> None:
    state = play(position("t woodcutter", "gather"), harvest(0, 1), NEXT, NEXT, NEXT)
    assert refusal(state, build("mine", 0, 0)) == {}


def test_5_5_automatic_income_is_booked_when_gather_begins() -> None:
    state = position("f m\nmine", "construct", food=8, stone=1)
    assert stock(state) == (8, 1, 2)
    state = play(state, NEXT)
    assert (stock(state), entry(state)["phase"]) == ((9, 2, 2), "gather")
    assert stock(play(state, NEXT, NEXT)) == (9, 2, 2)


def test_5_5_the_cap_comes_after_all_of_it() -> None:
    assert income("f f f c:N+harbor c:N+harbor\nmine m m", food=5, stone=8) == (9, 9, 0)
