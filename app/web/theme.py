"""Light or dark: what the system asks for, unless a cookie says otherwise; and the switch that sets the cookie."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.errors import Problem
from app.web.look import THEMES, looking
from app.web.switches import switched

COOKIE = "machi_theme"

router = APIRouter(include_in_schema=False)


@router.post("/theme")
async def switch(request: Request, theme: Annotated[str, Form()] = "") -> Response:
    """Show `theme`, one of `THEMES`, from now on."""
    if theme not in THEMES:
        raise Problem("malformed", "field", {"field": "theme"})
    return switched(request, COOKIE, theme)


class Themes:
    """ASGI: every page comes in the theme its reader chose, so that it never shows another one first."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with looking(cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE)):
            await self.app(scope, receive, send)
