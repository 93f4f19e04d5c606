"""A scene: what one viewer sees of one room at one moment."""

from datetime import datetime
from functools import cached_property
from typing import Any

from app.rooms.absence import absences
from app.rooms.objects import Common, room_object
from app.rooms.results import Json
from app.rooms.story import Story, Viewer
from app.rooms.table import Table
from app.store.records import SeatRow
from app.store.store import to_json


class Scene:
    """What one viewer may see, fixed at one moment; each part is computed when first asked for, then kept."""

    def __init__(
        self,
        common: Common,
        seat: SeatRow | None,
        story: Story,
        now: datetime,
        up_since: datetime,
        public: "Scene | None" = None,
    ) -> None:
        """`public`: the spectators' scene of the same moment, if there is one."""
        self._common = common
        self._room = common.room
        self._seat = seat
        self._story = story
        self._now = now
        self._up_since = up_since
        self._public = public
        self._explained: dict[int, list[Json]] = {}

    @property
    def seat(self) -> int | None:
        """The viewer's seat, None for a spectator."""
        return self._seat.seat if self._seat else None

    @property
    def at(self) -> int:
        """The counter of the viewer's seat, which its next frame must carry; 0 for a spectator."""
        return self._seat.at if self._seat else 0

    @property
    def version(self) -> int:
        """Length of the log."""
        return self._room.version

    @property
    def public(self) -> "Scene":
        """What a spectator sees at the same moment: one scene for all viewers, while somebody watches."""
        if self._seat is None:
            return self
        if self._public is None:
            self._public = Scene(self._common, None, self._story, self._now, self._up_since)
        return self._public

    @cached_property
    def made(self) -> dict[Any, Any]:
        """Room for what others make of this scene once. It goes with the scene, which must not be put into it."""
        return {}

    @cached_property
    def object(self) -> Json:
        """The room object of design 5 for this viewer.

        Added keys: in `seats` also `"left"` (the program plays it until somebody takes it up); `"chosen_seed": true`,
        `"imported": true` (made of a file: nobody has played it here) and `"read_only": true` (the log does not replay
        under the present rules) only where they hold;
        `"replayed": {"code", "version", "scores"}` where the game goes on from a moment of another one, which ended so;
        in it `"sandbox": true` where one person plays every seat, `"debug": true` in an admin's copy; `"looked":
        {"first", "last", "times"}` when the game is over, where an admin looked, or could look, at what it hid.
        """
        return room_object(self._common, self._seat)

    @cached_property
    def text(self) -> str:
        """The room object as JSON, made once for all who see the same."""
        return to_json(self.object)

    @cached_property
    def choices(self) -> Json | None:
        """The game's `choices` for the viewer's seat; None for spectators, and while no game is on."""
        table = self._room.table
        if self._seat is None or table is None or self._room.row.status != "playing" or self._room.read_only:
            return None
        game, own, story = table.game, table.own, self._story

        def choices(seat: int) -> Json:
            return story.once("choices", own[seat], seat, lambda: game.choices(own[seat], seat))

        return self._common.of(self._seat.seat, "choices", choices)

    @cached_property
    def explain(self) -> list[list[Json]]:
        """Per seat the lines that make up its score, as far as the viewer may know; empty in the lobby."""
        table = self._room.table
        return [self.explained(seat) for seat in range(len(table.own))] if table else []

    def explained(self, seat: int) -> list[Json]:
        """Of `explain` the lines of that seat: for most viewers the others' are made from a spectator's scene."""
        lines = self._explained.get(seat)
        if lines is None:
            lines = self._explained[seat] = self._explain(seat)
        return lines

    def _explain(self, seat: int) -> list[Json]:
        table = self._room.table
        assert table, "no game yet"
        game, viewer = table.game, self.seat
        if viewer == seat:
            return self._common.of(seat, "explained", lambda each: self._explain_own(table, each))
        state = table.seen_by(viewer)
        return self._story.once(f"explain {seat}", state, viewer, lambda: game.explain(state, seat, viewer))

    def _explain_own(self, table: Table, seat: int) -> list[Json]:
        game, state = table.game, table.own[seat]

        def explain() -> list[Json]:
            # Of the same position only: where drafts are hidden the seat's own is further on.
            explain_from = getattr(game, "explain_from", None) if state is table.public else None
            if explain_from is None:
                return game.explain(state, seat, seat)
            lines: list[Json] = explain_from(self.public.explained(seat), state, seat)
            return lines

        return self._story.once("explain", state, seat, explain)

    @cached_property
    def progress(self) -> list[Json]:
        """How far the viewer's own aims are, from a game that tells it (`progress(state, seat)`); else empty."""
        table = self._room.table
        told = getattr(table.game, "progress", None) if table else None
        if table is None or told is None or self._seat is None:
            return []
        progress: list[Json] = self._common.of(self._seat.seat, "progress", lambda seat: told(table.own[seat], seat))
        return progress

    @cached_property
    def story(self) -> list[Json]:
        """What happened, oldest first: `{"seq", "seat", "program", "accepted_at", "facts": [...]}`.

        Facts as this viewer may see them. The moves of a draft that the viewer sees come last, with seq None.
        `program`: the program played it for a seat that was left. `accepted_at`: ISO 8601, in UTC.
        """
        table = self._room.table
        if table is None or self._seat is None:
            return self._story.told(table, None) if table else []
        return self._common.of(self._seat.seat, "story", lambda seat: self._story.told(table, seat))

    @property
    def log_id(self) -> tuple[int, Viewer] | None:
        """Where this is the same, the same is told of each settled move. None: that may differ from look to look."""
        table = self._room.table
        return (self._story.number, "all" if table.over else self.seat) if table else None

    @cached_property
    def first(self) -> Json | None:
        """A spectator's view of the first position, before any move; None in the lobby."""
        table = self._room.table
        return table.game.view(table.game.setup(table.config), None) if table else None

    @cached_property
    def present(self) -> Json:
        """What pages need besides the room object.

        ```
        {"free": <free places, in the lobby>, "can_start": <bool: this viewer may start now, perhaps with close_free>,
         "least": <fewest players>, "can_sit": <bool: a free place, or a left seat to take over>,
         "left": [<seats the program plays>],
         "away": [{"seat", "since": <datetime, UTC>, "votable": <bool>, "votes": [<seats>], "missing": [<seats>]}],
                 # seats that must act and are not connected; votable after 3 minutes; missing: whose votes it takes
         "cut": <moves of this seat's draft that had to be dropped since its last move; 0 mostly>,
         "next": <code of the room for playing again, or None>, "previous": <the room this one follows, or None>,
         "result": <{"ranking": [[seat]], "scores": [points]} at the end, else None>,
         "created_at", "started_at", "finished_at": <datetime, UTC, or None>}
        ```
        """
        room, row, seat = self._room, self._room.row, self._seat
        lobby = row.status == "lobby"
        if seat is not None:
            public = self.public.present
            if not lobby and not seat.cut:
                return public
            return public | {"can_start": lobby and len(room.seats) >= room.least, "cut": seat.cut}
        free = row.places - len(room.seats) if lobby else 0
        left = [seat.seat for seat in room.seats if seat.is_left]
        return {
            "free": free,
            "can_start": False,
            "least": room.least,
            "can_sit": free > 0 or (row.status == "playing" and bool(left) and not room.read_only),
            "left": left,
            "away": self._away(),
            "cut": 0,
            "next": row.next_code,
            "previous": row.previous_code,
            "result": row.result,
            "created_at": row.created_at,
            "started_at": row.started_at,
            "finished_at": row.finished_at,
        }

    def _away(self) -> list[Json]:
        found = absences(self._room, self._now, self._up_since)
        return [
            {
                "seat": absence.seat,
                "since": absence.since,
                "votable": absence.votable,
                "votes": list(absence.votes),
                "missing": list(absence.missing),
            }
            for absence in found
        ]
