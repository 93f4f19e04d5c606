"""Which language is spoken: a cookie says it, else what the browser asks for. And the switch that sets the cookie."""

from typing import Annotated
from urllib.parse import parse_qs

from babel.core import negotiate_locale
from fastapi import APIRouter, FastAPI, Form
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import Problem
from app.web.security import Addresses
from app.web.words import SOURCE, catalogues, language, speaking

COOKIE = "machi_language"
DAYS_365 = 365 * 24 * 3600
WORDED = "text/html"

router = APIRouter(include_in_schema=False)


@router.post("/language")
async def switch(request: Request, language: Annotated[str, Form()] = "") -> Response:
    """Speak `language` from now on, and go back to the page that the switch stood on.

    The browser says which page that was (`Referer`, sent to our own addresses: app/web/security.py), so no address
    comes from a form and nobody can be led away from here.
    """
    if language not in catalogues():
        raise Problem("malformed", "field", {"field": "language"})
    addresses: Addresses = request.app.state.addresses
    response = RedirectResponse(_page_before(request, addresses), 303)
    response.set_cookie(
        COOKIE,
        language,
        max_age=DAYS_365,
        httponly=True,
        samesite="lax",
        secure=addresses.https(request.scope),
    )
    return response


def _page_before(request: Request, addresses: Addresses) -> str:
    """Path and query of our own page that sent this form; of one that answered a form, the page it belongs to."""
    before, ours = request.headers.get("referer", ""), addresses.origin(request.scope) + "/"
    if not before.lower().startswith(ours):
        return "/"
    path, _, query = before[len(ours) :].partition("?")
    # One slash only: "//elsewhere" would be another site's address.
    path = "/" + path.lstrip("/")
    while not _is_page(request.app, path):
        path = path.rpartition("/")[0]
    return f"{path or '/'}?{query}" if query else path or "/"


def _is_page(app: FastAPI, path: str) -> bool:
    """Can this path be looked at? "" and "/" always can."""
    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    return path in {"", "/"} or any(route.matches(scope)[0] is Match.FULL for route in app.routes)


def chosen_language(headers: Headers, query: str = "") -> str:
    """The language for a request: its cookie's, else the best of `Accept-Language` that we have.

    A page's socket names the page's own language in its `query`: the cookie may have changed since.
    """
    known = catalogues()
    named = parse_qs(query).get("language", [""])[0]
    kept = cookie_parser(headers.get("cookie", "")).get(COOKIE)
    for asked in (named, kept):
        if asked in known:
            return asked
    return negotiate_locale(_accepted(headers.get("accept-language", "")), list(known), sep="-") or SOURCE


def _accepted(header: str) -> list[str]:
    """The names in an `Accept-Language` header, in small letters, the most wanted first."""
    weighed = []
    for part in header[:1000].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), name.lower()))
        except ValueError:
            continue
    return [name for weight, name in sorted(weighed, key=lambda pair: pair[0]) if weight < 0 and name]


class Languages:
    """ASGI: every request and socket speaks the language it asked for, and answers with words say which one that is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        socket = scope["type"] == "websocket"
        query = scope["query_string"].decode("latin-1")[:1000] if socket else ""

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                _say_which(message)
            await send(message)

        with speaking(chosen_language(Headers(scope=scope), query)):
            await self.app(scope, receive, send_with_language)


def _say_which(start: Message) -> None:
    """Pages and refusals are worded; other answers are the same in every language."""
    headers = MutableHeaders(scope=start)
    if headers.get("content-type", "").startswith(WORDED) or start["status"] >= 400:
        headers["Content-Language"] = language()
        headers.add_vary_header("Cookie")
        headers.add_vary_header("Accept-Language")
