"""The admin of the tests: the password, its hash with the least costs there are, the app, and browsers logged in."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from engine import GAMES
from tests import toy_game

PASSWORD = "grüner Esel auf dem Dach"
HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
OTHER_HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("another password")


@asynccontextmanager
async def admin_app(database: str, clock: Callable[[], datetime], **settings: object) -> AsyncIterator[FastAPI]:
    """The app with an admin on that database, and with the toy game."""
    chosen = Settings(**{"admin_password_hash": HASH, "allow_seed": True, **settings})
    app = create_app(chosen, {**GAMES, "toy": toy_game}, database, clock=clock)
    async with app.router.lifespan_context(app):
        await app.state.getting_ready
        yield app


async def log_in(browser: httpx.AsyncClient, password: str = PASSWORD, **more: str) -> httpx.Response:
    """Send the form."""
    return await browser.post("/admin/login", data={"password": password, **more})


async def admin_key(url: str) -> str:
    """The key of a new session of the admin on the server at `url`."""
    async with httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60) as browser:
        answer = await log_in(browser)
        assert answer.status_code == 303, answer.text
        return browser.cookies["machi_admin"]
