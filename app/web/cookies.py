"""What browsers keep for us: no script can read it, no other site can make use of it, https keeps it to https."""

from typing import Literal

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.web.security import Addresses

SameSite = Literal["lax", "strict"]

DAY = 24 * 3600
"""Seconds."""


def is_https(connection: HTTPConnection) -> bool:
    """Is our public address https? Exactly then every cookie is `Secure`."""
    addresses: Addresses = connection.app.state.addresses
    return addresses.https(connection.scope)


def own_name(name: str, https: bool) -> str:
    """The name of a cookie that holds a key.

    Over https it has the prefix by which browsers know that only this very host may set it, and only over https: no
    neighbour under the same domain and nobody on the line can plant a key of theirs.
    """
    return f"__Host-{name}" if https else name


def keep_cookie(
    response: Response,
    connection: HTTPConnection,
    name: str,
    value: str,
    seconds: int = 365 * DAY,
    samesite: SameSite = "lax",
) -> None:
    """Let the browser keep `value` under `name`. `samesite`: "strict" does not even come with a link from elsewhere."""
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite=samesite, secure=is_https(connection))


def drop_cookie(response: Response, connection: HTTPConnection, name: str, samesite: SameSite = "lax") -> None:
    """Let the browser forget what it keeps under `name`."""
    response.delete_cookie(name, httponly=True, samesite=samesite, secure=is_https(connection))
