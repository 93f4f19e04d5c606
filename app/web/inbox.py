"""A queue for one reader that costs next to nothing while it is empty."""

import asyncio
from typing import Any


class Inbox(asyncio.Queue[Any]):
    """As far as uvicorn uses one for a socket: asyncio's own holds four deques, 3 kB in each of thousands."""

    def __init__(self) -> None:  # asyncio's would make them
        self._items: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Is nothing waiting?"""
        return not self._items

    def put_nowait(self, item: Any) -> None:
        """Add an item, and wake the reader."""
        self._items.append(item)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The oldest item, once there is one."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._items.pop(0)
