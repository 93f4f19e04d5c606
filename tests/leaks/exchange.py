"""A random game in two versions that one viewer cannot tell apart: what it cannot see is another in the second.

The hidden part comes from the game's own `resample`, at the last moment; then it is put into the first position, from
which the same moves lead there. So the two are equal, for that viewer, at every moment of the game.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from random import Random
from typing import Any

from engine import Config
from engine.core import game_seed, playout


class Dealt:
    """A game in which a known seed means a given first position; all else is the game's own."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.positions: dict[bytes, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def setup(self, config: Config) -> Any:
        start = self.positions.get(config.seed)
        return self._game.setup(config) if start is None else start.copy()


@dataclass(frozen=True)
class Hidden:
    """What a room keeps to itself: where its game began, and what that was drawn from."""

    start: Any
    secret: bytes
    salts: list[str]

    @property
    def seed(self) -> bytes:
        return game_seed(self.secret, [bytes.fromhex(salt) for salt in self.salts])


@dataclass(frozen=True)
class Plan:
    """A game up to some moment. `viewer`: the seat, or None for a spectator, that must not tell `versions` apart."""

    name: str
    game: Any
    seats: int
    options: Mapping[str, object]
    viewer: int | None
    versions: tuple[Hidden, Hidden]
    moves: list[tuple[int, Any]]

    @property
    def differs(self) -> bool:
        """Is anything hidden at all at the last moment?"""
        return bool(self.versions[0].start != self.versions[1].start)


def drawn(what: str, seats: int) -> tuple[bytes, list[str]]:
    """A secret and salts that are the same in every run."""
    return sha256(what.encode()).digest(), [sha256(f"{what} {seat}".encode()).hexdigest()[:32] for seat in range(seats)]


def planned(name: str, game: Any, seats: int, viewer: int | None, run: str, part: float) -> Plan:
    """The first `part` of a random game; `run` names it."""
    rng = Random(run)
    options = {option: rng.choice(values) for option, values in game.OPTIONS.items()}
    first = Hidden(None, *drawn(f"{run} one", seats))
    start = game.setup(Config(seats, first.seed, options))
    _, moves = playout(game, start, rng)
    moves = moves[: int(len(moves) * part)]
    now = after_all(game, start, moves)
    for _ in range(20):
        seen_alike = game.resample(now, viewer, rng)
        if seen_alike != now:
            break
    other = put_back(start, now, seen_alike)
    assert after_all(game, other, moves) == seen_alike, "the same moves do not lead there: what is hidden has moved"
    versions = (Hidden(start, first.secret, first.salts), Hidden(other, *drawn(f"{run} two", seats)))
    return Plan(name, game, seats, options, viewer, versions, moves)


def after_all(game: Any, start: Any, moves: list[tuple[int, Any]]) -> Any:
    state = start.copy()
    for seat, move in moves:
        game.check(state, seat, move)
        game.apply(state, seat, move)
    return state


def put_back(start: Any, now: Any, other: Any) -> Any:
    """`start` with all that differs between `now` and `other`, two later positions, as it is in `other`."""
    if now == other:
        return start
    if is_dataclass(now):
        made = copy.copy(start)
        for each in fields(now):
            value = put_back(*(getattr(state, each.name) for state in (start, now, other)))
            setattr(made, each.name, value)
        return made
    if isinstance(now, dict):
        return {key: put_back(start[key], now[key], other[key]) for key in now}
    if isinstance(now, (list, tuple)):
        return type(now)(put_back(*each) for each in zip(start, now, other, strict=True))
    return other
