"""Rooms that go on from a moment of a finished game."""

import json

import pytest

from app.rooms import Rooms
from app.rooms.check import check_logs
from app.store import Store
from tests import toy_game
from tests.rooms.conftest import ALL_GAMES, Party, opened, party, refusal


async def finished(rooms: Rooms) -> Party:
    """Ann takes 2 and 2, Ben 2; each owns a hidden card besides."""
    table = await party(rooms)
    for seat in (0, 1, 0):
        await table.play(seat, "two", "end")
    return table


async def going_on(rooms: Rooms, table: Party, version: int, start: bool = True) -> Party:
    """The room that goes on from there, with Cat and Dan."""
    made = await rooms.what_if(table.code, None, version)
    tokens = [(await rooms.sit(made.code, name)).token for name in ("Cat", "Dan")]
    if start:
        await rooms.start(made.code, tokens[0])
    return Party(rooms, made, tokens)


async def test_the_new_room_says_what_it_is_and_waits_for_players(rooms: Rooms) -> None:
    table = await finished(rooms)
    scores = (await rooms.look(table.code)).present["result"]["scores"]
    made = await rooms.what_if(table.code, table[1], 2)
    assert (made.commitment, made.seat, made.token) == (None, None, None)
    room = (await rooms.look(made.code)).object
    assert room["replayed"] == {"code": table.code, "version": 2, "scores": scores}
    assert (room["status"], room["commitment"], room["version"], room["view"]) == ("lobby", None, 0, None)
    assert (room["game"], room["options"], room["places"], room["seats"]) == ("toy", {"heap": 6}, 2, [])
    assert "replayed" not in await table.look()


async def test_it_goes_on_from_that_moment_with_what_was_to_come(rooms: Rooms) -> None:
    table = await finished(rooms)
    other = await going_on(rooms, table, 2)
    room = await other.look(1)
    assert (room["version"], room["seats"][1]["active"], room["view"]["heap"]) == (2, True, 4)
    assert [player["taken"] for player in room["view"]["players"]] == [2, 0]
    await other.play(1, "two", "two", "end")
    ended = await other.look()
    assert [player["taken"] for player in ended["view"]["players"]] == [2, 4]
    cards = [[player["card"] for player in (await each.look())["view"]["players"]] for each in (table, other)]
    assert cards[0] == cards[1]
    logs = [await rooms.log(each.code) for each in (table, other)]
    assert logs[1]["moves"][:2] == logs[0]["moves"][:2]
    assert logs[1]["seed"] == logs[0]["seed"]
    assert (logs[1]["secret"], logs[1]["salts"]) == (None, ["", ""])


async def test_its_export_says_what_it_is(rooms: Rooms) -> None:
    table = await finished(rooms)
    other = await going_on(rooms, table, 2)
    await other.play(1, "two", "two", "end")
    exported = [await rooms.export(each.code) for each in (table, other)]
    assert exported[0]["replayed"] is None
    assert (exported[1]["replayed"]["code"], exported[1]["replayed"]["version"]) == (table.code, 2)


async def test_the_first_game_stays_as_it_was(rooms: Rooms) -> None:
    table = await finished(rooms)
    before = await table.look()
    await (await going_on(rooms, table, 2)).play(1, "one")
    assert await table.look() == before


async def test_from_the_start_the_same_moves_lead_to_the_same_end(rooms: Rooms) -> None:
    table = await finished(rooms)
    other = await going_on(rooms, table, 0)
    for seat in (0, 1, 0):
        await other.play(seat, "two", "end")
    assert (await other.look())["view"] == (await table.look())["view"]
    again = await going_on(rooms, other, 5)  # a room like that can be gone on from, too
    assert (await again.look())["replayed"]["code"] == other.code
    assert (await again.look(0))["view"]["heap"] == 0


async def test_it_takes_as_many_players(rooms: Rooms) -> None:
    table = await party(rooms, 3, heap=6)
    for seat in (0, 1, 2):
        await table.play(seat, "two", "end")
    other = await going_on(rooms, table, 2, start=False)
    assert not (await rooms.look(other.code, other[0])).present["can_start"]
    refused = await refusal(rooms.start(other.code, other[0], close_free=True))
    assert (refused.code, refused.facts) == ("too_few", {"least": 3, "taken": 2})
    await rooms.sit(other.code, "Eve")
    await rooms.start(other.code, other[0])
    assert (await other.look())["version"] == 2


async def test_never_from_a_game_that_is_on_and_never_from_its_end(rooms: Rooms) -> None:
    waiting = await rooms.create("toy", 2, {}, "Ann")
    assert (await refusal(rooms.what_if(waiting.code, waiting.token, 0))).code == "not_started"
    table = await party(rooms)
    await table.play(0, "two", "end")
    for token in (None, *table.tokens):
        for version in (0, 1, 2):
            assert (await refusal(rooms.what_if(table.code, token, version))).code == "not_over"
    over = await finished(rooms)
    for version in (-1, 6, 7, 2**40):
        refused = await refusal(rooms.what_if(over.code, None, version))
        assert (refused.code, refused.reason) == ("malformed", "version")


async def test_it_is_played_by_the_rules_of_the_first(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(rooms)
    monkeypatch.setattr(toy_game, "RULES", 2)
    other = await going_on(rooms, table, 2)
    assert (await other.look())["rules"] == 1
    assert (await (await party(rooms)).look())["rules"] == 2


async def test_other_processes_and_the_check_of_logs_read_it_alike(rooms: Rooms, store: Store) -> None:
    table = await finished(rooms)
    tables = [await going_on(rooms, table, 2, start) for start in (False, True, True)]
    await tables[2].play(1, "two", "two", "end")
    async with opened(store) as elsewhere:
        for each in tables:
            assert (await elsewhere.look(each.code)).object == await each.look()
        await elsewhere.start(tables[0].code, tables[0][1])
    assert (await tables[0].look())["version"] == 2
    assert [checked.differences async for checked in check_logs(store, ALL_GAMES)] == [()] * 4
    rows = await store.pool.fetch("SELECT replayed FROM rooms ORDER BY id")
    versions = [row["replayed"] and _read(row["replayed"])["version"] for row in rows]
    assert versions == [None, 2, 2, 2]


def _read(stored: object) -> dict[str, int]:
    found: dict[str, int] = json.loads(stored) if isinstance(stored, str) else stored  # type: ignore[assignment]
    return found
