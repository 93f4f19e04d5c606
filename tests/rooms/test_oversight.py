"""What whoever runs the server may do in a room: to whom, when, seen by all at once, noted with it or not done."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest

from app.rooms import Deed, Json, Listener, Rooms
from app.rooms.oversight import Kind
from app.store import Store
from app.store.records import Entry
from tests.patience import PATIENCE
from tests.rooms.conftest import Clock, Party, opened, party, refusal
from tests.rooms.test_listen import newest, watching
from tests.rooms.test_sandbox import sandbox
from tests.rooms.test_what_if import finished


def entry(clock: Clock, code: str, kind: str = "test") -> Entry:
    return Entry(kind, clock(), None, "", code, {"reason": "why not"})


async def do(rooms: Rooms, clock: Clock, code: str, kind: Kind, seat: int | None = None, name: str = "") -> str | None:
    """As an admin does it: look first."""
    deed = Deed(kind, seat, name)
    case = await rooms.oversight.case(code, deed)
    return await rooms.oversight.do(code, deed, case.seen, entry(clock, code))


async def refused(rooms: Rooms, clock: Clock, code: str, kind: Kind, seat: int | None = None, name: str = "") -> str:
    """The code, or the reason, with which it is refused."""
    found = await refusal(do(rooms, clock, code, kind, seat, name))
    return found.reason or found.code


async def until(listener: Listener, seen: Callable[[Json], bool]) -> Json:
    """The first scene of which that is true: of other processes one hears later, and of other things first."""
    async with asyncio.timeout(PATIENCE):
        while not seen(room := (await anext(listener)).object):
            pass
    return room


async def ended(listener: Listener) -> str:
    """Why the listener ends."""
    return (await refusal(until(listener, lambda _: False))).code


async def noted(store: Store) -> int:
    return int(await store.pool.fetchval("SELECT count(*) FROM audit"))


def names(room: Json) -> list[str]:
    return [seat["name"] for seat in room["seats"]]


async def test_a_closed_game_stops_for_all_at_once(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await party(rooms)
    await table.play(0, "one")
    async with opened(store, clock) as elsewhere, AsyncExitStack() as stack:
        there = Party(elsewhere, table, table.tokens)  # type: ignore[arg-type]
        eyes = [await stack.enter_async_context(watching(*each)) for each in ((rooms, table, 0), (elsewhere, there, 1))]
        await do(rooms, clock, table.code, "close")
        for listener in eyes:
            room = await until(listener, lambda room: room["status"] == "closed")
            assert (room["undo"], room["version"]) == (0, 0)
        for each in (table, there):
            calls = [
                each.rooms.play(each.code, each[0], 1, {"type": "end"}),
                each.rooms.undo(each.code, each[0], 1),
                each.rooms.sit(each.code, "Cat"),
                each.rooms.rename(each.code, each[1], "Bob"),
                each.rooms.leave(each.code, each[1]),
                each.rooms.vote_out(each.code, each[1], 0),
                each.rooms.play_again(each.code, each[1]),
                each.rooms.what_if(each.code, None, 0),
                each.rooms.export(each.code),
                each.rooms.course(each.code),
            ]
            assert [(await refusal(call)).code for call in calls] == ["closed"] * len(calls)
    assert await noted(store) == 1


async def test_what_was_hidden_stays_hidden_when_a_room_is_closed(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms)
    await table.play(0, "one", "end")
    await do(rooms, clock, table.code, "close")
    log = await rooms.log(table.code, table[0])
    assert (len(log["moves"]), log["secret"], log["salts"], log["seed"]) == (2, None, None, None)
    for seat in (None, 0, 1):
        token = None if seat is None else table[seat]
        for room in (await table.look(seat), (await rooms.past(table.code, token, 2)).object):
            cards = [player["card"] is not None for player in room["view"]["players"]]
            assert cards == [number == seat for number in range(2)]
    assert (await refusal(rooms.past(table.code, table[0], 2, "open"))).code == "not_over"


async def test_a_closed_lobby_is_no_game_under_old_rules(rooms: Rooms, clock: Clock) -> None:
    made = await rooms.create("toy", 2, {}, "Ann")
    await do(rooms, clock, made.code, "close")
    room = (await rooms.look(made.code, made.token)).object
    assert (room["status"], "read_only" in room, names(room)) == ("closed", False, ["Ann"])
    assert (await refusal(rooms.start(made.code, made.token))).code == "closed"
    assert (await refusal(rooms.past(made.code, made.token))).code == "closed"
    assert await refused(rooms, clock, made.code, "close") == "closed"


async def test_a_new_link_opens_the_seat_and_the_old_one_does_not(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await party(rooms)
    await table.play(0, "one")
    async with opened(store, clock) as elsewhere:
        there = Party(elsewhere, table, table.tokens)  # type: ignore[arg-type]
        async with watching(rooms, table, 0) as here, watching(elsewhere, there, 0) as far, watching(rooms, table, 1):
            key = await do(rooms, clock, table.code, "renew", 0)
            assert key is not None
            for listener in (here, far):
                assert await ended(listener) == "no_token"
        for each in (rooms, elsewhere):
            assert (await refusal(each.look(table.code, table[0]))).code == "no_token"
            assert (await refusal(each.play(table.code, table[0], 1, {"type": "end"}))).code == "no_token"
            room = (await each.look(table.code, key)).object
            assert (room["seat"], room["at"], room["undo"]) == (0, 1, 1), "her turn is as it was"
        assert (await elsewhere.play(table.code, key, 1, {"type": "end"})).object["version"] == 2
    kept = await store.pool.fetch("SELECT seats::text FROM seats UNION ALL SELECT audit::text FROM audit")
    kept += await store.pool.fetch("SELECT events::text FROM events")
    assert key not in str(kept)


@pytest.mark.long
async def test_a_freed_place_of_the_lobby_is_free(rooms: Rooms, clock: Clock) -> None:
    made = await rooms.create("toy", 2, {}, "Ann")
    ben = await rooms.sit(made.code, "Ben")
    await do(rooms, clock, made.code, "free", 1)
    assert (await refusal(rooms.look(made.code, ben.token))).code == "no_token"
    assert (await rooms.sit(made.code, "Ben")).seat == 1


async def test_a_freed_seat_is_played_by_the_program_until_somebody_sits_down(
    rooms: Rooms, store: Store, clock: Clock
) -> None:
    table = await party(rooms)
    async with watching(rooms, table, 0) as his, watching(rooms, table, 1) as hers:
        await table.play(0, "one")
        await newest(hers)
        await do(rooms, clock, table.code, "free", 0)
        assert await ended(his) == "no_token"
        room = await newest(hers)
        assert (room["seats"][0]["left"], room["seats"][1]["active"]) == (True, True)
        assert (await refusal(rooms.play(table.code, table[0], 1, {"type": "end"}))).code == "no_token"
        assert room["version"] == 2, "his move was dropped, the program's are made"
        cat = await rooms.sit(table.code, "Cat")
        assert cat.seat == 0
        assert names(await newest(hers)) == ["Cat", "Ben"]
    assert await noted(store) == 1


@pytest.mark.long
async def test_a_seat_that_was_left_can_be_freed_for_good(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[0])
    await do(rooms, clock, table.code, "free", 0)
    assert (await refusal(rooms.look(table.code, table[0]))).code == "no_token"
    assert (await table.look())["seats"][0]["left"]


async def test_another_name_is_seen_at_once_in_any_state(rooms: Rooms, store: Store, clock: Clock) -> None:
    lobby, over = await rooms.create("toy", 2, {}, "Ann"), await finished(rooms)
    on, closed = await party(rooms), await party(rooms)
    await do(rooms, clock, closed.code, "close")
    for code in (lobby.code, on.code, over.code, closed.code):
        async with opened(store, clock) as elsewhere, elsewhere.listen(code) as listener:
            await do(rooms, clock, code, "rename", 0, " Zoë  Lee ")
            await until(listener, lambda room: names(room)[0] == "Zoë Lee")
    assert (await rooms.look(over.code)).object["seats"][0]["name"] == "Zoë Lee"
    assert (await rooms.export(over.code))["seats"][0]["name"] == "Zoë Lee"
    for name, why in (("ben", "name_taken"), ("", "name"), ("\u202e", "name_characters"), ("Zoë Lee", "name_same")):
        assert await refused(rooms, clock, over.code, "rename", 0, name) == why
    assert await noted(store) == 5


async def blanked(store: Store, seat: int = 0) -> Any:
    return await store.pool.fetchrow("SELECT name, folded, at, salt FROM seats WHERE seat = $1", seat)


async def test_a_name_is_taken_out_of_a_finished_game(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await finished(rooms)
    before, export = await rooms.log(table.code), await rooms.export(table.code)
    async with watching(rooms, table, 0) as his, watching(rooms, table) as spectator:
        await do(rooms, clock, table.code, "blank", 0)
        assert await ended(his) == "no_token"
        assert names(await newest(spectator)) == ["", "Ben"]
    assert await rooms.log(table.code) == before, "salts and moves are the game's"
    export["seats"][0]["name"] = ""
    assert await rooms.export(table.code) == export
    assert [*await blanked(store)][:2] == ["", ""]
    assert (await rooms.look(table.code, table[1])).seat == 1
    assert await refused(rooms, clock, table.code, "blank", 0) == "name_blank"
    await do(rooms, clock, table.code, "blank_all")
    assert names(await table.look()) == ["", ""]
    assert await refused(rooms, clock, table.code, "blank_all") == "name_blank"
    assert "Ann" not in str(await store.pool.fetch("SELECT * FROM audit")) + str(
        await store.pool.fetch("SELECT * FROM events")
    )


async def test_a_name_is_taken_out_of_a_running_game(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms, 3)
    async with watching(rooms, table, 2) as cat:
        await table.play(0, "one")
        await do(rooms, clock, table.code, "blank", 0)
        room = await newest(cat)
        assert (names(room), room["seats"][0]["left"], room["seats"][1]["active"]) == (["", "Ben", "Cat"], True, True)
        assert (await refusal(rooms.look(table.code, table[0]))).code == "no_token"
        assert (await rooms.sit(table.code, "Dan")).seat == 0
        assert names(await newest(cat)) == ["Dan", "Ben", "Cat"]
        await do(rooms, clock, table.code, "blank_all")
        assert await ended(cat) == "no_token"
    assert [(seat["name"], seat["left"]) for seat in (await table.look())["seats"]] == [("", True)] * 3


@pytest.mark.long
async def test_a_lobby_without_names_is_empty(rooms: Rooms, clock: Clock) -> None:
    made = await rooms.create("toy", 3, {}, "Ann")
    await rooms.sit(made.code, "Ben")
    await do(rooms, clock, made.code, "blank", 0)
    assert names((await rooms.look(made.code)).object) == ["Ben"]
    await do(rooms, clock, made.code, "blank_all")
    scene = await rooms.look(made.code)
    assert (scene.object["seats"], scene.present["free"]) == ([], 3)
    assert await refused(rooms, clock, made.code, "blank_all") == "name_blank"


@pytest.mark.long
async def test_in_a_sandbox_names_go_and_its_makers_keys_stay(rooms: Rooms, clock: Clock) -> None:
    other, _ = await sandbox(rooms)
    for kind in ("free", "renew"):
        assert await refused(rooms, clock, other.code, kind, 0) == "sandbox"  # type: ignore[arg-type]
    await do(rooms, clock, other.code, "rename", 1, "Bob")
    await do(rooms, clock, other.code, "blank_all")
    assert names(await other.look()) == ["", ""]
    await other.play(1, "one", "end")
    await do(rooms, clock, other.code, "close")
    assert (await other.look(0))["status"] == "closed"


async def test_what_makes_no_sense_is_refused(rooms: Rooms, store: Store, clock: Clock) -> None:
    over = await finished(rooms)
    for kind in ("close", "free"):
        assert await refused(rooms, clock, over.code, kind, 0) == "over"  # type: ignore[arg-type]
    for kind in ("renew", "free", "rename", "blank"):
        for seat in (9, None):
            assert await refused(rooms, clock, over.code, kind, seat) == "seat"  # type: ignore[arg-type]
        assert await refused(rooms, clock, "ZZZZZZZ", kind, 0) == "no_room"  # type: ignore[arg-type]
    assert await noted(store) == 0


async def test_what_was_decided_on_another_case_is_not_done(rooms: Rooms, store: Store, clock: Clock) -> None:
    """Somebody else has taken the seat over since, the game has begun, another admin was faster."""
    table = await party(rooms)
    deeds: list[Deed] = [Deed("renew", 0), Deed("free", 0), Deed("rename", 0, "Zoë"), Deed("blank", 0), Deed("close")]
    async with opened(store, clock) as elsewhere:
        seen = [(await rooms.oversight.case(table.code, deed)).seen for deed in deeds]
        await elsewhere.leave(table.code, table[0])
        await elsewhere.sit(table.code, "Ann")
        for deed, each in zip(deeds[:-1], seen, strict=False):
            found = await refusal(rooms.oversight.do(table.code, deed, each, entry(clock, table.code)))
            assert found.code == "stale", deed
        assert (await rooms.oversight.case(table.code, deeds[-1])).seen == seen[-1], (
            "a room is closed whoever sits there"
        )
        everybody = (await rooms.oversight.case(table.code, Deed("blank_all"))).seen
        await do(elsewhere, clock, table.code, "close")
        for deed, each in ((Deed("blank_all"), everybody), (deeds[-1], seen[-1])):
            found = await refusal(rooms.oversight.do(table.code, deed, each, entry(clock, table.code)))
            assert found.code == "stale"
    assert await noted(store) == 1


@pytest.mark.long
async def test_of_two_admins_at_the_same_moment_one_does_it(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await party(rooms)
    async with opened(store, clock) as elsewhere:
        deed, told = Deed("renew", 0), entry(clock, table.code)
        cases = [await each.oversight.case(table.code, deed) for each in (rooms, elsewhere)]
        assert cases[0] == cases[1]
        calls = [each.oversight.do(table.code, deed, cases[0].seen, told) for each in (rooms, elsewhere)]
        keys = await asyncio.gather(*calls, return_exceptions=True)
    (key,) = [each for each in keys if isinstance(each, str)]
    assert (await rooms.look(table.code, key)).seat == 0
    assert await noted(store) == 1


async def test_nothing_is_done_that_cannot_be_noted(rooms: Rooms, store: Store, clock: Clock) -> None:
    table = await party(rooms)
    await store.pool.execute("ALTER TABLE audit ADD CONSTRAINT full_up CHECK (id < 0) NOT VALID")
    before = await table.look(0)
    kinds: dict[Kind, int | None] = {"close": None, "renew": 0, "free": 0, "rename": 0, "blank": 0, "blank_all": None}
    for kind, seat in kinds.items():
        with pytest.raises(asyncpg.CheckViolationError):
            await do(rooms, clock, table.code, kind, seat, "Zoë")
    assert await table.look(0) == before
    stored = "SELECT status, (SELECT string_agg(name, ' ' ORDER BY seat) FROM seats) FROM rooms"
    assert [*await store.pool.fetchrow(stored)] == ["playing", "Ann Ben"]
