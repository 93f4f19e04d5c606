"""Rooms on the test's own database, with a clock that the test winds."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.rooms import Created, Following, Json, Refused, Rooms
from app.rooms.door import utc_now
from app.rooms.heart import Heart
from app.store import Store
from engine import GAMES
from tests import toy_game

ALL_GAMES = {**GAMES, "toy": toy_game}


class Clock:
    """Stands still until it is wound; starts now, because the database has a clock of its own."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now

    def wind(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@asynccontextmanager
async def opened(
    store: Store, clock: Callable[[], datetime] = utc_now, games: Mapping[str, Any] = ALL_GAMES
) -> AsyncIterator[Rooms]:
    """Rooms as one process has them: each call of this stands for a process of its own."""
    rooms = Rooms(store, games, allow_seed=True, clock=clock)
    await rooms.open()
    try:
        yield rooms
    finally:
        await rooms.close()


@pytest.fixture
async def rooms(store: Store, clock: Clock) -> AsyncIterator[Rooms]:
    async with opened(store, clock) as rooms:
        yield rooms


@pytest.fixture
def no_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hearts beat when the test says so (`Rooms.tick`), not every two seconds: what is shown is shown by a wake-up, and
    no process says in between that it lives. Those of other tests' rooms beat on: else they are taken for dead."""
    monkeypatch.setattr(Heart, "_poll", lambda _heart: asyncio.Event().wait())


class Party:
    """A room with players: `party[seat]` is that seat's token."""

    def __init__(self, rooms: Rooms, made: Created | Following, tokens: list[str]) -> None:
        self.rooms = rooms
        self.code = made.code
        self.tokens = tokens

    def __getitem__(self, seat: int) -> str:
        return self.tokens[seat]

    async def look(self, seat: int | None = None) -> Json:
        return (await self.rooms.look(self.code, None if seat is None else self[seat])).object

    async def play(self, seat: int, *kinds: str) -> Json:
        """Play these moves of the toy game, one after the other; the last room object."""
        made: Json = {}
        for kind in kinds:
            at = (await self.look(seat))["at"]
            made = (await self.rooms.play(self.code, self[seat], at, {"type": kind})).object
        return made


async def party(
    rooms: Rooms,
    players: int = 2,
    game: str = "toy",
    places: int | None = None,
    seed: str | None = None,
    **options: object,
) -> Party:
    """A started game of Ann, Ben, Cat, Dan, ...; with a `seed` (64 hex digits) the same one each time."""
    names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal"][:players]
    made = await rooms.create(game, places or players, options, names[0], "00" * 16, seed)
    assert made.token
    tokens = [made.token, *[(await rooms.sit(made.code, name)).token for name in names[1:]]]
    await rooms.start(made.code, tokens[0], close_free=places is not None)
    return Party(rooms, made, tokens)


async def refusal(call: Awaitable[object]) -> Refused:
    with pytest.raises(Refused) as caught:
        await call
    return caught.value
