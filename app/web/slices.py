"""Long work a slice at a time, so that the loop looks at its sockets between two slices.

A turn of the loop runs all that is ready before it looks again at what came in. Where a dozen pages are to be rendered,
of a few milliseconds each, a move would wait for all of them before it is even read, and then once more when the
database has answered.
"""

import asyncio
from collections import deque


class Slices:
    """One slice a turn of the loop; who asks first is served first."""

    def __init__(self) -> None:
        self._going = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def turn(self) -> None:
        """Return when a slice may begin: what its caller does until it waits for something else."""
        loop = asyncio.get_running_loop()
        if not self._going:
            self._going = True
            loop.call_soon(self._go_on)
            return
        waiter = loop.create_future()
        self._waiting.append(waiter)
        await waiter

    def _go_on(self) -> None:
        """The next one, in the next turn of the loop."""
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():  # nor gone meanwhile
                waiter.set_result(None)
                asyncio.get_running_loop().call_soon(self._go_on)
                return
        self._going = False
