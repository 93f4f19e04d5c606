"""Two servers with the same room, but for what it hides; and the eyes of those who look at it.

Codes, tokens, names and the clock are the same in both, so nothing that is sent has to be excused for differing.
"""

import asyncio
import itertools
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection

from app.main import create_app
from app.rooms.identity import new_code, new_token, token_hash
from app.settings import Settings
from app.web.limits import Rates
from engine.core import commitment
from tests.admins import HASH
from tests.api.conftest import Running, serving
from tests.leaks.exchange import Dealt, Hidden, Plan
from tests.patience import PATIENCE
from tests.sockets import socket_at

HOST = "town.test"
NAMES = ["Ann", "Ben", "Cat", "Dan"]
RATES = Rates(frames=(100_000, 1e5)).times(0)
Received = tuple[str, object]


class Clock:
    """Stands still until it is wound, for both servers."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def wind(self) -> None:
        """A moment later: too short for anything to happen by time alone."""
        self.now += timedelta(milliseconds=1)


@dataclass
class Twin:
    """One of the two servers."""

    app: FastAPI
    running: Running
    games: Mapping[str, Dealt]
    clock: Clock

    async def lay(self, plan: Plan, hidden: Hidden, code: str, tokens: list[str]) -> None:
        """A room with all seats taken, as `tokens` know it, and that hidden part. What it promised is the same."""
        now = self.clock()
        self.games[plan.name].positions[hidden.seed] = hidden.start
        pool = self.app.state.store.pool
        room = await pool.fetchval(
            "INSERT INTO rooms (code, status, game, options, places, secret, commitment, created_at) "
            "VALUES ($1, 'lobby', $2, $3, $4, $5, $6, $7) RETURNING id",
            *(code, plan.name, plan.options, plan.seats, hidden.secret, commitment(plan.versions[0].secret), now),
        )
        for seat, (token, salt) in enumerate(zip(tokens, hidden.salts, strict=True)):
            await pool.execute(
                "INSERT INTO seats (room_id, seat, name, token_hash, salt, sat_at, seen_at) "
                "VALUES ($1, $2, $3, $4, $5, $6, $6)",
                *(room, seat, NAMES[seat], token_hash(token), salt, now),
            )

    async def all_is_said(self) -> None:
        """Wait until everybody has been sent what there is to see: a ping is answered before a page that is made."""
        state = self.app.state
        async with asyncio.timeout(PATIENCE):
            while state.slices._going or any(
                watcher.has_news for live in state.rooms._hall.watched() for watcher in live.watchers
            ):
                await asyncio.sleep(0)


@asynccontextmanager
async def twin(database: str, games: Mapping[str, Any], clock: Clock) -> AsyncIterator[Twin]:
    """One server on that database."""
    dealt = {name: Dealt(game) for name, game in games.items()}
    app = create_app(Settings(DATABASE_URL=database, admin_password_hash=HASH), dealt, rates=RATES, clock=clock)
    async with app.router.lifespan_context(app), serving(app) as running:
        yield Twin(app, running, dealt, clock)


@dataclass
class Eyes:
    """One who looks at the room of one twin, with a seat's `token` or without: requests, and sockets that stay open."""

    twin: Twin
    code: str
    token: str | None
    http: httpx.AsyncClient
    sockets: dict[str, ClientConnection] = field(default_factory=dict)
    pings: Iterator[int] = field(default_factory=itertools.count)
    waiting: defaultdict[str, list[object]] = field(default_factory=lambda: defaultdict(list))

    @property
    def headers(self) -> dict[str, str]:
        """Programs say who they are by the header, browsers by the cookie: here both."""
        said = {"Host": HOST}
        if self.token:
            said |= {"Authorization": f"Bearer {self.token}", "Cookie": f"machi_{self.code}={self.token}"}
        return said

    async def ask(self, method: str, path: str, **content: Any) -> httpx.Response:
        """One request; whatever the answer wants kept is not."""
        headers = self.headers | content.pop("headers", {})
        response = await self.http.request(method, path, headers=headers, **content)
        self.http.cookies.clear()
        return response

    async def send(self, path: str, frame: object) -> None:
        """One frame on the socket at `path`; back when it has been carried out."""
        await self.sockets[path].send(json.dumps(frame))
        await self._read(path)

    async def frames(self) -> list[Received]:
        """All that came on the sockets since the last time."""
        await self.twin.all_is_said()
        for path in self.sockets:
            await self._read(path)
        received = [(path, frame) for path in self.sockets for frame in self.waiting[path]]
        self.waiting.clear()
        return received

    async def _read(self, path: str) -> None:
        """Everything before the answer to a ping sent now."""
        number = next(self.pings)
        await self.sockets[path].send(json.dumps({"ping": number}))
        async for frame in self.sockets[path]:
            if frame == f'{{"pong":{number}}}':
                return
            self.waiting[path].append(frame)
        raise AssertionError(f"{path} was closed")


@asynccontextmanager
async def looking(twin: Twin, code: str, token: str | None, paths: Iterable[str]) -> AsyncIterator[Eyes]:
    """Eyes with these sockets open."""
    async with AsyncExitStack() as stack:
        address = f"http://127.0.0.1:{twin.running.port}"
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=60, verify=False))
        eyes = Eyes(twin, code, token, http)
        headers = {name: value for name, value in eyes.headers.items() if name != "Host"}
        for path in paths:
            connected = socket_at(
                f"ws://{HOST}{path.format(code=code)}",
                host="127.0.0.1",
                port=twin.running.port,
                additional_headers=headers,
                max_queue=None,
                max_size=None,
                proxy=None,
            )
            eyes.sockets[path] = await stack.enter_async_context(connected)
        yield eyes


def new_keys(seats: int) -> tuple[str, list[str]]:
    """A code and tokens for one room."""
    return new_code(), [new_token() for _ in range(seats)]
