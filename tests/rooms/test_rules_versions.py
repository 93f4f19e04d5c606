"""A corrected rule: rooms play on under the rules that they were started with, new ones under the new."""

from types import SimpleNamespace
from typing import Any

from app.rooms import Created, Following, Rooms
from app.rooms.check import check_logs
from app.store import Store
from engine.core import Config, IllegalMove
from tests import toy_game
from tests.rooms.conftest import Clock, Party, opened, party, refusal


class CorrectedState(toy_game.State):
    """The toy game's, with the version that it is played by."""

    __slots__ = ("rules",)

    def copy(self) -> "CorrectedState":
        return corrected(super().copy(), self.rules)


def corrected(state: toy_game.State, rules: int) -> CorrectedState:
    made = CorrectedState(state.heap, state.turn, state.moved, state.taken, state.cards)
    made.rules = rules
    return made


def setup(config: Config) -> CorrectedState:
    rules = 2 if config.rules is None else config.rules
    return corrected(toy_game.setup(Config(config.seats, config.seed, config.options, min(rules, 1))), rules)


def legal(state: CorrectedState, seat: int) -> list[str]:
    """Since version 2 a turn takes pebbles once only."""
    moves = toy_game.legal(state, seat)
    return [move for move in moves if move == "end"] if state.rules >= 2 and state.moved else moves


def check(state: CorrectedState, seat: int, move: str) -> None:
    toy_game.check(state, seat, move)
    if move not in legal(state, seat):
        raise IllegalMove("taken")


def forgotten(state: CorrectedState, seat: int, move: str) -> None:
    """The same correction by somebody who forgot that there are old rooms."""
    toy_game.check(state, seat, move)
    if state.moved and move != "end":
        raise IllegalMove("taken")


RULES_1: Any = toy_game
RULES_2: Any = SimpleNamespace(**vars(toy_game) | {"RULES": 2, "setup": setup, "legal": legal, "check": check})
BRANCHLESS: Any = SimpleNamespace(**vars(RULES_2) | {"check": forgotten})
TWICE = ("one", "one", "end")  # legal under version 1 only


async def old_rooms(store: Store, clock: Clock) -> tuple[Party, Party, Party]:
    """Of version 1: a finished game, one in play with a draft, and a room that has not started."""
    async with opened(store, clock, {"toy": RULES_1}) as rooms:
        over, on, waiting = await party(rooms), await party(rooms), await lobby(rooms)
        await over.play(0, "one", "one", "two", "two", "end")
        await on.play(0, *TWICE)
        await on.play(1, "one", "one")
        return over, on, waiting


async def lobby(rooms: Rooms) -> Party:
    made = await rooms.create("toy", 2, {})
    return await seated(rooms, made)


async def seated(rooms: Rooms, room: Created | Following) -> Party:
    """Ann and Ben sit down there."""
    return Party(rooms, room, [(await rooms.sit(room.code, name)).token for name in ("Ann", "Ben")])


def moved(rooms: Rooms, *tables: Party) -> None:
    for table in tables:
        table.rooms = rooms


async def found(store: Store, game: Any) -> list[tuple[str, str]]:
    checked = [room async for room in check_logs(store, {"toy": game})]
    return [(difference.code, difference.what) for room in checked for difference in room.differences]


async def test_old_rooms_play_on_under_their_rules_and_new_ones_under_the_new(store: Store, clock: Clock) -> None:
    over, on, waiting = await old_rooms(store, clock)
    assert await found(store, RULES_2) == []
    async with opened(store, clock, {"toy": RULES_2}) as rooms:
        moved(rooms, over, on, waiting)
        assert [(await table.look())["rules"] for table in (over, on, waiting)] == [1, 1, 2]
        assert (await on.look(1))["undo"] == 2
        await on.play(1, "end")
        await on.play(0, *TWICE)
        assert (await on.look())["status"] == "over"

        again = await seated(rooms, await rooms.play_again(over.code, over[0]))
        for table in (waiting, again):
            await rooms.start(table.code, table[0])
            assert (await table.look())["rules"] == 2
            await table.play(0, "one")
            refused = await refusal(table.play(0, "one"))
            assert (refused.code, refused.reason) == ("illegal", "taken")
            await table.play(0, "end")
        assert await store.pool.fetch("SELECT rules FROM rooms ORDER BY id") == [(1,), (1,), (2,), (2,)]
    assert await found(store, RULES_2) == []


async def test_a_correction_without_a_branch_is_found_before_it_goes_live(store: Store, clock: Clock) -> None:
    over, on, _waiting = await old_rooms(store, clock)
    assert await found(store, BRANCHLESS) == [(over.code, "replay"), (on.code, "replay")]


async def test_a_program_of_older_rules_leaves_newer_rooms_alone(store: Store, clock: Clock) -> None:
    async with opened(store, clock, {"toy": RULES_2}) as rooms:
        newer = await party(rooms)
        await newer.play(0, "one", "end")
    assert await found(store, RULES_1) == [(newer.code, "setup")]
    async with opened(store, clock, {"toy": RULES_1}) as rooms:
        moved(rooms, newer)
        assert (await newer.look())["read_only"] is True
        assert (await refusal(rooms.play(newer.code, newer[1], 0, {"type": "one"}))).code == "read_only"
    async with opened(store, clock, {"toy": RULES_2}) as rooms:
        moved(rooms, newer)
        await newer.play(1, "one", "end")
