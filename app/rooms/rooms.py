"""The door that web, bots and tests use: every call on a room."""

from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from app.rooms.results import Created, Json, Seated
from app.rooms.scene import Scene
from app.store import Store
from engine import GAMES, Game


class Listener:
    """One viewer who watches: the present scene first, then one after every change that this viewer can see.

    Use it as `async with rooms.listen(code, token) as listener: async for scene in listener: ...`. Changes that come
    faster than they are read are coalesced: the newest scene is what is read. While it is open its seat counts as
    connected. The iteration ends when `Rooms.close` is called, and raises `Refused("no_token")` when the seat was
    given to somebody else. A change is shown to listeners before the call that made it returns; whoever owes its
    client an answer first holds a lock from the call to the answer.
    """

    async def __aenter__(self) -> Self:
        raise NotImplementedError

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        raise NotImplementedError

    def __aiter__(self) -> AsyncIterator[Scene]:
        raise NotImplementedError

    async def __anext__(self) -> Scene:
        raise NotImplementedError


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
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        """`clock` gives the present time with its zone; tests bring their own."""
        raise NotImplementedError

    async def open(self) -> None:
        """Begin to listen for changes that other processes make."""
        raise NotImplementedError

    async def close(self) -> None:
        """End all listeners and tell the others that their seats are no longer connected here."""
        raise NotImplementedError

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
        raise NotImplementedError

    async def sit(self, code: str, name: str, salt: str = "") -> Seated:
        """Take a free place, or in a running game a seat that was left (its salt stays as it was at the start).

        `name`: 1 to 20 visible characters once trimmed, unlike all others at the table. `salt`: 32 lower-case hex
        digits, or empty. Raises `malformed` (`name`, `salt`), `started`, `over`, `closed`, `full`, `name_taken`.
        """
        raise NotImplementedError

    async def rename(self, code: str, token: str | None, name: str) -> None:
        """Give the caller's seat another name. Raises as `sit` does for names, `over`, `closed`."""
        raise NotImplementedError

    async def leave(self, code: str, token: str | None) -> None:
        """Before the start the place is free again; later the draft is dropped and the program sits in.

        It is taken up again by `listen` or `play` or `undo` with the token, or by a newcomer's `sit`.
        """
        raise NotImplementedError

    async def vote_out(self, code: str, token: str | None, seat: int) -> None:
        """Vote that an absent seat counts as left; it does with the votes of all other connected players."""
        raise NotImplementedError

    async def start(self, code: str, token: str | None, close_free: bool = False) -> None:
        """Start the game; free places are dropped with `close_free`. Does nothing in a room that has started.

        Raises `too_few`, `free_seats`, `closed`.
        """
        raise NotImplementedError

    async def look(self, code: str, token: str | None = None) -> Scene:
        """The present scene for this caller; a spectator's without a token."""
        raise NotImplementedError

    async def moves(self, code: str, token: str | None) -> Json:
        """`{"at", "moves"}`: the legal moves of the caller's seat in wire form, none once the game is over."""
        raise NotImplementedError

    async def play(self, code: str, token: str | None, at: int, wire: object) -> Scene:
        """Make a move: `wire` is the move's wire form. The scene after it."""
        raise NotImplementedError

    async def undo(self, code: str, token: str | None, at: int) -> Scene:
        """Take back the last move of the caller's draft. The scene after it."""
        raise NotImplementedError

    async def log(self, code: str, token: str | None = None) -> Json:
        """`{"moves": [{"seq", "seat", "move", "accepted_at", "settled_at"}], "secret", "salts", "seed"}`.

        Times are ISO 8601 in UTC. The last three are None before the end: hex, `salts` one a seat. With a chosen seed
        there is no secret.
        """
        raise NotImplementedError

    def listen(self, code: str, token: str | None = None) -> Listener:
        """Watch a room. Entering the listener raises `no_room`, `no_token`, `not_seated`, `busy`."""
        raise NotImplementedError

    async def play_again(self, code: str, token: str | None, salt: str = "") -> Created:
        """A seat in the room that follows this finished one: same game, options and places, the caller's name.

        The first caller makes it, the others sit down in it; both rooms show each other in `Scene.present`.
        Raises what `sit` raises, and `started` while this game is not over.
        """
        raise NotImplementedError
