"""Eight players and eight who watch behind one address, and somebody elsewhere who floods the server:
`python -m tests.bench.home` (in .venv) says how long they wait for each other's moves, without the flood and with it.

The same two games are played twice, in rooms of their own: two tables of four, each with two who watch by the API and
two who have the page open. Meanwhile a guest opens the page of a room again and again.
"""

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from app.store.embedded import Embedded
from app.store.migrate import upgrade
from tests.bench.crowd import Crowd, Product, Table, scripts
from tests.bench.figures import MS, Book, Machine, percentile, pid_of
from tests.bench.play import Run, at_once
from tests.bench.viewer import Viewer
from tests.server import ROOT, Server

HOME, ABUSER = "198.51.100.7", "203.0.113.66"  # as a proxy tells them
ELSEWHERE = "127.0.0.2"  # where the abuser, or the proxy it comes through, connects from
TABLES = 2
LAZY = 19  # what is measured is the server, not who gets the cores
PAGES = 20  # times that the guest opens a page
BEGUN = frozenset({"404", "413", "4413", "429"})
"""What the abuser has been told when the flood is on: no such room, too large a body, too large a frame, too many."""
REFUSED = BEGUN | {"4429", "431", "408"}
"""What it must be told in time: too many sockets, too large a head, too slow a one."""
PATIENCE = 120  # seconds for each of them, and for the last move to be seen: on a machine that does much else


class Home(Crowd):
    """Two tables at one address, with spectators."""

    def _table(self, number: int, checked: bool, net: int) -> Table:
        return Table(self.scripts[number], HOME)

    async def open(self) -> None:
        """All tables, and who watches: by the API and on pages, half and half."""
        assert isinstance(self.target, Product)
        for table in self.tables:
            await self.target.prepare(table)
            for path, page in (("/api/rooms/{}/live", False), ("/r/{}/live", True)) * 2:
                opening = Viewer.open(table.heard, self.target.port, path.format(table.code), None, HOME, page)
                table.viewers.append(await opening)
        await self.quiet()


@dataclass
class Played:
    """What the home saw: its moves, and in how many seconds each page came."""

    moves: Run
    pages: list[float] = field(default_factory=list)


async def play(home: Home, server: Server) -> Played:
    """Both games, as fast as they can be played, and the guest."""
    async with asyncio.TaskGroup() as tasks:
        guest = tasks.create_task(visit(home))
        run = await at_once(home, Machine(pid_of(server)))
    async with asyncio.timeout(PATIENCE):
        while any(table.waiting for table in home.tables):
            await asyncio.sleep(0.01)
    run.faults += home.faults()
    return Played(run, guest.result())


async def visit(home: Home) -> list[float]:
    """Open a page several times; seconds until each was there. Raises for any answer but 200."""
    assert isinstance(home.target, Product)
    took = []
    for _ in range(PAGES):
        began = perf_counter()
        await home.target.look(home.tables[0], f"/r/{home.tables[0].code}")
        took.append(perf_counter() - began)
    return took


async def join(home: Home) -> None:
    """Somebody at home who begins to watch now sees the room, too."""
    assert isinstance(home.target, Product)
    table = home.tables[0]
    viewer = await Viewer.open(table.heard, home.target.port, f"/api/rooms/{table.code}/live", None, HOME)
    async with asyncio.timeout(PATIENCE):
        while viewer not in table.shown and not viewer.lost:
            await asyncio.sleep(0.01)
    assert viewer in table.shown, viewer.why
    viewer.close()


@asynccontextmanager
async def flooding(port: int, code: str, proxied: bool, nice: int) -> AsyncIterator[Counter[str]]:
    """A flood during the block; after it what it was answered, how often. It ends once it was refused in all ways."""
    where = [ELSEWHERE, *([ABUSER] if proxied else [])]
    pipe = asyncio.subprocess.PIPE
    flood = await asyncio.create_subprocess_exec(
        *("nice", "-n", str(nice), sys.executable, "-m", "tests.bench.flood", str(port), code, *where),
        cwd=ROOT,
        stdin=pipe,
        stdout=pipe,
    )
    assert flood.stdout
    told: Counter[str] = Counter()
    kinds: set[str] = set()
    try:
        await _heard(flood.stdout, kinds, BEGUN)
        yield told
        await _heard(flood.stdout, kinds, REFUSED)
    finally:
        said, _ = await flood.communicate(b"")  # an end of its input
    told.update(json.loads(said.splitlines()[-1]))


async def _heard(lines: asyncio.StreamReader, kinds: set[str], wanted: frozenset[str]) -> None:
    """Read on until all wanted kinds of answers have come."""
    while not kinds >= wanted:
        try:
            async with asyncio.timeout(PATIENCE):
                line = await lines.readline()
        except TimeoutError:
            line = b""
        if not line:
            raise AssertionError(f"the flood was told {sorted(kinds)}, not {sorted(wanted - kinds)}")
        kinds.add(line.decode().strip())


@dataclass
class Disturbance:
    """The same games in peace and in the flood, and what the flood was told."""

    peace: Played
    flood: Played
    told: Counter[str]


async def disturbed(server: Server, proxied: bool, nice: int) -> Disturbance:
    """Play in peace, then in a flood. `proxied`: the server trusts 127.0.0.0/8, and everybody comes through there.
    `nice`: how nice the flood is to other processes."""
    played = scripts(TABLES)
    homes = [Home(Product(server.port), played, TABLES) for _ in range(2)]
    for home in homes:
        await home.open()
    peace = await play(homes[0], server)
    async with flooding(server.port, homes[1].tables[0].code, proxied, nice) as told:
        flood = await play(homes[1], server)
        await join(homes[1])
    for home in homes:
        await home.close()
    return Disturbance(peace, flood, told)


def report(book: Book, what: str, seen: Disturbance) -> None:
    """One figure a line."""
    for when, each in (("in peace", seen.peace), ("in the flood", seen.flood)):
        book.line(f"{what}, {when}: errors", len(each.moves.faults), most=0)
        book.line(f"{what}, {when}: from a move to the last viewer's sight, median", each.moves.latency(50) * MS, "ms")
        book.line(f"{what}, {when}: the same, p99", each.moves.latency(99) * MS, "ms")
        book.line(f"{what}, {when}: a page, median", percentile(each.pages, 50) * MS, "ms")
    for answer, times in sorted(seen.told.items()):
        book.line(f"{what}: the flood was told {answer}", times)


def settings(proxied: bool) -> dict[str, str]:
    """With the bounds as people have them."""
    return {"MACHI_LIMITS": "1", **({"MACHI_TRUSTED_PROXIES": "127.0.0.0/8"} if proxied else {})}


def main() -> int:
    book = Book()
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as postgres:
        upgrade(postgres.url)
        for what, proxied in (("at home", False), ("behind a proxy", True)):
            server = Server(Path(folder), DATABASE_URL=postgres.url, **settings(proxied))
            server.start()
            try:
                report(book, what, asyncio.run(disturbed(server, proxied, LAZY)))
            finally:
                server.stop()
    return 1 if book.missed else 0


if __name__ == "__main__":
    sys.exit(main())
