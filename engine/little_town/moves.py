"""The moves and their wire form (LT-8).

A move in the engine is one of the classes below; cells are tuples, names sorted, so equal choices are equal moves.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import NoReturn

from engine.core import Json, MalformedMove, key_name
from engine.little_town.board import Cell
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS, KINDS, PAWNED, RESOURCE_PRICE, RESOURCES

CoinsFor = tuple[tuple[str, int], ...]  # (resource, how many of it are paid with coins), sorted by name

_MOST_COORDINATE = 10
_MOST_REPLACED = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Labour: put the worker on a free grass cell."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Use:
    """Use a terrain cell or tile beside the worker. `give` and `take`: the pawnshop's, sorted by name."""

    cell: Cell
    coins_for: CoinsFor = ()
    give: tuple[str, ...] | None = None
    take: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """Put a tile from the market on a free grass cell."""

    building: str
    cell: Cell
    coins_for: CoinsFor = ()


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn or the residence step."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Feed the own workers; `coins`: RESOURCE_PRICE for each food."""

    fish: int
    wheat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Show:
    """Show an achieved objective to all."""

    objective: str


Move = Place | Use | Build | EndTurn | Feed | Show


def encode(move: Move) -> Json:
    """The canonical wire form: keys in the order of the rules' table, names sorted."""
    match move:
        case Place(cell):
            return {"type": "place", "cell": list(cell)}
        case Use(cell, coins_for, None):
            return {"type": "use", "cell": list(cell), **_coins_for(coins_for)}
        case Use(cell, _, give, take):
            return {"type": "use", "cell": list(cell), "give": list(give or ()), "take": list(take or ())}
        case Build(building, cell, coins_for):
            return {"type": "build", "building": building, "cell": list(cell), **_coins_for(coins_for)}
        case EndTurn():
            return {"type": "end_turn"}
        case Feed(fish, wheat, coins):
            return {"type": "feed", "fish": fish, "wheat": wheat, "coins": coins}
        case Show(objective):
            return {"type": "show", "objective": objective}


def _coins_for(coins_for: CoinsFor) -> Json:
    return {"coins_for": dict(coins_for)} if coins_for else {}


def decode(wire: object) -> Move:
    """A move from its wire dict; raises `MalformedMove`, with the key that is wrong as `key` where there is one."""
    if not isinstance(wire, dict):
        raise MalformedMove("not_an_object")
    kind = wire.get("type")
    decoder = _DECODERS.get(kind) if isinstance(kind, str) else None
    if decoder is None:
        raise MalformedMove("unknown_type")
    return decoder(wire)


def _place(wire: Json) -> Move:
    _keys(wire, "cell")
    return Place(_cell(wire))


def _use(wire: Json) -> Move:
    if "give" in wire or "take" in wire:
        _keys(wire, "cell", "give", "take")
        return Use(_cell(wire), (), _names(wire, "give", KINDS), _names(wire, "take", RESOURCES))
    _keys(wire, "cell", optional="coins_for")
    return Use(_cell(wire), _replaced(wire))


def _build(wire: Json) -> Move:
    _keys(wire, "building", "cell", optional="coins_for")
    return Build(_word(wire, "building", BUILDINGS), _cell(wire), _replaced(wire))


def _end_turn(wire: Json) -> Move:
    _keys(wire)
    return EndTurn()


def _feed(wire: Json) -> Move:
    _keys(wire, "fish", "wheat", "coins")
    for key in ("fish", "wheat", "coins"):
        if type(wire[key]) is not int or wire[key] < 0:
            _malformed(key)
    if wire["coins"] % RESOURCE_PRICE:
        _malformed("coins")
    return Feed(wire["fish"], wire["wheat"], wire["coins"])


def _show(wire: Json) -> Move:
    _keys(wire, "objective")
    return Show(_word(wire, "objective", OBJECTIVES))


_DECODERS: dict[str, Callable[[Json], Move]] = {
    "place": _place,
    "use": _use,
    "build": _build,
    "end_turn": _end_turn,
    "feed": _feed,
    "show": _show,
}


def _keys(wire: Json, *needed: str, optional: str = "type") -> None:
    for key in needed:
        if key not in wire:
            raise MalformedMove("missing_key", key=key)
    for key in wire:
        if key not in needed and key not in ("type", optional):
            raise MalformedMove("unknown_key", key=key_name(key))


def _cell(wire: Json) -> Cell:
    cell = wire["cell"]
    if type(cell) is not list or len(cell) != 2:
        _malformed("cell")
    row, column = cell
    if type(row) is not int or type(column) is not int:
        _malformed("cell")
    if not (0 <= row <= _MOST_COORDINATE and 0 <= column <= _MOST_COORDINATE):
        _malformed("cell")
    return row, column


def _replaced(wire: Json) -> CoinsFor:
    if "coins_for" not in wire:
        return ()
    coins_for = wire["coins_for"]
    if type(coins_for) is not dict or not coins_for:
        _malformed("coins_for")
    for name, n in coins_for.items():
        if name not in RESOURCES or type(n) is not int or not 1 <= n <= _MOST_REPLACED:
            _malformed("coins_for")
    return tuple(sorted(coins_for.items()))


def _names(wire: Json, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    names = wire[key]
    if type(names) is not list or len(names) != PAWNED or any(name not in known for name in names):
        _malformed(key)
    return tuple(sorted(names))


def _word(wire: Json, key: str, known: Container[str]) -> str:
    word = wire[key]
    if not isinstance(word, str) or word not in known:
        _malformed(key)
    return word


def _malformed(key: str) -> NoReturn:
    raise MalformedMove("bad_value", key=key)
