"""A toy game, the smallest that has everything: options, hidden cards, turns, drafts, points.

Pebbles: in turn each seat takes one or two pebbles, as often as it likes, then ends its turn; the heap empty, the game
ends. A pebble is a point, and each seat adds the hidden card that it was dealt.
"""

from dataclasses import dataclass, replace
from random import Random

from engine.core import Config, IllegalMove, Json, MalformedMove, checked_options, draw

SEATS, OPEN_DRAFTS, RULES = range(2, 5), True, 1
OPTIONS: dict[str, tuple[object, ...]] = {"heap": (6, 12)}
Move = str  # "one", "two" or "end"


@dataclass(slots=True)
class State:
    heap: int
    turn: int
    moved: bool
    taken: list[int]
    cards: list[int]

    def copy(self) -> "State":
        return replace(self, taken=self.taken[:], cards=self.cards[:])


def setup(config: Config) -> State:
    options = checked_options(config, SEATS, OPTIONS, RULES)
    cards = [draw(config.seed, "cards", k, 10) for k in range(config.seats)]
    return State(int(str(options["heap"])), 0, False, [0] * config.seats, cards)


def over(state: State) -> bool:
    return state.heap == 0 and not state.moved


def active(state: State) -> list[int]:
    return [] if over(state) else [state.turn]


def legal(state: State, seat: int) -> list[Move]:
    if seat not in active(state):
        return []
    return ["one", "two"][: state.heap] + (["end"] if state.moved else [])


def choices(state: State, seat: int) -> Json:
    return {"moves": legal(state, seat), "end": None if state.moved else {"code": "not_moved"}}


def decode(wire: object) -> Move:
    match wire:
        case {"type": "one" | "two" | "end" as kind, **rest} if not rest:
            return str(kind)
    raise MalformedMove("shape")


def encode(move: Move) -> Json:
    return {"type": move}


def check(state: State, seat: int, move: Move) -> None:
    if seat not in active(state):
        raise IllegalMove("not_your_turn", turn=state.turn)
    if move not in legal(state, seat):
        raise IllegalMove("not_moved" if move == "end" else "heap", left=state.heap)


def apply(state: State, seat: int, move: Move) -> None:
    if move == "end":
        state.turn, state.moved = (seat + 1) % len(state.taken), False
        return
    pebbles = 1 if move == "one" else 2
    state.heap, state.moved = state.heap - pebbles, True
    state.taken[seat] += pebbles


def settles(state: State, seat: int, move: Move) -> bool:
    return move == "end"


def seen(state: State, owner: int, viewer: int | None) -> bool:
    return owner == viewer or over(state)


def score(state: State, seat: int, viewer: int | None) -> int:
    return state.taken[seat] + (state.cards[seat] if seen(state, seat, viewer) else 0)


def view(state: State, seat: int | None) -> Json:
    players = [
        {
            "seat": s,
            "taken": n,
            "card": state.cards[s] if seen(state, s, seat) else None,
            "score": score(state, s, seat),
        }
        for s, n in enumerate(state.taken)
    ]
    result = {"ranking": ranking(state)} if over(state) else None
    return {"game": "toy", "heap": state.heap, "turn": state.turn, "over": over(state)} | {
        "players": players,
        "result": result,
    }


def doing(state: State, seat: int) -> str:
    return "over" if over(state) else "turn" if seat == state.turn else "wait"


def facts(before: State, seat: int, move: Move, after: State, viewer: int | None) -> list[Json]:
    return [{"fact": "ended"}] if move == "end" else [{"fact": "took", "pebbles": before.heap - after.heap}]


def explain(state: State, seat: int, viewer: int | None) -> list[Json]:
    lines = [{"line": "pebbles", "points": state.taken[seat], "cells": []}]
    card = {"line": "card", "points": state.cards[seat], "cells": []}
    return [*lines, card] if seen(state, seat, viewer) else lines


def ranking(state: State) -> list[list[int]]:
    points = [taken + card for taken, card in zip(state.taken, state.cards, strict=True)]
    return [[s for s, n in enumerate(points) if n == best] for best in sorted(set(points), reverse=True)]


def sit_in(state: State, seat: int) -> Move:
    return "end" if state.moved else "one"


def resample(state: State, seat: int | None, rng: Random) -> State:
    cards = [c if seen(state, s, seat) else rng.randrange(10) for s, c in enumerate(state.cards)]
    return replace(state.copy(), cards=cards)
