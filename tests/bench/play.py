"""Ways for a crowd to play: at people's pace, or as fast as the answers come."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from tests.bench.crowd import Crowd, Table
from tests.bench.figures import Book, Machine, percentile

EVERY = 2.0  # seconds between two moves of a room
WARM = 3.0  # seconds that do not count
WARM_MOVES = 10  # in each room, at full speed
SPAN = 4.0  # seconds at most that a run at full speed is measured
SAMPLES = 12  # looks at what the server holds
GROWTH = 2.0  # percent that a soaked server's memory may waver
FILES = 20  # open files that are there by chance: connections of the pool, a caller's
PATIENCE = 120  # seconds for it at most, warming up included


Again = Callable[[Table], Awaitable[None]]


@dataclass
class Run:
    """What was measured. `cpu`: seconds of the server's processes; `latencies`: seconds to the last viewer's frame."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    latencies: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def cpu_a_move(self) -> float:
        """Seconds of the server's processes."""
        return self.cpu / max(1, self.moves)

    def latency(self, of: float) -> float:
        """A percentile, in seconds; of none: for ever."""
        return percentile(self.latencies, of) if self.latencies else float("inf")


class Watch:
    """Counts the moves between `start` and `stop`, and what they cost."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.run = Run()
        self.counting = False
        self.began, self.cpu = 0.0, 0.0

    def start(self) -> None:
        """From the first call on."""
        if not self.began:
            self.counting = True
            self.began, self.cpu = perf_counter(), self.machine.cpu()

    def seen(self, seconds: float) -> None:
        """A move was seen by all after that time."""
        if self.counting:
            self.run.latencies.append(seconds)

    def stop(self) -> Run:
        """Until now."""
        if self.counting:
            self.counting = False
            self.run.moves = len(self.run.latencies)
            self.run.seconds = perf_counter() - self.began
            self.run.cpu = self.machine.cpu() - self.cpu
        return self.run


async def at_once(crowd: Crowd, machine: Machine) -> Run:
    """Every room moves as soon as all have seen the last move, until the first game ends."""
    watch, ended = Watch(machine), asyncio.Event()
    loop = asyncio.get_running_loop()

    def done(table: Table, seconds: float) -> None:
        watch.seen(seconds)
        if table.over or ended.is_set():
            watch.stop()
            ended.set()
        else:
            loop.call_soon(table.move)
        if table is crowd.tables[0] and table.position == WARM_MOVES and not watch.began:
            watch.start()
            loop.call_later(SPAN, ended.set)

    for table in crowd.tables:
        table.done = done
        table.move()
    await asyncio.wait_for(ended.wait(), PATIENCE)
    watch.stop()
    await asyncio.sleep(0.5)  # what is on its way may come
    return watch.run


async def at_a_pace(crowd: Crowd, machine: Machine, seconds: float) -> Run:
    """One move every `EVERY` seconds in each room, the rooms spread over that time."""
    watch = Watch(machine)
    until = asyncio.get_running_loop().time() + WARM + seconds
    players = [asyncio.create_task(_paced(table, watch, until)) for table in crowd.tables]
    await asyncio.sleep(WARM)
    watch.start()
    await asyncio.gather(*players)
    run = watch.stop()
    run.faults += [f"{table.code}: a move was not seen by all" for table in crowd.tables if table.waiting]
    return run


async def _paced(table: Table, watch: Watch, until: float, again: Again | None = None) -> None:
    loop, rng = asyncio.get_running_loop(), Random(table.address)
    table.done = lambda table, seconds: watch.seen(seconds)
    due = loop.time() + rng.random() * EVERY
    while due < until - EVERY:
        await asyncio.sleep(max(0, due - loop.time()))
        if table.broken or (table.over and again is None):
            break
        if table.over and again is not None:
            await again(table)
        table.move()
        due = max(due + EVERY, loop.time())
    await asyncio.sleep(EVERY)


async def soaked(book: Book, crowd: Crowd, machine: Machine, seconds: float) -> Run:
    """`at_a_pace`, and a new game in place of each that ends. What the server holds may not grow in the second half.

    By then as many rooms without players are at hand as ever will be: on a slow machine that took 700 of 1800 s.
    """
    watch = Watch(machine)
    watch.start()
    until = asyncio.get_running_loop().time() + seconds
    players = [asyncio.create_task(_paced(table, watch, until, crowd.again)) for table in crowd.tables]
    held = []
    for part in range(SAMPLES):
        await asyncio.sleep(seconds / SAMPLES)
        held.append((machine.memory(), machine.files()))
        book.line(f"soak: after {(part + 1) * seconds / SAMPLES:,.0f} s, memory", held[-1][0] / 1e6, "MB")
    await asyncio.gather(*players)
    (memory, files), (last_memory, last_files) = held[SAMPLES // 2 - 1], held[-1]
    book.line("soak: memory grown since half of it", (last_memory / memory - 1) * 100, "%", most=GROWTH)
    book.line("soak: open files grown since half of it", last_files - files, "", most=FILES)
    return watch.stop()
