"""Ending tasks that run for as long as the program does."""

import asyncio
from typing import Any

AGAIN = 0.1  # seconds


async def end(task: "asyncio.Task[Any]") -> None:
    """Cancel the task and wait until it has ended.

    Once is not always enough: `asyncio.wait_for` of Python 3.11, which redis-py writes by, forgets a cancellation that
    comes in the moment in which what it waits for is done (python/cpython#86296).
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN)
