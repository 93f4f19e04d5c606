"""Shared fixtures: one Postgres for the whole run, a fresh database for each test.

The server is the embedded one, unless `MACHI_TEST_DATABASE_URL` names another (its user may create databases), or
`MACHI_TEST_POSTGRES` the folder of another version's programs, such as /usr/lib/postgresql/15/bin.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from tests import scheduling

QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}
_numbers = count()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> scheduling.Scheduling:
    """How tests are handed out to several workers."""
    return scheduling.Scheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, all else in an order that is drawn (pytest-randomly)."""
    items.sort(key=lambda item: scheduling.place(item.nodeid))


def on_server(url: str, statement: str) -> None:
    """Run one statement outside a transaction."""

    async def run() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


def with_database(url: str, name: str) -> str:
    """The same server's address with another database."""
    return urlsplit(url)._replace(path=f"/{name}").geturl().replace("postgresql:/?", "postgresql:///?")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Postgres whose user may create databases."""
    if url := os.environ.get("MACHI_TEST_DATABASE_URL"):
        yield url
        return
    programs = os.environ.get("MACHI_TEST_POSTGRES")
    with Embedded(tmp_path_factory.mktemp("pg"), QUICK, Path(programs) if programs else None) as server:
        yield server.url


@pytest.fixture(scope="session")
def template(postgres: str) -> Iterator[str]:
    """The name of a migrated, empty database to copy from."""
    name = f"machi_template_{os.getpid()}"
    on_server(postgres, f"CREATE DATABASE {name}")
    upgrade(with_database(postgres, name))
    yield name
    on_server(postgres, f"DROP DATABASE {name}")


@pytest.fixture
async def database(postgres: str, template: str) -> AsyncIterator[str]:
    """The address of a fresh, migrated database of this test's own: what `DATABASE_URL` takes."""
    name = f"machi_test_{os.getpid()}_{next(_numbers)}"
    server = await asyncpg.connect(postgres)
    try:
        await server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield with_database(postgres, name)
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await server.close()


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """An open store on the test's own database."""
    store = Store(database)
    await store.open()
    yield store
    await store.close()
