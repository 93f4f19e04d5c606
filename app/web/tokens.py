"""Where a caller's seat token comes from: the header, or the cookie of the room. Never the address."""

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.identity import other_seat
from app.web.cookies import DAY, drop_cookie, is_https, keep_cookie, own_name

_CODE = re.compile(r"[23456789BCDFGHJKMNPQRTVWXZ]{7}")
_SEAT = re.compile(r"[0-9]")
_SECONDS = 60 * DAY


def cookie_name(code: str, https: bool = False) -> str | None:
    """The name of a room's cookie, or None if that is no room code."""
    return own_name(f"machi_{code.upper()}", https) if _CODE.fullmatch(code.upper()) else None


def bearer(connection: HTTPConnection) -> str | None:
    """The token of the header `Authorization: Bearer <token>`; another scheme is as good as no token."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def caller_token(connection: HTTPConnection, code: str) -> str | None:
    """The caller's token for this room: the header's, else the cookie's; None if there is neither.

    A browser whose player has every seat of a room keeps one key: `?seat=1` in the address says which seat it acts for.
    """
    token = bearer(connection)
    if token is None and (name := cookie_name(code, is_https(connection))):
        token = connection.cookies.get(name)
        seat = connection.query_params.get("seat", "")
        if token is not None and _SEAT.fullmatch(seat):
            token = other_seat(token, int(seat))
    return token


def keep(response: Response, connection: HTTPConnection, code: str, token: str, seconds: int = _SECONDS) -> None:
    """Let the browser keep a seat: no script can read the cookie, no other site can make use of it."""
    name = cookie_name(code, is_https(connection))
    assert name is not None
    keep_cookie(response, connection, name, token, seconds)


def forget(response: Response, connection: HTTPConnection, code: str) -> None:
    """Let the browser forget the seat."""
    if name := cookie_name(code, is_https(connection)):
        drop_cookie(response, connection, name)
