"""New rooms."""

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from app.rooms.change import Change, event
from app.rooms.door import Doors
from app.rooms.identity import good_salt, good_seed, new_code, new_token, token_hash
from app.rooms.live import Live
from app.rooms.names import good_name
from app.rooms.results import Created, Refused
from app.rooms.room import Room, with_status
from app.rooms.seating import new_seat
from app.store.records import DraftRow, RoomRow, SeatRow
from app.store.store import UNREACHABLE
from app.store.write import CopyLost, create, delete_empty
from engine import BadConfig, Config, Game
from engine.core import commitment


async def make(
    doors: Doors,
    game: str,
    seats: int,
    options: Mapping[str, object],
    name: str | None = None,
    salt: str = "",
    seed: str | None = None,
    previous: str | None = None,
) -> Created:
    """A new room, with its maker in seat 0 if there is a name. Raises `options`, `malformed`, `busy`."""
    full = _checked(doors, game, seats, options)
    now = doors.clock()
    chosen = good_seed(seed) if seed is not None else None
    kept_salt = good_salt(salt)
    secret = secrets.token_bytes(32) if chosen is None else None
    token = new_token() if name is not None else None
    seat = None
    if name is not None and token is not None:
        seat = new_seat(0, good_name(name), token_hash(token), kept_salt, now)
    row = new_row(game, seats, full, secret, chosen, now)
    made = await stored(doors, row._replace(previous_code=previous), [seat] if seat else [])
    return Created(made.code, made.commitment, seat.seat if seat else None, token)


def new_row(
    game: str, seats: int, options: dict[str, object], secret: bytes | None, chosen: bytes | None, now: datetime
) -> RoomRow:
    """A room that nobody has sat down in yet, without a code. It has a secret, or a chosen seed."""
    # fmt: off
    return RoomRow(
        id=0, code="", rev=0, presence=0, status="lobby", game=game, options=options, places=seats, rules=None,
        secret=secret, commitment=commitment(secret) if secret else None, chosen_seed=chosen, seed=None, result=None,
        next_code=None, previous_code=None, replayed=None, imported=None, looked=None,
        created_at=now, started_at=None, finished_at=None,
    )
    # fmt: on


async def stored(
    doors: Doors,
    row: RoomRow,
    seats: Sequence[SeatRow] = (),
    copied: tuple[int, int] | None = None,
    drafts: Sequence[DraftRow] = (),
) -> RoomRow:
    """The row under a code of its own. `copied`: the id of a room, and how many moves of its log are this one's too.

    `drafts`: moves after those, which can still be taken back. Raises `busy`; `no_room` where that room was deleted
    meanwhile.
    """
    made = event("created", row.created_at, seats[0].seat if seats else None)
    for _ in range(10):
        coded = row._replace(code=new_code())
        try:
            if await create(doors.store.pool, coded, seats, made, copied, drafts=drafts):
                return coded
        except CopyLost:
            raise Refused("no_room") from None
        except UNREACHABLE:
            break
    raise Refused("busy")


async def next_room(doors: Doors, live: Live, seat: SeatRow) -> str:
    """The code of the room that follows; made now if there is none, or none any more.

    Of those that are made at the same moment one stays.
    """
    row = live.room.row
    known = row.next_code
    if known is not None and await doors.exists(known):
        return known
    made = await make(doors, row.game, row.places, row.options, previous=row.code)

    def link(room: Room, now: datetime) -> Change:
        if room.row.next_code != known:
            return Change(room)
        return Change(with_status(room, next_code=made.code), (event("again", now, seat.seat),))

    await doors.change(live, link)
    if live.room.row.next_code != made.code:
        await _discard(doors, made.code)
    return live.room.row.next_code or ""


async def _discard(doors: Doors, code: str) -> None:
    """Take back a room that was made and told to nobody."""
    with contextlib.suppress(*UNREACHABLE):  # then an empty room stays, of which nobody knows the code
        await delete_empty(doors.store.pool, code)


def _checked(doors: Doors, name: str, seats: int, options: Mapping[str, object]) -> dict[str, object]:
    """All options of the game, defaults filled in, in its order."""
    game = doors.games.get(name)
    if game is None:
        raise Refused("options", "game")
    try:
        game.setup(Config(seats, bytes(32), options))
    except BadConfig as error:
        raise Refused("options", error.code, error.facts) from None
    return filled(game, options)


def filled(game: Game[Any, Any], options: Mapping[str, object]) -> dict[str, object]:
    """All options of the game, in its order: the given values, and defaults for the others."""
    return {option: options.get(option, values[0]) for option, values in game.OPTIONS.items()}
