"""What the page of a moment is given: the steps from there, what led to it, and where it happened on the board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from app.rooms import By, Eyes, Json, Past, Stops
from app.web.composed import Pieces
from app.web.room_view import context, is_sandbox
from app.web.words import gettext, render_pieces

PIECES = "room/history_pieces.html"
LINES = 20
"""Moves that are said at a moment, at most: a round of eight players has a hundred."""


@dataclass(frozen=True, slots=True)
class To:
    """A moment to go to."""

    move: int
    address: str


def moment(past: Past, request: Request, by: By, known: int | None = None) -> dict[str, Any]:
    """The context of templates/room/history*.html: that of a room, and `moment` and `pointed`.

    `known`: the last position when the page was made that is to be brought up to date; None: now.
    """
    shown = context(past, request)
    by = past.unit(by)
    latest = past.latest if known is None else min(known, past.latest)
    version, ways = past.version, past.stops(by, latest)
    chosen = past.eyes if past.over and past.eyes != "open" else None

    def to(move: int) -> To | None:
        return To(move, address(past, move, by, chosen)) if move != version else None

    stretch = led_here(past, ways)
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
        **lines_of(stretch),
        "units": {unit: address(past, version, unit, chosen) for unit in past.units},
        "eyes": _eyes(past, by),
        "seen_by": past.eyes,
        "eyes_word": eyes_word(past.eyes),
        "chosen": None if chosen is None else str(chosen),
        "seat": _played_seat(past),
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


def led_here(past: Past, ways: Stops) -> list[Json]:
    """The moves from the stop before this moment on: entries of its story."""
    return past.story[ways.before(past.version) :]


def lines_of(stretch: list[Json]) -> dict[str, Any]:
    """What templates/room/history_lines.html says of these moves: the last ones, and how many it leaves out."""
    return {"stretch": stretch[-LINES:], "left_out": max(0, len(stretch) - LINES)}


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


def _eyes(past: Past, by: By) -> dict[int | str, str]:
    """After the end, whose eyes there are to look through, where that makes a difference."""
    if not past.over or not past.secrets:
        return {}
    chosen = ["open", *(seat["seat"] for seat in past.object["seats"])]
    return {eyes: address(past, past.version, by, None if eyes == "open" else eyes) for eyes in chosen}


def address(past: Past, move: int, by: By, eyes: int | str | None) -> str:
    """Where that moment stands; what goes without saying is left out."""
    asked = {"move": move, "by": None if by == "move" else by, "eyes": eyes, "seat": _played_seat(past)}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return f"/r/{past.code}/history?{query}"


def _played_seat(past: Past) -> int | None:
    """In a sandbox that is still played, through whose eyes its player looks: addresses name the seat there."""
    return past.seat if is_sandbox(past.object) and not past.over else None
