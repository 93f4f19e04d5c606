"""The moves (9) as values, and their wire form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.core import Json, MalformedMove, key_name
from engine.roll_into_town.data import (
    BUILDINGS,
    COAST,
    ENDS,
    ICONS,
    MOST_DICE,
    MOST_TRADES,
    RESOURCES,
    RIVER,
    WATERS,
)
from engine.roll_into_town.grid import cell_at, place_of

WIDEST = 11  # rows and columns of the largest map

Trades = tuple[tuple[str, str], ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Adjust:
    """Town hall (2.2): change a die by `delta`."""

    die: int
    delta: int


@dataclass(frozen=True, slots=True)
class Fountain:
    """One more icon this round (2.3)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw an icon with a die (3). `sides`: a river's ends, a coast's water, "" for the others."""

    die: int
    icon: str
    cell: int
    sides: str = ""


@dataclass(frozen=True, slots=True)
class Build:
    """Build (4). `cell`: of a lighthouse the bottom, of a cathedral the tower's south cell. `trades`: sorted."""

    building: str
    cell: int
    trades: Trades = ()
    flip: bool = False


@dataclass(frozen=True, slots=True)
class Harvest:
    """Use the woodcutter in `cell` (5.4)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Grow:
    """Put a new tree of a forest in `cell` (6.2). `forest`: its first cell in row order when upkeep began."""

    forest: int
    cell: int


@dataclass(frozen=True, slots=True)
class Next:
    """End the phase; in upkeep, the round."""


Move = Adjust | Fountain | Draw | Build | Harvest | Grow | Next


def decode(wire: object) -> Move:
    """A move from its wire form. Raises `MalformedMove`:

    not_an_object; missing_key, unknown_key, bad_value (each with `key`); too_many_trades (with `most`).
    """
    if not isinstance(wire, dict):
        raise MalformedMove("not_an_object")
    return _choice(wire, "type", _DECODERS)(wire)


def encode(move: Move) -> Json:
    """The one canonical wire form, keys in the order of the rules' table."""
    match move:
        case Draw(die, icon, cell, sides):
            wire: Json = {"type": "draw", "die": die, "icon": icon, "cell": place_of(cell)}
            return {**wire, _SIDES_KEY[icon]: sides} if icon in _SIDES_KEY else wire
        case Build(building, cell, trades, flip):
            wire = {"type": "build", "building": building, "cell": place_of(cell)}
            if trades:
                wire["trades"] = [list(trade) for trade in trades]
            if flip:
                wire["flip"] = True
            return wire
        case Adjust(die, delta):
            return {"type": "adjust", "die": die, "delta": delta}
        case Harvest(cell):
            return {"type": "harvest", "cell": place_of(cell)}
        case Grow(forest, cell):
            return {"type": "grow", "forest": place_of(forest), "cell": place_of(cell)}
        case Fountain():
            return {"type": "fountain"}
        case Next():
            return {"type": "next"}


_SIDES_KEY = {RIVER: "ends", COAST: "water"}
_SIDES = {RIVER: {ends: ends for ends in ENDS}, COAST: {water: water for water in WATERS}}


def _draw(wire: Json) -> Draw:
    icon = _choice(wire, "icon", {name: name for name in ICONS})
    key = _SIDES_KEY.get(icon)
    if key is None:
        _only(wire, "die", "icon", "cell")
        return Draw(_die(wire), icon, _cell(wire, "cell"))
    _only(wire, "die", "icon", "cell", key)
    sides = _choice(wire, key, _SIDES[icon])
    return Draw(_die(wire), icon, _cell(wire, "cell"), sides)


def _build(wire: Json) -> Build:
    building = _choice(wire, "building", {name: name for name in BUILDINGS})
    optional = ("trades", "flip") if building == "cathedral" else ("trades",)
    _only(wire, "building", "cell", optional=optional)
    flip = wire.get("flip", False)
    if type(flip) is not bool:
        raise MalformedMove("bad_value", key="flip")
    return Build(building, _cell(wire, "cell"), _trades(wire.get("trades", [])), flip)


def _adjust(wire: Json) -> Adjust:
    _only(wire, "die", "delta")
    if type(wire["delta"]) is not int:
        raise MalformedMove("bad_value", key="delta")
    return Adjust(_die(wire), wire["delta"])


def _harvest(wire: Json) -> Harvest:
    _only(wire, "cell")
    return Harvest(_cell(wire, "cell"))


def _grow(wire: Json) -> Grow:
    _only(wire, "forest", "cell")
    return Grow(_cell(wire, "forest"), _cell(wire, "cell"))


def _fountain(wire: Json) -> Fountain:
    _only(wire)
    return Fountain()


def _next(wire: Json) -> Next:
    _only(wire)
    return Next()


_DECODERS: dict[str, Callable[[Json], Move]] = {
    "adjust": _adjust,
    "fountain": _fountain,
    "draw": _draw,
    "build": _build,
    "harvest": _harvest,
    "grow": _grow,
    "next": _next,
}


def _only(wire: Json, *needed: str, optional: tuple[str, ...] = ()) -> None:
    """Exactly the keys `needed`, besides `type` and any of `optional`."""
    for key in needed:
        if key not in wire:
            raise MalformedMove("missing_key", key=key)
    for key in wire:
        if key != "type" and key not in needed and key not in optional:
            raise MalformedMove("unknown_key", key=key_name(key))


def _choice(wire: Json, key: str, known: Mapping[str, T]) -> T:
    """What the word at `key` stands for."""
    if key not in wire:
        raise MalformedMove("missing_key", key=key)
    word = wire[key]
    if not isinstance(word, str) or word not in known:
        raise MalformedMove("bad_value", key=key)
    return known[word]


def _die(wire: Json) -> int:
    die = wire["die"]
    if type(die) is not int or not 0 <= die < MOST_DICE:
        raise MalformedMove("bad_value", key="die")
    return die


def _cell(wire: Json, key: str) -> int:
    place = wire[key]
    if not isinstance(place, list) or len(place) != 2:
        raise MalformedMove("bad_value", key=key)
    if any(type(number) is not int or not 0 <= number < WIDEST for number in place):
        raise MalformedMove("bad_value", key=key)
    return cell_at(place[0], place[1])


def _trades(value: object) -> Trades:
    if not isinstance(value, list):
        raise MalformedMove("bad_value", key="trades")
    if len(value) > MOST_TRADES:
        raise MalformedMove("too_many_trades", most=MOST_TRADES)
    for trade in value:
        if not isinstance(trade, list) or len(trade) != 2 or any(word not in RESOURCES for word in trade):
            raise MalformedMove("bad_value", key="trades")
    return tuple(sorted((trade[0], trade[1]) for trade in value))
