"""Who sees what: the design's table (section 3) as data, with what proves each of its cells."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

YES, NO, SHOWN, OPEN, NEVER = "yes", "no", "only shown ones", "only with OPEN_DRAFTS", "never"


@dataclass(frozen=True)
class Scene:
    """One moment of a room as three callers are told of it: room objects and logs, by "own", "other", "spectator".

    `seat`: whose things they are asked about.
    """

    seat: int
    rooms: dict[str, Any]
    logs: dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One kind of information. `after`: at the end of the game; None: there is none.

    `exchanged`: which part of a twin is another one, wherever a cell says that it is not to be seen (`Game` and
    `planned` do it): "position", "draft", "chance", or "searched" for what is looked for in all that is sent.
    `found`: what a caller finds of it in a scene, empty where it is not there.
    """

    own: str
    others: str
    spectator: str
    after: str | None
    exchanged: str | None
    found: Callable[[Scene, str], Any]


def _doing(scene: Scene, who: str) -> Any:
    return [seat["doing"] for seat in scene.rooms[who]["seats"]]


def _player(scene: Scene, who: str) -> Any:
    return scene.rooms[who]["view"]["players"][scene.seat]


def _drafted(scene: Scene, who: str) -> Any:
    """What the seat has done this round, where its draft is seen: more than was logged."""
    spent = _player(scene, who)
    return [spent["drawn"], spent["map"]] if spent["drawn"] else []


def _cards(scene: Scene, who: str) -> Any:
    return [card["id"] for card in _player(scene, who)["objectives"] if not card["shown"]]


def _achieved(scene: Scene, who: str) -> Any:
    return [card["id"] for card in _player(scene, who)["objectives"] if card["achieved"] and not card["shown"]]


def _story(scene: Scene, who: str) -> Any:
    names = [seat["name"] for seat in scene.rooms[who]["seats"]]
    return [names, [(move["move"], move["accepted_at"]) for move in scene.logs[who]["moves"]]]


def _chance(scene: Scene, who: str) -> Any:
    log = scene.logs[who]
    return [log["secret"], log["salts"], log["seed"]] if log["secret"] or log["salts"] or log["seed"] else []


def _nothing(scene: Scene, who: str) -> Any:
    return []


TABLE: dict[str, Row] = {
    "unsettled moves of a seat": Row(YES, OPEN, OPEN, YES, "draft", _drafted),
    "what a seat is doing now": Row(YES, YES, YES, None, None, _doing),
    "rolled dice of the round": Row(YES, YES, YES, YES, None, lambda scene, who: _player(scene, who)["rolled"]),
    "later dice, undealt cards": Row(NO, NO, NO, YES, "position", _nothing),
    "objective cards": Row(YES, SHOWN, SHOWN, YES, "position", _cards),
    "achieved but not shown": Row(YES, NO, NO, YES, "position", _achieved),
    "log, times, names, who is connected": Row(YES, YES, YES, YES, None, _story),
    "commitment": Row(YES, YES, YES, YES, None, lambda scene, who: scene.rooms[who]["commitment"]),
    "secret, salts, seed": Row(NO, NO, NO, YES, "chance", _chance),
    "tokens, addresses": Row(NEVER, NEVER, NEVER, NEVER, "searched", _nothing),
}
