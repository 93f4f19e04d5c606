"""Section 4: what may be built, where, and for what. The market is in test_4_7_market.py."""

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
    stock,
)

COSTS = {
    "house": (3, 2, 0),
    "mine": (0, 0, 1),
    "woodcutter": (0, 0, 1),
    "harbor": (0, 0, 2),
    "watermill": (0, 0, 3),
    "tavern": (0, 0, 5),
    "lighthouse": (0, 3, 0),
    "market": (0, 4, 0),
    "fountain": (0, 5, 0),
    "cathedral": (0, 0, 7),
}
LAND = "r:EW .\n. . .\n. c:W"  # a place for each: (1, 0) for the watermill, (2, 1) for harbor and lighthouse
CELLS = dict.fromkeys(COSTS, (4, 4)) | {"harbor": (2, 1), "watermill": (1, 0), "lighthouse": (2, 1)}


def rich(text: str, **fields: int) -> object:
    return position(text, "construct", **{"food": 9, "stone": 9, "wood": 9, **fields})


@pytest.mark.parametrize("name", COSTS)
def test_4_costs(name: str) -> None:
    food, stone, wood = COSTS[name]
    state = position(LAND, "construct", food=food, stone=stone, wood=wood)
    assert stock(play(state, build(name, *CELLS[name]))) == (0, 0, 0)


@pytest.mark.parametrize("name", COSTS)
def test_4_one_resource_short(name: str) -> None:
    cost = dict(zip(("food", "stone", "wood"), COSTS[name], strict=True))
    pay = {resource: number for resource, number in cost.items() if number}
    for resource in pay:
        has = {**cost, resource: cost[resource] - 1}
        state = position(LAND, "construct", **has)
        assert refusal(state, build(name, *CELLS[name])) == {
            "code": "cannot_pay",
            "building": name,
            "pay": pay,
            "has": {resource: has[resource] for resource in pay},
            "short": {resource: 1},
        }


@pytest.mark.parametrize("name", ["lighthouse", "market", "fountain", "cathedral"])
def test_4_only_one_of_these(name: str) -> None:
    state = play(rich(LAND), build(name, *CELLS[name]))
    state.players[0].stock = (9, 9, 9)
    assert moves(state, building=name) == []
    assert refusal(state, build(name, 0, 5)) == {"code": "limit", "building": name, "limit": 1}


@pytest.mark.parametrize("name", ["house", "mine", "woodcutter", "harbor", "watermill", "tavern"])
def test_4_any_number_of_these(name: str) -> None:
    state = rich("r:EW . c:W c:W")
    sites = {"harbor": [(0, 2), (0, 3)], "watermill": [(1, 0)]}.get(name, [(4, 4), (5, 5)])
    for row, column in sites:
        state = play(state, build(name, row, column))
        state.players[0].stock = (9, 9, 9)
    tokens = [token for row in entry(state)["map"] for token in row]
    assert sum(name in token for token in tokens) == len(sites)


@pytest.mark.parametrize("name", ["house", "mine", "woodcutter", "watermill", "tavern", "market", "fountain"])
def test_4_on_a_blank_cell(name: str) -> None:
    state = rich("r:EW f\nt")
    for cell, token in (((0, 0), "r:EW"), ((0, 1), "f"), ((1, 0), "t"), ((3, 3), "@")):
        holds = {"code": "not_blank", "cell": list(cell), "holds": token}
        expected = {"code": "no_site", "building": name} if name == "watermill" else holds
        assert refusal(state, build(name, *cell)) == expected
    assert refusal(state, build("mine", 7, 7)) == {"code": "off_map", "cell": [7, 7], "size": 7}
    assert refusal(state, build("harbor", 0, 9)) == {"code": "no_site", "building": "harbor"}


def test_4_any_number_in_one_phase_and_nothing_is_compulsory() -> None:
    state = play(position("", "construct", wood=3), build("mine", 0, 0), build("mine", 0, 1), build("woodcutter", 0, 2))
    assert stock(state) == (0, 0, 0)
    assert moves(state) == [NEXT]


def test_4_full_map() -> None:
    full = rich("\n".join(["f f f f f f f"] * 7))
    assert refusal(full, build("house", 0, 0)) == {"code": "no_site", "building": "house"}
    assert moves(full) == [NEXT]


def test_4_1_house_is_two_points() -> None:
    assert entry(play(rich(""), build("house", 0, 0), build("house", 0, 1)))["score"]["houses"] == 4


def test_4_2_mine_gives_stone_and_needs_no_mountain() -> None:
    state = play(position(". m", "construct", wood=2), build("mine", 0, 0), build("mine", 6, 6), NEXT)
    assert stock(state) == (0, 1, 0)


def test_4_3_woodcutter_gives_wood_and_needs_no_tree() -> None:
    state = play(position(". t", "construct", wood=2), build("woodcutter", 0, 0), build("woodcutter", 6, 6), NEXT)
    assert stock(play(state, harvest(0, 0))) == (0, 0, 1)


def test_4_4_harbor_on_a_coast_without_harbor_or_lighthouse() -> None:
    state = rich("c:N c:E+harbor c:S+bottom c:W+top .")
    assert places(state, building="harbor") == {(0, 0)}
    assert refusal(state, build("harbor", 0, 1)) == {"code": "has_harbor", "cell": [0, 1]}
    assert refusal(state, build("harbor", 0, 2)) == {"code": "has_lighthouse", "cell": [0, 2]}
    assert refusal(state, build("harbor", 0, 3)) == {"code": "has_lighthouse", "cell": [0, 3]}
    assert refusal(state, build("harbor", 0, 4)) == {"code": "needs_coast", "cell": [0, 4], "holds": "."}
    assert refusal(state, build("harbor", 8, 8)) == {"code": "off_map", "cell": [8, 8], "size": 7}


def test_4_4_the_coast_remains_a_coast() -> None:
    state = play(rich("c:E\n. c:W"), build("harbor", 0, 0))
    assert shows(state, "c:E+harbor\n. c:W")
    state = play(state, NEXT, NEXT, NEXT)  # round 2 rolls 3 2 2 6 5
    assert entry(state)["score"]["coast"] == 2
    assert shows(play(state, draw("coast", 1, 2, die=4, water="S")), "c:E+harbor\n. c:W c:S")
    assert shows(play(state, draw("coast", 2, 0, die=4, water="N")), "c:E+harbor\n~ c:W\nc:N")


def test_4_5_watermill_at_a_side_of_the_river_that_is_no_end() -> None:
    # the straight piece (0, 1) runs north-south: its sides are west and east. The bend (1, 1) has north and west ends.
    state = rich(". r:NS .\n. r:NW .")
    assert places(state, building="watermill") == {(0, 0), (0, 2), (1, 2), (2, 1)}
    assert refusal(state, build("watermill", 1, 0)) == {"code": "needs_river_side", "cell": [1, 0]}
    assert refusal(state, build("watermill", 2, 2)) == {"code": "needs_river_side", "cell": [2, 2]}
    assert refusal(state, build("watermill", 0, 1)) == {"code": "not_blank", "cell": [0, 1], "holds": "r:NS"}


def test_4_5_beside_one_cells_side_though_in_front_of_another() -> None:
    # (2, 1) lies in front of (2, 0)'s eastern end but at the southern side of (1, 1): one such river cell is enough
    state = rich("r:NE r:SW\nr:ES r:NW\nr:NE")
    assert (2, 1) in places(state, building="watermill")


def test_4_6_tavern_is_worth_the_houses_beside_it() -> None:
    state = play(rich("house\n. .\nhouse"), build("tavern", 1, 1))
    assert entry(state)["score"]["taverns"] == 2


def test_4_8_cathedral_a_tower_and_a_nave_to_the_east() -> None:
    state = play(rich(""), build("cathedral", 1, 0))
    assert shows(state, "cathedral\ncathedral cathedral")
    assert (stock(state), entry(state)["score"]["cathedral"]) == ((9, 9, 2), 10)


def test_4_8_flipped_the_nave_is_west() -> None:
    assert shows(play(rich(""), build("cathedral", 1, 1, flip=True)), ". cathedral\ncathedral cathedral")


def test_4_8_all_three_cells_are_blank() -> None:
    state = rich("f\n. .\n. . .\n. . . @")
    assert refusal(state, build("cathedral", 0, 1)) == {"code": "off_map", "cell": [-1, 1], "size": 7}
    assert refusal(state, build("cathedral", 1, 0)) == {"code": "not_blank", "cell": [0, 0], "holds": "f"}
    assert refusal(state, build("cathedral", 3, 2)) == {"code": "not_blank", "cell": [3, 3], "holds": "@"}
    assert refusal(state, build("cathedral", 3, 3)) == {"code": "not_blank", "cell": [3, 3], "holds": "@"}
    assert refusal(state, build("cathedral", 4, 6)) == {"code": "off_map", "cell": [4, 7], "size": 7}
    west = refusal(state, build("cathedral", 4, 0, flip=True))
    assert west == {"code": "off_map", "cell": [4, -1], "size": 7}
    assert refusal(state, build("cathedral", 9, 0)) == {"code": "off_map", "cell": [9, 0], "size": 7}
    assert refusal(state, build("cathedral", 3, 2, flip=True)) == {}


def test_4_8_no_room_at_all() -> None:
    text = "\n".join([". f . f . f .", "f f f f f f f"] * 3)
    assert refusal(rich(text + "\nf f f f f f f"), build("cathedral", 1, 0)) == {
        "code": "no_site",
        "building": "cathedral",
    }


@pytest.mark.parametrize("size", [7, 9, 11])
def test_4_8_every_spot_of_an_empty_map(size: int) -> None:
    # N - 1 rows for the tower's south cell and N - 1 columns with a neighbour on the nave's side, less those spots that
    # need the centre: as south cell, as north cell and as nave
    state = position("", "construct", size=size, wood=7)
    for flip in (None, True):
        assert len(moves(state, building="cathedral", flip=flip)) == (size - 1) ** 2 - 3
