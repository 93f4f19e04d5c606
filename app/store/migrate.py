"""Schema versions. Synchronous, for commands and for the launcher; from a running event loop use a thread."""

import asyncio
import threading
from pathlib import Path

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from app.store.address import libpq_url

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


def current(url: str) -> str | None:
    """The database's version; None for an empty one."""
    return asyncio.run(_current(libpq_url(url)))


async def _current(url: str) -> str | None:
    connection = await asyncpg.connect(url)
    try:
        if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
            return None
        return str(await connection.fetchval("SELECT version_num FROM alembic_version"))
    finally:
        await connection.close()


def _config(url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["url"] = libpq_url(url)
    return config
