"""Little Town's choices, spread out into the wire moves that a page can make of them."""

from collections.abc import Iterator
from itertools import product
from typing import Any

Json = dict[str, Any]


def expand(game: Any, state: Any, seat: int, choices: Json) -> list[Json]:
    """Every wire move that the choices offer; reads nothing but the choices."""
    return [
        *_places(choices["place"]),
        *_builds(choices["build"]),
        *(move for row in choices["use"] for move in _uses(row)),
        *([{"type": "end_turn"}] if choices["end_turn"] is None else []),
        *_feeds(choices["feed"]),
        *({"type": "show", "objective": row["objective"]} for row in choices["show"] if row["why"] is None),
    ]


def _places(place: Json) -> Iterator[Json]:
    assert bool(place["why"]) != bool(place["cells"])
    for cell in place["cells"]:
        yield {"type": "place", "cell": cell}


def _builds(build: Json) -> Iterator[Json]:
    assert bool(build["why"]) != bool(build["cells"])
    for row in build["tiles"]:
        assert bool(row["why"]) != bool(row["coins_for"])
        for way, cell in product(row["coins_for"], build["cells"]):
            yield {"type": "build", "building": row["building"], "cell": cell, **_replaced(way)}


def _uses(row: Json) -> Iterator[Json]:
    move = {"type": "use", "cell": row["cell"]}
    if "give" in row:
        assert bool(row["why"]) != bool(row["give"] and row["take"])
        for give, take in product(row["give"], row["take"]):
            yield {**move, "give": give, "take": take}
    else:
        assert bool(row["why"]) != bool(row["coins_for"])
        for way in row["coins_for"]:
            yield {**move, **_replaced(way)}


def _feeds(feed: Json | None) -> Iterator[Json]:
    if feed is None:
        return
    assert bool(feed["why"]) != bool(feed["options"])
    assert feed["why"] or feed["proposal"] in feed["options"]
    for fish, wheat, coins in feed["options"]:
        yield {"type": "feed", "fish": fish, "wheat": wheat, "coins": coins}


def _replaced(way: Json) -> Json:
    return {"coins_for": way} if way else {}
