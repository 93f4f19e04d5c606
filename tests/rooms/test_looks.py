"""That an admin looked, or could look, at what a game hides: what counts as a look, and when the table is told."""

from app.rooms import Deed, Rooms
from app.store import Store
from tests.rooms.conftest import Clock, party
from tests.rooms.test_oversight import do
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
