"""Hearing wake-ups, over whatever carries them, on a connection that is made again when it breaks."""

import asyncio
import logging
import re
from collections.abc import Callable

from app.store.carrier import Carrier, Ear
from app.store.ending import end
from app.store.store import UNREACHABLE

WAKEUP = re.compile(r"([0-9]{1,19}) (p?)([0-9]{1,19})")

logger = logging.getLogger(__name__)


class Wakeups:
    """`changed(room_id, rev, presence)`: one of the two numbers is None. `missed()`: something may have been lost."""

    def __init__(
        self, carrier: Carrier, changed: Callable[[int, int | None, int | None], None], missed: Callable[[], None]
    ) -> None:
        self._carrier = carrier
        self._changed = changed
        self._missed = missed
        self._task: asyncio.Task[None] | None = None
        self.hears = False
        """Do wake-ups come in now?"""

    async def open(self) -> None:
        """Return when wake-ups come in, or at once if they cannot yet: then they will as soon as they can."""
        ear: Ear | None = None
        try:
            ear = await self._carrier.listen(self._heard)
        except UNREACHABLE as error:
            self._say_lost(error)
        else:
            self.hears = True
        self._task = asyncio.create_task(self._keep(ear))

    async def close(self) -> None:
        """Stop listening."""
        if self._task:
            await end(self._task)

    async def _keep(self, ear: Ear | None) -> None:
        while True:
            if ear is None:
                ear = await self._listen_again()
                self.hears = True
                self._missed()
            try:
                await ear.ended()
            finally:
                self.hears = False
                await ear.close()
            ear = None
            self._say_lost("the connection broke")

    async def _listen_again(self) -> Ear:
        pause = 0.05
        while True:
            try:
                ear = await self._carrier.listen(self._heard)
            except UNREACHABLE:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1)
            else:
                logger.warning("wake-ups come in again")
                return ear

    def _say_lost(self, reason: object) -> None:
        logger.warning("no wake-ups come in (%s): changes of other processes are shown up to 2 s later", reason)

    def _heard(self, line: str) -> None:
        known = WAKEUP.fullmatch(line)
        if known is None:  # a Redis may have other users
            return
        room_id, presence, number = int(known[1]), known[2], int(known[3])
        self._changed(room_id, None if presence else number, number if presence else None)
