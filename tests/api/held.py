"""The program with stops on a move's way: `python -m tests.api.held` is `python -m app`, for tests that kill it there.

At each stop it asks the test, by the Unix socket that `STOPS` names, whether to go on, and waits for the answer; while
there is no such socket it just goes on. The stops, in the order of the way: `judging` (before the engine), `storing`
(before the statement is sent), `stored` (after the commit, before anybody is told), `shown` (before the answer;
whoever watches is being told meanwhile).
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from app.__main__ import main
from app.rooms import Rooms, door
from app.store import Store
from tests.patience import UNTIL_IT_IS_BACK

Call = Callable[..., Awaitable[Any]]


async def stop(step: str) -> None:
    """Ask whether to go on from this step, and wait until the test says so."""
    if not os.path.exists(os.environ["STOPS"]):
        return
    reader, writer = await asyncio.open_unix_connection(os.environ["STOPS"])
    writer.write(f"{step}\n".encode())
    await reader.readline()
    writer.close()
    await writer.wait_closed()


def before(step: str, call: Call) -> Call:
    """`call` with a stop before it."""

    async def held(*arguments: Any, **named: Any) -> Any:
        await stop(step)
        return await call(*arguments, **named)

    return held


def after(step: str, call: Call) -> Call:
    """`call` with a stop between its end and its result."""

    async def held(*arguments: Any, **named: Any) -> Any:
        result = await call(*arguments, **named)
        await stop(step)
        return result

    return held


def hold(place: object, name: str, wrap: Callable[[str, Call], Call], step: str) -> None:
    """Put a stop around what `place` has under that name, which must be there."""
    setattr(place, name, wrap(step, getattr(place, name)))


if __name__ == "__main__":
    door.PAUSES = UNTIL_IT_IS_BACK
    hold(door.Doors, "_try", before, "judging")
    hold(Store, "write", before, "storing")
    hold(Store, "write", after, "stored")
    for frame in ("play", "undo"):
        hold(Rooms, frame, after, "shown")
    sys.exit(main())
