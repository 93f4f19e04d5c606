"""What a page shows to one viewer, taken together from its view and choices: the town cell by cell, who is where."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core import Json
from engine.little_town.board import ADJACENT, ROWS
from engine.little_town.data import FEE

Rows = list[dict[int, Json]]
LABOUR = ("why", "fee", "owner")


def rows(
    view: Json,
    choices: Json | None,
    built: tuple[list[int], Json] | None,
    placing: bool,
    me: int | None,
) -> Rows:
    """For each row of the board the cells where there is anything, by column; a missing key means no.

    `tile`, `owner`: the tile there. `worker`: the seat whose worker stands there. `use`: of the choices, why not, fee
    and owner. `fee`: what labour there costs the viewer, `placing` or with labour in progress. `free`: it costs nothing
    and asks nothing. `paid`: for what the viewer has just `built` there. `near`, `active`, `used`: of the labour in
    progress.
    """
    town = _Town()
    for tile in view["tiles"]:
        town.note(tile["cell"], tile=tile["id"], owner=tile["owner"])
        if placing and tile["owner"] != me:
            town.note(tile["cell"], fee=FEE)
    for worker in view["workers"]:
        if worker["cell"]:
            town.note(worker["cell"], worker=worker["owner"])
    if view["active"]:
        town.labour(view["active"], choices)
    if built:
        town.note(built[0], paid=built[1])
    return town.rows


def town(view: Json) -> Rows:
    """`rows` for who is not to move."""
    return rows(view, None, None, False, None)


class _Town:
    def __init__(self) -> None:
        self.rows: Rows = [{} for _ in range(ROWS)]

    def note(self, cell: Iterable[int], **what: Any) -> None:
        row, column = cell
        self.rows[row].setdefault(column, {}).update(what)

    def labour(self, active: Json, choices: Json | None) -> None:
        row, column = active["cell"]
        self.note(active["cell"], active=True)
        for cell in ADJACENT[row, column]:
            self.note(cell, near=True)
        for cell in active["used"]:
            self.note(cell, used=True)
        if choices:
            for use in choices["use"]:
                self.note(use["cell"], use={key: use[key] for key in LABOUR}, fee=use["fee"])
            for cell in choices["for_nothing"]["cells"]:
                self.note(cell, free=True)


def offers(build: Json | None) -> dict[str, Json]:
    """Of `choices["build"]`, by tile: `why` it cannot be built, or the `ways` to pay for it; none where none can be."""
    if build is None or build["why"]:
        return {}
    return {tile["building"]: {"why": tile["why"], "ways": _ways(tile)} for tile in build["tiles"]}


def _ways(tile: Json) -> list[Json] | None:
    return None if tile["why"] else tile["coins_for"]


def ready(build: Json | None) -> list[str] | None:
    """Of `choices["build"]`, the tiles that can be built; None where none can be for a reason of all."""
    if build is None or build["why"]:
        return None
    return [tile["building"] for tile in build["tiles"] if not tile["why"]]


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
