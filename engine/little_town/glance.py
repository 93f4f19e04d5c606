"""What a page shows to one viewer, taken together from its view and choices: the town cell by cell, who is where."""

from collections.abc import Mapping, Sequence

from engine.core import Json
from engine.little_town.board import ROWS

Rows = list[dict[int, Json]]
NOTED = ("cell", "why", "fee", "owner")


def rows(tiles: Sequence[Json], workers: Sequence[Json]) -> Rows:
    """For each row of the board what stands in its cells, by column: a `tile` and its `owner`, or a `worker`'s seat."""
    found: Rows = [{} for _ in range(ROWS)]
    for tile in tiles:
        row, column = tile["cell"]
        found[row][column] = {"tile": tile["id"], "owner": tile["owner"]}
    for worker in workers:
        if worker["cell"]:
            row, column = worker["cell"]
            found[row][column] = {"worker": worker["owner"]}
    return found


def notes(uses: Sequence[Json]) -> list[Json]:
    """Of `choices["use"]` what to know before: which cannot be and why, which cost a fee and whose it is."""
    return [{key: use[key] for key in NOTED} for use in uses if use["why"] or use["fee"]]


def offers(build: Json | None) -> dict[str, Json]:
    """Of `choices["build"]`, by tile: `why` it cannot be built, or the `ways` to pay for it; none where none can be."""
    if build is None or build["why"]:
        return {}
    return {tile["building"]: {"why": tile["why"], "ways": _ways(tile)} for tile in build["tiles"]}


def _ways(tile: Json) -> list[Json] | None:
    return None if tile["why"] else tile["coins_for"]


def rivals(view: Json, seats: Sequence[Json]) -> list[tuple[int, int, bool]]:
    """By seat its points on the track and in all, as far as the viewer may know, and whether it is up."""
    return [
        (player["score"]["track"], player["score"]["total"], seat["active"])
        for player, seat in zip(view["players"], seats, strict=True)
    ]


def up(seats: Sequence[Json]) -> list[int]:
    """The seats that the game waits for."""
    return [seat["seat"] for seat in seats if seat["active"]]


def built(view: Json) -> list[str]:
    """The tiles on the board."""
    return [tile["id"] for tile in view["tiles"]]


def achieved(player: Json) -> tuple[int, int]:
    """How many of a player's objectives, as far as the viewer may know them, are achieved, and how many there are."""
    return sum(card["achieved"] for card in player["objectives"]), len(player["objectives"])


def recent(story: Sequence[Json]) -> list[tuple[int, list[Json]]]:
    """The last moves of a story, each a seat and its facts."""
    return [(entry["seat"], entry["facts"]) for entry in story[-3:]]


def food(player: Json) -> Json:
    """What that player's workers may eat."""
    return {kind: player[kind] for kind in ("fish", "wheat", "coins")}


def best(view: Json, names: Mapping[int, str]) -> tuple[list[str], int] | None:
    """At the end the winners' names and their points."""
    if not view["over"]:
        return None
    first = view["result"]["ranking"][0]
    return [names[seat] for seat in first], view["players"][first[0]]["score"]["total"]
