"""The time machine's page of one moment of a room, and copying a room from there."""

import json
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin import Machine, Moment
from app.admin.admin import LONGEST
from app.admin.difference import ABSENT, Changed
from app.admin.machine import Chosen
from app.rooms import By
from app.web.admin.gate import LoggedIn
from app.web.history_view import led_here, lines_of, pointed
from app.web.room_pages import PRIVATE
from app.web.room_view import context
from app.web.tokens import keep
from app.web.words import render

router = APIRouter(include_in_schema=False)


def machine_of(request: Request) -> Machine:
    """The app's time machine."""
    machine: Machine = request.app.state.machine
    return machine


@router.get("/admin/rooms/{code}/moves")
async def moves(
    request: Request,
    session: LoggedIn,
    code: str,
    move: int | None = None,
    eyes: Chosen | None = None,
    by: By = "move",
) -> Response:
    """The room after `move` moves; of a running game no more than spectators see."""
    return _page(request, await machine_of(request).moment(session, code, move, eyes, by=by))


@router.post("/admin/rooms/{code}/moves")
async def look(
    request: Request,
    session: LoggedIn,
    code: str,
    move: Annotated[int, Form()],
    eyes: Annotated[Chosen, Form()],
    by: Annotated[By, Form()] = "move",
) -> Response:
    """The same with what a running game hides: the form has said that the table will be told of it."""
    return _page(request, await machine_of(request).moment(session, code, move, eyes, agreed=True, by=by))


@router.post("/admin/rooms/{code}/copy")
async def copy(
    request: Request, session: LoggedIn, code: str, move: Annotated[int, Form()], agreed: Annotated[str, Form()] = ""
) -> Response:
    """A debug room from that moment on, in which this browser has every seat, no longer than a session lasts."""
    made = await machine_of(request).copy(session, code, move, agreed == "1")
    response = RedirectResponse(f"/r/{made.code}", 303)
    assert made.token is not None
    keep(response, request, made.code, made.token, int(LONGEST.total_seconds()))
    return response


def _page(request: Request, moment: Moment) -> Response:
    past, stops = moment.past, moment.stops
    stretch = led_here(past, stops) if moment.replays else []
    shown = context(past, request)
    values = {
        "moment": {
            "version": moment.version,
            "latest": moment.latest,
            "by": moment.by,
            "units": past.units,
            "previous": stops.before(moment.version),
            "next": stops.after(moment.version),
            **lines_of(stretch),
            "replays": moment.replays,
            "breaks_at": past.latest,
            "eyes": moment.eyes,
            "running": moment.running,
            # A look at what is hidden is a form that is sent, and so is every step from there.
            "method": "post" if moment.running and moment.eyes != "spectator" else "get",
            "move": moment.move,
            "later": moment.later,
            "took": clock(moment.took),
            "seen": lines(moment.seen),
            "view": pretty(past.object["view"]),
            "state": None if moment.state is None else pretty(moment.state),
            "changed": None if moment.changed is None else lines(moment.changed),
            "may_copy": moment.replays and past.object["view"] is not None and past.object["status"] == "playing",
        },
        "pointed": pointed(stretch),
        "past_template": f"{past.object['game']}/past.html",
        "address": f"/admin/rooms/{past.code}/moves",
    }
    return HTMLResponse(render("admin/moves.html", **shown | values), headers=PRIVATE)


def clock(span: timedelta | None) -> str:
    """A span of time to the millisecond, as clocks show it; empty for none.

    >>> clock(timedelta(hours=25, seconds=1.5))
    '25:00:01.500'
    """
    if span is None:
        return ""
    minutes, milliseconds = divmod(span // timedelta(milliseconds=1), 60_000)
    return f"{minutes // 60}:{minutes % 60:02}:{milliseconds / 1000:06.3f}"


def pretty(value: Any) -> str:
    """Plain data as JSON, a line for each part."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def lines(changes: list[Changed] | None) -> list[dict[str, str | None]]:
    """What has changed as texts: its place, and what was and is there, None for nothing."""
    return [{"place": each.place, "old": _said(each.old), "new": _said(each.new)} for each in changes or ()]


def _said(value: Any) -> str | None:
    return None if value is ABSENT else json.dumps(value, ensure_ascii=False)
