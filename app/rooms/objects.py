"""The room object (design 5) and the log, as one viewer may see them. Built, never stripped."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, TypeVar

from app.rooms.results import Json
from app.rooms.room import Room
from app.store.records import LogRow, RoomRow, SeatRow

T = TypeVar("T")


class Common:
    """What the objects of a room's viewers have in common at one moment, computed once for all of them.

    `here`: how many connections of this process each seat has, by the seat's id.
    """

    def __init__(self, room: Room, here: Mapping[int, int] | None = None) -> None:
        self.room = room
        self._here = {} if here is None else here
        self._of: dict[str, dict[int, Any]] = {}

    def of(self, seat: int, what: str, work_out: Callable[[int], T]) -> T:
        """`work_out(seat)`, once for each seat.

        Where drafts lie open a move is news to everybody who is here, and what has just been done for one seat costs a
        fraction for the next: there it is done for all of them in one go.
        """
        known = self._of.get(what)
        if known is None:
            known = self._of[what] = {each: work_out(each) for each in self._at_hand}
        if seat not in known:
            known[seat] = work_out(seat)
        found: T = known[seat]
        return found

    @cached_property
    def _at_hand(self) -> list[int]:
        """The seats to which every move is news that this process tells."""
        table = self.room.table
        if table is None or not table.game.OPEN_DRAFTS:
            return []
        return [each.seat for each in self.room.seats if self._here.get(each.id)]

    @cached_property
    def public(self) -> object:
        """What everybody can see, short enough to compare at every change."""
        room = self.room
        row, table = room.row, room.table
        votes = [seat.votes for seat in room.seats]
        drafts: list[datetime] = []
        if table and table.game.OPEN_DRAFTS:
            drafts = [step.accepted_at for draft in table.drafts for step in draft]
        looks = row.looked["times"] if row.looked and told_look(row) else 0
        return row.status, row.next_code, room.version, room.read_only, looks, self.seats, votes, drafts

    def private(self, token_hash: bytes | None) -> Hashable:
        """What only one seat can see. A seat whose token no longer opens it sees that."""
        return None if token_hash is None else self._privates.get(token_hash, ())

    @cached_property
    def _privates(self) -> dict[bytes, Hashable]:
        room = self.room
        return {seat.token_hash: (seat.seat, seat.at, seat.cut, undoable(room, seat)) for seat in room.seats}

    @cached_property
    def seats(self) -> list[Json]:
        """Who sits where, and what each is doing."""
        return [_seat_object(self.room, each) for each in self.room.seats]

    @cached_property
    def object(self) -> Json:
        """The room object for a spectator."""
        return _public_object(self)

    @cached_property
    def view(self) -> Json | None:
        """A spectator's."""
        table = self.room.table
        return table.game.view(table.public, None) if table else None

    def view_of(self, seat: int) -> Json | None:
        """That seat's: from the spectator's, where the game knows how to (`view_from`)."""
        return self.of(seat, "view", self._view_of)

    def _view_of(self, seat: int) -> Json | None:
        table = self.room.table
        if table is None or self.view is None:
            return None
        view_from = getattr(table.game, "view_from", None)
        if view_from is None:
            return table.game.view(table.own[seat], seat)
        own: Json = view_from(self.view, table.own[seat], seat)
        return own


def room_object(common: Common, seat: SeatRow | None) -> Json:
    """The room object for that seat, or for a spectator. Not to be changed."""
    if seat is None:
        return common.object
    return {
        **common.object,
        "seat": seat.seat,
        "at": seat.at,
        "undo": undoable(common.room, seat),
        "view": common.view_of(seat.seat),
    }


def _public_object(common: Common) -> Json:
    room = common.room
    row = room.row
    rules = row.rules if row.rules is not None or room.game is None else room.game.RULES
    made: Json = {
        "code": row.code,
        "game": row.game,
        "options": row.options,
        "rules": rules,
        "status": row.status,
        "commitment": row.commitment,
        "seats": common.seats,
        "places": row.places,
        "version": room.version,
        "seat": None,
        "at": None,
        "undo": None,
        "view": common.view,
    }
    if row.chosen_seed is not None:
        made["chosen_seed"] = True
    if row.replayed is not None:
        made["replayed"] = row.replayed
    if row.imported is not None:
        made["imported"] = True
    if room.read_only:
        made["read_only"] = True
    return made | told_look(row)


def told_look(row: RoomRow) -> Json:
    """That an admin looked, or could look, at what the game hid: `{"looked": {"first", "last", "times"}}`.

    Not told while the game is on.
    """
    return {"looked": row.looked} if row.looked and row.status in ("over", "closed") else {}


def _seat_object(room: Room, seat: SeatRow) -> Json:
    return {
        "seat": seat.seat,
        "name": seat.name,
        "connected": room.is_connected(seat),
        "active": room.must_act(seat),
        "doing": doing(room, seat),
        "left": seat.is_left,
    }


def doing(room: Room, seat: SeatRow) -> str | None:
    """What that seat is at, told by its own state; None in the lobby."""
    table = room.table
    return table.game.doing(table.own[seat.seat], seat.seat) if table else None


def undoable(room: Room, seat: SeatRow) -> int:
    """How many moves that seat can take back."""
    if room.table is None or room.row.status != "playing":
        return 0
    return len(room.table.drafts[seat.seat])


def log_object(room: Room, rows: Sequence[LogRow]) -> Json:
    """The log: it holds only what everybody has seen. What the dice were made from is told at the end."""
    told = room.row.status == "over"
    row = room.row
    return {
        "moves": [_log_entry(entry) for entry in rows],
        "secret": row.secret.hex() if told and row.secret else None,
        "salts": [seat.salt for seat in room.seats] if told else None,
        "seed": row.seed.hex() if told and row.seed else None,
    }


def _log_entry(entry: LogRow) -> Json:
    return {
        "seq": entry.seq,
        "seat": entry.seat,
        "move": entry.move,
        "accepted_at": iso(entry.accepted_at),
        "settled_at": iso(entry.settled_at),
    }


def iso(time: datetime) -> str:
    """ISO 8601 in UTC."""
    return time.astimezone(UTC).isoformat()
