"""Two servers for all leak tests, each on a database of its own."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import pytest

from engine import GAMES
from tests import toy_game
from tests.conftest import with_database
from tests.leaks.compare import World
from tests.leaks.twins import Clock, twin

ALL_GAMES = {**GAMES, "toy": toy_game}


@pytest.fixture(scope="session")
async def databases(postgres: str, template: str) -> AsyncIterator[tuple[str, str]]:
    """Two migrated, empty databases."""
    names = [f"machi_leaks_{os.getpid()}_{number}" for number in (1, 2)]
    server = await asyncpg.connect(postgres)
    for name in names:
        await server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    one, two = (with_database(postgres, name) for name in names)
    yield one, two
    for name in names:
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await server.close()


@pytest.fixture(scope="session")
async def world(databases: tuple[str, str]) -> AsyncIterator[World]:
    """Both servers with the real games."""
    clock = Clock()
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(twin(url, ALL_GAMES, clock)) for url in databases]
        yield World((one, two), clock)
