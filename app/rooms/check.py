"""Does every stored room replay under the present rules, and end as it was stored? Asked before a deploy."""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.rooms.load import load
from app.rooms.program import result
from app.rooms.room import Room
from app.rooms.table import Table
from app.store import Store, read
from app.store.records import RoomRecord
from app.store.store import to_json
from engine import GAMES, Config, Game
from engine.core import commitment, game_seed


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as stored.

    `what`: `unknown_game`, `setup` (the options or the rules version are refused), `rules` (no version is stored),
    `seats` (not one for each place), `order` (the log has a hole at `seq`), `replay` (the log breaks at `seq`),
    `draft` (of a seat's draft some moves do not fit), `result` (the end differs), `not_over` (stored as over, but the
    log does not end the game), `over` (the log ends the game, but it is stored as on), `seed` (it does not come from
    the secret and the salts), `commitment` (it is not that of the secret), `unreadable` (the rows make no room at all).
    """

    code: str
    game: str
    what: str
    seq: int | None = None
    stored: object = None
    found: object = None

    def __str__(self) -> str:
        """One line for whoever runs the command."""
        return f"{self.code} {self.game}: {SAID[self.what].format(self)}"


SAID = {
    "unknown_game": "this program does not know the game",
    "setup": "its options and rules are refused: {0.found}",
    "rules": "started, but no version of the rules is stored",
    "seats": "its {0.stored} places have the seats {0.found}",
    "order": "move {0.seq} of the log is missing",
    "replay": "move {0.seq} does not replay: {0.stored}: {0.found}",
    "draft": "of the {0.stored} moves in a draft only {0.found} fit",
    "result": "it ends as {0.found}, stored is {0.stored}",
    "not_over": "stored as over, but its log does not end the game",
    "over": "its log ends the game, but it is stored as being played",
    "seed": "its seed does not come from its secret and salts",
    "commitment": "its commitment is not that of its secret",
    "unreadable": "its rows make no room: {0.found}",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A room that was looked at. `moves`: the settled ones; `differences`: empty where everything is as stored."""

    code: str
    moves: int
    differences: tuple[Difference, ...]


async def check_logs(store: Store, games: Mapping[str, Game[Any, Any]] = GAMES) -> AsyncIterator[Checked]:
    """Replay every room, oldest first; one at a time is in memory."""
    async for record in read.every_room(store):
        yield checked(record, games)


def checked(record: RoomRecord, games: Mapping[str, Game[Any, Any]]) -> Checked:
    """Replay one room."""
    return Checked(record.room.code, len(record.log), tuple(_differences(record, games)))


def _differences(record: RoomRecord, games: Mapping[str, Game[Any, Any]]) -> Iterator[Difference]:
    row = record.room
    try:
        room = load(record, games)
        # Before the loop: a room that cannot even be read is told as such, with nothing before it.
        found = [*_of_seed(room), *(_of_log(room, record) if row.started_at else _of_lobby(room))]
    except Exception as error:  # one broken room must not hide the others
        found = [("unreadable", {"found": _told(error)})]
    for what, more in found:
        yield Difference(row.code, row.game, what, **more)


_Found = Iterator[tuple[str, dict[str, Any]]]


def _of_seed(room: Room) -> _Found:
    row = room.row
    if row.secret is not None and commitment(row.secret) != row.commitment:
        yield "commitment", {}
    if row.started_at is None:
        return
    salts = [bytes.fromhex(seat.salt) for seat in room.seats]
    if row.seed != (game_seed(row.secret, salts) if row.secret is not None else row.chosen_seed):
        yield "seed", {}


def _of_lobby(room: Room) -> _Found:
    if room.game is None:
        yield "unknown_game", {}
    elif why := _refused(room.game, Config(room.row.places, bytes(32), room.row.options)):
        yield "setup", {"found": why}


def _of_log(room: Room, record: RoomRecord) -> _Found:
    row, table = room.row, room.table
    if room.game is None:
        yield "unknown_game", {}
        return
    if row.rules is None:
        yield "rules", {}
    why = _refused(room.game, Config(row.places, row.seed or b"", row.options, row.rules))
    if why:
        yield "setup", {"found": why}
    if table is None:
        if not why:
            yield "seats", {"stored": row.places, "found": [seat.seat for seat in room.seats]}
        return
    hole = next((seq for seq, step in enumerate(record.log) if step.seq != seq), None)
    if hole is not None:
        yield "order", {"seq": hole}
    elif table.broken is not None:
        step = record.log[table.broken]
        stored = f"seat {step.seat}: {to_json(step.move)}"
        yield "replay", {"seq": table.broken, "stored": stored, "found": _why(table, record)}
    else:
        yield from _of_end(room, table, record)


def _of_end(room: Room, table: Table, record: RoomRecord) -> _Found:
    row = room.row
    kept = sum(len(draft) for draft in table.drafts)
    if kept != len(record.drafts):
        yield "draft", {"stored": len(record.drafts), "found": kept}
    if row.status == "over" and not table.over:
        yield "not_over", {}
    elif row.status == "playing" and table.over:
        yield "over", {}
    elif row.status == "over" and result(table) != row.result:
        yield "result", {"stored": row.result, "found": result(table)}


def _refused(game: Game[Any, Any], config: Config) -> str:
    """Why the game cannot be set up so; "" where it can."""
    try:
        game.setup(config)
    except Exception as error:  # as when a room is loaded
        return _told(error)
    return ""


def _why(table: Table, record: RoomRecord) -> str:
    """What the rules say to the move at which the log breaks."""
    step = record.log[len(table.log)]
    try:
        table.game.check(table.state, step.seat, table.game.decode(step.move))
        table.game.apply(table.state.copy(), step.seat, table.game.decode(step.move))
    except Exception as error:  # whatever the rules do with an old log
        return _told(error)
    return ""


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
