"""What whoever runs the server is told of all games together. Nobody is named in it."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from app.admin.admin import reached
from app.admin.counting import Counting, version_of
from app.store import Store, tallies
from app.store.numbers import Choice, Counted, counted, one_moment
from app.store.tallies import Progress, Sums
from engine import Game


class Told(NamedTuple):
    """The numbers of some games. `progress`: by game, how far the logs of the finished ones are gone through.

    `parts`: of the tallies, where one game was chosen that has any (`tally` in engine/core/game.py).
    """

    counted: Counted
    progress: dict[str, Progress]
    parts: dict[str, list[Sums]]


class Numbers:
    """Every call may raise `Refused("busy")`."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], clock: Callable[[], datetime]) -> None:
        """`clock`: as `Rooms` takes it."""
        self._store = store
        self._games = games
        self._clock = clock
        self.counting = Counting(store, games, clock)

    async def of(self, choice: Choice) -> Told:
        """The numbers of these games; what is not counted yet begins to be."""
        versions = {name: version_of(game) for name, game in self._games.items()}
        own = getattr(self._games.get(choice.game), "TALLY", {})
        widths = {part: len(numbers) for part, numbers in own.items()}
        with reached():
            async with one_moment(self._store) as connection:
                found = await counted(connection, choice, self._clock())
                progress = await tallies.progress(connection, choice, versions)
                parts = await tallies.sums(connection, choice, versions[choice.game], widths) if widths else {}
        if any(each.counted + each.broken < each.games for each in progress.values()):
            self.counting.want()
        return Told(found, progress, parts)

    async def close(self) -> None:
        """Count no further."""
        await self.counting.close()


def share(counts: Iterable[tuple[int, int]], of: float) -> int | None:
    """The least of these values that such a share of all do not pass; `counts`: values, ascending, and how many.

    >>> [share([(3, 1), (5, 2), (9, 1)], of) for of in (0.25, 0.5, 0.75, 1)], share([], 0.5)
    ([3, 5, 5, 9], None)
    """
    counts = list(counts)
    least, met = of * sum(number for _, number in counts), 0
    for value, number in counts:
        met += number
        if met >= least:
            return value
    return None
