"""Where somebody is logged in as the admin, and the ways to end that."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.admin.admin import IDLE, LONGEST
from app.web.admin.gate import LOGIN, LoggedIn, admin_of, forget_key
from app.web.room_pages import PRIVATE
from app.web.words import render

router = APIRouter(include_in_schema=False)


@router.get("/admin/sessions")
async def sessions(request: Request, session: LoggedIn) -> Response:
    """All sessions that are open now."""
    values = {"own": session.id, "sessions": await admin_of(request).sessions(), "idle": IDLE, "longest": LONGEST}
    return HTMLResponse(render("admin/sessions.html", **values), headers=PRIVATE)


@router.post("/admin/sessions/end")
async def end(request: Request, session: LoggedIn, which: Annotated[int, Form(ge=0, lt=2**63)]) -> Response:
    """End one of them."""
    await admin_of(request).end(session, which)
    return RedirectResponse("/admin/sessions", 303)


@router.post("/admin/sessions/end-all")
async def end_all(request: Request, session: LoggedIn) -> Response:
    """Log out everywhere."""
    await admin_of(request).end_all(session)
    response = RedirectResponse(LOGIN, 303)
    forget_key(response, request)
    return response
