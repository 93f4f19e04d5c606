"""The log of a room as a film: wound through once, then every position and every story is at hand.

Kept are the states every few moves, where turns and rounds end, and what happened as viewers may know it. All of it
follows from the log, so it can be forgotten at any time; of all rooms only the last ones looked at are kept.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from app.rooms.story import Story, Viewer
from app.rooms.table import Step, Table
from app.rooms.work import worked
from engine.core import open_view

STRIDE = 50
"""Moves between two states that are kept; also what is done at a time before others are let through."""
MOST = 30_000
"""How many moves the reels of a process hold together, each viewer's story counted: about a kilobyte each."""


@dataclass(slots=True)
class Reel:
    """One room's. `turns`, `rounds`: the positions at which a turn, a round has just ended, ascending.

    `rounds` is empty for a game that does not tell its rounds. `secrets`: do seats see more than spectators when the
    game begins? `story`: told to those for whom the reel was wound. A
    log only grows; should another take its place, the reel begins anew. `room`: its id.
    """

    room: int | None = None
    turns: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    secrets: bool = False
    story: Story = field(default_factory=Story)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _log: tuple[Step, ...] = ()
    _marks: list[Any] = field(default_factory=list)  # states after 0, STRIDE, 2 * STRIDE, ... moves
    _last: Any = None  # the state after the whole log; changed in place
    _told: dict[Viewer, int] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        """How many it holds, those of each story counted; never none, for an empty reel takes room as well."""
        return STRIDE + len(self._log) + sum(self._told.values())

    async def wind(self, table: Table, viewer: Viewer) -> None:
        """Go through what is new in the log of `table`, and tell its story to `viewer`, a few moves at a time."""
        async with self._lock:
            common = min(len(self._log), len(table.log))  # that of an older moment may come last
            if table.log[common - 1 : common] != self._log[common - 1 : common]:
                self._forget()
            if not self._marks:
                self._begin(table)
            new = sum(max(0, len(table.log) - had) for had in (len(self._log), self._told.get(viewer, 0)))
            worked.get()("replayed", new, self.room)
            for end in _steps(len(self._log), len(table.log)):
                self._take(table, end)
                await asyncio.sleep(0)
            for end in _steps(self._told.get(viewer, 0), len(table.log)):
                self.story.known(self.table_at(table, end), viewer)
                self._told[viewer] = end
                await asyncio.sleep(0)

    def table_at(self, table: Table, version: int) -> Table:
        """The table after `version` moves of the log, without drafts. The reel must have been wound that far."""
        mark = version // STRIDE
        state = self._marks[mark].copy()
        for step in table.log[mark * STRIDE : version]:
            table.game.apply(state, step.seat, step.move)
        seats = len(table.drafts)
        return table._replace(log=table.log[:version], state=state, drafts=((),) * seats, own=(state,) * seats)

    def _begin(self, table: Table) -> None:
        game, first = table.game, table.game.setup(table.config)
        self._marks.append(first)
        self._last = first.copy()
        self.secrets = open_view(game, first, table.config.seats) != game.view(first, None)

    def _forget(self) -> None:
        self.turns, self.rounds, self._log, self._marks, self._told = [], [], (), [], {}
        self.story.forget()

    def _take(self, table: Table, end: int) -> None:
        game = table.game
        round_of = getattr(game, "round_of", None)
        for version, step in enumerate(table.log[len(self._log) : end], len(self._log) + 1):
            before = round_of(self._last) if round_of else None
            if game.settles(self._last, step.seat, step.move):
                self.turns.append(version)
            game.apply(self._last, step.seat, step.move)
            if round_of and (round_of(self._last) != before or not game.active(self._last)):
                self.rounds.append(version)
            if version % STRIDE == 0:
                self._marks.append(self._last.copy())
        self._log = table.log[:end]


def _steps(begin: int, end: int) -> Iterator[int]:
    """Where to pause on the way from `begin` to `end`, the end included."""
    return (after for _, after in pairwise([*range(begin, end, STRIDE), end]))


class Reels:
    """The reels of the rooms that were looked at last, by the room's id."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._reels: OrderedDict[int, Reel] = OrderedDict()

    async def wound(self, room_id: int, table: Table, viewer: Viewer) -> Reel:
        """The room's reel, wound to the end of the log of `table`, for this viewer."""
        reel = self._reels.setdefault(room_id, Reel(room_id))
        self._reels.move_to_end(room_id)
        await reel.wind(table, viewer)
        while len(self._reels) > 1 and sum(each.moves for each in self._reels.values()) > self._most:
            self._reels.popitem(last=False)
        return reel
