"""Schema versions. Synchronous, for commands and for the launcher; from a running event loop use a thread."""

import asyncio
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from time import sleep

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError

from app.store.address import libpq_url
from app.store.presence import ALIVE, LIFE

MIGRATIONS = Path(__file__).parents[2] / "migrations"
TRIES = 10
PAUSE = 4  # seconds from one to the next, in which those who play come first; each waits up to 2 s for a table
HELD = ("55P03", "40P01")  # a table was not to be had in that time, or each had one that the other waited for

_one_at_a_time = threading.Lock()  # Alembic keeps its context in globals
logger = logging.getLogger(__name__)


class TablesInUse(Exception):
    """Something else has used a table for as long as it was tried. Nothing was changed."""

    def __str__(self) -> str:
        return (
            "The tables could not be changed, and are as they were: something else uses them for long, such as a "
            "backup. Say it again when that is done"
        )


def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database to that version. Several processes may do so at once: one works, the others wait.

    All steps are one transaction. Raises TablesInUse.
    """
    _bring(lambda: command.upgrade(_config(url), revision))


def downgrade(url: str, revision: str) -> None:
    """Bring the database back to that version (`base`: no tables). Raises TablesInUse."""
    _bring(lambda: command.downgrade(_config(url), revision))


def _bring(step: Callable[[], None]) -> None:
    with _one_at_a_time:
        for left in reversed(range(TRIES)):
            try:
                return step()
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in HELD:
                    raise
            if left:
                logger.warning("something else uses the tables, such as a backup: they are tried again in a moment")
                sleep(PAUSE)
    raise TablesInUse


def newest() -> str:
    """The version that this program needs."""
    revision = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    assert revision is not None
    return revision


def versions() -> list[str]:
    """All that this program knows, oldest first."""
    newest_first = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    return newest_first[::-1]


def knows(version: str) -> bool:
    """Is there such a version? A newer program's is not known."""
    return version in versions()


def loss(version: str) -> str:
    """What going back from that version to the one before it cannot keep, in words; "" where it keeps everything."""
    script = ScriptDirectory(str(MIGRATIONS)).get_revision(version)
    assert script is not None
    return str(script.module.LOSES)


def current(url: str) -> str | None:
    """The database's version; None for one without tables."""
    return asyncio.run(_current(libpq_url(url)))


async def _current(url: str) -> str | None:
    connection = await asyncpg.connect(url)
    try:
        if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
            return None
        version: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
        return version
    finally:
        await connection.close()


def in_use(url: str) -> bool:
    """Does a Machi run on this database, or has one run a few seconds ago that was killed? It has tables."""
    return asyncio.run(_in_use(libpq_url(url)))


async def _in_use(url: str) -> bool:
    connection = await asyncpg.connect(url)
    try:
        return bool(await connection.fetchval(ALIVE, LIFE))
    finally:
        await connection.close()


def _config(url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = libpq_url(url)
    return config
