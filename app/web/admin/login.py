"""Logging in and out, and how often it may be tried."""

import logging
from typing import Annotated

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms import Refused
from app.web.admin.gate import (
    HOME,
    LOGIN,
    LoggedIn,
    admin_of,
    forget_key,
    inside,
    keep_key,
    keep_mark,
    mark_of,
    visitor_of,
)
from app.web.buckets import Bucket, Buckets, Flow
from app.web.errors import Problem, message, status_of
from app.web.room_pages import PRIVATE
from app.web.words import gettext, render

WRONG = 401

logger = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]


class Attempts:
    """How many passwords may be tried: by one caller, and by all together, in this process.

    `MACHI_LIMITS` does not move it: no school needs more. At most 17,280 a day, against a password of twelve
    characters or more, from however many addresses that know no password. As long as so many guess nobody new can log
    in. A browser in which the password was typed before is kept out by nobody: it is a caller of its own, wherever it
    is, and not one of all.
    """

    def __init__(self, each: Flow = (5, 1 / 60), together: Flow = (30, 1 / 5)) -> None:
        self._each = Buckets(each)
        self._together = Bucket(*together)

    def wait(self, caller: str, mark: str | None = None) -> int:
        """Count one more; or in how many seconds it may be tried again, where it may not now.

        `mark`: of a browser in which the password was typed before.
        """
        buckets = self._of(caller, mark)
        wait = max(bucket.wait() for bucket in buckets)
        if not wait:
            for bucket in buckets:
                bucket.charge(1)
        return wait

    def forgive(self, caller: str, mark: str | None = None) -> None:
        """It does not count: it was the right one, or nobody could tell."""
        for bucket in self._of(caller, mark):
            bucket.charge(-1)

    def _of(self, caller: str, mark: str | None) -> list[Bucket]:
        return [self._each.of((caller,)), self._together] if mark is None else [self._each.of(mark)]


@router.get("/admin")
async def home(session: LoggedIn) -> Response:
    """The first of the admin's pages."""
    return RedirectResponse(HOME, 303)


@router.get(LOGIN)
async def ask(request: Request, to: str = "") -> Response:
    """Where the password is asked for."""
    return _page(inside(to))


@router.post(LOGIN)
async def login(request: Request, password: Text = "", to: Text = "") -> Response:
    """Let in whoever knows the password."""
    to = inside(to)
    if not password:
        return _page(to, gettext("Type the password."), WRONG)
    attempts: Attempts = request.app.state.attempts
    caller = request.scope["caller"], mark_of(request)
    if wait := attempts.wait(*caller):
        problem = Problem("too_many", "logins", {"seconds": wait})
        request.app.state.metrics.refused("http", problem.code, problem.reason)
        response = _page(to, message(problem), status_of(problem))
        response.headers["Retry-After"] = str(wait)
        return response
    visitor = visitor_of(request)
    try:
        key = await admin_of(request).login(password, visitor)
    except Refused:
        attempts.forgive(*caller)
        raise
    if key is None:
        logger.warning("a wrong password for the admin's pages was typed, from %s", visitor.place or "somewhere")
        return _page(to, gettext("That is not the password."), WRONG)
    attempts.forgive(*caller)
    response = RedirectResponse(to, 303)
    keep_key(response, request, key)
    keep_mark(response, request, caller[1] or admin_of(request).new_browser())
    return response


@router.post("/admin/logout")
async def logout(request: Request, session: LoggedIn) -> Response:
    """End the session of this browser."""
    await admin_of(request).logout(session)
    response = RedirectResponse(LOGIN, 303)
    forget_key(response, request)
    return response


def _page(to: str, problem: str = "", status: int = 200) -> Response:
    return HTMLResponse(render("admin/login.html", to=to, problem=problem), status, PRIVATE)
