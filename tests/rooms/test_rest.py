"""Rooms that nobody watches hold no more than their log and seats, whatever was looked at before."""

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

from app.rooms import Rooms, Scene
from tests.rooms.conftest import Party, party

ROOMS = 10
ROUNDS = 8
LEFT = 8000  # bytes a room; what was told of it would be ten thousand and more


@pytest.fixture
def traced() -> Iterator[None]:
    """The memory is counted that is taken during the test."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


def held() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def read_as_a_page(scene: Scene) -> None:
    """Everything that a page shows."""
    assert scene.story
    assert scene.object["view"]
    assert scene.explain


async def look(rooms: Rooms, table: Party) -> None:
    await read_as_a_page(await rooms.look(table.code, table[0]))


async def watch(rooms: Rooms, table: Party) -> None:
    async with rooms.listen(table.code) as listener:
        await read_as_a_page(await anext(listener))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of what other tests have left behind
@pytest.mark.parametrize("see", [look, watch])
async def test_what_was_seen_once_is_given_back(rooms: Rooms, traced: None, see: type[look]) -> None:
    first, *tables = [await party(rooms, heap=12) for _ in range(1 + ROOMS)]
    for table in (first, *tables):
        for number in range(ROUNDS):
            await table.play(number % 2, "one", "end")
    await see(rooms, first)  # what a process makes once, at the first look at any room
    await rooms.tick()
    await rooms.tick()
    before = held()
    for table in tables:
        await see(rooms, table)
    await rooms.tick()
    await rooms.tick()
    assert held() - before < ROOMS * LEFT


async def test_a_room_that_has_given_everything_back_is_let_alone(rooms: Rooms) -> None:
    table = await party(rooms)
    await table.play(0, "one", "end")
    live = rooms._hall.by_code(table.code)
    assert live is not None
    for see in (look, watch):
        await see(rooms, table)
        used = live.common
        await rooms.tick()
        await rooms.tick()
        rested = live.common
        await rooms.tick()
        assert used is not rested is live.common
