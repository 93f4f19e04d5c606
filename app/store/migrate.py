"""Schema versions. Synchronous, for commands and for the launcher; from a running event loop use a thread."""

import asyncio
import threading
from pathlib import Path

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from app.store.address import libpq_url
from app.store.presence import ALIVE, LIFE

MIGRATIONS = Path(__file__).parents[2] / "migrations"
_one_at_a_time = threading.Lock()  # Alembic keeps its context in globals


def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database to that version. Several processes may do so at once: one works, the others wait."""
    with _one_at_a_time:
        command.upgrade(_config(url), revision)


def downgrade(url: str, revision: str) -> None:
    """Bring the database back to that version (`base`: no tables)."""
    with _one_at_a_time:
        command.downgrade(_config(url), revision)


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
