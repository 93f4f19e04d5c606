"""What the calls of `Rooms` answer, and the one exception they raise."""

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


class Refused(Exception):
    """A call that was not carried out; nothing was changed.

    `code`: one of design 5's error codes: `no_room`, `no_token`, `not_seated`, `malformed`, `options`, `not_started`,
    `started`, `not_over`, `over`, `closed`, `full`, `name_taken`, `too_few`, `free_seats`, `read_only`, `stale`,
    `nothing_to_undo`, `illegal`, `busy`; and `cannot_vote_out` (the seat need not act, is connected, or has not been
    away for 3 minutes), `sandbox` (one person plays every seat there: nobody sits down or leaves), `too_many`
    (listeners: of one `seat`, or `watchers`), `bad_file` (its reasons: importing.py). HTTP statuses are the business of
    `app.web`.
    `reason`: for `illegal`, `malformed` and `options` a code that says more (the engine's own, or `name`, `salt`,
    `seed`, `game`, `seat`, `version`, `eyes`), for `not_over` `eyes` or None, else None. `facts`: the numbers that
    belong to the reason.
    `room`: the caller's present room object where the refusal depends on the state of the room (the 409 codes).
    """

    def __init__(
        self, code: str, reason: str | None = None, facts: Json | None = None, room: Json | None = None
    ) -> None:
        super().__init__(code if reason is None else f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.facts: Json = facts or {}
        self.room = room


@dataclass(frozen=True, slots=True)
class Created:
    """A new room. `commitment` is None with a chosen seed and in a what-if; `seat` and `token` when nobody sat down.

    `tokens`: of every seat, in a room in which its maker plays all of them; empty elsewhere.
    """

    code: str
    commitment: str | None
    seat: int | None
    token: str | None
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Following:
    """The room for playing again, and the name that the caller had at the table before."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat and its token: the only time the token is told. The number may change at the start (`Scene.seat`)."""

    seat: int
    token: str
