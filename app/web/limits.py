"""How much one caller may send: sizes of bodies and frames, requests in a time, frames in a time.

A caller is an address (`Addresses.caller`). The figures are far above what people and single bots do and keep one
caller from taking the server away from everybody else.
"""

from dataclasses import dataclass, field
from math import ceil
from time import monotonic, time

from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.web.errors import KINDS, Problem, answer, body
from app.web.reply import dump
from app.web.security import Addresses, changes_something

BODY_BYTES = 16 * 1024
# A larger body is read up to this size and thrown away: a connection that is closed while its caller still sends is
# reset, and the answer with it.
READ_BYTES = 8 * 1024 * 1024
FRAME_BYTES = 4 * 1024


@dataclass(frozen=True, slots=True)
class Rates:
    """What a caller may do in a time, as `limits` writes it; `frames`, `misses` (rooms looked for that do not exist,
    app/web/misses.py): in a row, and per second after that."""

    requests: str = "400/second"
    rooms: str = "600/minute;6000/hour"
    room_paths: frozenset[str] = frozenset({"/api/rooms", "/rooms"})
    frames: tuple[int, float] = (600, 100.0)
    misses: tuple[int, float] = (60, 0.1)


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` at once, refilled at `rate` a second."""

    burst: float
    rate: float
    level: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.level = self.burst
        self.since = monotonic()

    def take(self, now: float | None = None) -> bool:
        """Take one if there is one. `now`: seconds of the monotonic clock."""
        self._fill(now)
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def wait(self, now: float | None = None) -> int:
        """In how many seconds, rounded up, there is one to take; 0: there is one."""
        self._fill(now)
        return ceil((1 - self.level) / self.rate) if self.level < 1 else 0

    def _fill(self, now: float | None) -> None:
        now = monotonic() if now is None else now
        self.level = min(self.burst, self.level + (now - self.since) * self.rate)
        self.since = now


class Counters:
    """Requests counted for each caller, in this process."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._requests = parse_many(rates.requests)
        self._rooms = parse_many(rates.rooms)

    async def check(self, scope: Scope, caller: str) -> None:
        """Count one request. Raises `Problem("too_many")`."""
        for item in self._requests:
            await self._hit(item, "request", caller)
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in self.rates.room_paths:
            for item in self._rooms:
                await self._hit(item, "room", caller)

    async def _hit(self, item: RateLimitItem, what: str, caller: str) -> None:
        if not await self._limiter.hit(item, what, caller):
            stats = await self._limiter.get_window_stats(item, what, caller)
            wait = max(1, round(stats.reset_time - time()))
            raise Problem("too_many", facts={"seconds": wait}, headers={"Retry-After": str(wait)})


class Guard:
    """ASGI: what is checked before anything else, in this order: size, rate, whether another site sent it."""

    def __init__(self, app: ASGIApp, addresses: Addresses, rates: Rates) -> None:
        self.app = app
        self.addresses = addresses
        self.counters = Counters(rates)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            content = await _body(scope, receive)
            if content is None:
                return
            await self.counters.check(scope, self.addresses.caller(scope))
            if changes_something(scope) and self.addresses.foreign(scope):
                raise Problem("foreign")
        except Problem as problem:
            response = await answer(Request(scope), problem)
            await response(scope, receive, send)
            return
        await self.app(scope, _replayed(content, receive), send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        websocket = WebSocket(scope, receive, send)
        if self.addresses.foreign(scope):
            await websocket.send_denial_response(await answer(Request({**scope, "type": "http"}), Problem("foreign")))
            return
        try:
            await self.counters.check(scope, self.addresses.caller(scope))
        except Problem as problem:
            await refuse_socket(websocket, problem)
            return
        await self.app(scope, receive, send)


async def refuse_socket(websocket: WebSocket, problem: Problem) -> None:
    """Accept a socket only to say why it cannot be: the error as a frame, then its close code."""
    await websocket.accept()
    await websocket.send_text(dump(body(problem)))
    await websocket.close(KINDS[problem.code].close)


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body, or None if the caller went away. Raises `Problem("too_large")`."""
    if _not_worth_reading(Headers(scope=scope)):
        raise _too_large()
    size, content = 0, bytearray()
    while size <= READ_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size <= BODY_BYTES:
            content += part
        if not message.get("more_body", False):
            break
    if size > BODY_BYTES:
        raise _too_large()
    return bytes(content)


def _too_large() -> Problem:
    return Problem("too_large", facts={"bytes": BODY_BYTES}, headers={"Connection": "close"})


def _not_worth_reading(headers: Headers) -> bool:
    """Is this body too large to be read away, or does its caller wait to be told whether to send it?"""
    told = headers.get("content-length", "0")
    length = int(told[:20]) if told.isascii() and told.isdigit() else 0
    return length > READ_BYTES or (length > BODY_BYTES and headers.get("expect", "").lower() == "100-continue")


def _replayed(content: bytes, receive: Receive) -> Receive:
    """`receive` for the app behind us: the body we have read, then whatever comes."""
    waiting = [content]

    async def replay() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replay
