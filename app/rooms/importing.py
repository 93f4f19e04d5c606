"""Taking in the file of a finished game: it becomes a room that can be looked at, or is refused with what breaks it.

Nothing in a file is believed that can be worked out. The game is played again move by move as it would have been in a
room: the seed must follow from secret and salts, each move must be legal and in its turn, the last one must end the
game, and the result must be what that end gives. What nobody can work out is taken as the file says: names, times,
which moves the program made. So a file can be made up, as a whole, by whoever plays such a game alone; its room says
that it was imported, for good. Times may even go backwards: clocks do, where several processes serve a game.

The room is over from the beginning. Each seat has a key that nobody knows, so nobody can sit there, play, or rename.
Files that say the same lead to one room: who sends one twice, or gives it to friends, fills no database, and what an
admin has done to that room stays done.
"""

import asyncio
import secrets
from typing import Any

from app.rooms.change import event
from app.rooms.door import Doors
from app.rooms.identity import new_code
from app.rooms.making import filled, new_row
from app.rooms.names import good_name, same_name
from app.rooms.program import result
from app.rooms.results import Created, Json, Refused
from app.rooms.saved import SavedGame, SavedMove, read
from app.rooms.seating import new_seat
from app.rooms.table import Table, new_table
from app.rooms.work import worked
from app.store.read import code_of_import
from app.store.records import LogRow, RoomRow, SeatRow
from app.store.store import UNREACHABLE
from app.store.write import create
from engine import BadConfig, Config, IllegalMove
from engine.core import commitment, game_seed

SLICE = 25  # moves that are played before others have their turn
TRIES = 5


class Imports:
    """Takes in files, one at a time."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._lock = asyncio.Lock()

    async def take_in(self, file: object) -> Created:
        """The room of this file, `file` its JSON.

        Raises `busy`, and `Refused("bad_file")` with the first reason of these: what `saved.read` has; `game` (not
        known here); `seats`, `unknown_option`, `option_value` as for a new room; `rules` (no such version is known);
        `name`; `names` (two that look alike); `chance` (there is a secret and a chosen seed, or neither); `commitment`;
        `seed`; of a move `after_end`, `seat` (there is none), `turn` (another seat has not ended its own), `move` (not
        legal); `unfinished`; `result`. Facts: `move` counts from 1 on, `seat` from 0 on; of a `move` also
        `game`, and what the rules say: `rule` with their `reason` and `facts`.
        """
        saved, digest = await asyncio.to_thread(_read, file)
        try:
            code = await code_of_import(self._doors.store, digest) or await self._new(saved, digest)
        except UNREACHABLE:
            raise Refused("busy") from None
        return Created(code, saved.commitment, None, None)

    async def _new(self, saved: SavedGame, digest: bytes) -> str:
        """The code of the room that there is of it from now on."""
        async with self._lock:
            table, log = await _played(_table(self._doors, saved), saved)
        row, seats = self._rows(saved, table, digest)
        for _ in range(TRIES):
            coded = row._replace(code=new_code())
            if await create(self._doors.store.pool, coded, seats, event("imported", row.created_at), log=log):
                return coded.code
            if known := await code_of_import(self._doors.store, digest):  # another call was faster
                return known
        raise Refused("busy")

    def _rows(self, saved: SavedGame, table: Table, digest: bytes) -> tuple[RoomRow, list[SeatRow]]:
        now, config = self._doors.clock(), table.config
        secret = bytes.fromhex(saved.secret) if saved.secret is not None else None
        chosen = config.seed if secret is None else None
        made = new_row(saved.game, config.seats, dict(config.options), secret, chosen, now)
        row = made._replace(
            status="over",
            rules=saved.rules,
            seed=config.seed,
            result=result(table),
            replayed=saved.replayed.object if saved.replayed else None,
            imported=digest,
            started_at=saved.started_at,
            finished_at=saved.finished_at,
        )
        keys = [secrets.token_bytes(32) for _ in saved.seats]  # in place of hashes: no token has these
        seats = [
            new_seat(number, seat.name, key, seat.salt, now)
            for number, (seat, key) in enumerate(zip(saved.seats, keys, strict=True))
        ]
        return row, seats


def _read(file: object) -> tuple[SavedGame, bytes]:
    saved = read(file)
    return saved, saved.digest


def _table(doors: Doors, saved: SavedGame) -> Table:
    """The game as it began."""
    game = doors.games.get(saved.game)
    if game is None:
        raise _bad("game")
    try:
        config = Config(len(saved.seats), bytes.fromhex(saved.seed), saved.options, saved.rules)
        game.setup(config)
        table = new_table(game, Config(config.seats, config.seed, filled(game, saved.options), saved.rules))
    except BadConfig as error:
        told = {"rules": saved.rules} if error.code == "rules" else {}
        raise _bad(error.code, **error.facts, **told) from None
    _check_names([seat.name for seat in saved.seats])
    _check_chance(saved)
    return table


def _check_names(names: list[str]) -> None:
    """As at any table; only an admin can have taken one away."""
    for number, name in enumerate(names):
        try:
            good = good_name(name)
        except Refused:
            good = ""
        if good != name:
            raise _bad("name", player=number + 1)
        if name and any(same_name(name, other) for other in names[:number]):
            raise _bad("names")


def _check_chance(saved: SavedGame) -> None:
    """Does the seed follow from what it is said to be made from, and the secret from what was promised?"""
    given = saved.secret is None
    if given != saved.chosen_seed or given != (saved.commitment is None) or (saved.replayed and not given):
        raise _bad("chance")
    if saved.secret is None:
        return
    secret = bytes.fromhex(saved.secret)
    if commitment(secret) != saved.commitment:
        raise _bad("commitment")
    if game_seed(secret, [bytes.fromhex(seat.salt) for seat in saved.seats]).hex() != saved.seed:
        raise _bad("seed")


async def _played(table: Table, saved: SavedGame) -> tuple[Table, list[LogRow]]:
    """The table when the game was played again, and its log. A few moves at a time, each paid for as it is played."""
    again = _Again(table, saved)
    for begin in range(0, len(saved.moves), SLICE):
        part = saved.moves[begin : begin + SLICE]
        worked.get()("replayed", len(part))
        for number, made in enumerate(part, begin + 1):
            again.play(number, made)
        await asyncio.sleep(0)
    ended = again.ended()
    if result(ended) != saved.result.model_dump():
        raise _bad("result")
    return ended, again.log


class _Again:
    """A game that is played again."""

    def __init__(self, table: Table, saved: SavedGame) -> None:
        self._table = table
        self._name = saved.game
        # So many moves were another game's first, which may have been left in the midst of turns.
        self._copied = saved.replayed.version if saved.replayed else 0
        self._state = table.state.copy()
        self.log: list[LogRow] = []
        self._turn: int | None = None  # of the seat whose last move did not settle

    def play(self, number: int, made: SavedMove) -> None:
        """Make that move. Raises `Refused("bad_file")`."""
        game = self._table.game
        if not game.active(self._state):
            raise _bad("after_end", move=number)
        if made.seat >= self._table.config.seats:
            raise _bad("seat", move=number, seat=made.seat)
        if self._turn not in (None, made.seat):
            raise _bad("turn", move=number, seat=made.seat)
        move, settled = self._made(number, made)
        wire = game.encode(move)
        self.log.append(LogRow(number - 1, made.seat, wire, made.program, made.accepted_at, made.settled_at))
        self._turn = None if settled or number <= self._copied else made.seat

    def _made(self, number: int, made: SavedMove) -> tuple[Any, bool]:
        """The move, and whether it settled."""
        game, state = self._table.game, self._state
        rule: Json
        try:
            move = game.decode(made.move)
            game.check(state, made.seat, move)
            settled = game.settles(state, made.seat, move)
            game.apply(state, made.seat, move)
            return move, settled
        except IllegalMove as error:
            rule = {"rule": {"reason": error.code, "facts": error.facts}}
        except Exception:  # malformed, whose facts may be as long as the move; or whatever old rules do, as at a load
            rule = {}
        raise _bad("move", move=number, seat=made.seat, game=self._name, **rule)

    def ended(self) -> Table:
        """The table at the end. Raises `Refused("bad_file", "unfinished")`."""
        table, state = self._table, self._state
        if table.game.active(state) or self._turn is not None:
            raise _bad("unfinished")
        return table._replace(state=state)


def _bad(reason: str, **facts: object) -> Refused:
    return Refused("bad_file", reason, facts)
