"""Counting what finished games add to the numbers of all games: once for each, in the background, when somebody looks.

A game must be played again for it, which takes a hundredth of a second or a tenth. Players are not to wait for it: so
it is done for `SLICE` at a time, then the loop is theirs for `REST`. What is counted stays counted: it goes on where it
stopped, in this process or another one, whenever the numbers are looked at.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from app.rooms.retold import Retold
from app.store import Store, tallies
from app.store.ending import end
from app.store.store import UNREACHABLE
from app.store.tallies import Tally, Uncounted, Version
from engine import Config, Game

SLICE = 0.002  # seconds
REST = 0.008
BATCH = 50  # games that are asked for at once
PAGE = 100  # moves that are read at once
LAST = datetime(9999, 1, 1, tzinfo=UTC), 0

logger = logging.getLogger(__name__)


def version_of(game: Game[Any, Any]) -> Version:
    """By what this program counts a game."""
    return game.RULES, getattr(game, "TALLY_VERSION", 0)


class Counting:
    """At most one count goes on in a process."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], clock: Callable[[], datetime]) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._going: asyncio.Task[None] | None = None
        self._began = 0.0  # the present slice

    def want(self) -> asyncio.Task[None]:
        """Go on counting, until nothing is left to count."""
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._count_all())
        return self._going

    async def close(self) -> None:
        """Stop; what is not counted stays so."""
        if self._going:
            await end(self._going)

    async def _count_all(self) -> None:
        versions = {name: version_of(game) for name, game in self._games.items()}
        before = LAST
        try:
            while found := await tallies.uncounted(self._store, versions, before, BATCH):
                for each in found:
                    tally = await self._tally(each)
                    await tallies.keep(self._store, each.id, versions[each.game], tally, self._clock())
                before = found[-1].finished_at, found[-1].id
        except UNREACHABLE:
            logger.warning("games are not counted on: the database cannot be reached")
        except Exception:
            logger.exception("games are not counted on")

    async def _tally(self, room: Uncounted) -> Tally | None:
        """What the game adds, None for one that does not replay: whatever the rules do with an old log."""
        try:
            config = Config(room.places, room.seed or b"", room.options, room.rules)
            retold, first = Retold(self._games[room.game], config), 0
            while page := await tallies.moves(self._store, room.id, first, PAGE):
                self._began = perf_counter()
                for move in page:
                    retold.play(*move)
                    await self._pause()
                first += len(page)
            return retold.tally(room.result)
        except UNREACHABLE:
            raise
        except Exception as error:
            logger.info("room %s is left out of the numbers, it does not replay: %s", room.id, type(error).__name__)
            return None

    async def _pause(self) -> None:
        """Let others go first, where enough was done at once."""
        if perf_counter() - self._began > SLICE:
            await asyncio.sleep(REST)
            self._began = perf_counter()
