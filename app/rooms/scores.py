"""How the scores of a finished game went: after each round, by which moves most, and where the points came from.

Read off the log by one replay, with every seat's own eyes: when a game is over nothing of it is hidden any more.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from app.rooms.access import check_over
from app.rooms.live import Live
from app.rooms.results import Json, Refused
from app.rooms.room import Room
from app.rooms.story import facts_for_all
from app.rooms.table import Table
from app.rooms.work import worked
from engine import Game, after

MOST = 32
"""Courses that a process keeps: some 300 kB each at the largest table."""
TURNING_POINTS = 5

Scores = tuple[int, ...]
"""By seat."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where all stood when a round was over; `number` 0: before the first move. `move`: of the log, how many rows.

    `view`: what a spectator saw then.
    """

    number: int
    move: int
    scores: Scores
    view: Json


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that changed the distance between two players by `swing` points; alone at the table, that brought them.

    `move`: rows of the log with this one. `before`, `after`: the scores. `facts`: what it did, as all may know it now.
    """

    move: int
    round: int
    seat: int
    before: Scores
    after: Scores
    swing: int
    facts: list[Json]


@dataclass(frozen=True, slots=True)
class Course:
    """`rounds`: the start and each round, in order. `lines`: by seat the last `explain`.

    `turning_points`: the largest swings, at most `TURNING_POINTS`, in the order of the game.
    """

    rounds: tuple[Round, ...]
    lines: tuple[list[Json], ...]
    turning_points: tuple[TurningPoint, ...]

    @property
    def object(self) -> Json:
        """As the API tells it."""
        return {
            "rounds": [{"round": each.number, "move": each.move, "scores": list(each.scores)} for each in self.rounds],
            "lines": list(self.lines),
            "turning_points": [
                {
                    "move": each.move,
                    "round": each.round,
                    "seat": each.seat,
                    "before": list(each.before),
                    "after": list(each.after),
                    "swing": each.swing,
                    "facts": each.facts,
                }
                for each in self.turning_points
            ],
        }


class Courses:
    """The courses of finished games, computed once: such a game never changes. The least used go first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[tuple[int, int], asyncio.Task[Course]] = OrderedDict()

    async def of(self, live: Live) -> Course:
        """That room's. Raises `Refused`: `not_started`, `not_over`, `closed`; `read_only` where the log breaks off."""
        room = live.room
        table = played_table(room)
        key = room.row.id, room.version
        if key not in self._known:
            # A long game takes a tenth of a second, in which others want to be served; who asks meanwhile waits for it.
            worked.get()("replayed", len(table.log))
            self._known[key] = asyncio.create_task(asyncio.to_thread(course_of, table))
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return await asyncio.shield(self._known[key])


def played_table(room: Room) -> Table:
    """The table of a game that is over, whose log replays. Raises `Refused` for any other."""
    check_over(room)
    if room.table is None or room.read_only:
        raise Refused("read_only")
    return room.table


def course_of(table: Table) -> Course:
    """The course of a table that is over."""
    game, seats = table.game, len(table.own)
    state = game.setup(table.config)
    scores = _scores(game, state, seats)
    rounds = [Round(0, 0, scores, game.view(state, None))]
    best: list[TurningPoint] = []
    for move, step in enumerate(table.log, 1):
        played = after(game, state, step.seat, step.move)
        now = _scores(game, played, seats)
        number = _round_of(game, state)
        swing = _swing(scores, now)
        if swing > 0 and (len(best) < TURNING_POINTS or swing > best[-1].swing):
            facts = facts_for_all(table, state, step, played)
            best.append(TurningPoint(move, number, step.seat, scores, now, swing, facts))
            best = sorted(best, key=lambda point: -point.swing)[:TURNING_POINTS]
        if _round_of(game, played) != number or not game.active(played):
            rounds.append(Round(number, move, now, game.view(played, None)))
        state, scores = played, now
    lines = tuple(game.explain(state, seat, seat) for seat in range(seats))
    return Course(tuple(rounds), lines, tuple(sorted(best, key=lambda point: point.move)))


def _scores(game: Game[Any, Any], state: Any, seats: int) -> Scores:
    return tuple(sum(line["points"] for line in game.explain(state, seat, seat)) for seat in range(seats))


def _round_of(game: Game[Any, Any], state: Any) -> int:
    """The round that is played; a game that tells none is one round."""
    told = getattr(game, "round_of", None)
    number: int = told(state) if told else 1
    return number


def _swing(before: Scores, after: Scores) -> int:
    """By how much the distance between two of them changed at most; who is alone is measured against nothing.

    >>> _swing((3, 5), (6, 4)), _swing((3, 5, 5), (5, 7, 7)), _swing((3,), (5,))
    (4, 0, 2)
    """
    changes = [now - then for then, now in zip(before, after, strict=True)]
    if len(changes) == 1:
        return abs(changes[0])
    return max(changes) - min(changes)
