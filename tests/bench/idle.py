"""What is at rest: the memory of rooms and sockets, and how long it takes to open a room that is not at hand."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from statistics import median
from time import perf_counter

import uvloop

from engine import GAMES
from tests.bench.crowd import Crowd, Product, Script, Table, scripts
from tests.bench.figures import KB, MS, Book, Machine, pid_of
from tests.server import Server

Start = Callable[[], AbstractContextManager[Server]]

ROOMS = 200
MOVES = 60  # played in each of them before: the middle of a game
IDLE = 5  # seconds without a move
LONG = 400  # settled moves of a long game
ROUND = 40  # moves more, of which some may be drafts still
OPENINGS = 3
PATIENCE = 60  # seconds for a move to be seen by all


def memory(book: Book, start: Start, played: list[Script]) -> None:
    """Rooms in the middle of a game: opened by a look at them, then watched by their players."""
    with start() as server:
        crowd = Crowd(Product(server.port), played, ROOMS)
        uvloop.run(_played(crowd))
    with start() as server:
        crowd.target = Product(server.port)
        uvloop.run(_measured(book, crowd, Machine(pid_of(server))))


async def _played(crowd: Crowd) -> None:
    await crowd.open()
    await asyncio.gather(*(played_to(table, MOVES) for table in crowd.tables))
    await crowd.close()


async def played_to(table: Table, position: int) -> None:
    """Play until that many moves have been made and seen. Raises `AssertionError` with what went wrong."""
    while table.position < position:
        seen = asyncio.Event()
        table.done = lambda table, seconds, seen=seen: seen.set()
        table.move()
        await asyncio.wait_for(seen.wait(), PATIENCE)
        assert not table.faults, table.faults


async def _measured(book: Book, crowd: Crowd, machine: Machine) -> None:
    target, warm, rest = crowd.target, crowd.tables[:20], crowd.tables[20:]
    assert isinstance(target, Product)
    for table in warm:  # what the process itself needs once it does something
        await target.look(table, f"/api/rooms/{table.code}")
        await target.watch(table)
    await asyncio.gather(*(played_to(table, MOVES + 20) for table in warm))
    await crowd.quiet(IDLE)
    empty = machine.memory()
    for table in rest:
        await target.look(table, f"/api/rooms/{table.code}")
    rooms = machine.memory()
    for table in rest:
        await target.watch(table)
    await crowd.quiet(IDLE)
    sockets = machine.memory()
    await asyncio.gather(*(played_to(table, MOVES + 1) for table in rest))
    await crowd.quiet(IDLE)
    moved = machine.memory()
    await crowd.close()
    book.line("memory: the process itself, with 20 rooms", empty / 1e6, "MB")
    book.line("memory: an idle room", (rooms - empty) / len(rest) / KB, "kB", most=60)
    book.line("memory: an idle socket", (sockets - rooms) / len(rest) / 4 / KB, "kB", most=30)
    book.line("memory: an idle socket after a move", (moved - rooms) / len(rest) / 4 / KB, "kB", most=30)


def opening(book: Book, start: Start) -> None:
    """Long games, each opened by the first to ask after a restart: as JSON, and as a page."""
    drawn = [script for script in scripts(30, "roll_into_town", 4, size=11) if len(script.moves) > LONG + ROUND]
    tables = [Table(drawn[number % len(drawn)], f"10.0.0.{number}") for number in range(2 * OPENINGS + 2)]
    with start() as server:
        uvloop.run(_made(Product(server.port), tables))
    with start() as server:
        uvloop.run(_opened(book, Product(server.port), tables))


async def _made(target: Product, tables: list[Table]) -> None:
    await asyncio.gather(*(_played_without_viewers(target, table) for table in tables))


async def _played_without_viewers(target: Product, table: Table) -> None:
    await target.start(table)
    game, at = GAMES[table.script.game], [0] * table.script.config.seats
    for seat, move in table.script.moves[: LONG + ROUND]:
        frame = {"at": at[seat], "move": game.encode(move)}
        await target.call(table, "POST", f"/api/rooms/{table.code}/moves", frame, table.tokens[seat])
        at[seat] += 1


async def _opened(book: Book, target: Product, tables: list[Table]) -> None:
    for what, path in (("JSON", "/api/rooms/{}"), ("page", "/r/{}")):
        first, *rest = tables[: OPENINGS + 1]
        del tables[: OPENINGS + 1]
        await target.look(first, path.format(first.code))  # templates and connections are there once for all
        times = []
        for table in rest:
            began = perf_counter()
            await target.look(table, path.format(table.code))
            times.append(perf_counter() - began)
        book.line(f"opening a game of {LONG} moves, {what}: median", median(times) * MS, "ms", most=50)
