"""How much one caller may send: sizes of bodies and frames, requests and frames in a time, open sockets.

A caller is an address (`Addresses.caller`): a home, a school class or a café is one. The figures are far above what
people and single bots do and keep one caller from taking the server away from everybody else. Each process counts by
itself. What is bounded before there is a request is in app/web/transport.py.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Hashable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.rooms import Work, worked
from app.web.bodies import BODY_BYTES, allowed, read, replayed
from app.web.buckets import CALLERS, Buckets, Flow, Recent
from app.web.codes import code_in
from app.web.errors import KINDS, Problem, answer, body, in_all_languages, status_of
from app.web.reply import dump
from app.web.security import Addresses, changes_something, is_here

FRAME_BYTES = 4 * 1024
# Kept once and sent as it is: a tenth of the work of anything that has to be made.
READY_MADE = ("/static/", "/assets/")
# Asked by whatever watches over this process, on the same machine: never because of what others there do too often.
PROBES = frozenset({"/healthz", "/readyz"})

REFUSED_FRAME = 10  # its answer shows the whole room anew, and a page's room is as much work as a page
MOVES_A_REQUEST = 50  # of a log, gone through: as much work as a page
CREDIT = 0.25  # of what may come at once: so much may be owed for long logs, which is a few seconds
PAID_ROOMS = 2  # of one caller; all viewers' reels of two rooms have their place beside each other
MOVES_A_ROOM = 100  # copied into a new room: as much to keep as another one
AT_ONCE = 4  # requests of one caller; more wait for each other, not everybody for them
FILES_AT_ONCE = 4  # of one caller on their way in, each of up to a megabyte
HOLD_SECONDS = 3.0
HELD = 600  # how many refused requests of one caller wait at once: one on each of its connections

REFUSALS: Flow = (20, 1)  # those that are said at length


@dataclass(frozen=True, slots=True)
class Rates:
    """What one caller may do. Each `Flow` is a token bucket."""

    requests: Flow = (3000, 400)
    """Requests and handshakes of every kind."""
    made: Flow = (300, 30)
    """Those of them for which something has to be made: all but static files. A page takes some 5 ms to make."""
    rooms: Flow = (100, 1)
    room_paths: frozenset[str] = frozenset({"/api/rooms", "/rooms", "/api/import", "/import"})
    room_ends: str = "/what-if"
    misses: Flow = (60, 0.1)
    """Rooms looked for that do not exist (app/web/misses.py)."""
    frames: Flow = (600, 100)
    """Frames on one socket."""
    caller_frames: Flow = (2000, 100)
    """Frames on all sockets of a caller; one that is refused counts as `REFUSED_FRAME`."""
    rations: Flow = (100, 20)
    """What comes on all sockets of a caller, in pieces of 4 kB (app/web/rations.py)."""
    sockets: int = 400
    """Sockets open at once."""
    room_sockets: int = 100
    """Those of them at one room: half of what a room takes of spectators, so that no caller can keep others out."""
    connections: int = 600
    """Connections open at once, of every kind: of a peer that is no trusted proxy."""

    def times(self, factor: float) -> "Rates":
        """As much of everything that depends on how many people share an address; 0: without bounds."""
        factor = factor or 1e9

        def more(flow: Flow) -> Flow:
            return flow[0] * factor, flow[1] * factor

        return replace(
            self,
            requests=more(self.requests),
            made=more(self.made),
            rooms=more(self.rooms),
            misses=more(self.misses),
            caller_frames=more(self.caller_frames),
            rations=more(self.rations),
            sockets=int(self.sockets * factor),
            room_sockets=int(self.room_sockets * factor),
            connections=int(self.connections * factor),
        )


class Counters:
    """What each caller has done, in this process."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self.frames = Buckets(rates.caller_frames)
        self.rations = Buckets(rates.rations)
        self._requests = Buckets(rates.requests)
        self._made = Buckets(rates.made)
        self._rooms = Buckets(rates.rooms)
        self._refusals = Buckets(REFUSALS)
        self._paid: Recent[Recent[int]] = Recent(CALLERS)  # by caller and room wound: the most at a time, in moves
        self._sockets: Counter[Hashable] = Counter()  # by caller, and by caller and room
        self._held: Counter[str] = Counter()
        self._handled: Counter[Hashable] = Counter()
        self._doors: dict[Hashable, asyncio.Semaphore] = {}

    def over(self, scope: Scope, caller: str) -> Problem | None:
        """Count one request or handshake: None, or why it is one too many."""
        counted = [self._requests]
        if not scope["path"].startswith(READY_MADE):
            counted.append(self._made)
        if scope["type"] == "http" and scope["method"] == "POST" and self._makes_room(scope["path"]):
            counted.append(self._rooms)
        for buckets in counted:
            bucket = buckets.of(caller)
            if not bucket.take():
                wait = max(1, bucket.wait())
                return Problem("too_many", facts={"seconds": wait}, headers={"Retry-After": str(wait)})
        return None

    def _makes_room(self, path: str) -> bool:
        return path in self.rates.room_paths or path.endswith(self.rates.room_ends)

    def at_length(self, caller: str) -> bool:
        """May this refusal be said at length? Who is refused many times a second is told in a word."""
        return self._refusals.of(caller).take()

    @asynccontextmanager
    async def turn(self, caller: Hashable, most: int = AT_ONCE) -> AsyncIterator[None]:
        """Wait until fewer than `most` requests of that caller are at work: so many are between others' at most."""
        door = self._doors.setdefault(caller, asyncio.Semaphore(most))
        self._handled[caller] += 1
        try:
            async with door:
                yield
        finally:
            self._handled[caller] -= 1
            if not self._handled[caller]:
                del self._handled[caller], self._doors[caller]

    def come(self, caller: str, code: str | None) -> Problem | None:
        """Count a socket that opens, at that room: None, or why it is one too many."""
        for key, most in ((caller, self.rates.sockets), ((caller, code), self.rates.room_sockets)):
            if self._sockets[key] >= most:
                return Problem("too_many", "sockets", {"most": most})
        self._sockets.update((caller, (caller, code)))
        return None

    def go(self, caller: str, code: str | None) -> None:
        """It is gone."""
        self._sockets.subtract((caller, (caller, code)))
        for key in (caller, (caller, code)):
            if not self._sockets[key]:
                del self._sockets[key]

    def charge(self, caller: str, work: Work, moves: int, wound: int | None = None) -> None:
        """What a request turned out to cost besides: so many requests, or rooms, less are left to its caller.

        That a room has to be wound again because others looked at many is not for its caller to pay, who did so once.
        Whoever looks at more than `PAID_ROOMS` in turn might be those others.
        """
        if work == "copied":
            self._rooms.of(caller).charge(moves / MOVES_A_ROOM, CREDIT * self.rates.rooms[0])
            return
        if wound is not None:
            moves = self._unpaid(caller, wound, moves)
        self._made.of(caller).charge(moves / MOVES_A_REQUEST, CREDIT * self.rates.made[0])

    def _unpaid(self, caller: str, room: int, moves: int) -> int:
        """What of that length its caller has not paid for that room yet; from now on it has."""
        rooms = self._paid.get(caller) or Recent(PAID_ROOMS)
        paid = rooms.get(room, 0)
        rooms.note(room, max(paid, moves))
        self._paid.note(caller, rooms)
        return max(0, moves - paid)

    async def hold(self, caller: str) -> None:
        """Let that caller wait a little, so that on each connection it can be refused once in a few seconds only."""
        if self._held[caller] >= HELD:
            return
        self._held[caller] += 1
        try:
            await asyncio.sleep(HOLD_SECONDS)
        finally:
            self._held[caller] -= 1
            if not self._held[caller]:
                del self._held[caller]


class Turnstile:
    """ASGI, before everything: counts requests, and turns away who is over the bound and does not stop.

    The first refusals are said by `Guard`, in words and with a page; a flood of them would cost as much as the work
    that they save.
    """

    def __init__(self, app: ASGIApp, addresses: Addresses, counters: Counters) -> None:
        self.app = app
        self.addresses = addresses
        self.counters = counters

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] == "lifespan":
            return self.app(scope, receive, send)
        if scope["type"] == "websocket":
            scope["straight"] = send  # once it is open, past all that is only about a beginning or an end
        caller = scope["caller"] = self.addresses.caller(scope)
        probed = scope["path"] in PROBES and is_here(self.addresses.client(scope))
        over = scope["over"] = None if probed else self.counters.over(scope, caller)
        worked.set(partial(self.counters.charge, caller))
        if over is None or self.counters.at_length(caller):
            return self.app(scope, receive, send)  # not awaited here: nothing of ours stays while a socket is open
        return self._turn_away(over, scope, receive, send)

    async def _turn_away(self, over: Problem, scope: Scope, receive: Receive, send: Send) -> None:
        door = "http" if scope["type"] == "http" else "socket"
        scope["app"].state.metrics.refused(door, over.code, over.reason)
        await self.counters.hold(scope["caller"])
        headers = {**(over.headers or {}), "Connection": "close", "X-Content-Type-Options": "nosniff"}
        response = PlainTextResponse(in_all_languages(over), status_of(over), headers)
        await response(scope, receive, send)


class Guard:
    """ASGI: what is checked before anything else, in this order: size, rate, whether another site sent it."""

    def __init__(self, app: ASGIApp, addresses: Addresses, counters: Counters) -> None:
        self.app = app
        self.addresses = addresses
        self.counters = counters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        over: Problem | None = scope["over"]
        try:
            content = await self._body(scope, receive, patient=over is None)
            if content is None:
                return
            if over is not None:
                raise over
            if changes_something(scope) and self.addresses.foreign(scope):
                raise Problem("foreign")
        except Problem as problem:
            response = await answer(Request(scope), problem)
            await response(scope, receive, send)
            return
        async with AsyncExitStack() as turn:
            if not scope["path"].startswith(READY_MADE) and scope["path"] not in PROBES:
                await turn.enter_async_context(self.counters.turn(scope["caller"]))

            async def send_outside(message: Message) -> None:
                await turn.aclose()  # it is made: how fast its caller takes it must not hold up the others
                await send(message)

            await self.app(scope, replayed(content, receive), send_outside)

    async def _body(self, scope: Scope, receive: Receive, patient: bool) -> bytes | None:
        if allowed(scope) == BODY_BYTES:
            return await read(scope, receive, patient)
        async with self.counters.turn((scope["caller"], "file"), FILES_AT_ONCE):
            return await read(scope, receive, patient)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        websocket = WebSocket(scope, receive, send)
        caller: str = scope["caller"]
        over: Problem | None = scope["over"]
        if over is None and self.addresses.foreign(scope):
            await websocket.send_denial_response(await answer(Request({**scope, "type": "http"}), Problem("foreign")))
            return
        code = code_in(scope["path"])
        over = over or self.counters.come(caller, code)
        if over is not None:
            await refuse_socket(websocket, over)
            return
        scope["frames"] = self.counters.frames.of(caller)
        scope["rations"] = self.counters.rations.of(caller)
        try:
            await self.app(scope, receive, send)
        finally:
            self.counters.go(caller, code)


async def refuse_socket(websocket: WebSocket, problem: Problem) -> None:
    """Accept a socket only to say why it cannot be: the error as a frame, then its close code."""
    websocket.app.state.metrics.refused("socket", problem.code, problem.reason)
    await websocket.accept()
    await websocket.send_text(dump(body(problem)))
    await websocket.close(KINDS[problem.code].close)
