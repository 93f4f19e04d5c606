"""Looking for garbage by the clock: what has to be found is found, and Python itself does not look meanwhile."""

import asyncio
import gc
from weakref import ref

import pytest

from app.garbage import short_pauses
from tests.patience import PATIENCE

# What other tests have left behind is found here too, and tells so.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

LONG = 1e6  # seconds: not in this test


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.ring = self


async def gone(found: "ref[Ring]") -> None:
    """Return when nobody has it any more."""
    async with asyncio.timeout(PATIENCE):
        while found() is not None:
            await asyncio.sleep(0.005)


async def test_what_is_new_is_found_soon():
    async with short_pauses(often=0.01, seldom=LONG):
        assert not gc.isenabled()
        await gone(ref(Ring()))
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def test_what_a_look_has_met_alive_is_found_by_one_at_everything():
    async with short_pauses(often=0.01, seldom=0.02):
        ring = Ring()
        gc.collect(0)
        found = ref(ring)
        del ring
        await gone(found)
