"""The app with an admin, at a time that tests set."""

from collections.abc import AsyncIterator, Callable
from datetime import datetime

import pytest
from fastapi import FastAPI

from tests.admins import admin_app
from tests.leaks.twins import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def app(database: str, clock: Callable[[], datetime]) -> AsyncIterator[FastAPI]:
    """The app with an admin."""
    async with admin_app(database, clock) as app:
        yield app
