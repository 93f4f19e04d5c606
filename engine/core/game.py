"""What every game offers: the protocol that rooms, pages, bots and tests rely on."""

from random import Random
from typing import Any, Protocol, Self, TypeVar

from engine.core.config import Config

Json = dict[str, Any]


class State(Protocol):
    """A position. Mutable inside the engine; outside, only `after` makes new ones."""

    def copy(self) -> Self:
        """An independent copy: hand-written, no deepcopy."""
        ...


S = TypeVar("S", bound=State)
M = TypeVar("M")


class Game(Protocol[S, M]):
    """One rules package: a module or object with these names.

    Seats are 0 .. n-1; `viewer` is a seat, or None for a spectator. Results are JSON values (dict, list, str,
    int, bool, None) except moves and states; nobody changes them, for the same may be handed out again. Nothing here
    raises for input other than `BadConfig` (`setup`), `MalformedMove` (`decode`) and `IllegalMove`: `check`, with a
    game's own codes or "no_seat" and "not_a_move" (calls.py); and "no_seat" wherever a seat is asked about that the
    table does not have. Only `legal` has nothing for it, and for `viewer` it is a spectator.

    A game may offer besides, and is asked whether it does:
    `view_from(public, state, seat)`, that seat's `view` made from a spectator's of the same log;
    `explain_from(public, state, seat)`, what that seat is told of its own score, made from what a spectator is told of
    the same position;
    `facts_from(public, before, seat, move, after, viewer)`, what that seat is told of a move, made from what a
    spectator is told of it: `public` itself where that is all;
    `progress(state, seat)`, how far that seat's aims are;
    `round_of(state)`, the round that is played, 1 upwards; over, the last one;
    `tally(state, story)`, what a finished game adds to the numbers of all games: `{part: {name: [number, ...]}}`, whose
    numbers `TALLY` names, `{part: (name of the number, ...)}`; `story`: each move as `{"seat", "facts"}`, with what a
    spectator is told. `TALLY_VERSION`, an integer, is raised with every change of what is counted.
    """

    @property
    def SEATS(self) -> range: ...  # noqa: N802  how many may play
    @property
    def OPTIONS(self) -> dict[str, tuple[object, ...]]: ...  # noqa: N802  name to allowed values, the first is the default
    @property
    def OPEN_DRAFTS(self) -> bool: ...  # noqa: N802  do all see the moves that a seat can still take back?
    @property
    def RULES(self) -> int: ...  # noqa: N802  version of the rules, 1 upwards

    def setup(self, config: Config) -> S:
        """The first position. Raises `BadConfig`."""
        ...

    def active(self, state: S) -> list[int]:
        """Seats that can act now, ascending; empty when the game is over."""
        ...

    def legal(self, state: S, seat: int) -> list[M]:
        """Every legal move of that seat now, in a fixed order, none twice.

        A seat that is not active has none, or only moves that nobody waits for.
        """
        ...

    def choices(self, state: S, seat: int) -> Json:
        """`legal`, factored for people, and a reason for each visible thing that cannot be chosen; at most 6 kB."""
        ...

    def decode(self, wire: object) -> M:
        """A move from its wire form. Raises `MalformedMove`."""
        ...

    def encode(self, move: M) -> Json:
        """The one canonical wire form of a move: keys in the order of the rules' table."""
        ...

    def check(self, state: S, seat: int, move: M) -> None:
        """Return if the move is legal for that seat now, else raise `IllegalMove`. The state is not touched."""
        ...

    def apply(self, state: S, seat: int, move: M) -> None:
        """Play a move that is known to be legal, in place."""
        ...

    def settles(self, state: S, seat: int, move: M) -> bool:
        """Does this legal move end what the seat can take back?"""
        ...

    def view(self, state: S, seat: int | None) -> Json:
        """What this viewer may see, as the rules' "View" section has it. Built, never stripped."""
        ...

    def doing(self, state: S, seat: int) -> str:
        """A short code of what that seat is at."""
        ...

    def facts(self, before: S, seat: int, move: M, after: S, viewer: int | None) -> list[Json]:
        """What the move did, in order, each `{"fact": code, ...numbers and cells}`, as far as `viewer` may know."""
        ...

    def explain(self, state: S, seat: int, viewer: int | None) -> list[Json]:
        """Where that seat's score comes from: `{"line", "points", "cells"}`, summing to what `viewer` may see."""
        ...

    def ranking(self, state: S) -> list[list[int]]:
        """Groups of seats, best first, tied seats together in ascending order, by the present scores."""
        ...

    def sit_in(self, state: S, seat: int) -> M:
        """The move that the program makes for a given-up seat. Only called while the seat is active."""
        ...

    def resample(self, state: S, seat: int | None, rng: Random) -> S:
        """A new state that this viewer cannot tell from `state`: what it cannot see is drawn anew."""
        ...
