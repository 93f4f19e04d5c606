"""One figure a line, with its limit, and what the machine gave meanwhile."""

from collections.abc import Sequence

import psutil

from tests.server import Server

MS, US, KB = 1e3, 1e6, 1e3


class Book:
    """Prints figures, and remembers whether one missed its limit."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def line(
        self, what: str, value: float, unit: str = "", most: float | None = None, least: float | None = None
    ) -> None:
        """One figure; `most` and `least` are its limits, if it has any."""
        limit = "" if most is None else f" (at most {most:g})"
        limit = limit if least is None else f" (at least {least:g})"
        missed = (most is not None and value > most) or (least is not None and value < least)
        if missed:
            self.missed.append(what)
        print(
            f"{what}: {value:,.{2 if abs(value) < 100 else 0}f} {unit}{limit}{' MISSED' if missed else ''}", flush=True
        )


def percentile(values: Sequence[float], of: float) -> float:
    """The value that `of` hundredths of all do not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(of / 100 * len(ordered)))]


def pid_of(server: Server) -> int:
    """The first of its processes."""
    assert server.process is not None
    return server.process.pid


class Machine:
    """What a server's processes use: those that answer the web, not its Postgres."""

    def __init__(self, pid: int) -> None:
        first = psutil.Process(pid)
        below = first.children(recursive=True)
        self.processes = [first, *(each for each in below if any("spawn_main" in word for word in each.cmdline()))]

    def cpu(self) -> float:
        """Seconds of user and system time so far, all processes together."""
        times = [each.cpu_times() for each in self.processes]
        return float(sum(each.user + each.system for each in times))

    def memory(self) -> float:
        """Bytes that belong to these processes alone."""
        return float(sum(each.memory_full_info().uss for each in self.processes))

    def files(self) -> int:
        """Open files and sockets."""
        return sum(each.num_fds() for each in self.processes)
