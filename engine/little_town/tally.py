"""What a finished game adds to the numbers of all games: its tiles, its objectives, and where the points came from.

Each number is of one game, so that those of many are their sums:

- "tiles", by tile: `offered` 1 where it could be built, a wheat field always (LT-1.4); `built`, how many were;
  `owners`, seats that built it, `winners` those of them that won; `own_uses` and `other_uses`, how often its owner and
  others used it (LT-3.5), in a residence step too;
- "objectives", by card that was dealt: `dealt`, `achieved`, `winners`, seats that achieved it and won;
- "parts", by part of the score (LT-5.1): `players`, their `points`, `winners`, and their `winners_points`.
"""

from collections.abc import Sequence

from engine.core import Json
from engine.little_town.data import WHEAT_FIELD
from engine.little_town.objectives import hand
from engine.little_town.score import explain, ranking
from engine.little_town.state import State

TALLY = {
    "tiles": ("offered", "built", "owners", "winners", "own_uses", "other_uses"),
    "objectives": ("dealt", "achieved", "winners"),
    "parts": ("players", "points", "winners", "winners_points"),
}
TALLY_VERSION = 1


def tally(state: State, story: Sequence[Json]) -> dict[str, dict[str, list[int]]]:
    """The numbers of a game that is over, in the order of `TALLY`; what was not in the game is not there.

    `story`: each move as `{"seat", "facts"}`, with the facts that all may know.
    """
    winners = frozenset(ranking(state)[0])
    return {
        "tiles": _tiles(state, story, winners),
        "objectives": _objectives(state, winners),
        "parts": _parts(state, winners),
    }


def _tiles(state: State, story: Sequence[Json], winners: frozenset[int]) -> dict[str, list[int]]:
    used = _uses(story)
    built = [(tile.id, tile.owner) for tile in state.tiles.values()]
    found = {}
    for name in dict.fromkeys([WHEAT_FIELD, *state.market, *(name for name, _ in built)]):
        owners = {owner for other, owner in built if other == name}
        number = sum(other == name for other, _ in built)
        found[name] = [1, number, len(owners), len(owners & winners), *used.get(name, (0, 0))]
    return found


def _uses(story: Sequence[Json]) -> dict[str, list[int]]:
    """How often each tile was used by its owner and by others: those pay a fee first."""
    found: dict[str, list[int]] = {}
    for entry in story:
        codes = [fact["fact"] for fact in entry["facts"]]
        for fact in entry["facts"]:
            if fact["fact"] == "used" and fact["kind"] == "tile":
                found.setdefault(fact["id"], [0, 0])["fee" in codes] += 1
    return found


def _objectives(state: State, winners: frozenset[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for seat in range(len(state.players)):
        for card, achieved in hand(state, seat).items():
            found[card] = [1, int(achieved), int(achieved and seat in winners)]
    return found


def _parts(state: State, winners: frozenset[int]) -> dict[str, list[int]]:
    found = {part: [0, 0, 0, 0] for part in ("track", "tiles", "coins", "objectives")}
    for seat in range(len(state.players)):
        won = int(seat in winners)
        for numbers in found.values():
            numbers[0] += 1
            numbers[2] += won
        for line in explain(state, seat, None):
            found[line["part"]][1] += line["points"]
            found[line["part"]][3] += line["points"] * won
    return found
