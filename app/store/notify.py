"""Wake-ups through Postgres: NOTIFY in the statement that makes the change goes out with its commit."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg

CHANNEL = "machi_rooms"
SILENCE = 10  # seconds after which a silent connection has to prove that it is alive
PROOF = 5  # seconds that it has for that


class Notify:
    """The carrier that needs nothing but the database at `url`, where commits with NOTIFY wait for each other."""

    def __init__(self, url: str) -> None:
        self._url = url

    def column(self, wakeup: str) -> str:
        """The NOTIFY itself."""
        return f"pg_notify('{CHANNEL}', {wakeup})"

    def committed(self, column: Iterable[str | None]) -> None:
        """Nothing is left to do."""

    async def listen(self, heard: Callable[[str], None]) -> "NotifyEar":
        """LISTEN on a connection of its own."""
        connection = await asyncpg.connect(self._url, timeout=PROOF)
        ear = NotifyEar(connection)
        try:
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, payload: heard(payload))
        except BaseException:
            await ear.close()
            raise
        return ear

    async def close(self) -> None:
        """Nothing is left to say."""


class NotifyEar:
    """The connection that listens."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._broken = asyncio.Event()
        connection.add_termination_listener(lambda _: self._broken.set())

    async def ended(self) -> None:
        """Return when the connection is closed, or no longer answers: a host that lost its power closes nothing."""
        while True:
            try:
                await asyncio.wait_for(self._broken.wait(), SILENCE)
                return
            except TimeoutError:
                if not await self._answers():
                    return

    async def _answers(self) -> bool:
        try:
            return bool(await self._connection.fetchval("SELECT true", timeout=PROOF))
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False

    async def close(self) -> None:
        """At once: there is nothing to say goodbye about."""
        self._connection.terminate()
