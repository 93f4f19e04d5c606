"""How long what is ready has to wait until the event loop comes to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from app.metrics import Metrics
from app.store.ending import end

OFTEN = 0.5  # seconds


@asynccontextmanager
async def lag_measured(metrics: Metrics, often: float = OFTEN) -> AsyncIterator[None]:
    """Inside the block the loop is asked to come back at a time, again and again."""
    asking = asyncio.create_task(_ask(metrics, often))
    try:
        yield
    finally:
        await end(asking)


async def _ask(metrics: Metrics, often: float) -> None:
    while True:
        due = monotonic() + often
        await asyncio.sleep(often)
        metrics.loop_lag.observe(max(0.0, monotonic() - due))
