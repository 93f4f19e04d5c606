"""What `choices` says that a piece would bring is what playing it does."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from engine import roll_into_town as rit
from engine.roll_into_town.upkeep import group
from tests.engine.roll_into_town.eager import eager_games
from tests.engine.roll_into_town.expand import expand
from tests.engine.roll_into_town.notation import NEXT, Wire, play, position


def effect(brings: list[list[Any]], cell: list[int], sides: str = "") -> Wire:
    """The one that holds for a place, read as the module's docstring says."""
    for found, *places in brings:
        if not places or any(place[:2] == cell and (not sides or sides in place[2:]) for place in places):
            return dict(found)
    raise AssertionError("the last effect is that of all other places")


def brings(state: Any) -> dict[str, list[list[Any]]]:
    found: dict[str, list[list[Any]]] = rit.choices(state, 0)["brings"]
    return found


def told(state: Any, wire: Wire) -> Wire:
    """What `choices` says of a move."""
    if wire["type"] == "harvest":
        return dict(next(one["brings"] for one in rit.choices(state, 0)["harvest"] if one["cell"] == wire["cell"]))
    kind = wire.get("icon") or wire.get("building") or "tree"
    return effect(brings(state)[kind], wire["cell"], wire.get("ends") or wire.get("water") or "")


def yields(state: Any) -> tuple[int, int]:
    """Food and stone that the map gives in a round, what goes beyond 9 included."""
    before = state.copy()
    before.players[0].phase = "construct"
    income = rit.facts(before, 0, rit.decode(NEXT), play(before, NEXT), 0)[1]
    return income["food"] + income["lost"].get("food", 0), income["stone"] + income["lost"].get("stone", 0)


def done(state: Any, wire: Wire) -> Wire:
    """What a move does, read from the views before and after it."""
    later = play(state, wire)
    old, new = (rit.view(each, None)["players"][0] for each in (state, later))
    (food, stone), (more_food, more_stone) = yields(state), yields(later)
    found = {
        "points": new["score"]["total"] - old["score"]["total"],
        "food": more_food - food,
        "stone": more_stone - stone,
        "sea": sum(token[0] == "~" for row in new["map"] for token in row)
        - sum(token[0] == "~" for row in old["map"] for token in row),
        "wood": new["resources"]["wood"] - old["resources"]["wood"] if wire["type"] == "harvest" else 0,
        "icons": new["fountain_left"] - old["fountain_left"] if wire["type"] == "build" else 0,
    }
    if wire.get("icon") == "tree" or wire["type"] == "grow":
        row, column = wire["cell"]
        size = group(later.players[0].town, row * 12 + column).bit_count()
        found |= {"forest": size, "grows": size // 2} if size > 1 else {}
    if wire.get("building") == "woodcutter":
        row, column = wire["cell"]
        near = [
            old["map"][r][c]
            for r in range(row - 1, row + 2)
            for c in range(column - 1, column + 2)
            if 0 <= r < len(old["map"]) and 0 <= c < len(old["map"])
        ]
        found["trees"] = near.count("t")
    return {key: number for key, number in found.items() if number}


def plain(wires: list[Wire]) -> Iterator[Wire]:
    """The moves that put a piece somewhere or fell, each payment and die but the first left out."""
    seen = set()
    for wire in wires:
        kind = {key: str(value) for key, value in wire.items() if key not in ("die", "trades", "forest")}
        if wire["type"] in ("draw", "build", "harvest", "grow") and str(kind) not in seen and not wire.get("trades"):
            seen.add(str(kind))
            yield wire


def test_it_is_what_the_moves_do_in_games_that_have_everything() -> None:
    kinds = set()
    for number, state in enumerate(islice(eager_games(Random(5)), 0, 400, 7)):
        wires = list(plain(expand(rit, state, 0, rit.choices(state, 0))))
        for wire in Random(number).sample(wires, min(25, len(wires))):
            assert told(state, wire) == done(state, wire), wire
            kinds |= set(told(state, wire))
    assert kinds >= {"points", "food", "stone", "sea", "forest", "grows", "wood", "trees"}


def test_a_forest_and_how_it_grows() -> None:
    state = position("t t .\n. . t\n. . t", dice=[3, 3, 3, 3, 3])
    trees = brings(state)["tree"]
    assert effect(trees, [0, 2]) == {"forest": 5, "grows": 2}
    assert effect(trees, [1, 0]) == {"forest": 3, "grows": 1}
    assert effect(trees, [6, 6]) == {}


def test_a_coast_that_floods_and_one_that_does_not() -> None:
    coast = brings(position("c:E . .\n. . .", dice=[5, 5, 5, 5, 5]))["coast"]
    assert effect(coast, [1, 1], "N") == {"points": 1, "sea": 1}
    assert effect(coast, [1, 1], "S") == {"points": 1}


def test_the_last_piece_of_a_river_that_crosses_the_map_doubles_it() -> None:
    river = brings(position("r:EW r:EW r:EW r:EW r:EW r:EW", dice=[4, 4, 4, 4, 4]))["river"]
    assert effect(river, [0, 6], "EW") == {"points": 8}
    assert effect(river, [0, 6], "SW") == {"points": 1}


def test_buildings() -> None:
    found = brings(position("f f m m\n. . . .\n t tavern", "construct", food=9, stone=9, wood=9))
    assert effect(found["house"], [1, 2]) == {"points": 3}
    assert effect(found["house"], [6, 6]) == {"points": 2}
    assert effect(found["mine"], [1, 2]) == {"stone": 2}
    assert effect(found["woodcutter"], [1, 0]) == {"trees": 1}
    assert effect(found["fountain"], [6, 6]) == {"icons": 3}
    assert effect(found["cathedral"], [6, 5]) == {"points": 10}
    assert effect(found["market"], [6, 5]) == {}
