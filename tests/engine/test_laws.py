"""Every law of design 4, for every game, option and seat count, by random play (laws.py has the laws)."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest

from engine import GAMES
from engine.core import BadConfig, Config, MalformedMove
from tests import toy_game
from tests.engine import books, laws
from tests.engine.expanders import EXPANDERS

ALL = {**GAMES, "toy": toy_game}
MOST_MOVES = {"roll_into_town": 12 * 160, "little_town": 4 * 200, "toy": 30}  # a seat's moves in a game


@dataclass(frozen=True)
class Setting:
    """One way to play one game."""

    name: str
    seats: int
    options: tuple[tuple[str, object], ...]

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(str(value) for _, value in self.options)])

    def config(self, run: int) -> Config:
        seed = hashlib.sha256(f"{self}/{run}".encode()).digest()
        return Config(self.seats, seed, dict(self.options))


def settings() -> Iterator[Setting]:
    for name, game in ALL.items():
        names = list(game.OPTIONS)
        for seats, values in product(game.SEATS, product(*game.OPTIONS.values())):
            yield Setting(name, seats, tuple(zip(names, values, strict=True)))


SETTINGS = list(settings())


@dataclass
class Played:
    config: Config
    moves: list[tuple[int, Any]]
    positions: list[Any]  # before each move, and the last
    rng: Random

    def samples(self, most: int) -> list[int]:
        """Indices of up to `most` moves, drawn at random, with the first and the last."""
        inner = range(1, len(self.moves) - 1)
        drawn = self.rng.sample(inner, min(most, len(inner)))
        return sorted({0, len(self.moves) - 1, *drawn})


def play(setting: Setting, run: int) -> Played:
    """A random game, every position kept. Ends within the game's known bound, or fails."""
    game, config = ALL[setting.name], setting.config(run)
    rng = Random(f"{setting}/{run}")
    state, moves, positions = game.setup(config), [], []
    while active := game.active(state):
        assert len(moves) <= MOST_MOVES[setting.name] * setting.seats
        seat = rng.choice(active)
        move = rng.choice(game.legal(state, seat))
        positions.append(state)
        moves.append((seat, move))
        state = state.copy()
        game.apply(state, seat, move)
    return Played(config, moves, [*positions, state], rng)


def keep_the_laws(setting: Setting, run: int, samples: int) -> None:
    game, expand = ALL[setting.name], EXPANDERS[setting.name]
    played = play(setting, run)
    pool = [move for _, move in played.moves]
    for i in played.samples(samples):
        state, (seat, move) = played.positions[i], played.moves[i]
        strangers = played.rng.sample(pool, min(25, len(pool)))
        laws.legal_is_in_fixed_order_without_repeats(game, state)
        laws.encode_and_decode_are_inverse(game, state)
        laws.check_agrees_with_legal(game, state, strangers)
        laws.choices_expand_to_legal(game, state, expand)
        laws.after_leaves_its_input_alone(game, state, seat, move)
        laws.a_refused_move_leaves_the_state_alone(game, state, strangers[0])
        laws.readings_leave_the_state_alone(game, state, played.rng)
        laws.a_stored_state_plays_on_alike(game, state, played.moves[i : i + 20])
        laws.scores_are_explained(game, state)
        laws.a_view_is_made_from_the_spectators(game, state, played.rng)
        laws.an_explanation_is_made_from_the_spectators(game, state)
        laws.what_is_kept_is_what_is_worked_out_afresh(game, state)
        laws.an_open_view_shows_what_each_seat_sees(game, state)
        laws.ranking_names_every_seat_once(game, state)
        laws.the_program_can_sit_in(game, state)
        laws.nothing_leaks(game, state, seat, move, played.rng)
    for before, (seat, move), later in zip(played.positions, played.moves, played.positions[1:], strict=False):
        laws.facts_are_made_from_the_spectators(game, before, seat, move, later)
    for state in played.positions:
        assert game.view(state, None)["over"] == (not game.active(state))
        books.BALANCE[setting.name](game.view(state, None), setting.seats)
    end = played.positions[-1]
    laws.scores_are_explained(game, end)
    laws.a_view_is_made_from_the_spectators(game, end, played.rng)
    laws.an_explanation_is_made_from_the_spectators(game, end)
    laws.what_is_kept_is_what_is_worked_out_afresh(game, end)
    laws.an_open_view_shows_what_each_seat_sees(game, end)
    laws.rounds_follow_each_other(game, played.positions)
    laws.ranking_names_every_seat_once(game, end)
    laws.a_tally_adds_up(game, played.positions, played.moves)
    laws.readings_leave_the_state_alone(game, end, played.rng)
    assert not any(game.legal(end, seat) for seat in laws.seats_of(game, end))
    assert game.view(end, None)["result"]["ranking"] == game.ranking(end)
    laws.replay_equals_play(game, played.config, played.moves, end)
    laws.interleaving_does_not_matter(game, played.config, played.moves, end, played.rng)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_laws_hold(setting: Setting) -> None:
    keep_the_laws(setting, run=0, samples=max(2, 12 // setting.seats))


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_laws_hold_in_many_games(setting: Setting) -> None:
    for run in range(1, 5):
        keep_the_laws(setting, run, samples=max(5, 40 // setting.seats))


@pytest.mark.parametrize("name", ALL)
def test_a_program_that_sits_in_everywhere_ends_the_game(name: str) -> None:
    game = ALL[name]
    state, moves = game.setup(Config(game.SEATS[-1], bytes(32))), 0
    while active := game.active(state):
        for seat in active:
            if seat in game.active(state):
                game.apply(state, seat, game.sit_in(state, seat))
                moves += 1
        assert moves <= MOST_MOVES[name] * game.SEATS[-1]
    assert game.view(state, None)["over"]


@pytest.mark.parametrize("name", ALL)
def test_what_is_no_configuration_is_refused(name: str) -> None:
    game = ALL[name]
    good = {"seats": game.SEATS[0], "seed": bytes(32), "options": {}}
    game.setup(Config(**good))
    option, values = next(iter(game.OPTIONS.items()))
    wrong = [
        {"seats": game.SEATS[0] - 1},
        {"seats": game.SEATS[-1] + 1},
        {"seats": True},
        {"seats": "2"},
        {"seed": bytes(31)},
        {"seed": "00" * 32},
        {"options": {"no such option": 1}},
        {"options": {option: "no such value"}},
        {"options": {option: [values[0]]}},
        {"options": None},
        {"rules": 0},
        {"rules": game.RULES + 1},
        {"rules": True},
    ]
    for change in wrong:
        with pytest.raises(BadConfig) as refused:
            game.setup(Config(**{**good, **change}))
        assert refused.value.code


JUNK = [
    None,
    True,
    0,
    1.5,
    "next",
    b"",
    [],
    [1],
    {},
    {"type": None},
    {"type": "no such move"},
    {"type": ["next"]},
    {1: 2},
]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_malformed(name: str, junk: object) -> None:
    with pytest.raises(MalformedMove):
        ALL[name].decode(junk)


@pytest.mark.parametrize("name", ALL)
def test_a_key_too_many_or_of_another_type_is_malformed(name: str) -> None:
    """Every legal wire form of some random games, with a key added, and with each value exchanged for junk."""
    game = ALL[name]
    played = play(Setting(name, game.SEATS[0], tuple((o, v[0]) for o, v in game.OPTIONS.items())), run=7)
    for _, move in played.moves[:: max(1, len(played.moves) // 60)]:
        wire = game.encode(move)
        with pytest.raises(MalformedMove):
            game.decode({**wire, "extra": 1})
        for key in wire:
            junks = [None, 1.5, "x" * 30, {"a": 1}, [[]]]
            if type(wire[key]) is not bool:
                junks.append(True)
            for junk in junks:
                with pytest.raises(MalformedMove):
                    game.decode({**wire, key: junk})
