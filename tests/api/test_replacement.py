"""Two processes behind one address are replaced one after the other while people play: no move fails."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from app.rooms.check import check_logs
from app.store import Store
from tests.api.conftest import Player, Table, live
from tests.api.test_live import answer, send
from tests.api.ways import kept
from tests.browser.relay import Relay
from tests.patience import PATIENCE
from tests.server import Server

PAIRS = 3
MOVES = 10  # of each player, between one replacement and the next
LOSSES = (httpx.TransportError, websockets.WebSocketException, OSError, EOFError)  # of a connection


@dataclass(frozen=True)
class Loss:
    """What was lost of a connection, and during which part of the test."""

    during: str
    error: Exception

    def __repr__(self) -> str:
        asked = f" of {self.error.request!r}" if isinstance(self.error, httpx.TransportError) else ""
        return f"<{self.during}: {self.error!r}{asked}>"


class Bot(ABC):
    """Plays at random, and sends a frame again until it is answered. `made`: what was acknowledged in this room.
    `during`: what the test does just now."""

    def __init__(self) -> None:
        self.made: list[Any] = []
        self.moves = 0
        self.losses: list[Loss] = []
        self.during = "start"

    async def sit(self, player: Player) -> None:
        """Take a seat of a new room."""
        self.player = player
        self.made = []

    @abstractmethod
    async def send(self, frame: dict[str, Any]) -> int:
        """Send a frame once; the new `at`. Raises one of `LOSSES`."""

    async def play(self, rng: Random, stop: asyncio.Event) -> None:
        """Until `stop` or the game's end."""
        while not stop.is_set():
            offered = (await self.insist(lambda: self.player.call("GET", "/moves"))).json()
            if not offered["moves"]:
                if (await self.insist(self.player.look))["status"] == "over":
                    return
                await asyncio.sleep(0.02)  # the other has not ended the round
                continue
            frame = {"at": offered["at"], "move": rng.choice(offered["moves"])}
            assert await self.insist(lambda frame=frame: self.send(frame)) == offered["at"] + 1
            self.made.append(frame["move"])
            self.moves += 1

    async def insist(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Try again for as long as connections are lost."""
        while True:
            try:
                return await call()
            except LOSSES as error:
                self.losses.append(Loss(self.during, error))


class Caller(Bot):
    """By calls."""

    async def send(self, frame: dict[str, Any]) -> int:
        response = await self.player.call("POST", "/moves", frame)
        assert response.status_code == 200, response.text
        return int(response.json()["at"])


class Talker(Bot):
    """By a socket at `port`, made again when it ends."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port
        self.socket: ClientConnection | None = None

    async def sit(self, player: Player) -> None:
        await super().sit(player)
        await self.close()

    async def send(self, frame: dict[str, Any]) -> int:
        try:
            self.socket = self.socket or await live(self.port, self.player)
            await send(self.socket, frame)
            found = await answer(self.socket)
        except LOSSES:
            self.socket = None
            raise
        if "error" in found:
            assert found["error"]["code"] == "restarting", found
            await self.close()
            raise ConnectionResetError
        return int(found["at"])

    async def close(self) -> None:
        """Leave."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None


async def play_games(
    caller: Caller, talker: Talker, http: httpx.AsyncClient, store: Store, stop: asyncio.Event
) -> None:
    """One game after the other; what was acknowledged is what is stored."""
    bots: tuple[Bot, ...] = (caller, talker)
    for number in range(1000):
        players = await caller.insist(lambda: Table(http).started("roll_into_town", 2))
        for bot, player in zip(bots, players, strict=True):
            await bot.sit(player)
        await asyncio.gather(*(bot.play(Random(number), stop) for bot in bots))
        room = await kept(store, caller.player.code)
        for seat, bot in enumerate(bots):
            assert [move for owner, move in (*room.log, *room.drafts) if owner == seat] == bot.made
        if stop.is_set():
            return await talker.close()
    return None


async def until_all_moved(bots: Sequence[Bot]) -> None:
    """Wait until each has made `MOVES` more moves."""
    goals = [bot.moves + MOVES for bot in bots]
    async with asyncio.timeout(2 * PATIENCE):
        while not all(bot.moves >= goal for bot, goal in zip(bots, goals, strict=True)):
            await asyncio.sleep(0.02)


@asynccontextmanager
async def two_processes(folder: Path, database: str) -> AsyncIterator[list[Server]]:
    servers = []
    try:
        for name in ("a", "b"):
            (folder / name).mkdir()
            servers.append(Server(folder / name, "tests.api.patient", DATABASE_URL=database))
            await asyncio.to_thread(servers[-1].start)
        yield servers
    finally:
        for server in servers:
            assert await asyncio.to_thread(server.stop) == 0


@pytest.mark.long
async def test_replaced_one_after_the_other(tmp_path: Path, database: str, store: Store) -> None:
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        servers = await stack.enter_async_context(two_processes(tmp_path, database))
        relay = await stack.enter_async_context(Relay(*(server.port for server in servers)))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=relay.url, timeout=PATIENCE))
        callers, talkers = [Caller() for _ in range(PAIRS)], [Talker(relay.port) for _ in range(PAIRS)]
        playing = await stack.enter_async_context(asyncio.TaskGroup())
        for caller, talker in zip(callers, talkers, strict=True):
            playing.create_task(play_games(caller, talker, http, store, stop))
        await until_all_moved([*callers, *talkers])
        for server in servers:
            assert await asyncio.to_thread(server.stop) == 0
            await until_all_moved([*callers, *talkers])
            await asyncio.to_thread(server.start)
            await until_all_moved([*callers, *talkers])
        stop.set()
    assert any(talker.losses for talker in talkers), "nobody was there when a process ended"
    assert not [room async for room in check_logs(store) if room.differences]
