"""The door that web, bots and tests use: every call on a room."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from app.rooms import absence, play, seating
from app.rooms.access import check_over, seat_for, shown
from app.rooms.change import Change
from app.rooms.door import Doors, utc_now
from app.rooms.export import export_object
from app.rooms.heart import Heart
from app.rooms.identity import good_salt, new_token, token_hash
from app.rooms.importing import Imports
from app.rooms.listener import Listener
from app.rooms.live import Hall, Live
from app.rooms.making import make, next_room
from app.rooms.names import good_name
from app.rooms.noting import Noting
from app.rooms.objects import log_object
from app.rooms.oversight import Oversight
from app.rooms.past import Eyes, Past, own_eyes, position, viewer_of
from app.rooms.program import owes_moves
from app.rooms.reel import Reels
from app.rooms.replayed import replay
from app.rooms.results import Created, Following, Json, Refused, Seated
from app.rooms.room import Room
from app.rooms.scene import Scene
from app.rooms.scores import Course, Courses
from app.store import Store
from app.store.records import SeatRow
from engine import GAMES, Game

SeatDecide = Callable[[Room, SeatRow, datetime], Change]


class Rooms:
    """All rooms of one database. Tokens come in as they were told; only their SHA-256 is kept.

    Every call may raise `Refused`; checks are made in the order of design 5: `no_room`, `no_token` (none where one is
    needed, a wrong one, one that was replaced), `not_seated` (a token of another room), `malformed`, a repeat of the
    last accepted frame (answered as then), the room's status, `stale`, `nothing_to_undo`, `illegal`; `busy` when the
    database cannot be reached or others keep winning the race. `code` is accepted in any case.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]] = GAMES,
        allow_seed: bool = False,
        clock: Callable[[], datetime] = utc_now,
        most_idle: int = 1000,
    ) -> None:
        """`clock` gives the present time with its zone; tests bring their own. `most_idle`: rooms kept at hand."""
        self._allow_seed = allow_seed
        self._hall = Hall(most_idle)
        self._doors = Doors(store, games, self._hall, clock)
        self._heart = Heart(self._doors)
        self._presence = self._heart.presence
        self._noting = Noting(self._heart.journal, clock, store.metrics)
        self._reels = Reels()
        self._courses = Courses()
        self.imports = Imports(self._doors)
        self.oversight = Oversight(self._doors)

    async def open(self) -> None:
        """Begin to listen for changes that other processes make. Raises as `Store.open` does."""
        await self._heart.open()

    async def close(self) -> None:
        """End all listeners and tell the others that their seats are no longer connected here."""
        for live in self._hall.watched():
            for watcher in live.watchers:
                watcher.end()
        await self._heart.close()

    @property
    def hears(self) -> bool:
        """Is this process told at once of what others change?"""
        return self._heart.hears

    async def tick(self) -> None:
        """What happens by itself every two seconds: heartbeat, lost wake-ups, absences that may now be voted on."""
        await self._heart.tick()

    async def create(
        self,
        game: str,
        seats: int,
        options: Mapping[str, object],
        name: str | None = None,
        salt: str = "",
        seed: str | None = None,
    ) -> Created:
        """A new room; with a name its maker sits down.

        `seed`: 64 hex digits, the game's seed as it is; only with `allow_seed`, else `malformed`.
        Raises `options` (reason: the engine's `BadConfig` code, or `game` for an unknown one), `malformed`.
        """
        if seed is not None and not self._allow_seed:
            raise Refused("malformed", "seed")
        return await make(self._doors, game, seats, options, name, salt, seed)

    async def sit(self, code: str, name: str, salt: str = "") -> Seated:
        """Take a free place, or in a running game a seat that was left (its salt stays as it was at the start).

        `name`: 1 to 20 visible characters once trimmed, unlike all others at the table. `salt`: 32 lower-case hex
        digits, or empty. Raises `malformed` (`name`, `salt`), `started`, `over`, `closed`, `sandbox`, `read_only`,
        `full`, `name_taken`.
        """
        live = await self._doors.find(code, None)
        name, salt, token = good_name(name), good_salt(salt), new_token()
        hashed = token_hash(token)
        with shown(live, None):
            room = await self._doors.change(live, lambda room, now: seating.sit(room, name, hashed, salt, now))
        seat = room.seat_of(hashed)
        if seat is None:
            raise Refused("busy")
        return Seated(seat.seat, token)

    async def rename(self, code: str, token: str | None, name: str) -> None:
        """Give the caller's seat another name. Raises as `sit` does for names, `over`, `closed`."""
        live, seat = await self._seated(code, token)
        kept = good_name(name)
        await self._decide(live, seat, lambda room, seat, now: seating.rename(room, seat, kept, now))

    async def leave(self, code: str, token: str | None) -> None:
        """Before the start the place is free again; later the draft is dropped and the program sits in.

        It is taken up again by `listen` or `play` or `undo` with the token, or by a newcomer's `sit`. Raises `over`,
        `closed`, `sandbox`.
        """
        live, seat = await self._seated(code, token)
        await self._decide(live, seat, seating.leave)

    async def vote_out(self, code: str, token: str | None, seat: int) -> None:
        """Vote that an absent seat counts as left; it does with the votes of all other connected players."""
        live, voter = await self._seated(code, token)
        up_since = self._presence.up_since
        await self._decide(live, voter, lambda room, voter, now: absence.vote_out(room, voter, seat, now, up_since))

    async def start(self, code: str, token: str | None, close_free: bool = False) -> None:
        """Start the game; free places are dropped with `close_free`. Does nothing in a room that has started.

        Raises `too_few`, `free_seats`, `closed`, `read_only`.
        """
        live, seat = await self._seated(code, token)
        row = live.room.row
        goes_on = row.replayed is not None and row.status == "lobby"
        begun = await self._doors.log_rows(live.room) if goes_on else []
        await self._decide(live, seat, lambda room, seat, now: seating.start(room, close_free, seat, now, begun))

    async def look(self, code: str, token: str | None = None) -> Scene:
        """The present scene for this caller; a spectator's without a token."""
        return self._scene(*await self._known(code, token))

    async def moves(self, code: str, token: str | None) -> Json:
        """`{"at", "moves"}`: the legal moves of the caller's seat in wire form, none once the game is over.

        Raises `not_started`.
        """
        live, seat = await self._seated(code, token)
        if not seat.is_left and owes_moves(live.room):  # whoever asks for its moves is there, socket or not
            await self._presence.nudge(live)
        room = live.room
        present = room.seat_of(seat.token_hash) or seat
        with shown(live, seat):
            if room.row.status == "lobby":
                raise Refused("not_started")
        table = room.table
        if table is None or room.row.status != "playing" or room.read_only:
            return {"at": present.at, "moves": []}
        moves = table.game.legal(table.own[present.seat], present.seat)
        return {"at": present.at, "moves": [table.game.encode(move) for move in moves]}

    async def play(self, code: str, token: str | None, at: int, wire: object) -> Scene:
        """Make a move: `wire` is the move's wire form. The scene after it."""
        live, seat = await self._seated(code, token, fresh=False)
        move = play.decoded(live.room, wire)
        await self._take_part(live, seat)
        content = {"move": live.room.game.encode(move)} if live.room.game else {}
        with self._noting.frame(live, seat, at, content):
            await self._decide(live, seat, lambda room, seat, now: play.play(room, seat, at, move, now))
        return self._scene(live, seat)

    async def undo(self, code: str, token: str | None, at: int) -> Scene:
        """Take back the last move of the caller's draft. The scene after it."""
        live, seat = await self._seated(code, token, fresh=False)
        await self._take_part(live, seat)
        with self._noting.frame(live, seat, at, {"undo": True}):
            await self._decide(live, seat, lambda room, seat, now: play.undo(room, seat, at, now))
        return self._scene(live, seat)

    async def log(self, code: str, token: str | None = None) -> Json:
        """`{"moves": [{"seq", "seat", "move", "accepted_at", "settled_at"}], "secret", "salts", "seed"}`.

        Times are ISO 8601 in UTC. The last three are None before the end: hex, `salts` one a seat. With a chosen seed
        there is no secret.
        """
        live, _ = await self._known(code, token)
        room = live.room
        rows = await self._doors.log_rows(room)
        return log_object(room, rows[: room.version] if not room.read_only else rows)

    async def export(self, code: str, token: str | None = None) -> Json:
        """The whole finished game (export.py), for anybody. Raises `not_started`, `not_over`, `closed`."""
        live = await self._doors.find(code, token)
        with shown(live, None):
            check_over(live.room)
        return export_object(live.room, await self._doors.log_rows(live.room))

    async def past(self, code: str, token: str | None = None, version: int | None = None, eyes: Eyes = None) -> Past:
        """The room after `version` moves of its log (None: all), while the game is on with the caller's own eyes.

        When the game is over anybody may choose: a seat's `eyes`, or "open" (also for None), where all cards lie open.
        Raises `not_started`, `closed`, `not_over` (`eyes` chosen too early), `malformed` (`version`, `eyes`).
        """
        (past,) = await self.pasts(code, token, (version,), eyes)
        return past

    async def pasts(
        self, code: str, token: str | None, versions: Sequence[int | None], eyes: Eyes = None
    ) -> list[Past]:
        """Several moments of one room, of the same log, through the same eyes; otherwise as `past`."""
        live, seat = await self._known(code, token)
        room = live.room
        with shown(live, seat):
            eyes = own_eyes(room, room.seat_of(seat.token_hash) if seat else None, eyes)
        found = [position(room, version) for version in versions]
        reel = await self._reels.wound(room.row.id, room.table, viewer_of(eyes)) if room.table else None
        now = self._doors.clock()
        return [Past(room, version, eyes, reel, now) for version in found]

    async def course(self, code: str, token: str | None = None) -> Course:
        """How the scores of a finished game went, for anybody. Raises `not_started`, `not_over`, `closed`, `read_only`.

        `not_over` while it is on, to its players as to anybody: hidden cards count in every score of it.
        """
        live, seat = await self._known(code, token)
        with shown(live, seat):
            return await self._courses.of(live)

    async def what_if(self, code: str, token: str | None, version: int, sandbox: bool = False) -> Created:
        """A new room that goes on after `version` moves of this finished game, with the same dice and cards to come.

        For anybody; nobody sits down in it by this. As a `sandbox` its caller plays every seat, and it has started.
        Raises `not_started`, `not_over`, `closed`, `read_only`, `malformed` (`version`).
        """
        live, seat = await self._known(code, token)
        with shown(live, seat):
            return await replay(self._doors, live.room, version, sandbox)

    def listen(self, code: str, token: str | None = None) -> Listener:
        """Watch a room. Entering the listener raises `no_room`, `no_token`, `not_seated`, `busy`."""
        return Listener(self._doors, self._presence, code, token)

    async def play_again(self, code: str, token: str | None) -> Following:
        """The room that follows this finished one: same game, options and places. The first caller makes it.

        Nobody sits down in it by this: who does brings a salt, and has to see the room's commitment first. Both rooms
        show each other in `Scene.present`. Raises `not_started`, `not_over`, `closed`, `sandbox`.
        """
        live, seat = await self._seated(code, token)
        with shown(live, seat):
            check_over(live.room)
            seating.check_shared(live.room)
        return Following(await next_room(self._doors, live, seat), seat.name)

    async def _known(self, code: str, token: str | None) -> tuple[Live, SeatRow | None]:
        live = await self._doors.find(code, token)
        return live, None if token is None else await seat_for(self._doors, live, token)

    async def _seated(self, code: str, token: str | None, fresh: bool = True) -> tuple[Live, SeatRow]:
        live = await self._doors.find(code, token, fresh)
        return live, await seat_for(self._doors, live, token)

    async def _decide(self, live: Live, seat: SeatRow, decide: SeatDecide) -> None:
        def with_seat(room: Room, now: datetime) -> Change:
            present = room.seat_of(seat.token_hash)
            if present is None:
                raise Refused("no_token")
            return decide(room, present, now)

        with shown(live, seat):
            await self._doors.change(live, with_seat)

    async def _take_part(self, live: Live, seat: SeatRow) -> None:
        """Whoever sends a move is there: the seat is taken up, and the program makes what moves it owes."""
        if live.room.row.status != "playing":
            return
        if seat.is_left or seat.votes:
            await self._presence.take_up(live, seat)
        if owes_moves(live.room):
            await self._presence.nudge(live)

    def _scene(self, live: Live, seat: SeatRow | None) -> Scene:
        present = live.room.seat_of(seat.token_hash) if seat else None
        return live.scene(present, self._doors.clock(), self._presence.up_since)
