"""How much one server bears: `python -m tests.bench.load [SECTION ...]` (in .venv) prints one figure a line, with its
limit, and exits with 1 where one is missed. Sections, all by default but the last: paced, most, html, two, memory,
opening, soak (30 minutes; `soak=90` for 90 seconds).

The baseline (bare.py) runs in the same run on the same machine, with the same Postgres: embedded, fsync on. Servers,
Postgres and this generator are processes of their own that share the cores, so besides what a clock says there is what
the machine says: the CPU time of the server's processes, user and system, for each move.
"""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from statistics import median

import uvloop

from app.store.embedded import Embedded
from app.store.migrate import upgrade
from tests.bench import idle
from tests.bench.crowd import Bare, Crowd, Product, Script, scripts
from tests.bench.figures import MS, US, Book, Machine, pid_of
from tests.bench.play import Run, at_a_pace, at_once, soaked
from tests.ports import free_port
from tests.server import ROOT, Server

ROOMS, HTML_ROOMS = 500, 100  # at the pace of people: a move every 2 seconds in each
BUSY, HTML_BUSY = 60, 15  # rooms that move as fast as they can
TURNS = 5  # runs of each at full speed, a few seconds long
PACED_SECONDS = 30.0
SOAK_SECONDS = 1800.0

Play = Callable[[Crowd, Machine], Awaitable[Run]]


class Bench:
    """One run: the book, the database, the games."""

    def __init__(self, book: Book, folder: Path, database: str, played: list[Script]) -> None:
        self.book = book
        self.folder = folder
        self.database = database
        self.scripts = played
        self.nets = iter(range(256))

    @contextmanager
    def product(self, workers: int = 1) -> Iterator[Server]:
        """Machi, as it is started for people; each table tells an address of its own through a trusted proxy."""
        settings = {"MACHI_WORKERS": str(workers), "MACHI_TRUSTED_PROXIES": "127.0.0.1", "MACHI_LOG_LEVEL": "warning"}
        server = Server(self.folder, DATABASE_URL=self.database, **settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()

    @contextmanager
    def bare(self) -> Iterator[tuple[int, int]]:
        """The baseline: its port and its process."""
        port = free_port()
        process = subprocess.Popen([sys.executable, "-m", "tests.bench.bare", self.database, str(port)], cwd=ROOT)
        try:
            while not answers(port):
                time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait()

    def crowd(self, port: int, tables: int, html: bool = False) -> Crowd:
        """Tables at Machi."""
        return Crowd(Product(port, html), self.scripts, tables, net=next(self.nets))

    def run(self, what: str, crowd: Crowd, pid: int, play: Play) -> Run:
        """Open the tables, play, close them; what is common to all runs is printed."""
        run = played(crowd, pid, play)
        self.report(what, [run])
        return run

    def report(self, what: str, runs: Sequence[Run]) -> None:
        """What is said of all runs: the moves and faults of all of them, the median of what a move costs."""
        faults = [fault for run in runs for fault in run.faults]
        self.book.line(f"{what}: moves", sum(run.moves for run in runs))
        self.book.line(f"{what}: errors", len(faults), most=0)
        for fault in faults[:5]:
            print(f"  {fault}")
        self.book.line(f"{what}: server CPU a move", median(run.cpu_a_move for run in runs) * US, "us")


def played(crowd: Crowd, pid: int, play: Play) -> Run:
    """Open the tables, play, close them."""

    async def all_of_it() -> Run:
        await crowd.open()
        run = await play(crowd, Machine(pid))
        run.faults += crowd.faults()
        await crowd.close()
        return run

    return uvloop.run(all_of_it())


def answers(port: int) -> bool:
    """Does somebody listen there?"""
    with socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def paced(bench: Bench) -> None:
    """People's pace: how long until the last of a room's four viewers has been sent the new board."""
    with bench.bare() as (port, pid):
        crowd = Crowd(Bare(port), bench.scripts, ROOMS, checked=0, net=next(bench.nets))
        report_paced(bench, f"paced, baseline, {ROOMS} rooms", crowd, pid, None)
    with bench.product() as server:
        crowd = bench.crowd(server.port, ROOMS)
        report_paced(bench, f"paced, JSON, {ROOMS} rooms", crowd, pid_of(server), 50)
    with bench.product() as server:
        crowd = bench.crowd(server.port, HTML_ROOMS, html=True)
        report_paced(bench, f"paced, HTML, {HTML_ROOMS} rooms", crowd, pid_of(server), 50)


def report_paced(bench: Bench, what: str, crowd: Crowd, pid: int, most: float | None) -> None:
    run = bench.run(what, crowd, pid, lambda crowd, machine: at_a_pace(crowd, machine, PACED_SECONDS))
    report_latency(bench, what, run, most)


def report_latency(bench: Bench, what: str, run: Run, most: float | None) -> None:
    bench.book.line(f"{what}: from send to the last viewer's frame, median", run.latency(50) * MS, "ms")
    bench.book.line(f"{what}: the same, p99", run.latency(99) * MS, "ms", most=most)


def most(bench: Bench) -> None:
    """As fast as the rooms can: moves a second, and what of the server's one core each took.

    In turns, several times, and the median of the ratios: what else the machine does meanwhile meets all alike.
    """
    bare_runs, json_runs, html_runs = [], [], []
    with bench.bare() as (port, pid), bench.product() as server:
        for _ in range(TURNS):
            crowd = Crowd(Bare(port), bench.scripts, BUSY, checked=0, net=next(bench.nets))
            bare_runs.append(played(crowd, pid, at_once))
            json_runs.append(played(bench.crowd(server.port, BUSY), pid_of(server), at_once))
            html_runs.append(played(bench.crowd(server.port, HTML_BUSY, html=True), pid_of(server), at_once))
    report_rates(bench, "most, baseline", bare_runs)
    report_rates(bench, "most, JSON", json_runs, bare_runs, "baseline's")
    report_rates(bench, "most, HTML", html_runs, json_runs, "JSON's")


def report_rates(bench: Bench, what: str, runs: Sequence[Run], base: Sequence[Run] = (), whose: str = "") -> None:
    """`base`: the runs, one for each, of whose moves a second these must make a quarter."""
    bench.report(what, runs)
    bench.book.line(f"{what}: moves a second", median(run.rate for run in runs), "/s")
    bench.book.line(f"{what}: p99", median(run.latency(99) for run in runs) * MS, "ms")
    if base:
        pairs = list(zip(runs, base, strict=True))
        rate = median(run.rate / other.rate for run, other in pairs)
        bench.book.line(f"{what}: of the {whose} moves a second", rate * 100, "%", least=25)
        by_cpu = median(other.cpu_a_move / run.cpu_a_move for run, other in pairs)
        bench.book.line(f"{what}: of the {whose} moves a second of CPU", by_cpu * 100, "%", least=25)


def two(bench: Bench) -> None:
    """Two processes behind one port: what it costs that they tell each other."""
    each = {}
    for workers in (1, 2):
        with bench.product(workers) as server:
            run = bench.run(f"{workers} processes", bench.crowd(server.port, BUSY), pid_of(server), at_once)
            bench.book.line(f"{workers} processes: moves a second", run.rate, "/s")
            each[workers] = run.cpu_a_move
    bench.book.line("two processes: CPU a move, times that of one", each[2] / each[1], "", most=1.25)


def memory(bench: Bench) -> None:
    """Rooms that nobody moves in, and sockets on which nothing comes."""
    idle.memory(bench.book, bench.product, bench.scripts)


def opening(bench: Bench) -> None:
    """A long game that the server has not at hand."""
    idle.opening(bench.book, bench.product)


def soak(bench: Bench, seconds: float = SOAK_SECONDS) -> None:
    """The paced load for long: games end, others begin, nothing grows."""
    with bench.product() as server:
        crowd = bench.crowd(server.port, ROOMS)
        run = bench.run("soak", crowd, pid_of(server), lambda each, machine: soaked(bench.book, each, machine, seconds))
        report_latency(bench, "soak", run, most=50)


SECTIONS: dict[str, Callable[..., None]] = {
    "paced": paced, "most": most, "two": two, "memory": memory, "opening": opening, "soak": soak
}  # fmt: skip


def main(wanted: list[str]) -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # through every `finally`: no server stays behind
    book = Book()
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as postgres:
        upgrade(postgres.url)
        bench = Bench(book, Path(folder), postgres.url, scripts(60))
        for word in wanted or [name for name in SECTIONS if name != "soak"]:
            name, _, seconds = word.partition("=")
            SECTIONS[name](bench, *([float(seconds)] if seconds else []))
    return 1 if book.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
