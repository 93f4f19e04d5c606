"""Does every stored room replay under the present rules, and end as it was stored? Asked before a deploy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.rooms.load import load
from app.rooms.program import result
from app.rooms.room import Room
from app.store import Store, read
from engine import GAMES, Game
from engine.core import commitment, game_seed


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as stored.

    `what`: `unknown_game`, `setup` (the options or rules version are refused), `replay` (the log breaks at `seq`),
    `result` (the end differs), `not_over` (stored as over, but the log does not end the game), `over` (the log ends
    the game, but it is stored as on), `seed` (it does not come from the secret and the salts), `commitment`.
    """

    code: str
    game: str
    what: str
    seq: int | None = None
    stored: object = None
    found: object = None


@dataclass(slots=True)
class Report:
    """`rooms`: how many were looked at; `moves`: the settled moves in them."""

    rooms: int = 0
    moves: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Is everything as stored?"""
        return not self.differences


async def check_logs(store: Store, games: Mapping[str, Game[Any, Any]] = GAMES) -> Report:
    """Replay every room that was started."""
    report = Report()
    async for record in read.started_rooms(store):
        room = load(record, games)
        report.rooms += 1
        report.moves += len(record.log)
        report.differences += _differences(room)
    return report


def _differences(room: Room) -> list[Difference]:
    row, table = room.row, room.table
    found = _fairness(room)

    def differs(what: str, **more: Any) -> Difference:
        return Difference(row.code, row.game, what, **more)

    if room.game is None:
        return [*found, differs("unknown_game")]
    if table is None:
        return [*found, differs("setup")]
    if table.broken is not None:
        return [*found, differs("replay", seq=table.broken)]
    if row.status == "over" and not table.over:
        return [*found, differs("not_over")]
    if row.status == "playing" and table.over:
        return [*found, differs("over")]
    if row.status == "over" and result(table) != row.result:
        return [*found, differs("result", stored=row.result, found=result(table))]
    return found


def _fairness(room: Room) -> list[Difference]:
    row = room.row
    if row.secret is None:
        return [] if row.seed == row.chosen_seed else [Difference(row.code, row.game, "seed")]
    found = []
    if commitment(row.secret) != row.commitment:
        found.append(Difference(row.code, row.game, "commitment"))
    if game_seed(row.secret, [bytes.fromhex(seat.salt) for seat in room.seats]) != row.seed:
        found.append(Difference(row.code, row.game, "seed"))
    return found
