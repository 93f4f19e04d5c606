"""Two probes: does this process live, and should it be sent requests?

Who does not live is to be killed, who is not ready to be left alone until it is. So the first knows nothing of the
database: to kill those who wait for it would help nobody. Both cost next to nothing, however often they are asked.
"""

import asyncio
from time import monotonic

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.rooms import Rooms
from app.store import Store, migrate
from app.store.ending import end
from app.store.store import UNREACHABLE
from app.web.reply import JSON

SECONDS = 2.0  # the database has that long to answer
FRESH = 1.0  # so long an answer is given again

router = APIRouter()


class Readiness:
    """What a process needs to serve well. The database is asked once in `FRESH` seconds, by one question at a time."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self._asking: asyncio.Task[dict[str, bool]] | None = None
        self._found: dict[str, bool] = {}
        self._until = 0.0
        self._older: list[str] | None = None  # versions of the tables, once they have been looked up

    async def checks(self) -> dict[str, bool]:
        """`database`: it answers. `tables`: they are not older than this program. `wakeups`: they are heard here.

        Newer tables are no fault: while a new version goes live, processes of the one before go on beside it.
        """
        if monotonic() >= self._until:
            self._found = await self._ask()
            self._until = monotonic() + FRESH
        return {**self._found, "wakeups": self._rooms.hears}

    async def close(self) -> None:
        """Ask no more."""
        if self._asking:
            await end(self._asking)

    async def _ask(self) -> dict[str, bool]:
        """A question that is not answered in time is not asked again until it is: nobody queues behind it."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._database())
            self._asking.add_done_callback(self._asked)
        asking = self._asking
        await asyncio.wait([asking], timeout=SECONDS)
        return asking.result() if asking.done() else {"database": False, "tables": False}

    def _asked(self, _answered: object) -> None:
        """Who asks from now on wants a new answer, though this one may have come too late for everybody."""
        self._asking = None

    async def _database(self) -> dict[str, bool]:
        try:
            version = await self._store.version()
        except UNREACHABLE:
            return {"database": False, "tables": False}
        if self._older is None:
            self._older = (await asyncio.to_thread(migrate.versions))[:-1]
        return {"database": True, "tables": version is not None and version not in self._older}


@router.get("/healthz", include_in_schema=False)
async def healthz() -> Response:
    """200: this process takes requests and answers them."""
    return JSON({"healthy": True})


@router.get("/readyz", include_in_schema=False)
async def readyz(request: Request) -> Response:
    """200 when this process should be sent requests, else 503; with what it needs for that.

    Without wake-ups it is ready all the same: the look every two seconds finds what they would have told. And what
    carries them is away for all processes at once: were none of them ready, a game that goes on would stop.
    """
    readiness: Readiness = request.app.state.readiness
    checks = {"serving": not request.app.state.ending, **await readiness.checks()}
    ready = all(good for name, good in checks.items() if name != "wakeups")
    return JSON({"ready": ready, **checks}, 200 if ready else 503)
