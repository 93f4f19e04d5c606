"""What the admin does in many rooms at once: old rooms deleted, a name taken out of all rooms of a search."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Annotated, Any

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.admin.sweeps import Sweeps, Swept
from app.rooms import Refused, isolated
from app.store.name_sweep import Found, Sweep
from app.store.old_rooms import Old
from app.web.admin.gate import LoggedIn, Ticket, admin_of, new_ticket
from app.web.admin.rooms import FIELDS, STATES, search_of
from app.web.errors import Problem, message, status_of
from app.web.room_pages import PRIVATE
from app.web.wire import form_of
from app.web.words import gettext, ngettext, render

USUAL = ("over", "closed")
"""States that are ticked when the form comes."""

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]
States = Annotated[list[str], Form()]
Counted = Annotated[int, Form(ge=0, lt=2**63)]


@router.get("/admin/old-rooms")
async def old_rooms(request: Request, session: LoggedIn) -> Response:
    """Which ones to delete."""
    today = admin_of(request).now().astimezone(UTC).date()
    values = {"today": today.isoformat(), "states": {name: gettext(said) for name, said in STATES.items()}}
    return HTMLResponse(render("admin/old_rooms.html", **values, usual=USUAL), headers=PRIVATE)


@router.post("/admin/old-rooms/ask")
async def ask_old(request: Request, session: LoggedIn, before: Text, states: States) -> Response:
    """How many they are, and the form that deletes them."""
    old = _old(request, before, states)
    return _ask_old(old, await _sweeps(request).old(old))


@router.post("/admin/old-rooms/do")
async def delete_old(
    request: Request,
    session: LoggedIn,
    before: Text,
    states: States,
    counted: Counted = 0,
    reason: Text = "",
    ticket: Ticket = "",
) -> Response:
    """Delete them."""
    old = _old(request, before, states)
    try:
        swept = await _sweeps(request).delete_old(session, old, counted, reason, ticket)
    except Refused as refused:
        if refused.code not in ("stale", "malformed"):
            raise
        return _ask_old(old, await _sweeps(request).old(old), refused, reason)
    said = ngettext("%(num)s room was deleted.", "%(num)s rooms were deleted.", swept.done)
    return _swept(swept, said, "/admin/old-rooms")


@router.post("/admin/names/ask")
async def ask_name(request: Request, session: LoggedIn) -> Response:
    """How many seats have the name in the rooms of a search, and the form that takes it out of them."""
    asked, sweep = await _sweep(request)
    return _ask_name(asked, sweep, await _sweeps(request).named(sweep))


@router.post("/admin/names/do")
async def blank(
    request: Request, session: LoggedIn, counted: Counted = 0, reason: Text = "", ticket: Ticket = ""
) -> Response:
    """Take it out of them."""
    asked, sweep = await _sweep(request)
    try:
        swept = await _sweeps(request).blank(session, sweep, counted, reason, ticket)
    except Refused as refused:
        if refused.code not in ("stale", "malformed"):
            raise
        return _ask_name(asked, sweep, await _sweeps(request).named(sweep), refused, reason)
    said = ngettext("%(num)s name was taken away.", "%(num)s names were taken away.", swept.done)
    return _swept(swept, said, "/admin/rooms")


def _old(request: Request, before: str, states: list[str]) -> Old:
    """Raises `Problem("malformed")` with the field that makes no sense."""
    try:
        moment = datetime.combine(date.fromisoformat(before), time(), UTC)
    except ValueError:
        raise Problem("malformed", "field", {"field": "before"}) from None
    if moment > admin_of(request).now():
        raise Problem("malformed", "field", {"field": "before"})
    if not states or not set(states) <= STATES.keys():
        raise Problem("malformed", "field", {"field": "states"})
    return Old(moment, tuple(sorted(set(states))))


async def _sweep(request: Request) -> tuple[dict[str, str], Sweep]:
    """What is searched for, as it was typed, and what that means. Raises `Problem("malformed")`, without a name too."""
    form = await form_of(request)
    asked = {name: text.strip() for name in FIELDS if isinstance(text := form.get(name), str) and text.strip()}
    if not asked.get("name"):
        raise Problem("malformed", "field", {"field": "name"})
    whole = "1" if form.get("whole") == "1" else "0"
    return {**asked, "whole": whole}, Sweep(search_of(asked, request.app.state.games), whole == "1")


def _ask_old(old: Old, found: Mapping[str, int], refused: Refused | None = None, reason: str = "") -> Response:
    counts = [(gettext(STATES[status]), number) for status, number in found.items()]
    values = {"old": old, "counts": counts, "total": sum(found.values())}
    return _asked("admin/old_rooms_ask.html", values, refused, reason)


def _ask_name(
    asked: Mapping[str, str], sweep: Sweep, found: Found, refused: Refused | None = None, reason: str = ""
) -> Response:
    names = [(isolated(name), number) for name, number in found.names]
    values = {"asked": asked, "whole": sweep.whole, "found": found, "names": names}
    return _asked("admin/names_ask.html", values, refused, reason)


def _asked(template: str, values: Mapping[str, Any], refused: Refused | None, reason: str) -> Response:
    problem, status = (message(refused), status_of(refused)) if refused else ("", 200)
    page = render(template, **values, problem=problem, reason=reason, ticket=new_ticket())
    return HTMLResponse(page, status, PRIVATE)


def _swept(swept: Swept, said: str, on: str) -> Response:
    return HTMLResponse(render("admin/swept.html", said=said, left=swept.left, on=on), headers=PRIVATE)


def _sweeps(request: Request) -> Sweeps:
    found: Sweeps = request.app.state.sweeps
    return found
