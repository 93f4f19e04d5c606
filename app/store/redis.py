"""Wake-ups through Redis: published after the commit, by a task of its own that no change of a room waits for.

The channel is the same for all databases that share a Redis: a wake-up for another one's room makes nobody do more than
look whether there is anything new.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.store.ending import end

CHANNEL = "machi_rooms"
SILENCE = 10.0  # seconds after which a silent subscription has to prove that it is alive
PATIENCE = 1.0  # seconds for an answer of Redis
MOST = 10_000  # wake-ups that wait for Redis; more than that, and the oldest are left to the poll

logger = logging.getLogger(__name__)


def client(url: str) -> Redis:
    """A client that waits `PATIENCE` at most and leaves trying again to us. Raises ValueError for a wrong `url`."""
    return Redis.from_url(
        url,
        protocol=2,
        decode_responses=True,
        encoding_errors="replace",
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )


async def ask(url: str) -> None:
    """Raises ValueError with the reason where `url` names no Redis that lets us in."""
    try:
        async with client(url) as redis:
            await redis.ping()
    except (RedisError, OSError, TypeError, ValueError) as error:
        raise ValueError(str(error)) from error


class RedisCarrier:
    """The carrier for many machines: commits carry no NOTIFY. Raises ValueError for a wrong `url`."""

    def __init__(self, url: str) -> None:
        self._redis = client(url)
        self._waiting: deque[str] = deque(maxlen=MOST)
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._works = True

    def column(self, wakeup: str) -> str:
        """The wake-up as it is."""
        return wakeup

    def committed(self, column: Iterable[str | None]) -> None:
        """Leave the wake-ups to the task that publishes."""
        lines = [line for line in column if line]
        if not lines:
            return
        self._waiting.extend(lines)
        self._more.set()
        if self._task is None:
            self._task = asyncio.create_task(self._keep_publishing())

    async def listen(self, heard: Callable[[str], None]) -> "RedisEar":
        """Subscribe on a connection of its own."""
        pubsub = self._redis.pubsub()
        ear = RedisEar(pubsub, heard)
        try:
            await pubsub.subscribe(CHANNEL)
            if await pubsub.get_message(timeout=PATIENCE) is None:
                raise TimeoutError("the subscription is not confirmed")
        except RedisError as error:
            await ear.close()
            raise ConnectionError(str(error)) from error
        except BaseException:
            await ear.close()
            raise
        return ear

    async def close(self) -> None:
        """Publish what waits, once, and close all connections."""
        if self._task:
            await end(self._task)
        if self._waiting:
            await self._publish()
        await self._redis.aclose()

    async def _keep_publishing(self) -> None:
        pause = 0.05
        while True:
            await self._more.wait()
            self._more.clear()
            if await self._publish():
                pause = 0.05
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, PATIENCE)

    async def _publish(self) -> bool:
        """All that waits, as one message. What Redis does not take is lost: the poll makes up for it."""
        lines = "\n".join(self._waiting)
        self._waiting.clear()
        try:
            await self._redis.publish(CHANNEL, lines)
        except Exception as error:  # whatever it is, it is no more than lost wake-ups
            self._say(False, error)
            return False
        self._say(True)
        return True

    def _say(self, works: bool, error: Exception | None = None) -> None:
        if works != self._works:
            self._works = works
            if works:
                logger.warning("Redis takes wake-ups again")
            else:
                logger.warning("Redis takes no wake-ups (%s): other processes show changes up to 2 s later", error)


class RedisEar:
    """The subscription."""

    def __init__(self, pubsub: PubSub, heard: Callable[[str], None]) -> None:
        self._pubsub = pubsub
        self._heard = heard

    async def ended(self) -> None:
        """Read what comes in, until the connection breaks or a ping is not answered."""
        asked = False
        try:
            while True:
                message = await self._pubsub.get_message(timeout=PATIENCE if asked else SILENCE)
                if message is None and asked:
                    return
                asked = message is None
                if asked:
                    await self._pubsub.ping()
                elif message["type"] == "message":
                    for line in message["data"].split("\n"):
                        self._heard(line)
        except (RedisError, OSError):
            return

    async def close(self) -> None:
        """Close the connection."""
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]
