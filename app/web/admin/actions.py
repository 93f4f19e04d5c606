"""What the admin does in a room: a page that asks once more, with a reason; only its form does it."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin import Actions
from app.rooms import Case, Deed, Refused
from app.rooms.oversight import Kind
from app.web.admin.gate import LoggedIn, Ticket, new_ticket
from app.web.compression import SECRET
from app.web.errors import message, status_of
from app.web.names import name_of
from app.web.room_pages import PRIVATE, way_to_seat
from app.web.words import N_, gettext, render

# What each is called on its button, and what is done by it.
KINDS: dict[Kind, str] = {
    "renew": N_("New link"),
    "rename": N_("Another name"),
    "blank": N_("Take the name away"),
    "free": N_("Free the seat"),
    "close": N_("Close the room"),
    "blank_all": N_("Take all names away"),
}
OF_SEATS: tuple[Kind, ...] = ("renew", "rename", "blank", "free")
CORRIGIBLE = {"reason", "name", "name_characters", "name_same"}
"""What is wrong with what was typed: the form is shown again with it."""

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]
What = Annotated[Kind, Form()]
Seat = Annotated[int | None, Form(ge=0, le=15)]


@router.post("/admin/rooms/{code}/ask")
async def ask(request: Request, session: LoggedIn, code: str, what: What, seat: Seat = None) -> Response:
    """What it would do to whom, and the form that does it."""
    deed = Deed(what, seat)
    return _asked(await _actions(request).case(code, deed), deed)


@router.post("/admin/rooms/{code}/do")
async def do(
    request: Request,
    session: LoggedIn,
    code: str,
    what: What,
    seat: Seat = None,
    seen: Text = "",
    reason: Text = "",
    name: Text = "",
    ticket: Ticket = "",
) -> Response:
    """Do it. Where that makes no sense any more, or what was typed none, it is asked anew and said why."""
    deed = Deed(what, seat, name)
    try:
        key = await _actions(request).do(session, code, deed, seen, reason, ticket)
    except Refused as refused:
        if refused.code not in ("stale", "name_taken") and refused.reason not in CORRIGIBLE:
            raise
        case = await _actions(request).case(code, deed)
        return _asked(case, deed, message(refused), reason, status_of(refused))
    if key is not None:
        return await _new_link(request, code, deed, key)
    return RedirectResponse(f"/admin/rooms/{code}#done", 303)


async def _new_link(request: Request, code: str, deed: Deed, key: str) -> Response:
    case = await _actions(request).case(code, deed)
    values = {"code": case.code, "name": name_of(deed.seat or 0, case.name), **way_to_seat(request, case.code, key)}
    return HTMLResponse(render("admin/new_link.html", **values), headers=SECRET)


def _asked(case: Case, deed: Deed, problem: str = "", reason: str = "", status: int = 200) -> Response:
    names = {seat: name_of(seat, name) for seat, name in case.names.items()}
    values = {"case": case, "deed": deed, "names": names, "heading": gettext(KINDS[deed.kind]), "ticket": new_ticket()}
    page = render("admin/room_ask.html", **values, problem=problem, reason=reason)
    return HTMLResponse(page, status, PRIVATE)


def offered(status: str, sandbox: bool) -> dict[str, list[tuple[str, str]]]:
    """Kinds and their words, for each seat and for the whole room, that make sense in a room in this state."""
    on = status in ("lobby", "playing")
    never = {
        kind for kind, sense in {"close": on, "free": on and not sandbox, "renew": not sandbox}.items() if not sense
    }
    words = [(kind, gettext(said)) for kind, said in KINDS.items() if kind not in never]
    return {
        "seat": [(kind, said) for kind, said in words if kind in OF_SEATS],
        "room": [(kind, said) for kind, said in words if kind not in OF_SEATS],
    }


def _actions(request: Request) -> Actions:
    found: Actions = request.app.state.actions
    return found
