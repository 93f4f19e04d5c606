"""LT-2 Boards."""

import pytest

from tests.engine.little_town.positions import game, place, play, purse, refused, start, use

BOARDS = {
    "A": ["M.FM.L.MM", ".........", "L........", "F.......L", "......F..", ".FF.LL..F"],
    "B": ["F..MM.L.F", "..F......", "F.......L", "........F", "L...F....", "L..M..L.M"],
}


@pytest.mark.parametrize("board", BOARDS)
def test_2_the_board_as_printed(board: str) -> None:
    assert game.view(start(board=board), None)["board"] == BOARDS[board]


@pytest.mark.parametrize("board", BOARDS)
def test_2_labour_is_possible_on_every_grass_cell_and_nowhere_else(board: str) -> None:
    rows = BOARDS[board]
    grass = [[r, c] for r in range(6) for c in range(9) if rows[r][c] == "."]
    assert len(grass) == 39
    assert game.choices(start(board=board), 0)["place"]["cells"] == grass
    assert refused(start(board=board), 0, place(5, 8))["code"] == "terrain_here"


@pytest.mark.parametrize(
    ("board", "worker", "cell", "resource"),
    [
        ("A", (1, 1), (0, 2), "wood"),
        ("A", (1, 1), (0, 0), "stone"),
        ("A", (1, 1), (2, 0), "fish"),
        ("B", (1, 1), (1, 2), "wood"),
        ("B", (1, 4), (0, 4), "stone"),
        ("B", (1, 6), (0, 6), "fish"),
    ],
)
def test_2_forest_wood_mountain_stone_lake_fish(
    board: str, worker: tuple[int, int], cell: tuple[int, int], resource: str
) -> None:
    state = play(start(board=board), 0, place(*worker), use(*cell))
    assert purse(state, 0) == {"coins": 3, resource: 1}


def test_2_two_cells_side_by_side_count_as_two() -> None:
    """The big lake of board A is (5, 4) and (5, 5); a worker at (4, 4) takes a fish from each."""
    state = play(start(), 0, place(4, 4), use(5, 4), use(5, 5))
    assert purse(state, 0) == {"coins": 3, "fish": 2}
