"""Wiring: the parts of the app, put together once."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import datetime
from typing import Any

from fastapi import FastAPI
from jinja2 import TemplateError

from app.admin import Actions, Admin, Machine, Numbers, Password, RoomList, Sweeps
from app.garbage import keep_all
from app.lag import lag_measured
from app.metrics import Metrics
from app.rooms import Rooms
from app.rooms.door import utc_now
from app.settings import Settings
from app.store import Store
from app.store.redis import RedisCarrier
from app.web import (
    admin,
    api,
    assets,
    docs,
    error_pages,
    errors,
    health,
    installed,
    joined,
    language,
    live,
    live_html,
    pages,
    theme,
    words,
)
from app.web.compression import Compression
from app.web.direct import Direct
from app.web.heads import Heads
from app.web.language import Languages
from app.web.limits import Counters, Guard, Rates, Turnstile
from app.web.misses import Misses
from app.web.scraped import scraped
from app.web.security import Addresses, SecurityHeaders
from app.web.slices import Slices
from app.web.theme import Themes
from app.web.timed import Timed
from engine import GAMES, Game

CLOSING_SECONDS = 2  # a database that answers takes a few milliseconds


async def close(store: Store, *parts: Callable[[], Awaitable[None]]) -> None:
    """End all in good order. A database that does not answer is not waited for: what it was sent is its business.

    `parts`: the ends of what uses the store, in their order.
    """
    try:
        async with asyncio.timeout(CLOSING_SECONDS):
            for part in parts:
                await part()
            await store.close()
    except TimeoutError:
        store.cut()


@asynccontextmanager
async def measured(settings: Settings, metrics: Metrics) -> AsyncIterator[None]:
    """Inside the block the metrics can be fetched, where the settings say so."""
    if not settings.metrics_port:
        yield
        return
    place = settings.metrics_host, settings.metrics_port, settings.workers
    async with lag_measured(metrics), scraped(metrics.registry, *place):
        yield


NOWHERE = {"type": "http", "method": "GET", "path": "/-", "root_path": "", "headers": []}  # a request that nobody takes


def _prepare(app: FastAPI) -> None:
    """Make what would else be made by the first request for it, whose caller would have to wait for it."""
    words.languages()
    assets.version()
    for route in app.router.routes:
        route.matches(dict(NOWHERE))  # FastAPI makes its routes when something is first looked for among them
    try:
        words.templates().compile_all()
    except TemplateError:
        logging.getLogger(__name__).exception("a template cannot be compiled")  # whoever asks for it meets it again


async def _get_ready(app: FastAPI) -> None:
    """All that takes a while, in a thread: who comes at once does not wait for all of it."""
    await asyncio.to_thread(_prepare, app)
    keep_all()


def create_app(
    settings: Settings,
    games: Mapping[str, Game[Any, Any]] = GAMES,
    database_url: str = "",
    rates: Rates = Rates(),  # noqa: B008  frozen
    clock: Callable[[], datetime] = utc_now,
    around: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
) -> FastAPI:
    """The whole program as one ASGI app; its lifespan opens the database and the rooms.

    `database_url`: where the database is, if not where the settings say (the embedded one has no address before it
    runs). `clock`: as `Rooms` takes it. `around`: a block in which the app runs. Raises ValueError for settings that
    cannot be right.
    """
    addresses = Addresses.from_settings(settings.public_url, settings.trusted_proxies)
    rates = rates.times(settings.limits)
    counters = Counters(rates)
    metrics = Metrics()
    metrics.begin(games, ("http", "socket"), errors.KINDS)
    password = Password(settings.admin_password_hash) if settings.admin_password_hash else None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        carrier = RedisCarrier(settings.redis_url) if settings.redis_url else None
        store = Store(database_url or settings.database_url, carrier=carrier, metrics=metrics)
        await store.open()
        rooms = Rooms(store, games, settings.allow_seed, clock)
        numbers = Numbers(store, games, clock)
        readiness = health.Readiness(store, rooms)
        try:
            await rooms.open()
            app.state.store, app.state.rooms, app.state.readiness = store, rooms, readiness
            if password:
                app.state.admin = Admin(store, password, clock)
                await app.state.admin.open()
                app.state.room_list = RoomList(store, games)
                app.state.numbers = numbers
                app.state.actions = Actions(app.state.admin, rooms.oversight)
                app.state.sweeps = Sweeps(app.state.admin, rooms.oversight, store)
                app.state.machine = Machine(app.state.admin, store, games)
            app.state.getting_ready = asyncio.create_task(_get_ready(app))
            async with around(), measured(settings, metrics):
                yield
        finally:
            await close(store, readiness.close, numbers.close, rooms.close)

    app = FastAPI(
        **docs.ABOUT, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=docs.URL, redirect_slashes=False
    )
    app.state.settings, app.state.games = settings, games
    app.state.metrics, app.state.ending = metrics, False
    app.state.addresses, app.state.rates = addresses, rates
    app.state.slices = Slices()
    for part in (api, live, docs, health, installed, language, theme, pages):
        app.include_router(part.router)
    if password:
        admin.mount(app)
    app.state.error_page = error_pages.error_page
    joined.mount(app)
    assets.mount(app)
    docs.install(app)
    errors.install(app)
    # The last one added comes first: the clock, the turnstile, headers on every answer, HEAD as GET, made small, in the
    # language and theme asked for, then the answer to our own mistakes, the guard, who looks for rooms that do not
    # exist, and the short way of sockets.
    app.add_middleware(Direct, routes=[*live.router.routes, *live_html.router.routes])
    app.add_middleware(Misses, rates=rates)
    app.add_middleware(Guard, addresses=addresses, counters=counters)
    app.add_middleware(errors.Mistakes)
    app.add_middleware(Themes)
    app.add_middleware(Languages)
    app.add_middleware(Compression)
    app.add_middleware(Heads)
    app.add_middleware(SecurityHeaders, addresses=addresses)
    app.add_middleware(Turnstile, addresses=addresses, counters=counters)
    app.add_middleware(Timed, metrics=metrics)
    return app
