"""What a viewer may not see changes nothing of what it is sent: pages, JSON, sockets, errors, logs, and silences.

Each game is played on two servers that hide different things from its viewer (tests/leaks/exchange.py), and all that
the viewer and a spectator are sent is compared byte by byte (tests/leaks/compare.py).
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.leaks.compare import World, faults_of
from tests.leaks.conftest import ALL_GAMES
from tests.leaks.exchange import planned
from tests.leaks.twins import Clock, twin

NAME = "little_town"


@pytest.mark.parametrize(
    ("name", "seats", "viewer", "part"),
    [
        ("little_town", 2, 0, 0.06),
        ("roll_into_town", 2, 1, 0.04),
        pytest.param("roll_into_town", 1, 0, 0.2, marks=pytest.mark.long),
    ],
)
async def test_nothing_that_is_sent_depends_on_what_is_hidden(
    world: World, name: str, seats: int, viewer: int | None, part: float
) -> None:
    plan = planned(name, ALL_GAMES[name], seats, viewer, f"{name} {seats} {viewer}", part)
    assert plan.differs
    game = await faults_of(world, plan, looks=1)
    assert not game.faults, "\n".join(game.faults[:5])
    assert game.exchanged_drafts or ALL_GAMES[name].OPEN_DRAFTS or seats == 1


@pytest.mark.long
@pytest.mark.parametrize(("seats", "viewer", "part"), [(2, 0, 0.9), (3, 2, 0.4), (4, None, 0.2)])
@pytest.mark.parametrize("name", ALL_GAMES)
async def test_nothing_depends_on_it_in_many_games(
    world: World, name: str, seats: int, viewer: int | None, part: float
) -> None:
    plan = planned(name, ALL_GAMES[name], seats, viewer, f"{name} {seats} {part}", part)
    assert plan.differs
    game = await faults_of(world, plan, looks=2)
    assert not game.faults, "\n".join(game.faults[:5])


class Leaky:
    """Little Town with a leak: one of its functions tells a viewer what only the seat itself may know."""

    def __init__(self, leak: str) -> None:
        self.leak = leak

    def __getattr__(self, name: str) -> Any:
        return getattr(ALL_GAMES[NAME], name)

    def view(self, state: Any, seat: int | None) -> Any:
        return self._game.view(state, self._viewer("view", 1, seat))

    def explain(self, state: Any, seat: int, viewer: int | None) -> Any:
        return self._game.explain(state, seat, self._viewer("explain", seat, viewer))

    def facts(self, before: Any, seat: int, move: Any, after: Any, viewer: int | None) -> Any:
        return self._game.facts(before, seat, move, after, self._viewer("facts", seat, viewer))

    def _viewer(self, what: str, seat: int, viewer: int | None) -> int | None:
        return seat if self.leak == what else viewer

    @property
    def _game(self) -> Any:
        return ALL_GAMES[NAME]


@pytest.fixture(params=["view", "explain", "facts", ""])
async def leaky(request: pytest.FixtureRequest, databases: tuple[str, str]) -> AsyncIterator[tuple[str, World]]:
    """What leaks, and two servers with such a game."""
    clock = Clock()
    async with AsyncExitStack() as stack:
        games = {NAME: Leaky(request.param)}
        one, two = [await stack.enter_async_context(twin(url, games, clock)) for url in databases]
        yield request.param, World((one, two), clock)


@pytest.mark.long
async def test_a_leak_is_found(leaky: tuple[str, World]) -> None:
    """The comparison itself: it finds one leak in one function of a game, and nothing where there is none."""
    leak, world = leaky
    plan = planned(NAME, ALL_GAMES[NAME], 2, 0, "cards 3", 0.6)
    game = await faults_of(world, plan, looks=1)
    assert bool(game.faults) is bool(leak)
