"""What the admin does in many rooms at once: counted first, noted once, done a few rooms at a time."""

from time import monotonic
from typing import NamedTuple

from app.admin.actions import good_reason
from app.admin.admin import Admin, reached
from app.rooms import Oversight, Refused
from app.store import Store, name_sweep, old_rooms
from app.store.admin import SessionRow as Session
from app.store.name_sweep import Found, Sweep
from app.store.old_rooms import Old

SECONDS = 10
"""How long whoever asked waits for it; what is left then, a next time goes on with."""


class Swept(NamedTuple):
    """How much was done; `left`: may there be more?"""

    done: int
    left: bool


class Sweeps:
    """Every call may raise `Refused`: `busy`, `malformed` (`reason`), `stale` where there is more than was counted."""

    def __init__(self, admin: Admin, oversight: Oversight, store: Store, seconds: float = SECONDS) -> None:
        self._admin = admin
        self._oversight = oversight
        self._store = store
        self._seconds = seconds

    async def old(self, old: Old) -> dict[str, int]:
        """How many such rooms there are in each state."""
        with reached():
            return await old_rooms.count(self._store, old)

    async def delete_old(self, session: Session, old: Old, counted: int, reason: str) -> Swept:
        """Delete them, with everything in them. Nobody may be connected to one, and nothing may happen in it."""
        said = good_reason(reason)
        count = sum((await self.old(old)).values())
        _check(count, counted)
        before, states = old.before.isoformat(), [*old.statuses]
        await self._admin.note(session, "rooms_deleted", count=count, before=before, states=states, reason=said)
        done, until = 0, monotonic() + self._seconds
        with reached():
            async for some in old_rooms.delete(self._store, old):
                done += some
                if monotonic() > until:
                    return Swept(done, left=True)
        return Swept(done, left=False)

    async def named(self, sweep: Sweep) -> Found:
        """How many seats have the name."""
        with reached():
            return await name_sweep.count(self._store, sweep)

    async def blank(self, session: Session, sweep: Sweep, counted: int, reason: str) -> Swept:
        """Take the name away from them, as `oversight.blank` does from one."""
        said = good_reason(reason)
        count = (await self.named(sweep)).seats
        _check(count, counted)
        looked = {name: str(value) for name, value in sweep.search._asdict().items() if value and name != "name"}
        await self._admin.note(session, "search_blanked", count=count, search=looked, whole=sweep.whole, reason=said)
        done, last, until = 0, 0, monotonic() + self._seconds
        with reached():
            while rooms := await name_sweep.next_rooms(self._store, sweep, last):
                done, last = done + await self._blank_some(sweep, rooms), rooms[-1][0]
                if monotonic() > until:
                    return Swept(done, left=True)
        return Swept(done, left=False)

    async def _blank_some(self, sweep: Sweep, rooms: list[tuple[int, str, str]]) -> int:
        done = await name_sweep.blank(self._store, sweep, [room_id for room_id, _, _ in rooms])
        for _, code, status in rooms:
            if status in ("lobby", "playing"):
                done += await self._oversight.blank_named(code, sweep.means)
        return done


def _check(count: int, counted: int) -> None:
    """Raise `Refused` unless there are some, and no more than whoever decided has been told."""
    if not count or count > counted:
        raise Refused("stale")
