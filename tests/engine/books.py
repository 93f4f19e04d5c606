"""Nothing is made or lost: what the views of each game must add up to, by the rules' own numbers."""

from collections.abc import Callable
from typing import Any

View = dict[str, Any]


def little_town(view: View, seats: int) -> None:
    """LT-1.2 a stock of 15 each; LT-1.3 workers and houses by players; LT-1.4 five wheat fields, twelve tiles."""
    workers, houses = {2: (5, 7), 3: (4, 6), 4: (3, 6)}[seats]
    for resource in ("wood", "stone", "fish", "wheat"):
        held = [player[resource] for player in view["players"]]
        assert min(*held, view["stock"][resource]) >= 0
        assert sum(held) + view["stock"][resource] == 15
    for player in view["players"]:
        seat = player["seat"]
        tiles = [tile for tile in view["tiles"] if tile["owner"] == seat]
        placed = [worker for worker in view["workers"] if worker["owner"] == seat]
        assert player["houses_left"] + len(tiles) == houses
        assert player["workers_left"] + len(placed) == workers
        assert player["coins"] >= 0
    fields = [tile for tile in view["tiles"] if tile["id"] == "wheat_field"]
    assert len(fields) + view["wheat_fields"] == 5
    assert len(view["tiles"]) - len(fields) + len(view["market"]) == 12
    cells = [tuple(tile["cell"]) for tile in view["tiles"]]
    cells += [tuple(worker["cell"]) for worker in view["workers"] if worker["cell"] is not None]
    assert len(set(cells)) == len(cells)
    assert all(view["board"][row][column] == "." for row, column in cells)


def roll_into_town(view: View, seats: int) -> None:
    """RIT-1.4 resources 0..9; RIT-2.2, 2.3 three uses each; RIT-4 one of each unique building; RIT-3.3 one river."""
    assert len(view["players"]) == seats
    for player in view["players"]:
        assert all(0 <= amount <= 9 for amount in player["resources"].values())
        assert 0 <= player["town_hall_left"] <= 3
        assert 0 <= player["fountain_left"] <= 3
        assert player["drawn"] <= player["allowed"] <= len(player["rolled"])
        cells = [cell for row in player["map"] for cell in row]
        assert cells.count("@") == 1
        assert cells[len(cells) // 2] == "@"
        assert cells.count("market") <= 1
        assert cells.count("fountain") <= 1
        assert cells.count("cathedral") in (0, 3)
        tops, bottoms = (sum(cell.endswith(half) for cell in cells) for half in ("+top", "+bottom"))
        assert tops == bottoms <= 1


def toy(view: View, seats: int) -> None:
    assert view["heap"] + sum(player["taken"] for player in view["players"]) in (6, 12)


BALANCE: dict[str, Callable[[View, int], None]] = {
    "little_town": little_town,
    "roll_into_town": roll_into_town,
    "toy": toy,
}
