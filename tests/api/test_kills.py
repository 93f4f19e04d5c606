"""Kills with real processes, at every stop of a move's way, for every kind of move.

What was acknowledged or shown is there once; what was not is there once or not at all; and whoever sends the frame
again gets a clear answer.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace

import asyncpg
import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from app.rooms.check import check_logs
from app.store import Store
from app.store.embedded import Embedded
from app.store.migrate import upgrade
from app.store.store import UNREACHABLE
from app.store.together import LANES
from tests.api.conftest import Player, closed_with
from tests.api.conftest import Table as Tables
from tests.api.stops import PATIENCE, Stops
from tests.api.test_live import answer, exchange, receive, send, until
from tests.api.test_rooms import refusal
from tests.api.ways import KINDS, Kept, Way, kept
from tests.server import Server

# Waits at the commit itself, the statement carried out, for as long as the test holds the lock.
WAIT_IN_COMMIT = """
CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER wait_in_commit AFTER UPDATE OF rev ON rooms DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION wait_in_commit();
"""
NOT_YET = ("judging", "storing", "committing")  # killed there, nothing of the move is kept
STEPS = (*NOT_YET, "stored", "shown")
CASES = [(step, victim) for step in STEPS for victim in ("app", "database")]
CASES += [("committing", "both"), ("stored", "both")]  # a loss of power
QUICK = {("stored", "app"), ("committing", "database")}


@dataclass
class Machine:
    """The program with its stops on a Postgres of its own: both can be killed, and come back."""

    postgres: Embedded
    server: Server
    stops: Stops

    def live(self, player: Player) -> websockets.connect:
        """A socket at the player's room."""
        headers = {"Authorization": f"Bearer {player.token}"}
        address = f"ws://127.0.0.1:{self.server.port}/api/rooms/{player.code}/live"
        return websockets.connect(address, additional_headers=headers)

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """The database, past the program."""
        store = Store(self.postgres.url)
        await store.open()
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

    async def healthy(self) -> None:
        """Wait until the program and its database answer."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=self.server.url) as http:
            while (await http.get("/healthz")).status_code != 200:
                await asyncio.sleep(0.02)


@pytest.fixture(scope="module")
async def machine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Machine]:
    folder = tmp_path_factory.mktemp("kills")
    with Embedded(folder / "postgres") as postgres:
        await asyncio.to_thread(upgrade, postgres.url)
        connection = await asyncpg.connect(postgres.url)
        await connection.execute(WAIT_IN_COMMIT)
        await connection.close()
        stops = Stops(folder / "stops")
        server = Server(folder, "tests.api.held", DATABASE_URL=postgres.url, STOPS=str(stops.path))
        await asyncio.to_thread(server.start)
        yield Machine(postgres, server, stops)
        assert await asyncio.to_thread(server.stop) == 0


class Commits:
    """Keeps moves from being committed until `open`."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def full(self, number: int) -> None:
        """Wait until so many moves wait for us; those beyond `LANES` go together, in one statement."""
        statements = min(number, LANES + 1)
        async with asyncio.timeout(PATIENCE):
            while await self._connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted") < statements:
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


@dataclass
class Table:
    """One way, its sender's socket, and another of the same seat that watches."""

    way: Way
    sender: ClientConnection
    watcher: ClientConnection

    async def newest(self) -> int:
        """The counter of the newest object that the watcher has been sent."""
        await send(self.watcher, {"ping": 1})
        at = -1
        while "pong" not in (frame := await receive(self.watcher)):
            at = frame["at"]
        return at


@asynccontextmanager
async def tables(machine: Machine) -> AsyncIterator[list[Table]]:
    """One for each kind of way."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=machine.server.url, timeout=PATIENCE))
        async with machine.store() as store:
            ways = await asyncio.gather(*(kind(Tables(http), store) for kind in KINDS))
        made = []
        for way in ways:
            sockets = [await stack.enter_async_context(machine.live(way.player)) for _ in range(2)]
            for socket in sockets:
                await receive(socket)
            made.append(Table(way, *sockets))
        yield made


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


async def arrive(made: Sequence[Table], gate: Stops | Commits, step: str) -> None:
    """All frames are sent and come to the step; by then watchers have been shown what is stored, and nothing else."""
    for table in made:
        await send(table.sender, table.way.frame)
    await gate.full(len(made))
    for table in made:
        if step == "shown":
            await until(table.watcher, at=table.way.at + 1)
        else:
            assert await table.newest() <= table.way.at, "it was shown before it was stored"


async def come_back(machine: Machine, made: Sequence[Table], gate: Stops | Commits, victim: str) -> None:
    """What was killed is there again. A program that lives has made its moves in spite of all."""
    if victim == "database":
        await gate.open()
        for table in made:
            assert await answer(table.sender) == {"ok": True, "at": table.way.at + 1}
        await machine.healthy()
    else:
        for table in made:
            assert await closed_with(table.sender) == 1006
        await machine.stops.open()
        await asyncio.to_thread(machine.server.start)


@pytest.mark.parametrize(
    ("step", "victim"), [pytest.param(*case, marks=[] if case in QUICK else pytest.mark.long) for case in CASES]
)
async def test_killed_on_the_way(machine: Machine, step: str, victim: str) -> None:
    async with tables(machine) as made, closed(machine, step) as gate:
        await arrive(made, gate, step)
        await asyncio.to_thread(machine.kill, victim)
        await come_back(machine, made, gate, victim)
        done = victim == "database" or step not in NOT_YET
        for table in made:
            assert await machine.kept(table.way.player.code) == (table.way.after if done else table.way.before)
        repeats = [asyncio.create_task(table.way.call()) for table in made]
        if (step, victim) == ("committing", "app"):
            await gate.full(2 * len(made))  # what the dead process sent is still on its way in the database
            await gate.open()
        for table, repeat in zip(made, repeats, strict=True):
            await assert_made_once(machine, table.way, await repeat)
    async with machine.store() as store:
        assert (await check_logs(store)).good


async def assert_made_once(machine: Machine, way: Way, repeated: httpx.Response) -> None:
    """The frame was sent again and carried out once; what comes late is told how it stands; the game goes on."""
    player, over = way.player, way.after.status == "over"
    assert (repeated.status_code, repeated.json()["at"]) == (200, way.at + 1), repeated.text
    assert await machine.kept(player.code) == way.after
    async with machine.live(player) as socket:
        assert (await receive(socket))["at"] == way.at + 1
        assert await exchange(socket, way.frame) == {"ok": True, "at": way.at + 1}
    late = await replace(way, frame=way.frame | {"at": way.at - 1}).call()
    assert refusal(late) == (409, "over" if over else "stale")
    assert late.json()["room"] == await player.look()
    assert await machine.kept(player.code) == way.after
    if not over:
        await assert_goes_on(way.players)


async def assert_goes_on(players: Sequence[Player]) -> None:
    """Whoever can act now makes a move."""
    seats = (await players[0].look())["seats"]
    player = next(player for player, seat in zip(players, seats, strict=True) if seat["active"])
    offered = (await player.call("GET", "/moves")).json()
    assert (await player.play(offered["moves"][0], at=offered["at"])).json()["at"] == offered["at"] + 1
