"""What a finished game adds to the numbers of all games: where the points came from (7.1 to 7.6).

Each number is of one game, so that those of many are their sums. "lines", by line of the score: `players`, `scored`,
those whom it brought any points, their `points`; `winners`, and their `winners_points`.
"""

from collections.abc import Sequence

from engine.core import Json
from engine.roll_into_town.score import explain, ranking
from engine.roll_into_town.state import State

TALLY = {"lines": ("players", "scored", "points", "winners", "winners_points")}
TALLY_VERSION = 1


def tally(state: State, story: Sequence[Json]) -> dict[str, dict[str, list[int]]]:
    """The numbers of a game that is over, in the order of `TALLY`; of its `story` they need nothing."""
    first = ranking(state)[0]
    found: dict[str, list[int]] = {}
    for seat in range(len(state.players)):
        won = int(seat in first)
        for line in explain(state, seat, None):
            points = line["points"]
            numbers = [1, int(points > 0), points, won, points * won]
            had = found.setdefault(line["line"], [0] * len(numbers))
            found[line["line"]] = [had + new for had, new in zip(had, numbers, strict=True)]
    return {"lines": found}
