"""Kills with real processes, at every stop of a move's way, for every kind of move; and ends in good order there.

What was acknowledged or shown is there once; what was not is there once or not at all; and whoever sends the frame
again gets a clear answer.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from app.rooms.check import check_logs
from tests.api.conftest import Player, closed_with
from tests.api.conftest import Table as Tables
from tests.api.machine import Commits, Machine, closed
from tests.api.stops import Stops
from tests.api.test_live import answer, exchange, receive, send, until
from tests.api.test_rooms import refusal
from tests.api.test_sigterm import IN_TIME, refused
from tests.api.ways import KINDS, Way
from tests.patience import PATIENCE

NOT_YET = ("judging", "storing", "committing")  # killed there, nothing of the move is kept
STEPS = (*NOT_YET, "stored", "shown")
CASES = [(step, victim) for step in STEPS for victim in ("app", "database")]
CASES += [("stored", "both")]  # a loss of power
PRESENT = ("status", "version", "at", "undo", "view")
QUICK = ("committing", "database")


@pytest.fixture(scope="module")
async def machine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Machine]:
    async with Machine.made(tmp_path_factory.mktemp("machine")) as machine:
        yield machine


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
    ("step", "victim"), [pytest.param(*case, marks=[] if case == QUICK else pytest.mark.long) for case in CASES]
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
        if isinstance(gate, Commits) and victim == "app":
            await gate.full(len(made), processes=2)  # what the dead process sent is still on its way in the database
            await gate.open()
        for table, repeat in zip(made, repeats, strict=True):
            await assert_made_once(machine, table.way, await repeat)
    async with machine.store() as store:
        assert not [room async for room in check_logs(store) if room.differences]


@pytest.mark.long
async def test_sigterm_finishes_what_is_in_flight(machine: Machine) -> None:
    async with tables(machine) as made, closed(machine, "storing") as gate:
        by_socket, by_call = made[::2], made[1::2]
        for table in by_socket:
            await send(table.sender, table.way.frame)
        calls = [asyncio.create_task(table.way.call()) for table in by_call]
        await gate.full(len(made))
        stopping = asyncio.create_task(asyncio.to_thread(machine.server.stop))
        await refused(machine.server.port)
        await gate.open()
        for table in by_socket:
            assert await answer(table.sender) == {"ok": True, "at": table.way.at + 1}
        for table, call in zip(by_call, calls, strict=True):
            response = await call
            assert (response.status_code, response.json()["at"]) == (200, table.way.at + 1)
        for table in made:
            assert (await answer(table.sender))["error"]["code"] == "restarting"
            assert await closed_with(table.sender) == 1001
            assert await machine.kept(table.way.player.code) == table.way.after
        assert await stopping == 0
    await asyncio.to_thread(machine.server.start)


@pytest.mark.long
async def test_sigterm_does_not_wait_for_a_database_that_is_silent(machine: Machine) -> None:
    async with tables(machine) as made:
        async with machine.silent_database():
            for table in made:
                await send(table.sender, table.way.frame)
            begin = time.monotonic()
            status = await asyncio.to_thread(machine.server.stop)
            seconds = time.monotonic() - begin
        await asyncio.to_thread(machine.server.start)
        assert (status, seconds < IN_TIME) == (0, True)
        for table in made:
            assert await machine.kept(table.way.player.code) in (table.way.before, table.way.after)
            await assert_made_once(machine, table.way, await table.way.call())


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
    told, present = late.json()["room"], await player.look()
    assert [told[name] for name in PRESENT] == [present[name] for name in PRESENT]
    assert await machine.kept(player.code) == way.after
    if not over:
        await assert_goes_on(way.players)


async def assert_goes_on(players: Sequence[Player]) -> None:
    """Whoever can act now makes a move."""
    seats = (await players[0].look())["seats"]
    player = next(player for player, seat in zip(players, seats, strict=True) if seat["active"])
    offered = (await player.call("GET", "/moves")).json()
    assert (await player.play(offered["moves"][0], at=offered["at"])).json()["at"] == offered["at"] + 1
