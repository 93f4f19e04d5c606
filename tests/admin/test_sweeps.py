"""What the admin does in many rooms at once: a name taken out of all rooms of a search, old rooms deleted."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app import __main__ as commands
from app.admin import Admin, Password, Session, Sweeps
from app.rooms import Refused, Rooms
from app.rooms.check import check_logs
from app.store import Store, name_sweep, old_rooms
from app.store.name_sweep import Sweep
from app.store.old_rooms import Old
from app.store.room_list import Search
from tests.admins import HASH
from tests.rooms.conftest import ALL_GAMES, Clock, opened, party, refusal
from tests.rooms.test_listen import watching
from tests.rooms.test_oversight import do, names, until
from tests.rooms.test_sandbox import sandbox
from tests.rooms.test_what_if import finished
from tests.store.room_rows import fill

ADA = Session(1, "", "", datetime.now(UTC), datetime.now(UTC))
EVERYTHING = 10**9


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def rooms(store: Store, clock: Clock) -> AsyncIterator[Rooms]:
    async with opened(store, clock) as rooms:
        yield rooms


def sweeps(rooms: Rooms, store: Store, clock: Clock, seconds: float = 60) -> Sweeps:
    return Sweeps(Admin(store, Password(HASH), clock), rooms.oversight, store, seconds)


async def noted(store: Store) -> list[Any]:
    return [[*row] for row in await store.pool.fetch("SELECT kind, detail FROM audit ORDER BY id")]


async def test_a_name_is_taken_out_of_all_rooms_of_a_search(rooms: Rooms, store: Store, clock: Clock) -> None:
    """Whether they are at hand here, elsewhere, or nowhere; each as it is taken out of one."""
    lobby = await rooms.create("toy", 2, {}, "ANN")
    on, over, other = await party(rooms), await finished(rooms), await rooms.create("toy", 2, {}, "Hannah")
    copied, _ = await sandbox(rooms)
    closed = await party(rooms)
    await do(rooms, clock, closed.code, "close")
    before = await rooms.log(over.code)
    search = Search(name="ann")
    async with opened(store, clock) as elsewhere, elsewhere.listen(over.code) as far, watching(rooms, on, 1) as ben:
        found = await sweeps(rooms, store, clock).named(Sweep(search, whole=True))
        assert (found.seats, found.rooms, found.names) == (6, 6, [("Ann", 5), ("ANN", 1)])
        assert (await sweeps(rooms, store, clock).named(Sweep(search, whole=False))).seats == 7
        done = await sweeps(rooms, store, clock).blank(ADA, Sweep(search, whole=True), found.seats, "asked  for")
        assert done == (6, False)
        for listener, left in ((far, False), (ben, True)):
            room = await until(listener, lambda room: names(room) == ["", "Ben"])
            assert room["seats"][0]["left"] == left
    assert names((await rooms.look(lobby.code)).object) == []
    assert names((await rooms.look(other.code)).object) == ["Hannah"]
    assert names(await closed.look()) == ["", "Ben"]
    assert names(await copied.look(0)) == ["", "Ben"], "with its maker's key"
    for table in (on, over, closed):
        assert (await refusal(rooms.look(table.code, table[0]))).code == "no_token"
        assert (await rooms.look(table.code, table[1])).seat == 1
    assert await rooms.log(over.code) == before
    assert [checked.differences async for checked in check_logs(store, ALL_GAMES)] == [()] * 7
    assert (await sweeps(rooms, store, clock).named(Sweep(search, whole=True))).seats == 0
    about = {"search": {"sort": "newest"}, "whole": True, "reason": "asked for"}
    assert await noted(store) == [
        ["test", {"reason": "why not"}],
        ["blanking_begun", {"count": 6, **about}],
        ["search_blanked", {"count": 6, "left": False, **about}],
    ]


@pytest.mark.long
async def test_only_the_rooms_of_the_search(rooms: Rooms, store: Store, clock: Clock) -> None:
    over, on = await finished(rooms), await party(rooms)
    sweep = Sweep(Search(name="b", status="over"), whole=False)
    assert (await sweeps(rooms, store, clock).blank(ADA, sweep, 1, "x")).done == 1
    assert names(await over.look()) == ["Ann", ""]
    assert names(await on.look()) == ["Ann", "Ben"]


async def test_no_more_than_was_told(rooms: Rooms, store: Store, clock: Clock) -> None:
    await finished(rooms)
    each = sweeps(rooms, store, clock)
    sweep, old = Sweep(Search(name="ann"), whole=True), Old(clock() + timedelta(days=1), ("over",))
    for counted in (0, 1):
        await finished(rooms)
        for call in (each.blank(ADA, sweep, counted, "x"), each.delete_old(ADA, old, counted, "x")):
            assert (await refusal(call)).code == "stale"
    for reason in ("", " ", "x" * 201, "a\0b"):
        for call in (each.blank(ADA, sweep, 9, reason), each.delete_old(ADA, old, 9, reason)):
            refused = await refusal(call)
            assert (refused.code, refused.reason) == ("malformed", "reason")
    assert await noted(store) == []


@pytest.mark.long
async def test_many_rooms_are_swept_in_steps(rooms: Rooms, store: Store, clock: Clock) -> None:
    """Of 250 rooms 200 are over and 25 closed; so is what was not done in time left for the next time."""
    await fill(store, 250)
    sweep = Sweep(Search(name="ann", status="over"), whole=True)
    assert await sweeps(rooms, store, clock, seconds=0).blank(ADA, sweep, EVERYTHING, "x") == (name_sweep.AT_ONCE, True)
    assert await sweeps(rooms, store, clock).blank(ADA, sweep, 100, "x") == (100, False)
    kept = "SELECT count(*) FROM seats WHERE folded = 'ann' AND name = 'Ann'"
    assert await store.pool.fetchval(kept) == 50
    old = Old(datetime(2025, 1, 3, tzinfo=UTC), ("over",))
    assert await sweeps(rooms, store, clock, seconds=0).delete_old(ADA, old, EVERYTHING, "x") == (
        old_rooms.AT_ONCE,
        True,
    )
    assert await sweeps(rooms, store, clock).delete_old(ADA, old, 150, "x") == (150, False)
    assert await store.pool.fetchval("SELECT count(*) FROM rooms") == 50
    assert [(kind, detail["count"], detail.get("left")) for kind, detail in await noted(store)] == [
        ("blanking_begun", 200, None), ("search_blanked", name_sweep.AT_ONCE, True),
        ("blanking_begun", 100, None), ("search_blanked", 100, False),
        ("deletion_begun", 200, None), ("rooms_deleted", old_rooms.AT_ONCE, True),
        ("deletion_begun", 150, None), ("rooms_deleted", 150, False),
    ], "what was done, not what was counted"  # fmt: skip


@pytest.mark.long
async def test_nothing_is_swept_that_cannot_be_noted(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await finished(rooms)
    await store.pool.execute("ALTER TABLE audit ADD CONSTRAINT full_up CHECK (id < 0) NOT VALID")
    each = sweeps(rooms, store, clock)
    for call in (
        each.blank(ADA, Sweep(Search(name="ann"), whole=True), 1, "x"),
        each.delete_old(ADA, Old(clock() + timedelta(days=1), ("over",)), 1, "x"),
    ):
        with pytest.raises(Exception, match="full_up"):
            await call
    assert names(await table.look()) == ["Ann", "Ben"]


async def test_a_sweep_that_was_not_heard_of_is_told_and_not_done_again(
    rooms: Rooms, store: Store, clock: Clock
) -> None:
    await fill(store, 20)
    each = sweeps(rooms, store, clock)
    old = Old(datetime(2025, 1, 3, tzinfo=UTC), ("closed",))
    sweep = Sweep(Search(name="ann", status="over"), whole=True)
    for _ in range(2):
        assert await each.delete_old(ADA, old, 2, "x", "one") == (2, False)
        assert await each.blank(ADA, sweep, 16, "x", "two") == (16, False)
    assert [kind for kind, _ in await noted(store)] == [
        "deletion_begun",
        "rooms_deleted",
        "blanking_begun",
        "search_blanked",
    ]
    for ticket, session in (("", ADA), ("other", ADA), ("one", ADA._replace(id=2))):
        assert (await refusal(each.delete_old(session, old, 2, "x", ticket))).code == "stale"


@pytest.mark.long
async def test_a_database_that_is_away_is_said_so(rooms: Rooms, store: Store, clock: Clock) -> None:
    each = sweeps(rooms, store, clock)
    await store.close()
    for call in (each.named(Sweep(Search(name="ann"), whole=True)), each.old(Old(clock(), ("over",)))):
        with pytest.raises(Refused, match="busy"):
            await call
    await store.open()


async def test_the_command_counts_first(rooms: Rooms, store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    await fill(store, 20)
    on = await party(rooms)
    await store.pool.execute("UPDATE rooms SET created_at = '2025-01-01' WHERE code = $1", on.code)
    asked = commands.parser().parse_args(["delete-rooms", "--older-than", "30"])
    await commands.deleted(store.url, asked.older_than, asked.yes)
    assert set(capsys.readouterr().out.splitlines()) == {"20 rooms", "  over: 16", "  closed: 2", "  lobby: 2"}
    assert await store.pool.fetchval("SELECT count(*) FROM rooms") == 21
    assert await noted(store) == []
    await commands.deleted(store.url, 30, True)
    assert capsys.readouterr().out.endswith("deleted: 20\n")
    assert [await store.pool.fetchval("SELECT code FROM rooms")] == [on.code]
    assert [(kind, detail["count"]) for kind, detail in await noted(store)] == [
        ("deletion_begun", 20),
        ("rooms_deleted", 20),
    ]
    for nonsense in ("0", "-1", "x", "nan"):
        with pytest.raises(SystemExit):
            commands.parser().parse_args(["delete-rooms", "--older-than", nonsense])
