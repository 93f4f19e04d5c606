"""The whole app in this process, on a database of the test's own, and browsers that ask it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import uvicorn
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient

from app.main import create_app
from app.settings import Settings
from app.web.server import config
from engine import GAMES
from tests import toy_game
from tests.admins import log_in
from tests.patience import PATIENCE

ORIGIN = "http://town.test"
NewBrowser = Callable[..., AsyncClient]
Make = Callable[[NewBrowser], Awaitable[tuple[str, AsyncClient, AsyncClient]]]


@pytest.fixture
async def app(database: str) -> AsyncIterator[FastAPI]:
    """The app with a third game, which has no words, pictures or board of its own."""
    app = create_app(Settings(allow_seed=True), games={**GAMES, "toy": toy_game}, database_url=database)
    async with app.router.lifespan_context(app):
        await app.state.getting_ready  # tests that add templates would meet the thread that reads them all
        yield app


@pytest.fixture
async def new_browser(app: FastAPI) -> AsyncIterator[NewBrowser]:
    """`new_browser()`: a browser with cookies of its own; it sends its own address as Origin, as browsers do."""
    opened: list[AsyncClient] = []

    def make(origin: str = ORIGIN) -> AsyncClient:
        client = AsyncClient(transport=ASGITransport(app), base_url=origin, headers={"origin": origin})
        opened.append(client)
        return client

    yield make
    for client in opened:
        await client.aclose()


@pytest.fixture
async def admin(new_browser: NewBrowser) -> AsyncClient:
    """A browser in which the admin is logged in; only where the test's `app` has one (tests/admins.py)."""
    browser = new_browser()
    assert (await log_in(browser)).status_code == 303
    return browser


@pytest.fixture
async def browser() -> AsyncIterator[AsyncClient]:
    """A browser at an app without a database, for what needs no room; an exception is shown to it as a page."""
    transport = ASGITransport(create_app(Settings()), raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN}) as client:
        yield client


@pytest.fixture
async def address(app: FastAPI) -> AsyncIterator[str]:
    """host:port where the same app answers over real sockets."""
    patient = {"ws_ping_interval": PATIENCE, "ws_ping_timeout": PATIENCE}  # it shares its loop with its callers
    server = uvicorn.Server(config(app, host="127.0.0.1", port=0, lifespan="off", log_level="warning", **patient))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()[:2]
    yield f"{host}:{port}"
    server.should_exit = True
    await serving


async def with_a_letter(make: Make, new_browser: NewBrowser) -> tuple[str, AsyncClient, AsyncClient]:
    """What `make` makes, with a code that has a letter: of one in four thousand there is no other case."""
    while (room := await make(new_browser))[0].isdigit():
        pass
    return room
