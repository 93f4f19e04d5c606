"""Who watches sees every change that concerns it, and no other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from app.rooms import Json, Listener, Refused, Rooms
from app.store import Store, presence
from tests.patience import PATIENCE
from tests.rooms.conftest import Clock, Party, opened, party, refusal


async def next_object(listener: Listener) -> Json:
    return (await asyncio.wait_for(anext(listener), PATIENCE)).object


async def newest(listener: Listener) -> Json:
    """The last of the scenes that are ready now, at least one."""
    scene = await next_object(listener)
    while not await is_quiet(listener):
        scene = await next_object(listener)
    return scene


async def is_quiet(listener: Listener) -> bool:
    """Is there nothing new? Wake-ups are set before a call returns, so there is nothing to wait for."""
    return not listener._changed.is_set()


@asynccontextmanager
async def watching(rooms: Rooms, table: Party, seat: int | None = None) -> AsyncIterator[Listener]:
    """A listener that has read the present scene."""
    async with rooms.listen(table.code, None if seat is None else table[seat]) as listener:
        await newest(listener)
        yield listener


async def test_the_present_scene_comes_at_once(rooms: Rooms) -> None:
    table = await party(rooms)
    async with rooms.listen(table.code) as listener:
        assert await next_object(listener) == await table.look()
        assert await is_quiet(listener)


async def test_the_lobby_is_watched_too(rooms: Rooms) -> None:
    made = await rooms.create("toy", 2, {}, "Ann")
    async with rooms.listen(made.code) as listener:
        await next_object(listener)
        ben = await rooms.sit(made.code, "Ben")
        assert [seat["name"] for seat in (await next_object(listener))["seats"]] == ["Ann", "Ben"]
        await rooms.rename(made.code, ben.token, "Bob")
        assert [seat["name"] for seat in (await next_object(listener))["seats"]] == ["Ann", "Bob"]
        await rooms.start(made.code, made.token)
        assert (await next_object(listener))["status"] == "playing"


async def test_open_drafts_are_shown_to_all(rooms: Rooms) -> None:
    table = await party(rooms)
    async with watching(rooms, table) as spectator, watching(rooms, table, 1) as other:
        await newest(spectator)
        await table.play(0, "one")
        assert (await next_object(spectator))["view"]["heap"] == 5
        assert (await next_object(other))["view"]["heap"] == 5
        await rooms.undo(table.code, table[0], 1)
        assert (await next_object(spectator))["view"]["heap"] == 6


async def test_a_repeat_and_a_refusal_show_nothing_new(rooms: Rooms) -> None:
    table = await party(rooms)
    async with watching(rooms, table, 0) as mine, watching(rooms, table) as spectator:
        await table.play(0, "one")
        await newest(mine)
        await newest(spectator)
        await rooms.play(table.code, table[0], 0, {"type": "one"})
        await refusal(rooms.play(table.code, table[1], 0, {"type": "one"}))
        assert await is_quiet(mine)
        assert await is_quiet(spectator)


async def test_fast_changes_are_coalesced(rooms: Rooms) -> None:
    table = await party(rooms)
    async with watching(rooms, table) as spectator:
        await table.play(0, "one", "one", "end")
        assert (await next_object(spectator))["version"] == 3
        assert await is_quiet(spectator)


async def test_connected_is_shown_and_counts_sockets(rooms: Rooms) -> None:
    table = await party(rooms)

    def here(room: Json) -> list[bool]:
        return [seat["connected"] for seat in room["seats"]]

    async with watching(rooms, table) as spectator:
        async with rooms.listen(table.code, table[0]):
            assert here(await newest(spectator)) == [True, False]
            async with rooms.listen(table.code, table[0]):
                assert await is_quiet(spectator)
            assert await is_quiet(spectator)
            assert here(await table.look()) == [True, False]
        assert here(await newest(spectator)) == [False, False]


async def test_a_seat_that_was_given_away_is_not_shown_any_more(rooms: Rooms) -> None:
    table = await party(rooms)
    async with watching(rooms, table, 0) as old:
        await rooms.leave(table.code, table[0])
        await newest(old)
        await rooms.sit(table.code, "Newcomer")
        with pytest.raises(Refused) as caught:
            await next_object(old)
        assert caught.value.code == "no_token"


async def test_a_wrong_token_cannot_watch(rooms: Rooms) -> None:
    table = await party(rooms)
    other = await party(rooms)
    assert (await refusal(rooms.listen("2222222").__aenter__())).code == "no_room"
    assert (await refusal(rooms.listen(table.code, "wrong").__aenter__())).code == "no_token"
    assert (await refusal(rooms.listen(table.code, other[0]).__aenter__())).code == "not_seated"


async def test_closing_ends_every_listener(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms)
        listener = await rooms.listen(table.code, table[0]).__aenter__()
        await newest(listener)
    assert [scene async for scene in listener] == []
    await listener.__aexit__(None, None, None)
    async with opened(store, clock) as again:
        assert not (await again.look(table.code)).object["seats"][0]["connected"]


async def test_changes_of_another_process_are_shown(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as here, opened(store, clock) as there:
        table = await party(here)
        async with watching(here, table) as spectator:
            await there.play(table.code, table[0], 0, {"type": "one"})
            assert (await next_object(spectator))["view"]["heap"] == 5
            async with there.listen(table.code, table[1]):
                assert (await next_object(spectator))["seats"][1]["connected"]
            assert not (await next_object(spectator))["seats"][1]["connected"]


async def test_what_many_rooms_did_elsewhere_at_once_is_shown_in_each(store: Store, clock: Clock) -> None:
    """Also in one that this process is changing meanwhile, whose change decides again on what was read."""
    async with opened(store, clock) as here, opened(store, clock) as there, AsyncExitStack() as stack:
        tables = [await party(here) for _ in range(8)]
        spectators = [await stack.enter_async_context(watching(here, table)) for table in tables]
        moves = [there.play(table.code, table[0], 0, {"type": "one"}) for table in tables]
        refused = refusal(here.play(tables[0].code, tables[0][1], 0, {"type": "one"}))
        await asyncio.gather(*moves, refused)
        for spectator in spectators:
            assert (await next_object(spectator))["view"]["heap"] == 5
        for table, spectator in zip(tables, spectators, strict=True):
            await here.play(table.code, table[0], 1, {"type": "one"})
            assert (await next_object(spectator))["view"]["heap"] == 4


@pytest.mark.usefixtures("no_poll")
async def test_a_lost_wake_up_is_made_up_for_by_the_poll(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as here, opened(store, clock) as there:
        table = await party(here)
        await here._heart._wakeups.close()
        async with watching(here, table) as spectator:
            await there.play(table.code, table[0], 0, {"type": "one"})
            await here.tick()
            assert (await next_object(spectator))["view"]["heap"] == 5


@pytest.mark.usefixtures("no_poll")
async def test_a_process_that_died_is_not_connected_for_ever(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as here:
        table = await party(here)
        async with opened(store, clock) as there:
            listener = await there.listen(table.code, table[0]).__aenter__()
            assert (await table.look())["seats"][0]["connected"]
            await store.pool.execute(
                "UPDATE processes SET alive_at = alive_at - interval '11 s' WHERE id = $1", there._presence._process
            )
            async with watching(here, table) as spectator:
                await here.tick()
                assert not (await next_object(spectator))["seats"][0]["connected"]
                await there.tick()  # it was only slow: it says again who is here
                assert (await next_object(spectator))["seats"][0]["connected"]
            await listener.__aexit__(None, None, None)


@pytest.mark.usefixtures("no_poll")
async def test_a_process_that_was_taken_for_dead_is_there_with_its_next_connection(store: Store, clock: Clock) -> None:
    """As after a pause of the whole machine: not only with its next beat, and then with all its connections."""
    async with opened(store, clock) as here:
        table = await party(here)
        async with watching(here, table, 0) as ann:
            await store.pool.execute("DELETE FROM processes")
            async with watching(here, table, 1):
                assert [seat["connected"] for seat in (await newest(ann))["seats"]] == [False, True]
                await here.tick()
                assert [seat["connected"] for seat in (await newest(ann))["seats"]] == [True, True]


@pytest.mark.usefixtures("no_poll")
async def test_a_process_that_stood_still_does_not_take_itself_for_dead(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as here:
        table = await party(here)
        async with watching(here, table, 0):
            await store.pool.execute("UPDATE processes SET alive_at = alive_at - interval '11 s'")
            await presence.bury(store, here._presence._process, clock())
            assert (await table.look())["seats"][0]["connected"]
