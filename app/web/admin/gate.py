"""Who may see the admin's pages: whoever has the key of a session, which the browser keeps where no script reads it."""

import re
import secrets
from ipaddress import ip_network
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.admin import Admin, Session, Visitor
from app.admin.admin import LONGEST
from app.web.cookies import drop_cookie, is_https, keep_cookie, own_name
from app.web.security import Addresses, parsed

HOME = "/admin/rooms"
LOGIN = "/admin/login"

# In this order: most browsers also name those that they are like.
_BROWSERS = {"Edge": "Edg", "Opera": "OPR", "Samsung Internet": "SamsungBrowser", "Firefox": "Firefox|FxiOS"}
_BROWSERS |= {"Chrome": "Chrome|CriOS", "Safari": "Safari"}
_SYSTEMS = {
    "Android": "Android",
    "iOS": "iPhone|iPad",
    "Windows": "Windows",
    "macOS": "Macintosh",
    "Linux": "Linux|X11",
}


class LoginNeeded(Exception):
    """Nobody is logged in, or no longer."""


def admin_of(request: Request) -> Admin:
    """The app's admin part."""
    admin: Admin = request.app.state.admin
    return admin


async def session_of(request: Request) -> Session:
    """The session that the caller's key opens. Raises `LoginNeeded`."""
    session = await admin_of(request).session(_key(request))
    if session is None:
        raise LoginNeeded
    return session


LoggedIn = Annotated[Session, Depends(session_of)]
"""What an admin's page declares: without a session it is not even begun."""
Ticket = Annotated[str, Form(pattern=r"^[\w-]{0,40}$")]
"""Of a form that does something: by it a form that is sent again is known (`Admin.done_by`)."""


async def to_login(request: Request, _: Exception) -> Response:
    """To the page for logging in, and from there to the page that was asked for."""
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    back = f"?to={quote(asked, safe='')}" if request.method == "GET" and asked != HOME else ""
    response = RedirectResponse(f"{LOGIN}{back}", 303, {"Cache-Control": "no-store"})
    if _key(request) is not None:
        forget_key(response, request)
    return response


def new_ticket() -> str:
    """For a form that nobody has seen yet."""
    return secrets.token_urlsafe(12)


def inside(path: str) -> str:
    """That address if it is one of the admin's pages, else their first one: nobody is led away from here."""
    return path if re.fullmatch(r"/admin/[\w/-]*(\?[^\\\s]*)?", path, re.ASCII) else HOME


def keep_key(response: Response, request: Request, key: str) -> None:
    """Let the browser keep the key of a session, for as long as the longest lasts."""
    seconds = int(LONGEST.total_seconds())
    keep_cookie(response, request, _cookie(request), key, seconds, samesite="strict")


def forget_key(response: Response, request: Request) -> None:
    """Let the browser forget the key."""
    drop_cookie(response, request, _cookie(request), samesite="strict")


def keep_mark(response: Response, request: Request, mark: str) -> None:
    """Let the browser keep, for a year, that the password was typed in it."""
    keep_cookie(response, request, _marked(request), mark, samesite="strict")


def mark_of(request: Request) -> str | None:
    """The mark of a browser in which the password was typed before."""
    mark = request.cookies.get(_marked(request), "")
    return mark if admin_of(request).is_browser(mark) else None


def visitor_of(request: Request) -> Visitor:
    """Who asks, no more exactly than it takes to recognise oneself."""
    addresses: Addresses = request.app.state.addresses
    return Visitor(place_of(addresses.client(request.scope)), browser_of(request.headers.get("user-agent", "")))


def place_of(address: str) -> str:
    """The network that the address lies in; empty where it is none."""
    found = parsed(address)
    if found is None:
        return ""
    return str(ip_network((found, 24 if found.version == 4 else 48), strict=False))


def browser_of(agent: str) -> str:
    """What kind of browser on what kind of system, as far as it says so."""
    named = [_first(_BROWSERS, agent), _first(_SYSTEMS, agent)]
    return ", ".join(filter(None, named))


def _first(known: dict[str, str], agent: str) -> str:
    return next((name for name, pattern in known.items() if re.search(pattern, agent)), "")


def _key(request: Request) -> str | None:
    return request.cookies.get(_cookie(request))


def _marked(request: Request) -> str:
    return own_name("machi_admin_browser", is_https(request))


def _cookie(request: Request) -> str:
    return own_name("machi_admin", is_https(request))
