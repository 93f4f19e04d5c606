"""Hostile sockets: each is answered or closed with a reason, the others at the table play on, and nothing grows."""

import asyncio
import gc
import json
import logging
from random import Random

import psutil
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.api import frames
from tests.api.conftest import Player, Running
from tests.api.test_live import ONE, exchange
from tests.patience import PATIENCE

# Too large, too many; and what the protocol itself says: an error, not UTF-8, a close without a reason.
CLOSES = {4413, 4429, 1002, 1007, 1005, 4401}
CODES = {"malformed", "no_token", "stale", "illegal", "nothing_to_undo", "too_large", "too_many"}
# How some of them end in any case; None: the socket lives on.
ENDS = {
    "no JSON": None,
    "deep lists": None,
    "huge numbers": None,
    "wrong types": None,
    "too large": 4413,
    "much too large": 4413,
    "a message without an end": 4413,
    "a bomb": 4413,
    "a bomb in parts": 4413,
    "thousands of tiny frames": 4429,
    "text that is not UTF-8": 1007,
}
SOCKETS = 20  # at a time: a socket that ends by the protocol lingers for a second
GROWTH = 15_000_000  # bytes: less than one of hundreds of bombs would take, more than an allocator keeps for itself


async def provoke(socket: ClientConnection, raw: bytes) -> int | None:
    """Send the bytes and then something that is right; the code with which it closes, None if it lives on."""
    socket.transport.write(raw)
    socket.transport.write(frames.text(frames.DONE))
    try:
        while True:
            said = await asyncio.wait_for(socket.recv(), PATIENCE)
            assert "Traceback" not in str(said)
            found = json.loads(said)
            if found == {"pong": "done"}:
                return None
            if "error" in found:
                assert found["error"]["code"] in CODES, found
    except ConnectionClosed:
        assert socket.close_code is not None
        return socket.close_code


class Bystander:
    """Plays a move and takes it back, over and over; both must be carried out."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.at = 0
        self.lock = asyncio.Lock()

    async def play_on(self) -> None:
        async with self.lock:
            for frame in ({"at": self.at, "move": ONE}, {"at": self.at + 1, "undo": True}):
                assert await exchange(self.socket, frame) == {"ok": True, "at": frame["at"] + 1}
            self.at += 2


async def parade(running: Running, callers: list[Player], rng: Random, bystander: Bystander) -> dict[str, int | None]:
    """Every hostile thing, some at a time, by the callers in turn; a bystander plays meanwhile. How each ended."""
    some = asyncio.Semaphore(SOCKETS)
    ends: dict[str, int | None] = {}

    async def try_one(name: str, raw: bytes, caller: Player) -> None:
        async with some, running.live(caller) as socket:
            ends[name] = await provoke(socket, raw)
            assert ends[name] in CLOSES | {None}, (name, ends[name])
            await bystander.play_on()

    things = frames.hostile(rng).items()
    await asyncio.gather(
        *(try_one(name, raw, callers[number % len(callers)]) for number, (name, raw) in enumerate(things))
    )
    return ends


def alive(running: Running) -> tuple[int, int]:
    """Tasks, and connections of the server."""
    return len(asyncio.all_tasks()), len(running.server.server_state.connections)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("rounds", [1, pytest.param(8, marks=pytest.mark.long)])
async def test_hostile_sockets_disturb_nobody(running: Running, rounds: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    players = await running.table.started()
    strangers = [player for _ in range(2) for player in await running.table.started()]
    callers = [Player(players[0].http, players[0].code), *strangers]
    sizes = []
    async with running.live(players[0]) as socket:
        bystander = Bystander(socket)
        await bystander.play_on()
        before = alive(running)
        for number in range(rounds):
            callers.append(callers.pop(0))
            ends = await parade(running, callers, Random(number), bystander)
            assert {name: end for name, end in ends.items() if name in ENDS} == ENDS
            while any(now > then for now, then in zip(alive(running), before, strict=True)):
                await asyncio.sleep(0.01)
            gc.collect()
            sizes.append(psutil.Process().memory_info().rss)
    # What is kept fills up in the first half.
    assert sizes[-1] - sizes[len(sizes) // 2] < GROWTH, sizes
    assert [record.getMessage() for record in caplog.records] == []
