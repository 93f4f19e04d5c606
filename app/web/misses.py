"""Room codes cannot be found by trying: each address may look for a bounded number of rooms that do not exist.

There are 26**7 = 8.03e9 codes, drawn by `secrets`. With 10,000 rooms on a server one guess in 803,000 meets one.
Without a bound the 400 requests a second of `Rates.requests` would find some 43 rooms a day. 60 misses at once and then
one every 10 seconds are 8,640 guesses a day, one room in 93 days: to watch it, as everybody may who has its link.

Whoever is over the bound is answered `too_many` for every code, whether there is a room or not: an answer only to bad
guesses would still tell the good ones. So that nobody suffers who shares the address with somebody who guesses, rooms
that were opened or made from the address before stay open to it (one friend at home who has the link is enough), and to
whoever has a seat there. Counted, as all rates are, in each process.
"""

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.rooms import Refused, Rooms
from app.web.buckets import Buckets, Recent
from app.web.codes import code_in
from app.web.errors import KINDS, Problem, answer
from app.web.limits import Rates, refuse_socket
from app.web.tokens import caller_token

OPENED = 50_000  # how many rooms, each with the address that opened it


class Misses:
    """ASGI: counts look-ups of rooms that do not exist, for each caller (`Addresses.caller`)."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self.app = app
        self.rates = rates
        self._missed = Buckets(rates.misses)
        self._opened: Recent[None] = Recent(OPENED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        caller, code = scope["caller"], code_in(scope["path"])
        if code is not None and (wait := self._missed.wait(caller)) and not await self._may_enter(scope, caller, code):
            await _refuse(scope, receive, send, wait)
            return

        # Other addresses lead to wherever they were told to.
        leads = code is not None or scope["path"] in self.rates.room_paths

        async def send_and_count(message: Message) -> None:
            self._count(caller, code, message, leads)
            await send(message)

        await self.app(scope, receive, send_and_count)

    async def _may_enter(self, scope: Scope, caller: str, code: str) -> bool:
        if (caller, code) in self._opened:
            return True
        token = caller_token(HTTPConnection(scope), code)
        if token is None:
            return False
        rooms: Rooms = scope["app"].state.rooms
        try:
            await rooms.look(code, token)
        except Refused:
            return False
        self._opened.note((caller, code), None)
        return True

    def _count(self, caller: str, code: str | None, message: Message, leads: bool) -> None:
        """A look-up's outcome, told from the answer: so no door to a room can be forgotten.

        `leads`: where the answer leads there is a room.
        """
        if message["type"] == "http.response.start":
            missed = code is not None and message["status"] == KINDS["no_room"].status
            if message["status"] < 400:
                made = code_in(Headers(raw=message.get("headers", [])).get("location", "")) if leads else None
                for opened in filter(None, (code, made)):
                    self._opened.note((caller, opened), None)
        else:
            missed = message["type"] == "websocket.close" and message.get("code") == KINDS["no_room"].close
        if missed:
            self._missed.of(caller).charge(1)  # on credit: many may have been let in before the first was counted


async def _refuse(scope: Scope, receive: Receive, send: Send, wait: int) -> None:
    problem = Problem("too_many", "codes", {"seconds": wait}, {"Retry-After": str(wait)})
    if scope["type"] == "websocket":
        await refuse_socket(WebSocket(scope, receive, send), problem)
        return
    response = await answer(Request(scope), problem)
    await response(scope, receive, send)
