"""The admin's sessions: who is let in, for how long, and what is noted of it."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from itsdangerous import BadSignature, Signer

from app.admin.password import Password
from app.rooms import Refused
from app.rooms.identity import new_token, token_hash
from app.store import Store
from app.store import admin as rows
from app.store.admin import Entry, SessionRow
from app.store.store import UNREACHABLE

IDLE = timedelta(hours=2)
"""A session that was not used for so long is over."""
LONGEST = timedelta(hours=24)
"""And so is every one after this time."""
NOTED = timedelta(minutes=1)
"""How exactly it is known when a session was used last: not every page is worth a write."""


class Visitor(NamedTuple):
    """Who asks: the network, not the address, and the kind of browser; either may be empty."""

    place: str
    browser: str


@contextmanager
def reached() -> Iterator[None]:
    """A database that is away is a refusal: `busy`."""
    try:
        yield
    except UNREACHABLE:
        raise Refused("busy") from None


class Admin:
    """Sessions and the audit log of one database. Every call may raise `Refused("busy")`.

    Whatever is done is in the audit log before it is answered.
    """

    def __init__(self, store: Store, password: Password, clock: Callable[[], datetime]) -> None:
        """`clock`: as `Rooms` takes it."""
        self._store = store
        self._password = password
        self._clock = clock

    def now(self) -> datetime:
        """The present time, with its zone."""
        return self._clock()

    async def open(self) -> None:
        """Forget the sessions that are over, and those of another password than the present one."""
        now = self._clock()
        self._browsers = Signer(await self._store.key("admin_browsers") + self._password.mark)
        await rows.forget(self._store, self._password.mark, now - LONGEST, now - IDLE)

    async def login(self, typed: str, visitor: Visitor) -> str | None:
        """The key of a new session, which is told only now; None for a wrong password."""
        good = await self._password.opens(typed)
        token, now = new_token(), self._clock()
        with reached():
            if not good:
                await rows.note(self._store, Entry("login_failed", now, None, visitor.place))
                return None
            await self.open()
            entry = Entry("login", now, None, visitor.place, detail={"browser": visitor.browser})
            await rows.open_session(self._store, token_hash(token), self._password.mark, visitor.browser, entry)
        return token

    def new_browser(self) -> str:
        """A mark for a browser in which the password was typed. It opens nothing, and is none for another password."""
        return self._browsers.sign(secrets.token_hex(8)).decode()

    def is_browser(self, mark: str) -> bool:
        """Was that mark given to a browser?"""
        try:
            self._browsers.unsign(mark)
        except BadSignature:
            return False
        return True

    async def session(self, token: str | None) -> SessionRow | None:
        """The session that this key opens, unless it is over; it has been used by that."""
        if token is None:
            return None
        now = self._clock()
        with reached():
            found = await rows.session(self._store, token_hash(token), self._password.mark)
            if found is None or not _lasts(found, now):
                return None
            if now - found.used_at >= NOTED:
                await rows.use(self._store, found.id, now)
        return found

    async def sessions(self) -> list[SessionRow]:
        """All that are not over, the one that was used last first."""
        now = self._clock()
        with reached():
            found = await rows.sessions(self._store, self._password.mark)
        return [each for each in found if _lasts(each, now)]

    async def logout(self, session: SessionRow) -> None:
        """End the caller's own session."""
        with reached():
            await rows.end(self._store, session.id, self.entry("logout", session))

    async def end(self, session: SessionRow, other: int) -> None:
        """End that session, from the caller's."""
        with reached():
            await rows.end(self._store, other, self.entry("session_ended", session, ended=other))

    async def end_all(self, session: SessionRow) -> None:
        """Log out everywhere, here too."""
        with reached():
            await rows.end(self._store, None, self.entry("all_sessions_ended", session))

    async def note(self, session: SessionRow, kind: str, room_code: str | None = None, **detail: Any) -> None:
        """Note what is about to be shown or done in that session."""
        with reached():
            await rows.note(self._store, self.entry(kind, session, room_code, **detail))

    async def entries(self, before: int | None, most: int) -> list[tuple[int, Entry]]:
        """The audit log, newest first: lines with their ids; `before`: only those with a smaller id."""
        with reached():
            return await rows.entries(self._store, before, most)

    async def entries_of(self, room_code: str, kinds: Sequence[str], most: int) -> list[Entry]:
        """The last lines of these kinds about that room, newest first."""
        with reached():
            return await rows.entries_of(self._store, room_code, kinds, most)

    async def done_by(
        self, session: SessionRow, kind: str, ticket: str, room_code: str | None = None
    ) -> dict[str, Any] | None:
        """What was noted when the form with that ticket did such a thing in that session; None: it has not.

        Who hears nothing of what was done sends the form again, and is to be told the truth.
        """
        if not ticket:
            return None
        with reached():
            entry = await rows.done_by(self._store, session.id, kind, ticket, room_code)
        return entry.detail if entry else None

    def entry(self, kind: str, session: SessionRow, room_code: str | None = None, **detail: Any) -> Entry:
        """A line of the log about what is done in that session now."""
        return Entry(kind, self._clock(), session.id, session.place, room_code, detail or None)


def _lasts(session: SessionRow, now: datetime) -> bool:
    return now - session.created_at < LONGEST and now - session.used_at < IDLE
