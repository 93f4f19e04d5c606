"""What the page of a moment is given: the steps from there, what led to it, and where it happened on the board."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from urllib.parse import urlencode

from starlette.requests import Request

from app.rooms import Eyes, Json, Past
from app.web.pieces import Pieces
from app.web.room_view import context
from app.web.words import gettext, render_pieces

By = Literal["move", "turn", "round"]
PIECES = "room/history_pieces.html"
LINES = 20
"""Moves that are said at a moment, at most: a round of eight players has a hundred."""


@dataclass(frozen=True, slots=True)
class To:
    """A moment to go to."""

    move: int
    address: str


@dataclass(frozen=True, slots=True)
class Stops:
    """The positions that one steps through by moves, turns or rounds; the beginning and the last one always are."""

    ends: Sequence[int]
    latest: int

    def before(self, move: int) -> int:
        """The stop before that position; 0 at the beginning."""
        found = bisect_left(self.ends, move)
        return self.ends[found - 1] if found else 0

    def after(self, move: int) -> int:
        """The stop after that position; the last one at the end."""
        found = bisect_right(self.ends, move)
        return self.ends[found] if found < len(self.ends) else self.latest


def stops(past: Past, by: By, latest: int) -> Stops:
    """Where to stop when stepping by that unit; `latest`: the last position that is known of."""
    ends: Sequence[int] = {"move": range(1, latest + 1), "turn": past.turns, "round": past.rounds}[by]
    return Stops(ends, latest)


def moment(past: Past, request: Request, by: By, known: int | None = None) -> dict[str, Any]:
    """The context of templates/room/history*.html: that of a room, and `moment` and `pointed`.

    `known`: the last position when the page was made that is to be brought up to date; None: now.
    """
    shown = context(past, request)
    by = by if by != "round" or past.rounds else "move"
    latest = past.latest if known is None else min(known, past.latest)
    version, ways = past.version, stops(past, by, latest)
    chosen = past.eyes if past.over and past.eyes != "open" else None

    def to(move: int) -> To | None:
        return To(move, address(past, move, by, chosen)) if move != version else None

    stretch = past.story[ways.before(version) :]
    here = To(version, address(past, version, by, chosen))
    told = {
        "by": by,
        "title": gettext("Move %(move)s of %(latest)s – %(title)s", move=version, latest=latest, title=shown["title"]),
        "here": here,
        "first": to(0),
        "previous": to(ways.before(version)),
        "next": to(ways.after(version)),
        "last": to(latest),
        "latest": latest,
        "time": datetime.fromisoformat(stretch[-1]["accepted_at"]) if stretch else None,
        "stretch": stretch[-LINES:],
        "left_out": max(0, len(stretch) - LINES),
        "units": {unit: address(past, version, unit, chosen) for unit in _units(past)},
        "eyes": _eyes(past, by),
        "seen_by": past.eyes,
        "eyes_word": eyes_word(past.eyes),
        "chosen": None if chosen is None else str(chosen),
        "status": "over" if past.over else "playing",
        "link": shown["link"].removesuffix(f"/r/{past.code}") + here.address,
    }
    return shown | {"moment": told, "pointed": pointed(stretch), "past_template": f"{past.object['game']}/past.html"}


def history_pieces(past: Past, request: Request, by: By, known: int | None = None) -> Pieces:
    """The parts of the page that differ from moment to moment; `known` as in `moment`."""
    return render_pieces(PIECES, moment(past, request, by, known))


def eyes_word(eyes: Eyes) -> str:
    """Through whose eyes a page shows a moment, for its script to send along; empty: a spectator's."""
    return "" if eyes is None else str(eyes)


def pointed(stretch: Sequence[Json]) -> dict[int, list[list[int]]]:
    """By seat the cells where these moves did something."""
    found: dict[int, list[list[int]]] = {}
    for entry in stretch:
        for fact in entry["facts"]:
            cells = found.setdefault(entry["seat"], [])
            cells += [cell for cell in _cells(fact) if cell not in cells]
    return {seat: cells for seat, cells in found.items() if cells}


def _cells(fact: Json) -> Iterator[list[int]]:
    yield from fact.get("cells", ())
    if "cell" in fact:
        yield fact["cell"]


def _units(past: Past) -> list[By]:
    return ["move", "turn", "round"] if past.rounds else ["move", "turn"]


def _eyes(past: Past, by: By) -> dict[int | str, str]:
    """After the end, whose eyes there are to look through, where that makes a difference."""
    if not past.over or not past.secrets:
        return {}
    chosen = ["open", *(seat["seat"] for seat in past.object["seats"])]
    return {eyes: address(past, past.version, by, None if eyes == "open" else eyes) for eyes in chosen}


def address(past: Past, move: int, by: By, eyes: int | str | None) -> str:
    """Where that moment stands; what goes without saying is left out."""
    asked = {"move": move, "by": None if by == "move" else by, "eyes": eyes}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return f"/r/{past.code}/history?{query}"
