"""The whole app for tests of its API: in this process without a network, or behind a real uvicorn."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import httpx
import pytest
import websockets
from fastapi import FastAPI
from starlette.types import ASGIApp
from websockets.asyncio.client import ClientConnection

from app.main import create_app
from app.settings import Settings
from app.web.limits import Rates
from app.web.server import Server as RealServer
from app.web.server import config
from engine import GAMES
from tests import toy_game
from tests.conftest import with_database
from tests.patience import PATIENCE
from tests.sockets import socket_at

GAMES_AND_TOY: Mapping[str, Any] = {**GAMES, "toy": toy_game}
SEED = "00" * 32
FREE = Rates().times(0)


class Server(RealServer):
    """The real one, but it leaves the signals of the test run alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@dataclass
class Player:
    """One caller at a room: its token, and the calls it makes."""

    http: httpx.AsyncClient
    code: str
    token: str | None = None
    at: int = 0
    headers: dict[str, str] = field(default_factory=dict)

    async def call(self, method: str, path: str = "", json: object = None) -> httpx.Response:
        """One call at the room; `path` is what follows the code."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        content = {} if json is None else {"json": json}
        return await self.http.request(
            method, f"/api/rooms/{self.code}{path}", headers=headers | self.headers, **content
        )  # fmt: skip

    async def look(self) -> dict[str, Any]:
        """The room object."""
        response = await self.call("GET")
        assert response.status_code == 200, response.text
        room: dict[str, Any] = response.json()
        return room

    async def play(self, move: object, at: int | None = None) -> httpx.Response:
        """A move; the counter is kept from answer to answer."""
        response = await self.call("POST", "/moves", {"at": self.at if at is None else at, "move": move})
        if response.status_code == 200:
            self.at = response.json()["at"]
        return response

    async def undo(self) -> httpx.Response:
        """Take the last move back."""
        response = await self.call("POST", "/undo", {"at": self.at})
        if response.status_code == 200:
            self.at = response.json()["at"]
        return response


@dataclass
class Table:
    """Makes rooms and seats people at them."""

    http: httpx.AsyncClient

    async def make(self, game: str = "toy", seats: int = 2, **more: object) -> httpx.Response:
        """`POST /api/rooms`."""
        return await self.http.post("/api/rooms", json={"game": game, "seats": seats, "options": {}} | more)

    async def lobby(self, game: str = "toy", seats: int = 2, sitting: int = 2, **more: object) -> list[Player]:
        """A room with that many players who sit, not started."""
        made = await self.make(game, seats, name="P0", **more)
        assert made.status_code == 201, made.text
        players = [Player(self.http, made.json()["code"], made.json()["token"])]
        for number in range(1, sitting):
            players.append(await self.sit(players[0].code, f"P{number}"))
        return players

    async def sit(self, code: str, name: str) -> Player:
        """One more player at a room."""
        answer = await Player(self.http, code).call("POST", "/seats", {"name": name})
        assert answer.status_code == 201, answer.text
        return Player(self.http, code, answer.json()["token"])

    async def started(self, game: str = "toy", seats: int = 2, **more: object) -> list[Player]:
        """A room whose game is on."""
        players = await self.lobby(game, seats, seats, **more)
        answer = await players[0].call("POST", "/start")
        assert answer.status_code == 204, answer.text
        return players


@asynccontextmanager
async def opened(database: str, rates: Rates = FREE, **more: str) -> AsyncIterator[FastAPI]:
    """The app on that database, opened; rooms may have a chosen seed, and nobody is counted but by `rates`."""
    settings = Settings(DATABASE_URL=database, MACHI_ALLOW_SEED=True, **more)
    made = create_app(settings, GAMES_AND_TOY, rates=rates)
    async with made.router.lifespan_context(made):
        await made.state.getting_ready
        yield made


@pytest.fixture(scope="session")
async def app(postgres: str, template: str) -> AsyncIterator[FastAPI]:
    """One app and database for all tests here that keep to rooms of their own."""
    name = f"machi_api_{os.getpid()}"
    server = await asyncpg.connect(postgres)
    try:
        await server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        async with opened(with_database(postgres, name)) as made:
            yield made
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await server.close()


@pytest.fixture
async def lonely_app(database: str) -> AsyncIterator[FastAPI]:
    """An app and database of the test's own, for tests that spoil them."""
    async with opened(database) as made:
        yield made


@asynccontextmanager
async def calling(app: FastAPI) -> AsyncIterator[Table]:
    """Calls on an app in this process."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table.lan") as http:
        yield Table(http)


@pytest.fixture
async def table(app: FastAPI) -> AsyncIterator[Table]:
    """Calls on the shared app."""
    async with calling(app) as table:
        yield table


def live(port: int, player: Player, **headers: str) -> websockets.connect:
    """A socket at the player's room, the token in the header."""
    told = {"Authorization": f"Bearer {player.token}"} if player.token else {}
    address = f"ws://127.0.0.1:{port}/api/rooms/{player.code}/live"
    return socket_at(address, additional_headers=told | headers)


@dataclass
class Running:
    """A server that runs, and who sits where."""

    server: Server
    port: int
    table: Table
    task: "asyncio.Task[None]"
    listener: socket.socket

    def live(self, player: Player, **headers: str) -> websockets.connect:
        """A socket at the player's room, the token in the header."""
        return live(self.port, player, **headers)


@asynccontextmanager
async def serving(app: ASGIApp, **options: Any) -> AsyncIterator[Running]:
    """`app` behind uvicorn on a free port of this machine, until the end of the block.

    Here it shares its loop with its callers: on a slow machine, pongs are as late as everything else.
    """
    options = {"ws_ping_interval": PATIENCE, "ws_ping_timeout": PATIENCE} | options
    # Said in full: asyncio sends small answers at once only on sockets that say they are TCP.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        server = Server(config(app, lifespan="off", log_config=None, **options))
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.005)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
            yield Running(server, port, Table(http), task, listener)
            server.should_exit = True
            await task


@pytest.fixture(scope="session")
async def running(app: FastAPI) -> AsyncIterator[Running]:
    """The app behind a real server."""
    async with serving(app) as server:
        yield server


async def closed_with(socket: ClientConnection) -> int:
    """Wait for the server's close; its code."""
    await asyncio.wait_for(socket.wait_closed(), PATIENCE)
    assert socket.close_code is not None
    return socket.close_code
