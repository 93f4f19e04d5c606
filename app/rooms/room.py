"""A room as this process knows it: its rows, its table, who is connected. Values that never change."""

import hmac
from typing import Any, NamedTuple

from app.rooms.table import Table
from app.store.records import RoomRow, SeatRow
from engine import Game


class Room(NamedTuple):
    """`seats`: in the order of sitting, which is the order of their numbers once the game has started.

    `table` is None in the lobby, and where the game or its options are no longer known; `game` likewise.
    `connected`: ids of seats with a connection, in any process. `surplus`: (seat, moves) of stored drafts that do not
    fit any more and are not in `table`; the next change takes them away.
    """

    row: RoomRow
    seats: tuple[SeatRow, ...]
    game: Game[Any, Any] | None
    table: Table | None
    connected: frozenset[int]
    surplus: tuple[tuple[int, int], ...] = ()

    @property
    def read_only(self) -> bool:
        """Started, but its log does not replay under the present rules."""
        return self.row.started_at is not None and (self.table is None or self.table.broken is not None)

    @property
    def sandbox(self) -> bool:
        """Does one person play every seat (app/rooms/replayed.py)?"""
        return bool(self.row.replayed and self.row.replayed.get("sandbox"))

    @property
    def debug(self) -> bool:
        """Is it an admin's copy, which only who has its keys may see (app/rooms/replayed.py)?"""
        return bool(self.row.replayed and self.row.replayed.get("debug"))

    @property
    def hides(self) -> bool:
        """Is there anything in it that its players must not see yet? An admin's copy has nobody else."""
        return self.row.started_at is not None and self.row.status != "over" and not self.debug

    @property
    def version(self) -> int:
        """Length of the log."""
        return len(self.table.log) if self.table else 0

    @property
    def least(self) -> int:
        """How many players it takes to start: where a game goes on from a moment of another, as many as it had."""
        if self.row.replayed is not None:
            return self.row.places
        return self.game.SEATS[0] if self.game else 1

    def seat(self, number: int) -> SeatRow | None:
        """The seat with that number, if it is taken."""
        return next((seat for seat in self.seats if seat.seat == number), None)

    def seat_of(self, token_hash: bytes) -> SeatRow | None:
        """The seat that this token opens; compared in constant time, whichever seat it is and whether or not one is."""
        found = None
        for seat in self.seats:
            if hmac.compare_digest(seat.token_hash, token_hash):
                found = seat
        return found

    def is_connected(self, seat: SeatRow) -> bool:
        """Is somebody there for this seat? Whoever has left is not, even with a page open."""
        if self.sandbox:
            return bool(self.connected)
        return seat.id in self.connected and not seat.is_left

    def must_act(self, seat: SeatRow) -> bool:
        """Does the game wait for this seat?"""
        if self.row.status != "playing" or self.table is None or self.read_only:
            return False
        return seat.seat in self.table.game.active(self.table.own[seat.seat])


def with_seat(room: Room, seat: SeatRow) -> Room:
    """The room with this row in place of the one with the same id."""
    return room._replace(seats=tuple(seat if old.id == seat.id else old for old in room.seats))


def with_status(room: Room, **columns: Any) -> Room:
    """The room with other values in columns of `rooms`."""
    return room._replace(row=room.row._replace(**columns))
