"""What browsers keep for us: no script can read it, no other site can make use of it, https keeps it to https."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.web.security import Addresses

DAY = 24 * 3600
"""Seconds."""


def is_https(connection: HTTPConnection) -> bool:
    """Is our public address https? Exactly then every cookie is `Secure`."""
    addresses: Addresses = connection.app.state.addresses
    return addresses.https(connection.scope)


def keep_cookie(
    response: Response, connection: HTTPConnection, name: str, value: str, seconds: int = 365 * DAY
) -> None:
    """Let the browser keep `value` under `name`."""
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=is_https(connection))


def drop_cookie(response: Response, connection: HTTPConnection, name: str) -> None:
    """Let the browser forget what it keeps under `name`."""
    response.delete_cookie(name, httponly=True, samesite="lax", secure=is_https(connection))
