"""The bodies of requests: read whole before anybody looks at them, up to a size and within a time."""

import asyncio

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

from app.web.errors import Problem

BODY_BYTES = 16 * 1024
FILE_BYTES = 1024 * 1024  # of a finished game: one of 2,000 moves has 360 kB
FILE_PATHS = frozenset({"/api/import", "/import"})
# A larger body is read up to this size and thrown away: a connection that is closed while its caller still sends is
# reset, and the answer with it.
READ_BYTES = 8 * 1024 * 1024
BODY_SECONDS = 20.0  # a form of a page comes in one packet, and 16 kB by the slowest phone in three seconds


def allowed(scope: Scope) -> int:
    """How large a body may be there."""
    return FILE_BYTES if scope["path"] in FILE_PATHS else BODY_BYTES


async def read(scope: Scope, receive: Receive, patient: bool) -> bytes | None:
    """The whole body, or None if the caller went away. Not `patient`: nothing is read only to be thrown away.

    Raises `Problem` (`too_large`, `too_slow`).
    """
    most = allowed(scope)
    if _not_worth_reading(Headers(scope=scope), most):
        raise _too_large(most)
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _read(receive, most, READ_BYTES if patient else most)
    except TimeoutError:
        raise Problem("too_slow", headers={"Connection": "close"}) from None


async def _read(receive: Receive, most: int, looked_at: int) -> bytes | None:
    size, content = 0, bytearray()
    while size <= looked_at:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size <= most:
            content += part
        if not message.get("more_body", False):
            break
    if size > most:
        raise _too_large(most)
    return bytes(content)


def _too_large(most: int) -> Problem:
    return Problem("too_large", facts={"bytes": most}, headers={"Connection": "close"})


def _not_worth_reading(headers: Headers, most: int) -> bool:
    """Is this body too large to be read away, or does its caller wait to be told whether to send it?"""
    told = headers.get("content-length", "0")
    length = int(told[:20]) if told.isascii() and told.isdigit() else 0
    return length > READ_BYTES or (length > most and headers.get("expect", "").lower() == "100-continue")


def replayed(content: bytes, receive: Receive) -> Receive:
    """`receive` for the app behind us: the body we have read, then whatever comes."""
    waiting = [content]

    async def replay() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replay
