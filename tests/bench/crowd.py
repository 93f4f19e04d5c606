"""Rooms full of players for load.py: they play games drawn at random beforehand, and look what they are shown.

The generator shares the machine with what it measures, so the moves of a game, and the frames that carry them, are made
before the clock starts. In some rooms (`Table.checked`) each object that comes is compared with the engine's own view.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Protocol

import httpx

from engine import GAMES, Config, after, playout
from tests.bench.viewer import Viewer, framed

SEATS = 4
GAME = "little_town"


@dataclass(frozen=True)
class Script:
    """One game: its seed, its moves, and the frame that carries each."""

    game: str
    config: Config
    moves: list[tuple[int, Any]]
    frames: list[bytes]


def scripts(number: int, game: str = GAME, seats: int = SEATS, **options: object) -> list[Script]:
    """That many games of that many seats, each another one, the same at every run."""
    made = []
    for run in range(number):
        config = Config(seats, run.to_bytes(32, "big"), options)
        moves = playout(GAMES[game], GAMES[game].setup(config), Random(run))[1]
        made.append(Script(game, config, moves, list(_frames(game, seats, moves))))
    return made


def _frames(game: str, seats: int, moves: list[tuple[int, Any]]) -> Iterator[bytes]:
    at = [0] * seats
    for seat, move in moves:
        yield framed(json.dumps({"at": at[seat], "move": GAMES[game].encode(move)}).encode())
        at[seat] += 1


class Target(Protocol):
    """What a table plays on: the product, or the baseline."""

    port: int

    async def prepare(self, table: "Table") -> None:
        """Make its room and open its sockets."""
        ...

    async def close(self) -> None:
        """No more calls."""
        ...


@dataclass(eq=False)
class Table:
    """One room and its viewers. `done(table, seconds)` is called when all of them have seen a move.

    `endless`: begin the script again at its end, which only the baseline takes for a move.
    """

    script: Script
    address: str
    checked: bool = False
    endless: bool = False
    code: str = ""
    tokens: list[str] = field(default_factory=list)
    viewers: list[Viewer] = field(default_factory=list)
    shown: dict[Viewer, bytes] = field(default_factory=dict)  # the last that came to each
    position: int = 0
    waiting: int = 0
    scenes: int = 0
    began: float = 0.0
    accepted: bool = False
    faults: list[str] = field(default_factory=list)
    done: Callable[["Table", float], None] = lambda table, seconds: None
    state: Any = None

    @property
    def over(self) -> bool:
        """Are there no more moves?"""
        return self.position == len(self.script.frames)

    @property
    def broken(self) -> bool:
        """Has a viewer lost its socket? Then nobody can play on here."""
        return any(viewer.lost for viewer in self.viewers)

    def move(self) -> None:
        """The next one."""
        if self.waiting:
            self.faults.append(f"{self.code}: move {self.position} was not seen by all before the next")
        seat, move = self.script.moves[self.position]
        if self.checked:
            game = GAMES[self.script.game]
            before = game.setup(self.script.config) if self.state is None else self.state
            self.state = after(game, before, seat, move)
        frame = self.script.frames[self.position]
        self.position += 1
        if self.endless:
            self.position %= len(self.script.frames)
        self.waiting, self.accepted = len(self.viewers), False
        self.began = perf_counter()
        self.viewers[seat].send(frame)

    def heard(self, viewer: Viewer, payload: bytes) -> None:
        """A frame has come."""
        if payload.startswith(b'{"ok"'):
            self.accepted = True
        elif payload.startswith(b'{"error"'):
            self.faults.append(f"{self.code}: {payload[:200]!r}")
        else:
            self.scenes += 1
            self.shown[viewer] = payload
            if viewer in self.viewers:  # not to one that is being opened, or has gone
                self._scene(viewer, payload)

    def _scene(self, viewer: Viewer, payload: bytes) -> None:
        if not self.waiting:
            return
        if self.checked and payload.startswith(b'{"code"'):
            self._compare(self.viewers.index(viewer), json.loads(payload))
        self.waiting -= 1
        if not self.waiting:
            self.done(self, perf_counter() - self.began)

    def _compare(self, seat: int, told: dict[str, Any]) -> None:
        if told["view"] != json.loads(json.dumps(GAMES[self.script.game].view(self.state, seat))):
            self.faults.append(f"{self.code}: seat {seat} was shown something else after move {self.position}")

    def close(self) -> None:
        """Everybody goes."""
        for viewer in self.viewers:
            viewer.close()
        self.viewers.clear()
        self.shown.clear()


class Product:
    """Machi. `html`: its players look at pages, whose sockets offer compression as browsers do."""

    def __init__(self, port: int, html: bool = False) -> None:
        self.port = port
        self.path = "/r/{}/live" if html else "/api/rooms/{}/live"
        self.html = html
        kept = httpx.Limits(keepalive_expiry=2)  # less than the server's: no call meets a connection that just ends
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=kept)

    async def prepare(self, table: Table) -> None:
        """Make the room, start the game, open the sockets."""
        await self.start(table)
        await self.watch(table)

    async def close(self) -> None:
        """No more calls."""
        await self.http.aclose()

    async def start(self, table: Table) -> None:
        """A room whose game is on, without anybody connected."""
        config = table.script.config
        asked = {
            "game": table.script.game,
            "seats": config.seats,
            "options": dict(config.options),
            "seed": config.seed.hex(),
        }
        made = await self.call(table, "POST", "/api/rooms", {**asked, "name": "P0"})
        table.code, table.tokens = made["code"], [made["token"]]
        for number in range(1, config.seats):
            sat = await self.call(table, "POST", f"/api/rooms/{table.code}/seats", {"name": f"P{number}"})
            table.tokens.append(sat["token"])
        await self.call(table, "POST", f"/api/rooms/{table.code}/start", {}, table.tokens[0])

    async def watch(self, table: Table) -> None:
        """Open a socket for each seat, and wait until all are shown that all are there."""
        path = self.path.format(table.code)
        for token in table.tokens:
            viewer = await Viewer.open(table.heard, self.port, path, token, table.address, self.html)
            table.viewers.append(viewer)
        async with asyncio.timeout(60):
            while not all(self._shows_all(table, viewer) for viewer in table.viewers):
                await asyncio.sleep(0.01)

    def _shows_all(self, table: Table, viewer: Viewer) -> bool:
        """Does it know of every player? Of a page one cannot tell: there `Crowd.quiet` waits for the last news."""
        shown = table.shown.get(viewer, b"")
        return bool(shown) if self.html else shown.count(b'"connected":true') == len(table.tokens)

    async def call(self, table: Table, method: str, path: str, content: object, token: str | None = None) -> Any:
        """One call of the API. Raises for an answer that is no success."""
        headers = {"X-Forwarded-For": table.address} | ({"Authorization": f"Bearer {token}"} if token else {})
        answer = await self.http.request(method, path, json=content, headers=headers)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    async def look(self, table: Table, path: str) -> None:
        """What the table's first player gets there, whatever it is."""
        headers = {"X-Forwarded-For": table.address, "Authorization": f"Bearer {table.tokens[0]}"}
        (await self.http.get(path, headers=headers)).raise_for_status()


class Bare:
    """The baseline: a table's address is its room."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def prepare(self, table: Table) -> None:
        """Open the sockets."""
        table.code, table.endless = table.address, True
        for _ in range(table.script.config.seats):
            path = f"/{table.address}"
            table.viewers.append(await Viewer.open(table.heard, self.port, path, None, table.address))

    async def close(self) -> None:
        """There were none."""


class Crowd:
    """Tables on one target. Each is at an address of its own, as homes are."""

    def __init__(self, target: Target, played: list[Script], tables: int, checked: int = 2, net: int = 0) -> None:
        self.target = target
        self.scripts = played
        self.tables = [self._table(number, number < checked, net) for number in range(tables)]

    def _table(self, number: int, checked: bool, net: int) -> Table:
        script = self.scripts[number % len(self.scripts)]
        return Table(script, f"10.{net}.{number // 250}.{number % 250}", checked)

    async def open(self) -> None:
        """All tables, some at a time, and then quiet."""
        few = asyncio.Semaphore(8)

        async def prepare(table: Table) -> None:
            async with few:
                await self.target.prepare(table)

        await asyncio.gather(*(prepare(table) for table in self.tables))
        await self.quiet()

    async def again(self, table: Table) -> None:
        """Another game at a table whose game is over, in a new room."""
        table.close()
        table.script = self.scripts[(self.scripts.index(table.script) + 1) % len(self.scripts)]
        table.position, table.waiting, table.state = 0, 0, None
        await self.target.prepare(table)

    async def quiet(self, seconds: float = 1) -> None:
        """Wait until nothing more has come for so long."""
        seen = -1
        while seen != (seen := sum(table.scenes for table in self.tables)):
            await asyncio.sleep(seconds)

    async def close(self) -> None:
        """Everybody goes, and is gone."""
        viewers = [viewer for table in self.tables for viewer in table.viewers]
        for table in self.tables:
            table.close()
        while not all(viewer.lost for viewer in viewers):
            await asyncio.sleep(0.01)
        await self.target.close()

    def faults(self) -> list[str]:
        """Everything that went wrong."""
        lost = [
            f"{table.code}: a socket ended, {each.why}" for table in self.tables for each in table.viewers if each.lost
        ]
        return [fault for table in self.tables for fault in table.faults] + lost
