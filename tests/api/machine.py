"""The real program with its stops, on a Postgres of its own: both can be killed, and come back."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import asyncpg
import httpx
import websockets

from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from app.store.store import UNREACHABLE
from app.store.together import LANES
from tests.api.conftest import Player, live
from tests.api.stops import Stops
from tests.api.ways import Kept, kept
from tests.patience import PATIENCE
from tests.server import Server

# Waits at the commit itself, the statement carried out, for as long as the test holds the lock.
WAIT_IN_COMMIT = """
CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER wait_in_commit AFTER UPDATE OF rev ON rooms DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION wait_in_commit();
"""


@dataclass
class Machine:
    """`postgres` and `server` can be killed; `stops` are the program's."""

    postgres: Embedded
    server: Server
    stops: Stops

    @classmethod
    @asynccontextmanager
    async def made(cls, folder: Path) -> AsyncIterator[Self]:
        """A new one that runs; at the end the program must stop in good order."""
        with Embedded(folder / "postgres") as postgres:
            await asyncio.to_thread(upgrade, postgres.url)
            connection = await asyncpg.connect(postgres.url)
            await connection.execute(WAIT_IN_COMMIT)
            await connection.close()
            stops = Stops(folder / "stops")
            server = Server(folder, "tests.api.held", DATABASE_URL=postgres.url, STOPS=str(stops.path))
            await asyncio.to_thread(server.start)
            yield cls(postgres, server, stops)
            assert await asyncio.to_thread(server.stop) == 0

    def live(self, player: Player) -> websockets.connect:
        """A socket at the player's room."""
        return live(self.server.port, player)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The database, past the program; as soon as it can be reached. The program may have reached it until now: its
        connections outlive a server that was killed for a moment."""
        async with asyncio.timeout(PATIENCE):
            while True:
                store = Store(self.postgres.url)
                try:
                    await store.open()
                    break
                except UNREACHABLE:
                    await asyncio.sleep(0.02)
        yield store
        await store.close()

    async def kept(self, code: str) -> Kept:
        """What the database holds of that room."""
        async with self.store() as store:
            return await kept(store, code)

    def kill(self, victim: str) -> None:
        """`kill -9`; the database comes back by itself, the program by `start`."""
        if victim != "app":
            assert self.postgres.pid
            os.kill(self.postgres.pid, signal.SIGKILL)
        if victim != "database":
            self.server.kill()

    @asynccontextmanager
    async def silent_database(self) -> AsyncIterator[None]:
        """Inside the block the database takes what it is sent, and does nothing."""
        async with self.store() as store:
            rows = await store.pool.fetch("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        pids = [row["pid"] for row in rows]
        for pid in (self.postgres.pid, *pids):
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in (self.postgres.pid, *pids):
                with suppress(ProcessLookupError):  # it was about to end
                    os.kill(pid, signal.SIGCONT)

    async def healthy(self) -> None:
        """Wait until the program and its database answer."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE) as http:
            while True:
                with suppress(httpx.TransportError):
                    if (await http.get("/readyz")).status_code == 200:
                        return
                await asyncio.sleep(0.02)


class Commits:
    """Keeps moves from being committed until `open`."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def full(self, number: int, processes: int = 1) -> None:
        """Wait until so many moves of each process wait; those beyond `LANES` go together, in one transaction."""
        transactions = min(number, LANES + 1) * processes
        async with asyncio.timeout(PATIENCE):
            while await self._connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted") < transactions:
                await asyncio.sleep(0.01)

    async def open(self) -> None:
        """Let all commit. A database that was killed has forgotten the lock."""
        with suppress(*UNREACHABLE):
            await self._connection.execute("SELECT pg_advisory_unlock_all()")


@asynccontextmanager
async def closed_commits(machine: Machine) -> AsyncIterator[Commits]:
    connection = await asyncpg.connect(machine.postgres.url)
    await connection.execute("SELECT pg_advisory_lock(1)")
    yield Commits(connection)
    connection.terminate()


@asynccontextmanager
async def closed(machine: Machine, step: str) -> AsyncIterator[Stops | Commits]:
    """The gate at that step, closed."""
    if step == "committing":
        async with closed_commits(machine) as commits:
            yield commits
    else:
        await machine.stops.close(step)
        yield machine.stops
        await machine.stops.open()
