"""One database and its pool of connections."""

import json
import re
import secrets
from typing import Any

import asyncpg
import orjson

from app.metrics import Metrics
from app.store.address import libpq_url
from app.store.carrier import Carrier
from app.store.faults import UNREACHABLE as UNREACHABLE
from app.store.notify import Notify
from app.store.records import Write
from app.store.together import Together
from app.store.write import Written

KINDS = ("read", "transaction", "write")
TRANSACTION = frozenset({"BEGIN", "COMMIT", "ROLLBACK"})
_FIRST_WORD = re.compile(r"\s*(\w+)")


def to_json(value: object) -> str:
    """Compact, keys in their order, letters as they are."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # a number of more than 64 bits, which a caller may have sent and is told of
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


async def prepare_connection(connection: Any) -> None:
    """Let `json` columns come and go as Python values."""
    await connection.set_type_codec("json", encoder=to_json, decoder=orjson.loads, schema="pg_catalog")


def kind_of(statement: str) -> str:
    """One of `KINDS`: the ends of a transaction, a statement that reads, one that may write."""
    begins = _FIRST_WORD.match(statement)
    word = begins[1] if begins else ""
    return "read" if word == "SELECT" else "transaction" if word in TRANSACTION else "write"


async def _keep_session(connection: Any) -> None:
    """Nothing here changes a session, so nothing needs the default reset and its round trip."""


class Store:
    """`url` as libpq has it (`postgresql://...`); SQLAlchemy's `postgresql+asyncpg://` is taken too.

    `carrier`: what takes wake-ups to other processes, if not Postgres itself; closed with the store. `metrics`: where
    its statements are counted, and what rooms do with it.
    """

    def __init__(
        self, url: str, connections: int = 10, carrier: Carrier | None = None, metrics: Metrics | None = None
    ) -> None:
        self.url = libpq_url(url)
        self.carrier = carrier or Notify(self.url)
        self._together = Together(self.carrier)
        self._most = connections
        self.metrics = metrics or Metrics()
        self._kinds = {kind: self.metrics.statements.labels(kind) for kind in KINDS}
        self._pool: Any = None

    async def open(self) -> None:
        """Connect. Raises one of `UNREACHABLE` when the database cannot be reached."""
        self._pool = await asyncpg.create_pool(
            self.url,
            min_size=1,
            max_size=self._most,
            init=self._prepare,
            reset=_keep_session,
            timeout=5,
            # The statements are few and look rows up by key: planning one takes longer than running it.
            server_settings={"plan_cache_mode": "force_generic_plan", "application_name": "machi"},
        )

    async def _prepare(self, connection: Any) -> None:
        await prepare_connection(connection)
        connection.add_query_logger(self._count)

    def _count(self, done: Any) -> None:
        """`done`: asyncpg's LoggedQuery, after the statement, whose task goes on meanwhile."""
        self._kinds[kind_of(done.query)].observe(done.elapsed)
        if isinstance(done.exception, Exception):
            self.metrics.database_errors.labels(
                "unreachable" if isinstance(done.exception, UNREACHABLE) else "refused"
            ).inc()

    async def close(self) -> None:
        """Close all connections."""
        await self.carrier.close()
        if self._pool:
            await self._pool.close()

    def cut(self) -> None:
        """Drop all connections, whatever the database does with what it was sent."""
        if self._pool:
            self._pool.terminate()

    async def renew(self) -> None:
        """Something is wrong with a connection: make all of them anew before they are used again."""
        await self._pool.expire_connections()

    @property
    def pool(self) -> Any:
        """The asyncpg pool."""
        return self._pool

    async def write(self, change: Write) -> Written | None:
        """Make the change, or return None if the room is no longer at `change.rev`.

        Raises one of `UNREACHABLE`; then it may have been made or not. So it may when the caller is cancelled.
        """
        return await self._together.write(self._pool, change)

    async def version(self) -> str | None:
        """The version of the tables; None: there are none. Raises one of `UNREACHABLE`."""
        try:
            version: str | None = await self._pool.fetchval("SELECT version_num FROM alembic_version")
        except asyncpg.UndefinedTableError:
            return None
        return version

    async def key(self, name: str) -> bytes:
        """The 32-byte signing key of that name, made once and kept in the database."""
        await self._pool.execute(
            "INSERT INTO keys (name, key, made_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING",
            name,
            secrets.token_bytes(32),
        )
        return bytes(await self._pool.fetchval("SELECT key FROM keys WHERE name = $1", name))
