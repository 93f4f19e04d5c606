"""What the admin does in rooms: each with a reason, and noted together with what was done."""

import unicodedata
from hashlib import sha256
from typing import Any

from app.admin.admin import Admin
from app.rooms import Case, Deed, Oversight, Refused
from app.rooms.identity import known_code
from app.store.admin import Entry
from app.store.admin import SessionRow as Session

LONGEST_REASON = 200
LINES = 20  # of what was done in one room

NOTED = {
    "close": "room_closed",
    "renew": "seat_renewed",
    "free": "seat_freed",
    "rename": "seat_renamed",
    "blank": "name_blanked",
    "blank_all": "names_blanked",
}
"""What each kind of deed is called in the audit log, which never holds a name or a key: it keeps them for good."""


class Actions:
    """Every call may raise `Refused`."""

    def __init__(self, admin: Admin, oversight: Oversight) -> None:
        self._admin = admin
        self._oversight = oversight

    async def case(self, code: str, deed: Deed) -> Case:
        """What it would be done to. Raises what the deed itself would (`Oversight`)."""
        return await self._oversight.case(code, deed)

    async def do(self, session: Session, code: str, deed: Deed, seen: str, reason: str, ticket: str = "") -> str | None:
        """Do it. The new key of the seat, where it has one. `seen`: of the case that was decided on.

        `ticket`: of the form that asked; what was done by it is done, and is not refused when it is sent again. Raises
        `malformed` (`reason`), `stale` (`renewed`: the key was told already), and what `Oversight.do` raises.
        """
        known = known_code(code)
        if known is None:
            raise Refused("no_room")
        detail: dict[str, Any] = {} if deed.seat is None else {"seat": deed.seat}
        ticket = _of_this(ticket, deed)
        detail |= {"reason": good_reason(reason)} | ({"ticket": ticket} if ticket else {})
        kind = NOTED[deed.kind]
        entry = self._admin.entry(kind, session, known, **detail)
        try:
            return await self._oversight.do(known, deed, seen, entry)
        except Refused:
            if await self._admin.done_by(session, kind, ticket, known) is None:
                raise
        if deed.kind == "renew":
            raise Refused("stale", "renewed")
        return None

    async def done(self, code: str) -> list[Entry]:
        """What was done in that room, newest first, at most `LINES`."""
        return await self._admin.entries_of(code, list(NOTED.values()), LINES)


def _of_this(ticket: str, deed: Deed) -> str:
    """What is kept of a form's ticket: it stands for what was typed there, too, of which it tells nothing."""
    return sha256(f"{ticket} {deed!r}".encode()).hexdigest()[:24] if ticket else ""


def good_reason(reason: str) -> str:
    """The reason as it is kept: every run of spaces one space. Raises `Refused("malformed", "reason")`."""
    kept = " ".join(reason.split())
    unseen = any(unicodedata.category(character) in {"Cc", "Cs"} for character in kept)
    if unseen or not 1 <= len(kept) <= LONGEST_REASON:
        raise Refused("malformed", "reason", {"most": LONGEST_REASON})
    return kept
