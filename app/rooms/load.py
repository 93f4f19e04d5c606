"""From rows to a room: by replay of the log, or of what is new in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from app.rooms.room import Room
from app.rooms.table import UNREADABLE, Draft, Step, Table, new_table, with_log
from app.store.records import DraftRow, LogRow, RoomRecord
from engine import Config, Game

Games = Mapping[str, Game[Any, Any]]


def load(record: RoomRecord, games: Games, known: Room | None = None) -> Room:
    """The room of this record; `known`: the room as it was when its log had the length from which the record has it."""
    game = games.get(record.room.game)
    table = None
    if game is not None and record.room.seed is not None:
        table = known.table if known and known.table else _first(game, record)
        if table is not None and table.broken is None:
            table = _caught_up(table, record)
    return Room(record.room, record.seats, game, table, record.connected, _surplus(record, table))


def _first(game: Game[Any, Any], record: RoomRecord) -> Table | None:
    row = record.room
    assert row.seed is not None
    if [seat.seat for seat in record.seats] != list(range(row.places)):  # nobody could play: the room is read-only
        return None
    try:
        return new_table(game, Config(row.places, row.seed, row.options, row.rules))
    except Exception:  # options or rules that the present program refuses: the room is read-only
        return None


def _caught_up(table: Table, record: RoomRecord) -> Table:
    return with_rows(table, record.log, record.drafts)


def with_rows(table: Table, log: Sequence[LogRow], drafts: Sequence[DraftRow] = ()) -> Table:
    """The table after these further rows of its log, and with these drafts in place of its own."""
    steps = [_step(table, row, row.seq == seq) for seq, row in enumerate(log, len(table.log))]
    return with_log(table, steps, _drafts(table, drafts))


def _drafts(table: Table, rows: Sequence[DraftRow]) -> list[Draft]:
    drafts: list[list[Step]] = [[] for _ in table.drafts]
    for row in rows:
        if row.seat < len(drafts):
            drafts[row.seat].append(_step(table, row))
    return [tuple(draft) for draft in drafts]


def _step(table: Table, row: LogRow | DraftRow, in_place: bool = True) -> Step:
    """The row as a step; not `in_place`: a row before it is missing."""
    try:
        move = table.game.decode(row.move) if in_place else UNREADABLE
    except Exception:  # it breaks the table when it is played, at its place in the log
        move = UNREADABLE
    return Step(row.seat, move, row.program, row.accepted_at)


def _surplus(record: RoomRecord, table: Table | None) -> tuple[tuple[int, int], ...]:
    if table is None or table.broken is not None:
        return ()
    stored = Counter(row.seat for row in record.drafts)
    lost = ((seat, stored[seat] - len(draft)) for seat, draft in enumerate(table.drafts))
    return tuple((seat, moves) for seat, moves in lost if moves)
