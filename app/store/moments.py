"""What the admin's time machine reads: moves, drafts and events as they are stored, byte for byte.

And the one thing that it writes into a room: that somebody looked at what its players may not see.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from app.store.records import Write, one_more_look
from app.store.store import Store

RACES = 20  # with the moves of the game, lost in a row; each takes a few milliseconds


class StoredMove(NamedTuple):
    """A row of `log`; `move`: the payload's own text."""

    seq: int
    seat: int
    move: str
    program: bool
    accepted_at: datetime
    settled_at: datetime


class StoredDraft(NamedTuple):
    """A row of `drafts`; `move`: the payload's own text."""

    seat: int
    position: int
    move: str
    program: bool
    accepted_at: datetime


class StoredEvent(NamedTuple):
    """A row of `events`; `detail`: its own text."""

    id: int
    at: datetime
    kind: str
    seat: int | None
    detail: str | None


def _columns(names: Sequence[str], text: str) -> str:
    return ", ".join(f"{name}::text" if name == text else name for name in names)


_MOVE = _columns(StoredMove._fields, "move")
_DRAFT = _columns(StoredDraft._fields, "move")
_EVENT = _columns(StoredEvent._fields, "detail")


async def length(store: Store, room_id: int) -> int:
    """How many moves are stored, whether they replay or not; one that is missing between others counts."""
    return int(await store.pool.fetchval("SELECT coalesce(max(seq) + 1, 0) FROM log WHERE room_id = $1", room_id))


async def move(store: Store, room_id: int, seq: int) -> StoredMove | None:
    """That move of the log, if it is there."""
    row = await store.pool.fetchrow(
        f"SELECT {_MOVE} FROM log WHERE room_id = $1 AND seq = $2",  # noqa: S608  names of our own
        *(room_id, seq),
    )
    return None if row is None else StoredMove(*row)


async def drafts(store: Store, room_id: int) -> list[StoredDraft]:
    """All moves that can still be taken back, by seat and in their order."""
    rows = await store.pool.fetch(
        f"SELECT {_DRAFT} FROM drafts WHERE room_id = $1 ORDER BY seat, position",  # noqa: S608
        room_id,
    )
    return [StoredDraft(*row) for row in rows]


async def events(
    store: Store, room_id: int, before: int | None, most: int, but: Sequence[str] = ()
) -> list[StoredEvent]:
    """Events of that room, newest first; `before`: those with a smaller id; `but`: none of these kinds."""
    rows = await store.pool.fetch(
        f"SELECT {_EVENT} FROM events WHERE room_id = $1 AND id < $2 AND kind <> ALL($4::text[]) "  # noqa: S608
        "ORDER BY id DESC LIMIT $3",
        *(room_id, 2**63 - 1 if before is None else before, most, but),
    )
    return [StoredEvent(*row) for row in rows]


async def event_after(store: Store, room_id: int, at: datetime, but: Sequence[str] = ()) -> int | None:
    """The id of the first event of that room after that time, if there is one; `but`: of none of these kinds."""
    found: int | None = await store.pool.fetchval(
        "SELECT min(id) FROM events WHERE room_id = $1 AND at > $2 AND kind <> ALL($3::text[])", room_id, at, but
    )
    return found


async def note_look(store: Store, room_id: int, now: datetime) -> bool:
    """Note in the room that somebody looked at what it hides. False where the room is gone, or others kept winning.

    As every change of a room it raises `rev`, so whichever process ends the game knows of it then.
    """
    for _ in range(RACES):
        row = await store.pool.fetchrow("SELECT rev, looked FROM rooms WHERE id = $1", room_id)
        if row is None:
            return False
        if await store.write(Write(room_id, row["rev"], room={"looked": one_more_look(row["looked"], now)})):
            return True
    return False
