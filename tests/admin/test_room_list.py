"""How it stands in running games, as the admin's list tells it: whose turn it is, since when, who is there."""

from datetime import datetime
from typing import Any

import pytest

from app.admin import Line, RoomList
from app.rooms import Rooms
from app.store import Store
from app.store.room_list import Search
from tests.rooms.conftest import ALL_GAMES, Clock, opened, party


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def lines(store: Store, games: Any = ALL_GAMES) -> dict[str, Line]:
    """The first page, by code."""
    found, _ = await RoomList(store, games).page(Search())
    return {line.room.code: line for line in found}


async def rows(store: Store) -> list[Any]:
    """All that is stored of the rooms."""
    found = [await store.pool.fetch(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in ("rooms", "seats", "log")]
    return [*found, await store.pool.fetch("SELECT * FROM drafts ORDER BY 1, 2, 3")]


async def test_whose_turn_it_is_and_since_when(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms, 3)
        room_list = RoomList(store, ALL_GAMES)

        async def waits_for() -> tuple[tuple[int, datetime], ...]:
            (line,), _ = await room_list.page(Search())
            assert line.standing is not None
            return line.standing.waits_for

        started = (await rooms.look(table.code)).present["started_at"]
        assert await waits_for() == ((0, started),)
        clock.wind(minutes=5)
        await table.play(0, "one")
        assert await waits_for() == ((0, started),), "she can still take it back"
        await table.play(0, "end")
        ended = clock.now
        clock.wind(minutes=5)
        await table.play(1, "two")
        ((seat, since),) = await waits_for()
        assert seat == 1
        assert abs((since - ended).total_seconds()) < 1


async def test_in_a_simultaneous_game_it_is_everybodys_who_is_not_done(store: Store, clock: Clock) -> None:
    """Alone one's own last round begins the next; with others it begins when the last of them is done."""
    async with opened(store, clock) as rooms:
        for players in (1, 2):
            table = await party(rooms, players, "roll_into_town", seed="11" * 32)
            started = (await rooms.look(table.code)).present["started_at"]
            before = (await lines(store))[table.code].standing
            assert before is not None
            assert [since for _, since in before.waits_for] == [started] * players
            clock.wind(minutes=5)
            await through_a_round(rooms, table.code, table[0])
            after = (await lines(store))[table.code].standing
            assert after is not None
            if players == 2:
                assert after.waits_for == ((1, started),)
            else:
                ((seat, since),) = after.waits_for
                assert seat == 0
                assert (since - started).total_seconds() > 290


async def through_a_round(rooms: Rooms, code: str, token: str) -> None:
    """Play until the round is over for that seat: until something is in the log."""
    version = (await rooms.look(code)).version
    while (await rooms.look(code)).version == version:
        offered = await rooms.moves(code, token)
        following = [move for move in offered["moves"] if move["type"] == "next"]
        await rooms.play(code, token, offered["at"], (following or offered["moves"])[0])


async def test_who_is_connected_is_told_of_any_room(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms, opened(store, clock) as elsewhere:
        made = await rooms.create("toy", 2, {}, "Ann")
        assert (await lines(store))[made.code].room.seats == [(0, "Ann", False)]
        async with elsewhere.listen(made.code, made.token):
            assert (await lines(store))[made.code].room.seats == [(0, "Ann", True)]
        assert (await lines(store))[made.code].room.seats == [(0, "Ann", False)]


async def test_who_has_another_name_is_found_by_that(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        made = await rooms.create("toy", 2, {}, "Annabel")
        assert await store.pool.fetchval("SELECT folded FROM seats") == "annabel", "at once, not by the first search"
        await rooms.rename(made.code, made.token, "Zoë")
        await (await party(rooms)).play(0, "one")
    for name, found in (("ZOË", [made.code]), ("annabel", [])):
        lines, _ = await RoomList(store, ALL_GAMES).page(Search(name=name))
        assert [line.room.code for line in lines] == found


async def test_a_room_that_cannot_be_read_hides_no_other(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        broken, unknown, good = [await party(rooms) for _ in range(3)]
        await broken.play(0, "one", "end")
    await store.pool.execute(
        "UPDATE log SET move = '{}' WHERE room_id = (SELECT id FROM rooms WHERE code = $1)", broken.code
    )
    await store.pool.execute("UPDATE rooms SET game = 'gone' WHERE code = $1", unknown.code)
    found = await lines(store)
    standings = [found[table.code].standing for table in (broken, unknown, good)]
    assert [each.read_only for each in standings if each] == [True, True, False]


async def test_looking_changes_nothing(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms)
        await table.play(0, "one")
        before = await rows(store)
        await lines(store)
        assert await rows(store) == before
