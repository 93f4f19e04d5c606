"""4.9: the lighthouse, its halves and what stays beneath them."""

import pytest

from tests.engine.roll_into_town.notation import (
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

HOUSE = "lighthouse"


def rich(text: str) -> object:
    return position(text, "construct", food=9, stone=9, wood=9)


def test_4_9_top_directly_north_of_the_bottom() -> None:
    assert shows(play(rich(". .\n. c:E"), build(HOUSE, 1, 1)), ". .+top\n. c:E+bottom")


def test_4_9_bottom_on_a_coast_or_on_a_blank_cell_beside_one() -> None:
    state = rich(".\n. .\n. . c:N")
    assert places(state, building=HOUSE) == {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)}
    # (3, 3) is the town hall; (3, 2)'s top stands on the coast itself
    assert shows(play(state, build(HOUSE, 3, 2)), ".\n.\n. . c:N+top\n. . .+bottom")
    assert refusal(state, build(HOUSE, 5, 5)) == {"code": "needs_coast_beside", "cell": [5, 5]}
    assert refusal(state, build(HOUSE, 3, 3)) == {"code": "not_blank", "cell": [3, 3], "holds": "@"}
    assert refusal(state, build(HOUSE, 7, 2)) == {"code": "off_map", "cell": [7, 2], "size": 7}


def test_4_9_no_bottom_on_a_coast_with_a_harbor_but_beside_it() -> None:
    state = rich(".\n. c:N+harbor\n. . .")
    assert refusal(state, build(HOUSE, 1, 1)) == {"code": "has_harbor", "cell": [1, 1]}
    assert refusal(state, build(HOUSE, 1, 0)) == {}
    assert refusal(state, build(HOUSE, 2, 0)) == {}


def test_4_9_the_top_on_blank_sea_or_a_coast_without_harbor() -> None:
    state = rich("~ c:E c:E+harbor f .\nc:N c:N c:N c:N c:N")
    assert places(state, building=HOUSE) & {(1, column) for column in range(5)} == {(1, 0), (1, 1), (1, 4)}
    blocked = {"code": "top_blocked", "cell": [0, 2], "holds": "c:E+harbor"}
    assert refusal(state, build(HOUSE, 1, 2)) == blocked
    assert refusal(state, build(HOUSE, 1, 3)) == {"code": "top_blocked", "cell": [0, 3], "holds": "f"}
    assert refusal(state, build(HOUSE, 0, 1)) == {"code": "top_off_map", "cell": [0, 1]}
    assert refusal(rich("c:E\n@\n"), build(HOUSE, 0, 0))["code"] == "top_off_map"


def test_4_9_never_on_a_sea_cell_with_the_bottom() -> None:
    assert refusal(rich(".\n~ c:N"), build(HOUSE, 1, 0)) == {"code": "not_blank", "cell": [1, 0], "holds": "~"}


def test_4_9_no_place_without_a_coast() -> None:
    assert refusal(rich(""), build(HOUSE, 1, 0)) == {"code": "no_site", "building": HOUSE}
    assert moves(rich("c:E"), building=HOUSE) != []  # (1, 0) and (1, 1) lie beside it


@pytest.mark.parametrize(
    ("top", "sea", "coast"), [("~", 1, 1), ("c:W", 0, 2), (".", 0, 1)], ids=["on sea", "on coast", "on blank"]
)
def test_4_9_what_is_underneath_stays_and_counts(top: str, sea: int, coast: int) -> None:
    state = play(rich(f"{top}\nc:E"), build(HOUSE, 1, 0))
    assert shows(state, f"{top}+top\nc:E+bottom")
    assert entry(state)["score"]["coast"] == coast
    assert entry(state)["score"]["lighthouse"] == sea + coast


def test_4_9_nothing_else_on_either_cell() -> None:
    text = "t .+top\nt .+bottom c:W"
    assert not places(position(text), icon="farm") & {(0, 1), (1, 1)}
    assert refusal(position(text), draw("farm", 0, 1)) == {"code": "not_blank", "cell": [0, 1], "holds": ".+top"}
    assert not places(rich(text), building="mine") & {(0, 1), (1, 1)}
    assert refusal(rich(text), build("mine", 1, 1)) == {"code": "not_blank", "cell": [1, 1], "holds": ".+bottom"}
    growing = play(position(text, "gather"), {"type": "next"})
    assert places(growing, type="grow") == {(2, 0)}


@pytest.mark.parametrize("half", ["top", "bottom"])
def test_4_9_no_harbor_under_it(half: str) -> None:
    assert refusal(rich(f"c:N+{half} c:N"), build("harbor", 0, 0)) == {"code": "has_lighthouse", "cell": [0, 0]}


def test_4_9_a_top_on_a_blank_cell_still_becomes_sea() -> None:
    state = play(position("c:E .+top\n. .+bottom c:N"), draw("coast", 0, 2, water="W"))
    assert shows(state, "c:E .+top c:W\n. .+bottom c:N")  # parallel sides are not enough
    state = play(position(". .\nc:E .+top\n. .+bottom"), draw("coast", 0, 1, water="S"))
    assert shows(state, ". c:S\nc:E ~+top\n. .+bottom")


def test_4_9_a_flooded_top_waters_its_neighbours() -> None:
    # the top (1, 1) gets water from the west and from the north; then it waters (1, 2), which has a coast to its south
    state = play(position(". .\nc:E .+top .\n. .+bottom c:N"), draw("coast", 0, 1, water="S"))
    assert shows(state, ". c:S\nc:E ~+top ~\n. .+bottom c:N")


def test_4_9_a_bottom_on_a_blank_cell_never_becomes_sea() -> None:
    state = play(position(". .+top\nc:E .+bottom\n. ."), draw("coast", 2, 1, water="N"))
    assert shows(state, ". .+top\nc:E .+bottom\n. c:N")


def test_4_9_a_top_on_a_coast_stays_a_coast() -> None:
    state = play(position("c:E c:S+top\n. .+bottom c:W"), draw("coast", 0, 2, water="W"))
    assert entry(state)["map"][0][1] == "c:S+top"


def test_4_9_a_top_is_flooded_when_trees_are_felled() -> None:
    # felled, (0, 1) has water west and south and turns to sea; then the top has sea west and a coast south
    state = play(position("c:E t .+top\nwoodcutter c:N c:N+bottom", "gather"), harvest(1, 0))
    assert shows(state, "c:E ~ ~+top\nwoodcutter c:N c:N+bottom")
