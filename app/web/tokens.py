"""Where a caller's seat token comes from: the header, or the cookie of the room. Never the address."""

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.web.cookies import keep_cookie
from app.web.security import Addresses

_CODE = re.compile(r"[23456789BCDFGHJKMNPQRTVWXZ]{7}")
_DAYS = 60


def cookie_name(code: str) -> str | None:
    """The name of a room's cookie, or None if that is no room code."""
    return f"machi_{code.upper()}" if _CODE.fullmatch(code.upper()) else None


def bearer(connection: HTTPConnection) -> str | None:
    """The token of the header `Authorization: Bearer <token>`; another scheme is as good as no token."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def caller_token(connection: HTTPConnection, code: str) -> str | None:
    """The caller's token for this room: the header's, else the cookie's; None if there is neither."""
    token = bearer(connection)
    name = cookie_name(code)
    if token is None and name is not None:
        token = connection.cookies.get(name)
    return token


def keep(response: Response, connection: HTTPConnection, code: str, token: str) -> None:
    """Let the browser keep a seat: no script can read the cookie, no other site can make use of it."""
    name = cookie_name(code)
    assert name is not None
    keep_cookie(response, connection, name, token, _DAYS)


def forget(response: Response, connection: HTTPConnection, code: str) -> None:
    """Let the browser forget the seat."""
    addresses: Addresses = connection.app.state.addresses
    name = cookie_name(code)
    if name is not None:
        response.delete_cookie(name, httponly=True, samesite="lax", secure=addresses.https(connection.scope))
