"""New rooms."""

import contextlib
import secrets
from collections.abc import Mapping

from app.rooms.change import event
from app.rooms.door import Doors
from app.rooms.identity import good_salt, good_seed, new_code, new_token, token_hash
from app.rooms.names import good_name
from app.rooms.results import Created, Refused
from app.rooms.seating import new_seat
from app.store.records import RoomRow
from app.store.store import UNREACHABLE
from app.store.write import create, delete_empty
from engine import BadConfig, Config
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
    promise = commitment(secret) if secret else None
    token = new_token() if name is not None else None
    seat = None
    if name is not None and token is not None:
        seat = new_seat(0, good_name(name), token_hash(token), kept_salt, now)
    made = event("created", now, 0 if seat else None)
    for _ in range(10):
        code = new_code()
        # fmt: off
        row = RoomRow(
            id=0, code=code, rev=0, presence=0, status="lobby", game=game, options=full, places=seats, rules=None,
            secret=secret, commitment=promise, chosen_seed=chosen, seed=None, result=None, next_code=None,
            previous_code=previous, created_at=now, started_at=None, finished_at=None,
        )
        # fmt: on
        try:
            if await create(doors.store.pool, row, seat, made):
                return Created(code, promise, seat.seat if seat else None, token)
        except UNREACHABLE:
            break
    raise Refused("busy")


async def discard(doors: Doors, code: str) -> None:
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
    return {option: options.get(option, values[0]) for option, values in game.OPTIONS.items()}
