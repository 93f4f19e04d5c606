"""What the admin does in many rooms at once: counted first, done a few rooms at a time, noted before and after."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import monotonic
from typing import Any, NamedTuple

from app.admin.actions import good_reason
from app.admin.admin import Admin, reached
from app.rooms import Oversight, Refused
from app.store import Store, name_sweep, old_rooms
from app.store.admin import SessionRow as Session
from app.store.name_sweep import Found, Sweep
from app.store.old_rooms import Old

SECONDS = 10
"""How long whoever asked waits for it; what is left then, a next time goes on with."""
BEGUN = {"rooms_deleted": "deletion_begun", "search_blanked": "blanking_begun"}
"""What the beginning of each is called in the audit log, by what its end is called."""


class Swept(NamedTuple):
    """How much was done; `left`: may there be more?"""

    done: int
    left: bool


class Sweeps:
    """Every call may raise `Refused`: `busy`, `malformed` (`reason`), `stale` (more than counted, or none)."""

    def __init__(self, admin: Admin, oversight: Oversight, store: Store, seconds: float = SECONDS) -> None:
        self._admin = admin
        self._oversight = oversight
        self._store = store
        self._seconds = seconds

    async def old(self, old: Old) -> dict[str, int]:
        """How many such rooms there are in each state."""
        with reached():
            return await old_rooms.count(self._store, old)

    async def delete_old(self, session: Session, old: Old, counted: int, reason: str, ticket: str = "") -> Swept:
        """Delete them, with everything in them. Nobody may be connected to one, and nothing may happen in it.

        `ticket`: of the form that asked; sent again when nothing is left to do, it is told what was done.
        """
        about = {"before": old.before.isoformat(), "states": [*old.statuses], "reason": good_reason(reason)}
        count = sum((await self.old(old)).values())
        if count and count <= counted:
            return await self._sweep(session, "rooms_deleted", count, about, ticket, old_rooms.delete(self._store, old))
        return await self._done_by(session, "rooms_deleted", ticket)

    async def named(self, sweep: Sweep) -> Found:
        """How many seats have the name."""
        with reached():
            return await name_sweep.count(self._store, sweep)

    async def blank(self, session: Session, sweep: Sweep, counted: int, reason: str, ticket: str = "") -> Swept:
        """Take the name away from them, as `oversight.blank` does from one. `ticket`: as of `delete_old`."""
        looked = {name: str(value) for name, value in sweep.search._asdict().items() if value and name != "name"}
        about = {"search": looked, "whole": sweep.whole, "reason": good_reason(reason)}
        count = (await self.named(sweep)).seats
        if count and count <= counted:
            return await self._sweep(session, "search_blanked", count, about, ticket, self._blank_all(sweep))
        return await self._done_by(session, "search_blanked", ticket)

    async def _done_by(self, session: Session, kind: str, ticket: str) -> Swept:
        """What was done by a form that was sent before. Raises `stale` where it was not, or not to its end."""
        done = await self._admin.done_by(session, kind, ticket)
        if done is None:
            raise Refused("stale")
        return Swept(done["count"], done["left"])

    async def _sweep(
        self, session: Session, kind: str, count: int, about: dict[str, Any], ticket: str, steps: AsyncGenerator[int]
    ) -> Swept:
        """Go through these steps, each of which tells how much it did, as far as there is time.

        Noted before, with what was counted, and after, with what was done: an end that is not noted was not come to.
        """
        await self._admin.note(session, BEGUN[kind], count=count, **about)
        done, left, until = 0, False, monotonic() + self._seconds
        with reached():
            async with aclosing(steps):
                async for some in steps:
                    done, left = done + some, monotonic() > until
                    if left:
                        break
        about |= {"ticket": ticket} if ticket else {}
        await self._admin.note(session, kind, count=done, left=left, **about)
        return Swept(done, left)

    async def _blank_all(self, sweep: Sweep) -> AsyncGenerator[int]:
        last = 0
        while rooms := await name_sweep.next_rooms(self._store, sweep, last):
            last = rooms[-1][0]
            yield await self._blank_some(sweep, rooms)

    async def _blank_some(self, sweep: Sweep, rooms: list[tuple[int, str, str]]) -> int:
        done = await name_sweep.blank(self._store, sweep, [room_id for room_id, _, _ in rooms])
        for _, code, status in rooms:
            if status in ("lobby", "playing"):
                done += await self._oversight.blank_named(code, sweep.means)
        return done
