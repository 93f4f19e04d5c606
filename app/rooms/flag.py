"""An event that costs next to nothing while nobody waits for it."""

import asyncio


class Flag:
    """`asyncio.Event`, which holds 0.8 kB in each of thousands of sockets, in 50 bytes.

    Unlike there, who waits goes on only while the flag is set: not when it was set and cleared again meanwhile.
    """

    __slots__ = ("_is_set", "_waiters")

    def __init__(self) -> None:
        self._is_set = False
        self._waiters: tuple[asyncio.Future[None], ...] = ()

    def is_set(self) -> bool:
        """Is it?"""
        return self._is_set

    def set(self) -> None:
        """Let all go on who wait."""
        self._is_set = True
        waiters, self._waiters = self._waiters, ()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        """Who asks now has to wait."""
        self._is_set = False

    async def wait(self) -> None:
        """Return when it is set."""
        while not self._is_set:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters = (*self._waiters, waiter)
            try:
                await waiter
            finally:
                self._waiters = tuple(other for other in self._waiters if other is not waiter)
