"""That an admin looked, or could look, at what a game hides: what counts as a look, and when the table is told."""

from app.rooms import Deed, Rooms
from app.store import Store
from app.store.moments import note_look
from tests.rooms.conftest import Clock, party
from tests.rooms.test_listen import watching
from tests.rooms.test_oversight import do, until
from tests.rooms.test_what_if import finished


async def test_a_new_link_counts_as_a_look_that_is_told(rooms: Rooms, store: Store, clock: Clock) -> None:
    """The key opens the seat's cards for whoever passes it on; in the lobby it will."""
    on, over, lobby = await party(rooms), await finished(rooms), await rooms.create("toy", 2, {}, "Ann")
    for code in (on.code, over.code, lobby.code):
        assert (await rooms.oversight.case(code, Deed("renew", 0))).hides is (code != over.code)
        await do(rooms, clock, code, "renew", 0)
    await do(rooms, clock, on.code, "renew", 1)
    assert "looked" not in await on.look(), "while the game is on nobody is told"
    await do(rooms, clock, on.code, "close")
    looked = (await on.look())["looked"]
    assert looked["times"] == 2
    assert looked["first"] < looked["last"]
    await do(rooms, clock, on.code, "renew", 1)
    assert (await on.look())["looked"]["times"] == 3, "in a closed game cards stay hidden"
    assert "looked" not in await over.look(), "nothing is hidden any more"
    noted = await store.pool.fetchval("SELECT looked FROM rooms WHERE code = $1", lobby.code)
    assert noted["times"] == 1


async def test_open_pages_of_a_closed_game_are_told_of_a_look_at_once(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await party(rooms)
    await do(rooms, clock, table.code, "close")
    room_id = await store.pool.fetchval("SELECT id FROM rooms")
    async with watching(rooms, table, 0) as his, watching(rooms, table) as spectator:
        assert await note_look(store, room_id, clock())
        for listener in (his, spectator):
            await until(listener, lambda room: room.get("looked", {}).get("times") == 1)
        await do(rooms, clock, table.code, "renew", 1)
        for listener in (his, spectator):
            await until(listener, lambda room: room["looked"]["times"] == 2)
