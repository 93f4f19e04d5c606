"""Files of finished games that nobody has played: as an export has them, each number in them as it must be."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from app.rooms import Json
from app.rooms.objects import iso
from engine import Config
from engine.core import commitment, game_seed
from tests.rooms.conftest import ALL_GAMES

BEGIN = datetime(2026, 5, 1, 19, tzinfo=UTC)
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal"]
TOY = ((0, "two"), (0, "end"), (1, "two"), (1, "end"), (0, "two"), (0, "end"))


def toy_file() -> Json:
    """A game of six pebbles in six moves."""
    return made_up("toy", 2, 1, script=[(seat, {"type": kind}) for seat, kind in TOY])


def made_up(
    name: str, seats: int, seed: int, cut: int | None = None, script: Sequence[tuple[int, Any]] = (), **options: object
) -> Json:
    """A game that was played at random, or by `script` (seats and moves in wire form), turn by turn.

    `cut`: it goes on from so many moves of another game, and there somebody else goes on than who was in a turn.
    """
    game, rng = ALL_GAMES[name], Random(f"{name} {seats} {seed}")
    secret, salts = rng.randbytes(32), [rng.randbytes(16) for _ in range(seats)]
    chance = game_seed(secret, salts)
    full = {option: options.get(option, values[0]) for option, values in game.OPTIONS.items()}
    state = game.setup(Config(seats, chance, full))
    moves: list[Json] = []
    given = iter(script)
    turn: int | None = None
    while active := game.active(state):
        if len(moves) == cut:
            assert turn is not None
            active = [seat for seat in active if seat != turn]
            turn = None
        seat = rng.choice(active) if turn is None else turn
        move = rng.choice(game.legal(state, seat)) if not script else None
        if move is None:
            seat, wire = next(given)
            move = game.decode(wire)
        turn = None if game.settles(state, seat, move) else seat
        game.apply(state, seat, move)
        moves.append(_made(len(moves), seat, game.encode(move)))
    scores = [sum(line["points"] for line in game.explain(state, seat, seat)) for seat in range(seats)]
    return {
        "format": "machi-game",
        "version": 1,
        "game": name,
        "rules": game.RULES,
        "options": full,
        "seats": [
            {"name": NAMES[seat], "salt": "" if cut is not None else salt.hex()} for seat, salt in enumerate(salts)
        ],
        "secret": secret.hex() if cut is None else None,
        "commitment": commitment(secret) if cut is None else None,
        "seed": chance.hex(),
        "chosen_seed": cut is not None,
        "replayed": None if cut is None else {"code": "7KXQ2MW", "version": cut, "scores": []},
        "started_at": iso(BEGIN),
        "finished_at": iso(BEGIN + timedelta(seconds=len(moves))),
        "moves": moves,
        "result": {"ranking": game.ranking(state), "scores": scores},
    }


def _made(number: int, seat: int, wire: Json) -> Json:
    times = {
        "accepted_at": iso(BEGIN + timedelta(seconds=number)),
        "settled_at": iso(BEGIN + timedelta(seconds=number)),
    }
    return {"seat": seat, "move": wire, "program": False, **times}


def interrupted() -> Json:
    """A game of two in which, by `replayed`, a round of one was left in its midst and the other went on."""
    for seed in count():
        whole = made_up("roll_into_town", 2, seed)
        for number, (made, following) in enumerate(zip(whole["moves"], whole["moves"][1:], strict=False), 1):
            if number > 3 and made["seat"] == following["seat"] and made["move"] != {"type": "next"}:
                try:
                    return made_up("roll_into_town", 2, seed, cut=number)
                except IndexError:  # nobody else could go on then
                    break
    raise AssertionError("unreachable: count() does not end")
