"""Races of many clients over several processes, by drawn interleavings: see tests/rooms/interleaving.py.

A failure says which seed it was; that one alone in `seeds` repeats it.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from app.rooms import Refused, Rooms
from app.rooms.check import check_logs
from app.store import Store
from tests.rooms.after_race import check
from tests.rooms.conftest import ALL_GAMES, Party, party
from tests.rooms.interleaving import Race

SEED = "5e" * 32  # of every game here: what is drawn are moves and delays


async def started(race: Race, players: int, game: str, **options: object) -> Party:
    """A game that has been started, and the processes at it."""
    table = await party(Rooms(race.store, ALL_GAMES, allow_seed=True), players, game, seed=SEED, **options)
    await race.open(table.code)
    return table


async def wake_ups(race: Race, rooms: Rooms) -> None:
    """That process hears now and then that the room has changed."""
    for _ in range(3):
        await rooms.tick()


async def round_of_four(race: Race) -> list[str]:
    """Four players end the first round at the same moment, one of them from two devices."""
    table = await started(race, 4, "roll_into_town")
    await race.play(race.watch(), *(race.watch(token) for token in table.tokens))

    async def end(token: str) -> None:
        shown = race.client(token)
        for at in range(4):
            await race.frame(token, at, {"type": "next"}, shown, repeat=race.rng.random() < 0.3)

    await race.play(
        *(end(token) for token in [*table.tokens, table[0]]), *(wake_ups(race, each) for each in race.rooms)
    )
    rounds = [
        {player["round"] for player in truth.table.game.view(truth.table.public, None)["players"]}
        for truth in race.truths
        if truth.table
    ]
    assert rounds == [{1}] * (len(rounds) - 1) + [{2}]
    return table.tokens


async def seat_in_three_tabs(race: Race) -> list[str]:
    """One seat in three tabs, another that plays too, and a spectator."""
    table = await started(race, 2, race.rng.choice(["roll_into_town", "little_town"]))
    await race.play(*(race.watch(token) for token in (None, table[0], table[0])))
    await race.play(*(race.tab(table[seat], 4) for seat in (0, 0, 0, 1)), wake_ups(race, race.rooms[1]))
    return table.tokens


async def undo_against_move(race: Race) -> list[str]:
    """Two tabs take and take back the same pebbles, a third ends the turn, the next one waits for it."""
    table = await started(race, 2, "toy", heap=12)
    await race.play(race.watch(), race.watch(table[1]))

    async def undo() -> None:
        shown = race.client(table[0])
        for at in range(6):
            await race.frame(table[0], at, None, shown)

    async def move(kind: str) -> None:
        shown = race.client(table[0])
        for at in range(6):
            await race.frame(table[0], at, {"type": kind}, shown, repeat=True)

    await race.play(
        undo(), move("one"), move("two"), race.tab(table[0], 5), race.tab(table[1], 5), wake_ups(race, race.rooms[0])
    )
    return table.tokens


async def start_against_join(race: Race) -> list[str]:
    """Four want the three free places, one gets up, two start the game, and then everybody plays."""
    made = await Rooms(race.store, ALL_GAMES).create("toy", 4, {"heap": 12}, "Ann", "0a" * 16)
    assert made.token
    tokens = [made.token]
    race.code = made.code
    await race.open(made.code)

    async def sit(name: str, leaves: bool) -> None:
        with suppress(Refused):
            seated = await race.anywhere.sit(made.code, name, "0b" * 16)
            tokens.append(seated.token)
            await race.watch(seated.token)
            await race.anywhere.rename(made.code, seated.token, f"{name} II")
            if leaves:
                await race.anywhere.leave(made.code, seated.token)
            await race.tab(seated.token, 3)

    async def start() -> None:
        for _ in range(4):
            with suppress(Refused):
                await race.anywhere.start(made.code, made.token, close_free=True)
        await race.tab(tokens[0], 3)

    sitters = (sit(name, name == "Cem") for name in ("Ben", "Cem", "Dan", "Eve"))
    await race.play(race.watch(), *sitters, start(), start(), *(wake_ups(race, each) for each in race.rooms))
    room = race.truths[-1]
    if room.row.status == "playing":
        assert [seat.seat for seat in room.seats] == list(range(room.row.places))
    return tokens


async def seat_given_up(race: Race) -> list[str]:
    """Seat 0 is voted out, leaves, moves, comes back and is taken over, all at once; the others play."""
    table = await started(race, 3, "toy", heap=12)
    tokens = table.tokens
    await race.play(race.watch(), race.watch(tokens[1]), race.watch(tokens[2]))
    race.clock.wind(minutes=4)

    async def vote(token: str) -> None:
        with suppress(Refused):
            await race.anywhere.vote_out(race.code, token, 0)

    async def leave() -> None:
        with suppress(Refused):
            await race.anywhere.leave(race.code, tokens[0])

    async def take_over(name: str) -> None:
        for _ in range(4):
            with suppress(Refused):
                tokens.append((await race.anywhere.sit(race.code, name)).token)
                await race.tab(tokens[-1], 2)
                await race.anywhere.leave(race.code, tokens[-1])
                return

    players = (race.tab(token, 3) for token in table.tokens)
    await race.play(
        vote(tokens[1]),
        vote(tokens[2]),
        *players,
        leave(),
        take_over("Fay"),
        take_over("Gil"),
        race.watch(tokens[0]),
        *(wake_ups(race, each) for each in race.rooms),
    )
    return tokens


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 40), marks=pytest.mark.long)], ids=["1", "39"])
@pytest.mark.parametrize(
    "run", [round_of_four, seat_in_three_tabs, undo_against_move, start_against_join, seat_given_up]
)
async def test_whatever_comes_first(store: Store, run: Callable[[Race], Awaitable[list[str]]], seeds: range) -> None:
    for seed in seeds:
        race = Race(store, seed, processes=2 + seed % 2)
        try:
            await check(race, await run(race))
        except BaseException as error:
            error.add_note(f"{run.__name__}, seed {seed}")
            raise
    assert [room.differences async for room in check_logs(store, ALL_GAMES)] == [()] * len(seeds)


async def test_a_seed_repeats_its_interleaving(store: Store) -> None:
    races = [Race(store, 3), Race(store, 3), Race(store, 4)]
    for race in races:
        await check(race, await undo_against_move(race))
    first, again, other = (race.pace.trace for race in races)
    assert first == again
    assert first != other
