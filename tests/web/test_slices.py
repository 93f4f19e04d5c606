"""Long work is done a slice at a time, one in each turn of the loop."""

import asyncio

from app.web.slices import Slices
from tests.patience import PATIENCE


class Turns:
    """Counts the turns of the loop."""

    def __init__(self) -> None:
        self.number = 0
        self._count()

    def _count(self) -> None:
        self.number += 1
        self._next = asyncio.get_running_loop().call_soon(self._count)

    def stop(self) -> None:
        self._next.cancel()


async def test_each_slice_has_a_turn_of_its_own_in_the_order_of_asking():
    slices, turns = Slices(), Turns()
    done: list[tuple[int, int]] = []

    async def work(number: int) -> None:
        await slices.turn()
        done.append((number, turns.number))

    await asyncio.gather(*(work(number) for number in range(6)))
    turns.stop()
    assert [number for number, _turn in done] == list(range(6))
    assert len({turn for _number, turn in done}) == 6


async def test_who_has_gone_is_passed_over():
    slices = Slices()
    _first, gone, stays = [asyncio.create_task(slices.turn()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not gone.done()
    gone.cancel()
    async with asyncio.timeout(PATIENCE):
        await stays
        await slices.turn()
    assert gone.cancelled()
