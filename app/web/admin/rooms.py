"""The list of all rooms, and one room of it. Looking changes nothing in a room; what does is in actions.py."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, get_args
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.admin import Line, RoomList
from app.rooms.identity import known_code
from app.store.room_list import Key, Search, Sort
from app.web.admin import audit
from app.web.admin.actions import offered
from app.web.admin.gate import LoggedIn, admin_of
from app.web.errors import Problem
from app.web.names import name_of
from app.web.room_pages import PRIVATE
from app.web.room_view import title_of
from app.web.words import N_, gettext, ngettext, render

STATES = {
    "lobby": N_("Not started"),
    "playing": N_("Being played"),
    "over": N_("Over"),
    "closed": N_("Closed"),
}
SORTS: dict[Sort, str] = {
    "newest": N_("Newest first"),
    "oldest": N_("Oldest first"),
    "finished": N_("Finished last first"),
}
FIELDS = ("name", "code", "sort", "game", "status", "rules", "since", "until")
LONGEST = 40  # characters of a field: names have 20
MOST_RULES = 2**31 - 1
MOST_ID = 2**63 - 1

router = APIRouter(include_in_schema=False)


@router.get("/admin/rooms")
async def rooms(request: Request, session: LoggedIn) -> Response:
    """A page of the rooms that the query looks for."""
    asked = {name: text for name in FIELDS if (text := request.query_params.get(name, "").strip())}
    search = search_of(asked, request.app.state.games)
    lines, end = await _list(request).page(search, _key(request.query_params.get("after", "")))
    values = {
        "asked": dict.fromkeys(FIELDS, "") | asked,
        "query": urlencode(asked),
        "lines": [_shown(line, _now(request)) for line in lines],
        "following": f"/admin/rooms?{urlencode({**asked, 'after': _said(end)})}" if end else None,
        "first": "after" not in request.query_params,
        "games": {name: title_of(name) for name in request.app.state.games},
        "states": {name: gettext(words) for name, words in STATES.items()},
        "sorts": {name: gettext(words) for name, words in SORTS.items()},
    }
    return HTMLResponse(render("admin/rooms.html", **values), headers=PRIVATE)


@router.get("/admin/rooms/{code}")
async def room(request: Request, session: LoggedIn, code: str) -> Response:
    """How it stands in one room. That it was looked at is noted."""
    known = known_code(code)
    lines, _ = await _list(request).page(Search(code=known)) if known else ([], None)
    if not lines:
        raise Problem("no_room")
    await admin_of(request).note(session, "room_viewed", lines[0].room.code)
    done = await request.app.state.actions.done(lines[0].room.code)
    values = {
        "line": _shown(lines[0], _now(request)),
        "offered": offered(lines[0].room.status, lines[0].room.sandbox),
        "done": [audit.line(entry) for entry in done],
    }
    return HTMLResponse(render("admin/room.html", **values), headers=PRIVATE)


def search_of(asked: Mapping[str, str], games: Mapping[str, Any]) -> Search:
    """What the form of the list asks for. Raises `Problem("malformed")` with the field that makes no sense."""
    if any("\0" in value or len(value) > LONGEST for value in asked.values()):
        raise Problem("malformed")
    code = asked.get("code", "")
    whole = known_code(code)
    return Search(
        code=whole or "",
        begins="" if whole else code.upper(),
        name=asked.get("name", ""),
        game=one_of("game", asked, games),
        status=one_of("status", asked, STATES),
        rules=_rules(asked.get("rules", "")),
        since=_day("since", asked, 0),
        until=_day("until", asked, 1),
        sort=one_of("sort", asked, get_args(Sort)) or "newest",  # type: ignore[arg-type]
    )


def _wrong(field: str) -> Problem:
    return Problem("malformed", "field", {"field": field})


def one_of(field: str, asked: Mapping[str, str], known: Any) -> str:
    """What that field says, one of these or nothing. Raises `Problem`."""
    value = asked.get(field, "")
    if value and value not in known:
        raise _wrong(field)
    return value


def _rules(value: str) -> int | None:
    if value and not (value.isascii() and value.isdigit() and int(value) <= MOST_RULES):
        raise _wrong("rules")
    return int(value) if value else None


def _day(field: str, asked: Mapping[str, str], later: int) -> datetime | None:
    """The beginning of that day, or of so many days later, in UTC."""
    if field not in asked:
        return None
    try:
        day = date.fromisoformat(asked[field]) + timedelta(days=later)
    except (ValueError, OverflowError):
        raise _wrong(field) from None
    return datetime.combine(day, time(), UTC)


def _said(end: Key) -> str:
    """Where a page ends, as it stands in the address of the next one."""
    return f"{end[0].astimezone(UTC).isoformat()}~{end[1]}"


def _key(value: str) -> Key | None:
    if not value:
        return None
    moment, _, room_id = value.partition("~")
    try:
        at = datetime.fromisoformat(moment)
        key = at.astimezone(UTC), int(room_id[:20])
    except (ValueError, OverflowError):  # in UTC it may be outside of all years
        raise _wrong("after") from None
    if at.tzinfo is None or not 0 <= key[1] <= MOST_ID:
        raise _wrong("after")
    return key


def _shown(line: Line, now: datetime) -> dict[str, Any]:
    """A line as the templates word it."""
    waits_for = line.standing.waits_for if line.standing else ()
    names = {seat: name_of(seat, name) for seat, name, _ in line.room.seats}
    return {
        "room": line.room,
        "title": title_of(line.room.game),
        "state": gettext(STATES[line.room.status]),
        "names": names,
        "here": [names[seat] for seat, _, connected in line.room.seats if connected],
        "read_only": bool(line.standing and line.standing.read_only),
        "waits_for": [{"name": names[seat], "since": since, "long": long(now - since)} for seat, since in waits_for],
    }


def long(span: timedelta, fine: int = 60) -> str:
    """A span of time in words, in its largest unit; of less than `fine` minutes, in minutes."""
    minutes = max(0, int(span.total_seconds()) // 60)
    if minutes < fine:
        return ngettext("%(num)s minute", "%(num)s minutes", minutes)
    if minutes < 48 * 60:
        return ngettext("%(num)s hour", "%(num)s hours", minutes // 60)
    return ngettext("%(num)s day", "%(num)s days", minutes // 60 // 24)


def _list(request: Request) -> RoomList:
    found: RoomList = request.app.state.room_list
    return found


def _now(request: Request) -> datetime:
    return admin_of(request).now()
