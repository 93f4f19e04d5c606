"""A backup: one file with every row as of one moment, made beside a running Machi, and its way into an empty database.

The file is gzip; inside are lines, to be read with zcat: a header; then for each table its name and columns, its rows
as Postgres's COPY writes them, and a line with backslash and dot; at the end how many rows there are of each. The
header names the version of the tables: a newer Machi restores an older one's file and then brings it up to date.

Not pg_dump: it refuses a server that is newer than itself, what it writes does not go into an older one, and it is not
there where Machi runs without the embedded Postgres. This goes from any server to any other, and needs nothing else.
"""

import asyncio
import gzip
import json
import os
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from graphlib import TopologicalSorter
from pathlib import Path
from typing import IO, Any

import asyncpg

from app.store import migrate
from app.store.address import libpq_url
from app.store.store import UNREACHABLE

FORMAT = "machi backup 1"
END = b"\\.\n"
CHUNK = 65_536  # bytes that go to the server at once
# What means something only while processes run, what the migrations themselves write, and who is logged in as an admin:
# a session that was ended must not come back with an older day's backup.
LEFT_OUT = ("alembic_version", "processes", "connections", "admin_sessions")
# Where else ids stand: a session's in the log, which is kept. Another session must not get its number.
ALSO_IN = {"admin_sessions": "SELECT session_id FROM audit"}
# How COPY writes times and bytes, whatever the server's own settings are.
SESSION = {"DateStyle": "ISO", "TimeZone": "UTC", "bytea_output": "hex", "application_name": "machi backup"}

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1::text[]) ORDER BY 1"
_REFERENCES = """
SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS before FROM pg_constraint
WHERE contype = 'f' AND connamespace = 'public'::regnamespace"""
_COLUMNS = """
SELECT column_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position"""
_IDENTITIES = """
SELECT table_name AS table, column_name AS column FROM information_schema.columns
WHERE table_schema = 'public' AND is_identity = 'YES'"""


# What reading something else, half a backup or a spoilt one raises.
DAMAGED = (
    gzip.BadGzipFile,
    EOFError,
    zlib.error,
    ValueError,
    KeyError,
    TypeError,
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.SyntaxOrAccessError,
)


class BackupError(RuntimeError):
    """A backup cannot be made or restored; the text says why, and nothing was changed."""


Rows = dict[str, int]  # table to how many rows


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, which is there when the block has ended well, and whole; only its owner may read it: it holds
    what seats' keys are checked by. Raises `BackupError` where there is one of that name, or none can be made."""
    if path.exists():
        raise BackupError(f"{path} is there already: a backup does not replace another.")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    except OSError as error:
        raise BackupError(f"{path}: {error.strerror}") from error
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink()
        raise


def back_up(url: str, file: IO[bytes]) -> Rows:
    """Write the database at `url` to the file. Raises `BackupError`."""
    try:
        return asyncio.run(_back_up(url, file))
    except UNREACHABLE as error:
        raise BackupError(f"The backup could not be made: {error}") from error


async def _back_up(url: str, file: IO[bytes]) -> Rows:
    connection = await asyncpg.connect(libpq_url(url), server_settings=SESSION)
    try:
        # One snapshot for all tables; a change of a room is one transaction, so none is in it by half.
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            with gzip.GzipFile(fileobj=file, mode="wb") as zipped:
                return await _write(connection, zipped)
    finally:
        await connection.close()


async def _write(connection: Any, zipped: gzip.GzipFile) -> Rows:
    tables = await _tables(connection)
    if not tables:
        raise BackupError("The database is empty: there is nothing to back up.")
    version = await connection.fetchval("SELECT version_num FROM alembic_version")
    zipped.write(_line({"file": FORMAT, "tables": version, "made_at": datetime.now(UTC).isoformat()}))
    rows: Rows = {}

    async def take(data: bytes) -> None:
        zipped.write(data)

    for table in tables:
        columns = [row["column_name"] for row in await connection.fetch(_COLUMNS, table)]
        zipped.write(_line({"table": table, "columns": columns}))
        done = await connection.copy_from_table(table, output=take, columns=columns)
        zipped.write(END)
        rows[table] = int(done.split()[-1])
    zipped.write(_line({"rows": rows}))
    return rows


async def _tables(connection: Any) -> list[str]:
    """The tables to keep, each after those that it refers to."""
    names = [row["tablename"] for row in await connection.fetch(_TABLES, LEFT_OUT)]
    order: TopologicalSorter[str] = TopologicalSorter(dict.fromkeys(names, ()))
    for row in await connection.fetch(_REFERENCES):
        order.add(row["table"], row["before"])
    return [name for name in order.static_order() if name in names]


def restore(url: str, file: IO[bytes]) -> Rows:
    """Fill the empty database at `url` from the file, and bring its tables up to date. Raises `BackupError`."""
    with gzip.GzipFile(fileobj=file, mode="rb") as lines:
        try:
            version = _version(lines)
            _make_tables(url, version)
            rows = asyncio.run(_load(url, lines))
        except DAMAGED as error:
            raise BackupError(f"This is no whole backup of Machi ({error}): nothing was restored.") from error
        except UNREACHABLE as error:
            raise BackupError(f"The backup could not be restored: {error}") from error
    try:
        migrate.upgrade(url)
    except migrate.TablesInUse as error:
        raise BackupError(
            "Everything was restored, but the tables are still those of the backup's version, for something else uses "
            "them. Bring them up to date with: migrate"
        ) from error
    return rows


def _version(lines: gzip.GzipFile) -> str:
    header = json.loads(lines.readline())
    if header["file"] != FORMAT:
        raise ValueError(f"its format is {header['file']!r}")
    if not migrate.knows(header["tables"]):
        raise BackupError(
            f"This backup has the tables of version {header['tables']}, and this Machi knows them up to "
            f"{migrate.newest()}: restore it with the newer Machi that made it."
        )
    return str(header["tables"])


def _make_tables(url: str, version: str) -> None:
    """Bring an empty database to that version. Raises BackupError for one that is not empty, or in use."""
    present = migrate.current(url)
    if present is not None and not migrate.knows(present):
        raise BackupError(f"The database has tables of version {present}, which this Machi does not know.")
    asyncio.run(_require_empty(url, ours=present is not None))
    if present is not None and migrate.in_use(url):
        raise BackupError("Machi is running on this database: stop it, and restore then.")
    if present not in (None, version):
        migrate.downgrade(url, "base")
    migrate.upgrade(url, version)


async def _require_empty(url: str, ours: bool) -> None:
    """No rooms in our tables, or no tables at all."""
    connection = await asyncpg.connect(libpq_url(url))
    try:
        if ours:
            await _require_no_rooms(connection)
        elif await connection.fetch(_TABLES, ["alembic_version"]):  # of which going back to the beginning leaves one
            raise BackupError("The database holds tables of something else: restore into an empty one.")
    finally:
        await connection.close()


async def _require_no_rooms(connection: Any) -> None:
    rooms = await connection.fetchval("SELECT count(*) FROM rooms")
    if rooms:
        raise BackupError(f"The database holds {rooms} rooms: a backup is restored into an empty one only.")


async def _load(url: str, lines: gzip.GzipFile) -> Rows:
    """All rows in one transaction: as long as anything of the file may still be wrong, nothing is restored."""
    connection = await asyncpg.connect(libpq_url(url), server_settings=SESSION)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE")
            await _require_no_rooms(connection)
            tables = await _tables(connection)
            await _clear(connection, tables)
            rows = await _copy(connection, lines, set(tables))
            for row in await connection.fetch(_IDENTITIES):
                await connection.execute(_counted_on(row["table"], row["column"]))
            return rows
    finally:
        await connection.close()


async def _clear(connection: Any, tables: list[str]) -> None:
    """Take all rows away, those too that a trigger keeps from being changed: as a whole they may be replaced."""
    for table in tables:
        await connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    await connection.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
    for table in tables:
        await connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


async def _copy(connection: Any, lines: gzip.GzipFile, tables: set[str]) -> Rows:
    rows: Rows = {}
    while "table" in (part := json.loads(lines.readline())):
        if part["table"] not in tables:
            raise ValueError(f"there is no table {part['table']!r}")
        done = await connection.copy_to_table(part["table"], source=_rows(lines), columns=part["columns"])
        rows[part["table"]] = int(done.split()[-1])
    if part["rows"] != rows or lines.read(1):
        raise ValueError("it does not hold what it says it does")
    return rows


async def _rows(lines: gzip.GzipFile) -> AsyncIterator[bytes]:
    """The rows of one table."""
    chunk: list[bytes] = []
    size = 0
    while (line := lines.readline()) != END:
        if not line:
            raise EOFError("it ends too early")
        chunk.append(line)
        size += len(line)
        if size > CHUNK:
            yield b"".join(chunk)
            chunk, size = [], 0
    yield b"".join(chunk)


def _counted_on(table: str, column: str) -> str:
    """The statement that lets ids go on after the largest."""
    ids = [f"SELECT {column} AS id FROM {table}", *filter(None, [ALSO_IN.get(table)])]  # noqa: S608  our own names
    return (
        f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), coalesce(max(id), 1), "  # noqa: S608
        f"max(id) IS NOT NULL) FROM ({' UNION ALL '.join(ids)}) AS ids"
    )


def _line(content: object) -> bytes:
    return json.dumps(content).encode() + b"\n"
