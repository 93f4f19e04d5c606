"""The audit log: what was done as the admin."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.store.admin import Entry
from app.web.admin.gate import LoggedIn, admin_of
from app.web.room_pages import PRIVATE
from app.web.words import N_, gettext, render

LINES = 100  # of the log on one page

KINDS = {
    "login": N_("Logged in"),
    "login_failed": N_("A wrong password was typed"),
    "logout": N_("Logged out"),
    "session_ended": N_("Ended session %(ended)s"),
    "all_sessions_ended": N_("Logged out everywhere"),
    "room_viewed": N_("Looked at a room"),
    "room_closed": N_("Closed a room"),
    "seat_renewed": N_("Made a new link for player %(player)s"),
    "seat_freed": N_("Freed the seat of player %(player)s"),
    "seat_renamed": N_("Gave player %(player)s another name"),
    "name_blanked": N_("Took the name of player %(player)s away"),
    "names_blanked": N_("Took all names in a room away"),
    "blanking_begun": N_("Began to take a name away in the rooms of a search: %(count)s seats were counted"),
    "search_blanked": N_("Took a name away in the rooms of a search, from %(count)s seats"),
    "deletion_begun": N_("Began to delete old rooms: %(count)s were counted"),
    "rooms_deleted": N_("Deleted old rooms, %(count)s of them"),
    "moves_viewed": N_("Looked at move %(move)s"),
    "cards_viewed": N_("Looked at what a running game hides, at move %(move)s"),
    "events_viewed": N_("Looked at the events of a room"),
    "drafts_viewed": N_("Looked at the unfinished turns of a running game"),
    "log_checked": N_("Let a log be checked"),
    "room_copied": N_("Copied a room from move %(move)s on"),
    "debug_room_made": N_("Made a debug room of %(of)s"),
}

router = APIRouter(include_in_schema=False)


@router.get("/admin/audit")
async def audit(
    request: Request, session: LoggedIn, before: Annotated[int | None, Query(ge=0, lt=2**63)] = None
) -> Response:
    """The log, newest first; `before`: what is older than that line."""
    found = await admin_of(request).entries(before, LINES + 1)
    lines = [line(entry) for _, entry in found[:LINES]]
    older = found[LINES - 1][0] if len(found) > LINES else None
    page = render("admin/audit.html", lines=lines, older=older, first=before is None)
    return HTMLResponse(page, headers=PRIVATE)


def line(entry: Entry) -> dict[str, Any]:
    """A line of the log as the templates show it."""
    detail = _detail(entry)
    more = {name: detail.get(name, "") for name in ("browser", "reason")}
    return {"entry": entry, "what": said(entry), **more}


def said(entry: Entry) -> str:
    """What was done, in words; by the name of its kind where this program does not know it, or its detail."""
    words, detail = KINDS.get(entry.kind), _detail(entry)
    try:
        if "seat" in detail:
            detail = {**detail, "player": detail["seat"] + 1}
        return gettext(words) % detail if words else entry.kind
    except (KeyError, TypeError, ValueError):  # no line may be in the way of all the others
        return entry.kind


def _detail(entry: Entry) -> dict[str, Any]:
    """What else is known of it; another program may have written something else there."""
    return entry.detail if isinstance(entry.detail, dict) else {}
