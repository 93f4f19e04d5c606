"""What browsers keep for us: no script can read it, no other site can make use of it, https keeps it to https."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.web.security import Addresses

DAY = 24 * 3600
"""Seconds."""


def keep_cookie(response: Response, connection: HTTPConnection, name: str, value: str, days: int = 365) -> None:
    """Let the browser keep `value` under `name`."""
    addresses: Addresses = connection.app.state.addresses
    secure = addresses.https(connection.scope)
    response.set_cookie(name, value, max_age=days * DAY, httponly=True, samesite="lax", secure=secure)
