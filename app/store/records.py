"""Rows of the store as plain values. Moves are in wire form; times carry their zone (UTC).

Named tuples: a move makes several new rows of old ones, which costs a frozen dataclass three times as much.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

Json = dict[str, Any]


class RoomRow(NamedTuple):
    """A row of `rooms`; see tables.py for the columns."""

    id: int
    code: str
    rev: int
    presence: int
    status: str
    game: str
    options: Json
    places: int
    rules: int | None
    secret: bytes | None
    commitment: str | None
    chosen_seed: bytes | None
    seed: bytes | None
    result: Json | None
    next_code: str | None
    previous_code: str | None
    replayed: Json | None
    imported: bytes | None
    looked: Json | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


def one_more_look(looked: Json | None, now: datetime) -> Json:
    """`RoomRow.looked` when somebody looked once more at what the room's game hides."""
    at = now.astimezone(UTC).isoformat()
    first, times = (looked["first"], looked["times"]) if looked else (at, 0)
    return {"first": first, "last": at, "times": times + 1}


class SeatRow(NamedTuple):
    """A row of `seats`. `id` is 0 until the row is stored."""

    id: int
    seat: int
    name: str
    token_hash: bytes
    salt: str
    at: int
    last_frame: Json | None
    is_left: bool
    cut: int
    votes: tuple[int, ...]
    sat_at: datetime
    seen_at: datetime


class DraftRow(NamedTuple):
    """A row of `drafts`, without its room."""

    seat: int
    position: int
    move: Json
    program: bool
    accepted_at: datetime


class LogRow(NamedTuple):
    """A row of `log`, without its room."""

    seq: int
    seat: int
    move: Json
    program: bool
    accepted_at: datetime
    settled_at: datetime


class Event(NamedTuple):
    """Something that no rule reads: for the admin's history. Never a name or a token in `detail`."""

    kind: str
    at: datetime
    seat: int | None = None
    detail: Json | None = None


class Entry(NamedTuple):
    """A line of the audit log: what was done, when, in which session, where from. Never a password, a token, a name."""

    kind: str
    at: datetime
    session_id: int | None
    place: str
    room_code: str | None = None
    detail: Json | None = None


class RoomRecord(NamedTuple):
    """A room as it was in the database at one moment. `log`: from the row that was asked for on."""

    room: RoomRow
    seats: tuple[SeatRow, ...]
    log: tuple[LogRow, ...]
    drafts: tuple[DraftRow, ...]
    connected: frozenset[int]  # ids of seats with a connection in any process


class DraftLength(NamedTuple):
    """A draft that became shorter: how many moves stay."""

    seat: int
    length: int


@dataclass(slots=True)
class Write:
    """One change of a room, made whole or not at all, and only if the room is still at `rev`.

    `room`: columns of `rooms` to set. `seats`: rows that changed while playing; `renamed`: rows whose number, name or
    token changed too. `sat`: a new row. `gone`: ids of rows to remove. `drafts`: moves to add to drafts, or to put in
    place of those that `draft_lengths` cuts off. `audit`: what is noted of it, if it is the admin's doing.
    """

    room_id: int
    rev: int
    room: dict[str, object] = field(default_factory=dict)
    seats: list[SeatRow] = field(default_factory=list)
    renamed: list[SeatRow] = field(default_factory=list)
    sat: SeatRow | None = None
    gone: list[int] = field(default_factory=list)
    draft_lengths: list[DraftLength] = field(default_factory=list)
    drafts: list[DraftRow] = field(default_factory=list)
    log: list[LogRow] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    audit: Entry | None = None

    @property
    def plain(self) -> bool:
        """Is it as most are: moves, drafts and what seats have done?"""
        return not (self.room or self.renamed or self.sat or self.gone or self.audit)
