"""Games are gone through for the numbers once each, in the background, and left out where they do not replay."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from app.admin import counting
from app.admin.counting import Counting
from app.admin.numbers import Numbers, Told
from app.store import Store
from app.store.numbers import Choice
from app.store.tallies import Progress
from tests import toy_game
from tests.rooms.conftest import ALL_GAMES, Clock, Party, opened, party
from tests.store.test_numbers import EVER

TOY = EVER._replace(game="toy")


def told_by_pebbles(state: toy_game.State, story: list[dict[str, Any]]) -> dict[str, dict[str, list[int]]]:
    """A tally of the toy game: pebbles by seat, and how many moves took one or two."""
    takes = [fact["pebbles"] for entry in story for fact in entry["facts"] if fact["fact"] == "took"]
    return {"pebbles": {f"seat {seat}": [1, taken] for seat, taken in enumerate(state.taken)}} | {
        "takes": {str(size): [takes.count(size)] for size in (1, 2)}
    }


COUNTED_TOY = SimpleNamespace(
    **{name: getattr(toy_game, name) for name in dir(toy_game) if not name.startswith("__")},
    TALLY={"pebbles": ("players", "pebbles"), "takes": ("moves",)},
    TALLY_VERSION=1,
    tally=told_by_pebbles,
)
GAMES = {**ALL_GAMES, "toy": COUNTED_TOY}


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def through(table: Party) -> Party:
    """A whole game of two: of six pebbles Ann takes two and one, Ben two and one."""
    for seat, kinds in ((0, ("two", "end")), (1, ("two", "end")), (0, ("one", "end")), (1, ("one", "end"))):
        await table.play(seat, *kinds)
    return table


async def finish(store: Store, clock: Clock, games: int) -> list[str]:
    async with opened(store, clock) as rooms:
        return [(await through(await party(rooms))).code for _ in range(games)]


async def look(store: Store, clock: Clock, choice: Choice = TOY, games: Any = GAMES, wait: bool = True) -> Told:
    """The numbers as one process tells them, which then counts to the end."""
    numbers = Numbers(store, games, clock)
    told = await numbers.of(choice)
    if wait:
        await numbers.counting.want()
    await numbers.close()
    return told


async def test_a_look_tells_what_is_counted_and_counts_the_rest(store: Store, clock: Clock) -> None:
    """In each game 3 pebbles a seat, two moves of one and two of two, in 8 moves with those that end turns."""
    await finish(store, clock, 3)
    before = await look(store, clock)
    assert before.progress == {"toy": Progress(3, 0, 0)}
    assert before.parts == {"pebbles": [], "takes": []}
    assert before.counted.lengths[0].moves is None
    after = await look(store, clock)
    assert after.progress == {"toy": Progress(3, 3, 0)}
    assert after.parts == {
        "pebbles": [(2, "seat 0", (3, 9)), (2, "seat 1", (3, 9))],
        "takes": [(2, "1", (6,)), (2, "2", (6,))],
    }
    assert after.counted.lengths[0].moves == (8, 8, 8)
    assert (await look(store, clock, TOY._replace(places=3))).parts["takes"] == []
    assert (await look(store, clock, EVER)).parts == {}, "parts are of one game"


async def test_a_game_is_gone_through_once_and_counting_goes_on_where_it_stopped(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(store, clock, 3)
    gone_through = asyncio.Semaphore(0)
    played: list[Any] = []
    tally = Counting._tally

    async def counted(self: Counting, room: Any) -> Any:
        if len(played) == 2:  # the process ends here
            gone_through.release()
            await asyncio.Event().wait()
        played.append(room.id)
        return await tally(self, room)

    monkeypatch.setattr(Counting, "_tally", counted)
    numbers = Numbers(store, GAMES, clock)
    numbers.counting.want()
    await gone_through.acquire()
    assert numbers.counting.want() is numbers.counting.want(), "one count at a time"
    await numbers.close()
    monkeypatch.setattr(Counting, "_tally", tally)
    assert (await look(store, clock)).progress == {"toy": Progress(3, 2, 0)}
    assert (await look(store, clock)).progress == {"toy": Progress(3, 3, 0)}
    made = await store.pool.fetch("SELECT made_at FROM tallies ORDER BY room_id")
    await look(store, clock)
    assert await store.pool.fetch("SELECT made_at FROM tallies ORDER BY room_id") == made
    assert len(set(played)) == 2


async def test_what_is_counted_in_another_way_is_counted_again(store: Store, clock: Clock) -> None:
    await finish(store, clock, 1)
    await look(store, clock)
    newer = SimpleNamespace(**{**vars(COUNTED_TOY), "TALLY_VERSION": 2, "tally": lambda state, story: {"pebbles": {}}})
    games = {**GAMES, "toy": newer}
    assert (await look(store, clock, games=games)).progress == {"toy": Progress(1, 0, 0)}
    assert (await look(store, clock, games=games)).parts["pebbles"] == []
    older = await look(store, clock)
    assert older.progress == {"toy": Progress(1, 1, 0)}, "an older program beside it leaves that alone"


SPOILT = [
    'UPDATE log SET move = \'{"type": "three"}\' WHERE seq = 2',
    "UPDATE log SET seat = 1 WHERE seq = 0",
    "DELETE FROM log WHERE seq = 3",
    "DELETE FROM log WHERE seq = 7",
    'UPDATE rooms SET result = \'{"ranking": [[0], [1]], "scores": [0, 0]}\'',
    "UPDATE rooms SET options = '{\"heap\": 7}'",
    "UPDATE rooms SET seed = NULL",
]


async def test_a_game_whose_log_does_not_replay_is_left_out_and_said_to_be(store: Store, clock: Clock) -> None:
    codes = await finish(store, clock, len(SPOILT) + 1)
    for code, spoil in zip(codes, SPOILT, strict=False):
        which = f"{'room_id' if 'log' in spoil else 'id'} = (SELECT id FROM rooms WHERE code = '{code}')"
        await store.pool.execute(f"{spoil} {'AND' if 'WHERE' in spoil else 'WHERE'} {which}")
    await look(store, clock)
    told = await look(store, clock)
    assert told.progress == {"toy": Progress(len(SPOILT) + 1, 1, len(SPOILT))}
    assert told.parts["takes"] == [(2, "1", (2,)), (2, "2", (2,))]


async def test_games_that_are_not_counted_are_not_gone_through(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        over = await through(await party(rooms))
        await rooms.what_if(over.code, None, 2)
        await party(rooms)
    await store.pool.execute("UPDATE rooms SET game = 'gone' WHERE status = 'playing'")
    again = await finish(store, clock, 1)
    await store.pool.execute("UPDATE rooms SET replayed = '{}' WHERE code = $1", again[0])
    await look(store, clock)
    assert await store.pool.fetchval("SELECT count(*) FROM tallies") == 1
    await store.pool.execute("DELETE FROM rooms WHERE code = $1", over.code)
    assert await store.pool.fetchval("SELECT count(*) FROM tallies") == 0, "gone with its room"


async def test_a_game_without_a_tally_has_its_moves_counted(store: Store, clock: Clock) -> None:
    await finish(store, clock, 1)
    await look(store, clock, games=ALL_GAMES)
    told = await look(store, clock, games=ALL_GAMES)
    assert told.parts == {}
    assert told.counted.lengths[0].moves == (8, 8, 8)


async def test_others_are_let_through_while_a_long_game_is_gone_through(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the machine's speed: a pause that would come after every move does."""
    rests = 0

    async def rest(seconds: float) -> None:
        nonlocal rests
        rests += seconds == counting.REST
        await asyncio.sleep(0)

    monkeypatch.setattr(counting, "SLICE", -1.0)
    monkeypatch.setattr(counting, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": rest}))
    await finish(store, clock, 1)
    await look(store, clock)
    assert rests == 8
