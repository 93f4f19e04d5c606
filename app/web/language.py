"""Which language is spoken: a cookie says it, else what the browser asks for. And the switch that sets the cookie."""

from typing import Annotated
from urllib.parse import parse_qs

from babel.core import negotiate_locale
from fastapi import APIRouter, Form
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import Problem
from app.web.switches import switched
from app.web.words import SOURCE, catalogues, language, speaking

COOKIE = "machi_language"
WORDED = "text/html"

router = APIRouter(include_in_schema=False)


@router.post("/language")
async def switch(request: Request, language: Annotated[str, Form()] = "") -> Response:
    """Speak `language` from now on."""
    if language not in catalogues():
        raise Problem("malformed", "field", {"field": "language"})
    return switched(request, COOKIE, language)


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
