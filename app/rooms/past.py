"""A room as it was at an earlier position of its log, for one viewer.

While the game is on everybody sees what they were allowed to see then; when it is over, everything, or what one seat
saw. Drafts are no part of the log, so the past has none. Who was connected and who had left is not in the log either:
in the past everybody is there.
"""

from datetime import datetime
from functools import cached_property
from typing import Literal

from app.rooms.objects import Common, room_object, told_look
from app.rooms.reel import Reel
from app.rooms.results import Json, Refused
from app.rooms.room import Room, with_status
from app.rooms.scene import Scene
from app.rooms.stops import By, Stops
from app.rooms.story import Story, Viewer
from app.rooms.table import Table
from app.store.records import SeatRow
from engine.core import open_view

Eyes = int | Literal["open"] | None
"""Through whose eyes: a seat's; "open": with all cards open; None: a spectator's, while the game is on."""


class Past(Scene):
    """A scene of the past: nothing can be done in it. `eyes`: through whose it is seen.

    `latest`: the last position there is. `over`: has the game ended since, so that nothing is hidden any more?
    `secrets`: were cards hidden when it began? `turns`, `rounds`: the positions at which a turn, a round has just
    ended, ascending; `rounds` is empty for a game that does not tell its rounds.
    """

    def __init__(self, room: Room, version: int, eyes: Eyes, reel: Reel | None, now: datetime) -> None:
        """`reel`: wound to the end of the room's log for `viewer_of(eyes)`; None for a room without a table."""
        table = reel.table_at(room.table, version) if reel and room.table else None
        then = _as_it_was(room, table)
        common = _OpenCommon(then) if eyes == "open" else Common(then)
        seat = then.seat(eyes) if isinstance(eyes, int) else None
        super().__init__(common, seat, reel.story if reel else Story(), now, now)
        self.eyes = eyes
        self.code = room.row.code
        self.latest = room.version
        self.over = room.row.status == "over"
        self._told_look = told_look(room.row)
        self.secrets = reel is not None and reel.secrets
        # Of a later look's reel what this room had come to.
        ended = (reel.turns, reel.rounds) if reel else ([], [])
        self.turns, self.rounds = (tuple(at for at in ends if at <= self.latest) for ends in ended)

    @cached_property
    def object(self) -> Json:
        """The room object of that moment; `seat` is the one whose eyes these are, and nobody can act in the past.

        Added key: `"history": {"latest", "eyes", "last": <the move that led here, an entry of `story`, or None>}`.
        """
        made = room_object(self._common, self._seat)
        last = self.story[-1] if self.story else None
        history = {"latest": self.latest, "eyes": self.eyes, "last": last}
        # The game is over by now, if not at that moment.
        return made | self._told_look | {"at": None, "undo": None, "history": history}

    @property
    def units(self) -> list[By]:
        """By what one can go through this game."""
        return ["move", "turn", "round"] if self.rounds else ["move", "turn"]

    def unit(self, by: By) -> By:
        """That unit, or moves where the game does not tell it."""
        return by if by in self.units else "move"

    def stops(self, by: By, latest: int) -> Stops:
        """Where to stop when going by that unit; `latest`: the last position that is known of."""
        ends = {"move": range(1, latest + 1), "turn": self.turns, "round": self.rounds}
        return Stops(ends[self.unit(by)], latest)

    @property
    def choices(self) -> None:
        """Nothing can be chosen in the past."""
        return

    @property
    def log_id(self) -> None:
        """Eyes can be chosen."""
        return

    def explained(self, seat: int) -> list[Json]:
        """As of any scene; with all cards open the lines as that seat knew them."""
        table = self._room.table
        if self.eyes != "open" or table is None:
            return super().explained(seat)
        return table.game.explain(table.state, seat, seat)

    @cached_property
    def story(self) -> list[Json]:
        """What had happened by then, oldest first; with all cards open what any seat knew."""
        table = self._room.table
        return self._story.known(table, viewer_of(self.eyes)) if table else []


class _OpenCommon(Common):
    """What everybody sees where all cards lie open."""

    @cached_property
    def view(self) -> Json | None:
        """A spectator's, with what each seat sees besides."""
        table = self.room.table
        return open_view(table.game, table.state, len(table.own)) if table else None


def viewer_of(eyes: Eyes) -> Viewer:
    """Whose story these eyes read."""
    return "all" if eyes == "open" else eyes


def own_eyes(room: Room, seat: SeatRow | None, eyes: Eyes) -> Eyes:
    """The eyes that this caller looks through when it asks for `eyes` (None: whatever is best).

    Raises `Refused`: `not_started`, `closed` (before the start), `not_over` with the reason `eyes` for any choice of
    eyes while the game is on, `malformed` with the reason `eyes` for a seat that the table does not have.
    """
    if room.row.started_at is None:
        raise Refused("closed" if room.row.status == "closed" else "not_started")
    if room.row.status == "over":
        if isinstance(eyes, int) and room.seat(eyes) is None:
            raise Refused("malformed", "eyes")
        return "open" if eyes is None else eyes
    if eyes is not None:
        raise Refused("not_over", "eyes")
    return seat.seat if seat else None


def position(room: Room, version: int | None) -> int:
    """The position that is asked for; None: the last one. Raises `Refused("malformed", "version")` beyond the log."""
    if version is None:
        return room.version
    if not 0 <= version <= room.version:
        raise Refused("malformed", "version", {"latest": room.version})
    return version


def _as_it_was(room: Room, table: Table | None) -> Room:
    ended = room.row.status == "over" and table is not None and table.over
    then = room if ended else with_status(room, status="playing", result=None, finished_at=None)
    seats = tuple(seat._replace(is_left=False, votes=(), cut=0) for seat in room.seats)
    return then._replace(table=table, seats=seats, connected=frozenset(seat.id for seat in seats), surplus=())
