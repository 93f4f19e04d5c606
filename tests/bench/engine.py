"""How fast the engines are: `python tests/bench/engine.py`. One figure a line, each also in loops.

A loop is the time of 1,000,000 integer additions in plain Python, the baseline of the same run: machines are noisy, so
the last column (figure / loop) is what to compare between runs. Exits 1 when a figure misses its target.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

sys.path[0] = str(Path(__file__).resolve().parents[2])  # else this file would hide the package that it measures

from engine import GAMES, Config, after, playout, replay  # noqa: E402

US, MS = 1e6, 1e3


@dataclass(frozen=True)
class Table:
    """One way to play one game, and how wide its `legal` may be in milliseconds."""

    name: str
    game: str
    seats: int
    options: dict[str, object]
    legal_ms: float

    def starts(self, games: int) -> Iterator[tuple[Config, Any]]:
        for run in range(games):
            config = Config(self.seats, run.to_bytes(32, "big"), self.options)
            yield config, GAMES[self.game].setup(config)


SOLO = Table("roll_into_town solo 7x7", "roll_into_town", 1, {"size": 7}, 3)
WIDE = Table("roll_into_town solo 11x11", "roll_into_town", 1, {"size": 11}, 8)
THREE = Table("little_town 3 players", "little_town", 3, {}, 3)
FOUR = Table("little_town 4 players, board B", "little_town", 4, {"board": "B"}, 3)


def loop_seconds() -> float:
    """The baseline: best of five runs of 1,000,000 additions."""

    def once() -> float:
        total, start = 0, perf_counter()
        for i in range(1_000_000):
            total += i
        return perf_counter() - start

    return min(once() for _ in range(5))


class Report:
    def __init__(self) -> None:
        self.loop = loop_seconds()
        self.missed = 0
        print(f"{'loop of 1,000,000 additions':58} {self.loop * MS:10.2f} ms")

    def line(self, what: str, seconds: float, unit: str, target: float, at_least: bool = False) -> None:
        """One figure. `unit` is us, ms, "x" (a plain ratio) or "/s" (then `seconds` is the time of one)."""
        value = {"us": seconds * US, "ms": seconds * MS, "/s": 1 / seconds, "x": seconds}[unit]
        good = value >= target if at_least else value <= target
        self.missed += not good
        bound = ">=" if at_least else "<="
        loops = "" if unit == "x" else f" = {seconds / self.loop:.6f} loops"
        print(f"{what:58} {value:10.2f} {unit:3} {bound} {target:<5g} {'ok' if good else 'MISSED':6}{loops}")


def timed(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def checked_after(report: Report, table: Table, games: int = 50) -> None:
    """Each move's best of three: what the move costs, not what else the machine was doing."""
    game, rng, times = GAMES[table.game], Random(1), []
    for _, start in table.starts(games):
        state = start
        for seat, move in playout(game, start, rng)[1]:
            times.append(min(timed(lambda s=state, at=seat, m=move: after(game, s, at, m)) for _ in range(3)))
            state = after(game, state, seat, move)
    middle, high = median(times), quantiles(times, n=100)[98]
    report.line(f"{table.name}: checked after, median of {len(times)}", middle, "us", 100)
    report.line(f"{table.name}: checked after, p99 / median", high / middle, "x", 4)


def widest_legal(report: Report, table: Table, games: int = 200) -> None:
    """The slowest position of all games, timed again five times so that a hiccup of the machine does not count."""
    game, rng = GAMES[table.game], Random(2)
    slowest: tuple[float, Any, int] = (0.0, None, 0)
    for _, start in table.starts(games):
        state = start.copy()
        while active := game.active(state):
            seat = rng.choice(active)
            began = perf_counter()
            moves = game.legal(state, seat)
            spent = perf_counter() - began
            if spent > slowest[0]:
                again = min(timed(lambda s=state, at=seat: game.legal(s, at)) for _ in range(5))
                if again > slowest[0]:
                    slowest = (again, state.copy(), seat)
            game.apply(state, seat, rng.choice(moves))
    _, state, seat = slowest
    best = min(timed(lambda: game.legal(state, seat)) for _ in range(5))
    width = len(game.legal(state, seat))
    report.line(f"{table.name}: widest legal of {games} games ({width} moves)", best, "ms", table.legal_ms)


def random_games(report: Report, table: Table, target: float, games: int = 40) -> None:
    game, rng = GAMES[table.game], Random(3)
    spent = timed(lambda: [playout(game, state, rng) for _, state in table.starts(games)])
    report.line(f"{table.name}: random games", spent / games, "/s", target, at_least=True)


def replayed(report: Report, table: Table, games: int = 30) -> None:
    game, rng = GAMES[table.game], Random(4)
    logs = [(config, playout(game, state, rng)[1]) for config, state in table.starts(games)]
    spent = timed(lambda: [replay(game, config, moves) for config, moves in logs])
    report.line(f"{table.name}: replay, a move", spent / sum(len(moves) for _, moves in logs), "us", 60)


def main() -> int:
    gc.freeze()
    report = Report()
    for table in (SOLO, WIDE, THREE, FOUR):
        checked_after(report, table)
        replayed(report, table)
    for table in (SOLO, WIDE, THREE, FOUR):
        widest_legal(report, table)
    random_games(report, SOLO, 30)
    random_games(report, THREE, 20)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
