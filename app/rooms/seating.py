"""Who sits where: sit, rename, leave, start."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from app.rooms.change import Change, cut_drafts, event
from app.rooms.load import with_rows
from app.rooms.names import same_name
from app.rooms.program import with_program
from app.rooms.results import Refused
from app.rooms.room import Room, with_seat, with_status
from app.rooms.table import dropped, new_table
from app.store.records import LogRow, SeatRow
from engine import BadConfig, Config
from engine.core import game_seed


def new_seat(number: int, name: str, token_hash: bytes, salt: str, now: datetime) -> SeatRow:
    """A row that is not stored yet."""
    return SeatRow(0, number, name, token_hash, salt, 0, None, False, 0, (), now, now)


def sit(room: Room, name: str, token_hash: bytes, salt: str, now: datetime) -> Change:
    """The room with one more seat taken, or a left one taken over. Raises `Refused`."""
    if room.seat_of(token_hash):  # an earlier try was stored, its answer lost
        return Change(room)
    check_open(room)
    check_shared(room)
    if room.read_only:
        raise Refused("read_only")
    left = next((seat for seat in room.seats if seat.is_left), None)
    if room.row.status == "playing" and left is None:
        raise Refused("started")
    if room.row.status == "lobby" and len(room.seats) == room.row.places:
        raise Refused("full")
    if left is not None:
        return _take_over(room, left, name, token_hash, now)
    check_name(name, room.seats)
    taken = {seat.seat for seat in room.seats}
    number = next(n for n in range(room.row.places) if n not in taken)
    seat = new_seat(number, name, token_hash, salt, now)
    return Change(room._replace(seats=(*room.seats, seat)), (event("sat", now, number),))


def _take_over(room: Room, left: SeatRow, name: str, token_hash: bytes, now: datetime) -> Change:
    # Its salt stays: the game's seed was made with it.
    check_name(name, (seat for seat in room.seats if seat is not left))
    seat = left._replace(name=name, token_hash=token_hash, is_left=False, votes=(), last_frame=None, cut=0, seen_at=now)
    return Change(with_seat(room, seat), (event("took_over", now, seat.seat),))


def rename(room: Room, seat: SeatRow, name: str, now: datetime) -> Change:
    """The room with another name for that seat. Raises `Refused`."""
    check_open(room)
    check_name(name, (other for other in room.seats if other is not seat))
    if name == seat.name:
        return Change(room)
    return Change(with_seat(room, seat._replace(name=name)), (event("renamed", now, seat.seat),))


def leave(room: Room, seat: SeatRow, now: datetime) -> Change:
    """The room without that player. In the lobby the place is free again; later the program sits in."""
    check_open(room)
    check_shared(room)
    if room.row.status == "lobby":
        others = tuple(other for other in room.seats if other is not seat)
        return Change(room._replace(seats=others), (event("left", now, seat.seat),))
    return given_up(Change(room), seat, "left", now)


def given_up(change: Change, seat: SeatRow, why: str, now: datetime) -> Change:
    """The change, and that seat counting as left: its draft is dropped; the program plays if somebody is there."""
    room = change.room
    if room.read_only or room.table is None or seat.is_left:
        return change
    after = with_seat(room, seat._replace(is_left=True, votes=(), seen_at=now))
    after = after._replace(table=dropped(room.table, seat.seat))
    change = cut_drafts(room, change.and_then(after, event(why, now, seat.seat)), None, now)
    return with_program(change, now) if somebody_there(change.room) else change


def somebody_there(room: Room) -> bool:
    """Is any player connected? A room in which nobody is makes no moves."""
    return any(room.is_connected(seat) for seat in room.seats)


def start(room: Room, close_free: bool, seat: SeatRow, now: datetime, begun: Sequence[LogRow] = ()) -> Change:
    """The room with its game on the table. `begun`: its log, where it goes on from another one. Raises `Refused`."""
    if room.row.status in ("playing", "over"):
        return Change(room)
    check_open(room)
    if room.game is None:
        raise Refused("read_only")
    playing = len(room.seats)
    if playing < room.least:
        raise Refused("too_few", facts={"least": room.least, "taken": playing})
    if playing < room.row.places and not close_free:
        raise Refused("free_seats", facts={"free": room.row.places - playing})
    salts = [bytes.fromhex(taken.salt) for taken in room.seats]
    seed = game_seed(room.row.secret, salts) if room.row.secret else room.row.chosen_seed
    assert seed is not None
    rules = room.row.rules or room.game.RULES
    try:
        table = new_table(room.game, Config(playing, seed, room.row.options, rules))
    except BadConfig:  # a room that was made under other options of an older program
        raise Refused("read_only") from None
    table = with_rows(table, begun)
    if table.broken is not None:
        raise Refused("read_only")
    seats = tuple(taken._replace(seat=number, seen_at=now) for number, taken in enumerate(room.seats))
    row = with_status(room, status="playing", places=playing, rules=rules, seed=seed, started_at=now).row
    starter = room.seats.index(seat)
    return Change(room._replace(row=row, seats=seats, table=table), (event("started", now, starter),))


def check_open(room: Room) -> None:
    """Raise `Refused` where nothing can happen any more."""
    if room.row.status in ("closed", "over"):
        raise Refused(room.row.status)


def check_shared(room: Room) -> None:
    """Raise `Refused` where all seats are one person's, for good."""
    if room.sandbox:
        raise Refused("sandbox")


def check_name(name: str, others: Iterable[SeatRow]) -> None:
    """Raise `Refused` where one of these would be taken for whoever has that name."""
    if any(same_name(name, other.name) for other in others):
        raise Refused("name_taken")
