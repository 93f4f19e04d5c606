"""When Python looks for garbage in cycles, which counting references does not find."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from app.store.ending import end

OFTEN = 0.25  # seconds between two looks at what was made since the last one
BETWEEN = 60.0  # seconds between two looks at what such a look has met alive
SELDOM = 600.0  # seconds at least between two looks at everything
SHARE = 0.001  # of the time is what these may take


@asynccontextmanager
async def short_pauses(often: float = OFTEN, between: float = BETWEEN, seldom: float = SELDOM) -> AsyncIterator[None]:
    """Inside the block this loop looks by the clock, at most of what there is seldom; Python's own looks are off.

    Those come when so many more objects were made than freed. A game frees about as many as it makes, so they came
    late and took long: with 500 rooms each looked at all that moves had left in the last second, every tenth at all
    that was made in ten, for 0.1 s in which nobody was answered. A look at everything takes 0.2 to 0.8 s there. Yet
    they find nothing: what moves, requests and sockets leave is freed without (tests/api/test_live.py), so looking is
    a precaution only.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    looking = asyncio.create_task(_look(often, between, seldom))
    try:
        yield
    finally:
        await end(looking)
        gc.enable()
        gc.unfreeze()


def keep_all() -> None:
    """What there is stays until the program ends, and is no longer looked at: inside the block only."""
    if not gc.isenabled():
        gc.collect()
        gc.freeze()


async def _look(often: float, between: float, seldom: float) -> None:
    began = monotonic()
    due, all_due = began + between, began + seldom
    while True:
        await asyncio.sleep(often)
        began = monotonic()
        if began < min(due, all_due):
            gc.collect(0)
        elif began < all_due:
            gc.collect(1)
            due = monotonic() + between
        else:
            gc.collect()
            now = monotonic()
            due, all_due = now + between, now + max(seldom, (now - began) / SHARE)
