"""Interleavings: what comes to the database next, and whose answer comes back next, is drawn by a seed.

A process's way through a room is cut into pieces by its statements. Here each of them waits twice for its turn: before
it runs, and with its answer before it returns. So a delay may fall into every gap that real ones can fall into, and
a failure is repeated by its seed. Wake-ups come as ticks (`Rooms.tick`), at moments drawn like all others.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

from app.rooms import Json, Listener, Refused, Rooms
from app.rooms.load import load
from app.rooms.room import Room
from app.store import Store, read
from tests.rooms.conftest import ALL_GAMES, Clock

REFUSALS = {"stale", "illegal", "nothing_to_undo", "not_started", "over", "no_token", "busy"}
CALM = 30  # turns of the loop in which everybody comes as far as can be without the database


class Pace:
    """Lets one statement or one answer through at a time. `trace`: which of those that waited, each time."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._waiting: list[asyncio.Future[None]] = []
        self._running = 0
        self._landed = asyncio.Event()
        self.trace: list[tuple[int, int]] = []

    async def through(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Run one statement when its turn has come, and return when its answer's turn has come."""
        await self._turn()
        async with self.running():
            answer = await call()
        await self._turn()
        return answer

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this lasts nothing else is let through."""
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            self._landed.set()

    async def _turn(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    async def play(self, *work: Coroutine[Any, Any, Any]) -> None:
        """Do all of it at once. Raises what the work raises, AssertionError when it is stuck."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
            await self._settled()
            while self._waiting:
                drawn = self._rng.randrange(len(self._waiting))
                self.trace.append((drawn, len(self._waiting)))
                self._waiting.pop(drawn).set_result(None)
                await self._settled()
            assert all(task.done() for task in tasks), "somebody waits, and not for the database"

    async def _settled(self) -> None:
        """Wait until everybody waits for a turn, or for somebody who does."""
        for _ in range(CALM):
            while self._running:
                self._landed.clear()
                await self._landed.wait()
            await asyncio.sleep(0)


class PacedPool:
    """A pool of asyncpg whose statements keep to a pace; a connection taken out of it is like one statement.

    `witness` is awaited after each.
    """

    def __init__(self, pool: Any, pace: Pace, witness: Callable[[], Awaitable[None]]) -> None:
        self._pool = pool
        self._pace = pace
        self._witness = witness

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        statement = getattr(self._pool, name)

        async def call(*values: object, **more: object) -> Any:
            answer = await statement(*values, **more)
            await self._witness()
            return answer

        return lambda *values, **more: self._pace.through(lambda: call(*values, **more))

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Any]:
        await self._pace.through(lambda: asyncio.sleep(0))
        async with self._pace.running(), self._pool.acquire() as connection:
            yield connection


class Race:
    """One room and several processes.

    `truths`: every state that the room has had, each as a process that begins at that moment reads it. `shown`: what
    each client was shown, by its token, in order. `answered`: frames that were accepted, `(seat, at, content)`.
    """

    def __init__(self, store: Store, seed: int, processes: int = 2) -> None:
        self.rng = Random(seed)
        self.clock = Clock()
        self.store = store
        self.code = ""
        self.truths: list[Room] = []
        self.shown: list[tuple[str | None, list[Json]]] = []
        self.answered: list[tuple[int, int, Json]] = []
        self.pace = Pace(self.rng)
        self.rooms = [self._process() for _ in range(processes)]
        self._watching: set[asyncio.Task[None]] = set()

    def _process(self) -> Rooms:
        store = Store(self.store.url)
        store._pool = PacedPool(self.store.pool, self.pace, self._witness)
        return Rooms(store, ALL_GAMES, allow_seed=True, clock=self.clock)

    @property
    def anywhere(self) -> Rooms:
        """One of the processes."""
        return self.rng.choice(self.rooms)

    async def open(self, code: str) -> None:
        """Begin with a room that is made."""
        self.code = code
        await self.play(*(rooms.tick() for rooms in self.rooms))

    async def close(self) -> None:
        """Every process ends."""
        await self.play(*(rooms.close() for rooms in self.rooms))
        await asyncio.gather(*self._watching)

    async def play(self, *work: Coroutine[Any, Any, Any]) -> None:
        """Do all of it at once, by the seed."""
        await self.pace.play(*work)

    async def watch(self, token: str | None = None) -> None:
        """Begin to watch, with the token or as a spectator, and keep all that is shown till the end."""
        with suppress(Refused):
            listener = await self.anywhere.listen(self.code, token).__aenter__()
            self._watching.add(asyncio.create_task(self._keep(listener, self.client(token).append)))

    async def _keep(self, listener: Listener, keep: Callable[[Json], None]) -> None:
        with suppress(Refused):  # the seat was given to somebody else
            async for scene in listener:
                keep(scene.object)
        await listener.__aexit__(None, None, None)

    def client(self, token: str | None) -> list[Json]:
        """Where a new client keeps what it is shown."""
        shown: list[Json] = []
        self.shown.append((token, shown))
        return shown

    async def tab(self, token: str, times: int) -> None:
        """One tab with that seat's page: so many frames at random, each through a process of its own, some twice."""
        shown = self.client(token)
        for _ in range(times):
            with suppress(Refused):  # the seat was given to somebody else
                room = (await self.anywhere.look(self.code, token)).object
                shown.append(room)
                moves = (await self.anywhere.moves(self.code, token))["moves"]
                undo = room["undo"] and self.rng.random() < 0.3
                if moves or undo:
                    frame = None if undo else self.rng.choice(moves)
                    await self.frame(token, room["at"], frame, shown, repeat=self.rng.random() < 0.3)

    async def frame(self, token: str, at: int, move: Json | None, shown: list[Json], repeat: bool = False) -> None:
        """One frame, an undo where there is no move; `repeat`: and again before it is answered, by another client."""
        again = [self._frame(token, at, move, self.client(token))] if repeat else []
        await asyncio.gather(self._frame(token, at, move, shown), *again)

    async def _frame(self, token: str, at: int, move: Json | None, shown: list[Json]) -> None:
        rooms = self.anywhere
        try:
            if move is None:
                room = (await rooms.undo(self.code, token, at)).object
            else:
                room = (await rooms.play(self.code, token, at, move)).object
        except Refused as refused:
            if refused.code not in REFUSALS:
                raise
            shown += [refused.room] if refused.room else []
            return
        shown.append(room)
        self.answered.append((room["seat"], at, {"undo": True} if move is None else {"move": move}))

    async def _witness(self) -> None:
        if self.code:
            record = await read.room_by_code(self.store, self.code)
            assert record
            if not self.truths or record.room.rev != self.truths[-1].row.rev:
                self.truths.append(load(record, ALL_GAMES))
