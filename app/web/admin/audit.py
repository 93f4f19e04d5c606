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
}

router = APIRouter(include_in_schema=False)


@router.get("/admin/audit")
async def audit(
    request: Request, session: LoggedIn, before: Annotated[int | None, Query(ge=0, lt=2**63)] = None
) -> Response:
    """The log, newest first; `before`: what is older than that line."""
    found = await admin_of(request).entries(before, LINES + 1)
    lines = [
        {"entry": entry, "what": said(entry), "browser": _detail(entry).get("browser", "")}
        for _, entry in found[:LINES]
    ]
    older = found[LINES - 1][0] if len(found) > LINES else None
    page = render("admin/audit.html", lines=lines, older=older, first=before is None)
    return HTMLResponse(page, headers=PRIVATE)


def said(entry: Entry) -> str:
    """What was done, in words; by the name of its kind where this program does not know it, or its detail."""
    words = KINDS.get(entry.kind)
    try:
        return gettext(words) % _detail(entry) if words else entry.kind
    except (KeyError, TypeError, ValueError):  # no line may be in the way of all the others
        return entry.kind


def _detail(entry: Entry) -> dict[str, Any]:
    """What else is known of it; another program may have written something else there."""
    return entry.detail if isinstance(entry.detail, dict) else {}
