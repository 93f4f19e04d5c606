"""Random play that gets somewhere: a player who builds and draws of everything, for positions that have it all."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from engine import Config
from engine import roll_into_town as rit
from engine.roll_into_town.moves import Next
from engine.roll_into_town.state import State


def eager_games(rng: Random, seats: int = 1) -> Iterator[State]:
    """Positions of random games, for ever. Stores are filled up now and then, as if by a good harvest."""
    while True:
        size = rng.choice((7, 7, 9, 11))
        state = rit.setup(Config(seats, rng.randbytes(32), {"size": size}))
        while seats_to_act := rit.active(state):
            seat = rng.choice(seats_to_act)
            if rng.random() < 0.1:
                state.players[seat].stock = (9, 9, 9)
            yield state
            state = state.copy()
            rit.apply(state, seat, eager_move(state, seat, rng))
        yield state


def eager_move(state: State, seat: int, rng: Random) -> Any:
    """First what kind of thing to do, all alike likely, then one of that kind; `next` only one time in ten."""
    kinds: dict[Any, list[Any]] = defaultdict(list)
    for move in rit.legal(state, seat):
        kinds[type(move), getattr(move, "icon", getattr(move, "building", None))].append(move)
    ending = kinds.pop((Next, None), [])
    if ending and (not kinds or rng.random() < 0.1):
        return ending[0]
    return rng.choice(kinds[rng.choice(list(kinds))])
