"""Files of finished games taken in again: what they become, and what nobody can do there."""

import asyncio
import copy
import json

import pytest

from app.rooms import Json, Rooms, worked
from app.rooms.check import check_logs
from app.rooms.importing import SLICE
from app.store import Store
from tests.rooms.conftest import ALL_GAMES, Clock, opened, party, refusal
from tests.rooms.files import interrupted, made_up, toy_file
from tests.rooms.in_flight import land
from tests.rooms.test_what_if import finished, going_on

FILES = [
    *(("little_town", seats, seed) for seats, seed in ((2, 1), (4, 2))),
    *(("roll_into_town", seats, seed) for seats, seed in ((1, 1), (2, 2), (3, 3))),
    ("toy", 3, 1),
]


async def taken(rooms: Rooms, file: Json) -> str:
    """The code of the room of that file."""
    return (await rooms.imports.take_in(file)).code


@pytest.mark.parametrize(("name", "seats", "seed"), FILES)
async def test_what_is_taken_in_is_exported_as_it_was(
    rooms: Rooms, store: Store, name: str, seats: int, seed: int
) -> None:
    file = made_up(name, seats, seed)
    code = await taken(rooms, copy.deepcopy(file))
    assert json.dumps(await rooms.export(code)) == json.dumps(file)
    assert [checked.differences async for checked in check_logs(store, ALL_GAMES)] == [()]


async def test_games_that_were_played_come_back_as_they_were(rooms: Rooms, store: Store) -> None:
    """One alone, with every kind of time in it; one that went on from another; one in which one played every seat."""
    solo = await party(rooms, 1, "roll_into_town", seed="5c" * 32)
    await land(solo)
    first = await finished(rooms)
    other = await going_on(rooms, first, 1)  # in the midst of a turn
    await other.play(0, "end")
    await other.play(1, "two", "two", "end")
    sandbox = await rooms.what_if(first.code, None, 4, sandbox=True)
    for at, kind in enumerate(("two", "end")):
        await rooms.play(sandbox.code, sandbox.tokens[0], at, {"type": kind})
    for code in (solo.code, first.code, other.code, sandbox.code):
        file = await rooms.export(code)
        imported = await taken(rooms, json.loads(json.dumps(file)))
        assert imported != code
        assert await rooms.export(imported) == file
        seen = [(await rooms.look(each)).object for each in (code, imported)]
        assert seen[1].pop("imported")
        assert "imported" not in seen[0]
        for each in seen:
            del each["code"]
            for seat in each["seats"]:
                del seat["connected"]
        assert seen[1] == seen[0]
    assert all([not checked.differences async for checked in check_logs(store, ALL_GAMES)])


async def test_a_turn_may_be_left_only_where_another_game_went_on(rooms: Rooms) -> None:
    file = interrupted()
    cut = file["replayed"]["version"]
    assert await rooms.export(await taken(rooms, file)) == file
    file["replayed"] = None
    refused = await refusal(rooms.imports.take_in(file))
    assert (refused.code, refused.reason, refused.facts["move"]) == ("bad_file", "turn", cut + 1)


async def test_nobody_can_do_anything_there_but_look_and_go_on_from_it(rooms: Rooms) -> None:
    code = await taken(rooms, toy_file())
    scene = await rooms.look(code)
    assert scene.object["imported"]
    assert (scene.object["status"], scene.present["can_sit"], scene.present["next"]) == ("over", False, None)
    assert not any(seat["connected"] for seat in scene.object["seats"])
    assert (await refusal(rooms.sit(code, "Eve"))).code == "over"
    for call in (rooms.rename(code, "x", "Eve"), rooms.leave(code, "x"), rooms.play_again(code, "x")):
        assert (await refusal(call)).code == "no_token"
    past = await rooms.past(code, None, 3)
    assert past.object["imported"]
    assert (await rooms.course(code)).rounds
    on = await rooms.what_if(code, None, 2)
    assert (await rooms.look(on.code)).object["replayed"]["code"] == code


async def test_files_that_say_the_same_lead_to_one_room(rooms: Rooms, store: Store, clock: Clock) -> None:
    file = toy_file()
    otherwise = {key: file[key] for key in reversed(file)} | {"added later": True}
    async with opened(store, clock) as elsewhere:
        codes = await asyncio.gather(*(taken(each, file) for each in (rooms, elsewhere, rooms, elsewhere)))
        assert {*codes, await taken(rooms, otherwise)} == {codes[0]}
    file["seats"][0]["name"] = "Zoë"
    assert await taken(rooms, file) != codes[0]
    assert await store.pool.fetchval("SELECT count(*) FROM rooms") == 2


async def test_others_have_their_turn_while_a_long_game_is_played_again_and_its_length_is_paid(rooms: Rooms) -> None:
    file = made_up("roll_into_town", 4, 1)
    length = len(file["moves"])
    file["result"]["scores"][0] += 1
    paid: list[int] = []
    worked.set(lambda work, moves, wound=None: paid.append(moves))
    asked = asyncio.create_task(refusal(rooms.imports.take_in(file)))
    turns, begun = 0, 0
    while not asked.done():
        await asyncio.sleep(0)
        if paid and len(paid) != begun:
            begun, turns = len(paid), turns + 1
    assert turns >= length // SLICE > 5
    assert sum(paid) == length
    file["moves"][100]["seat"] = 14
    paid.clear()
    assert (await refusal(rooms.imports.take_in(file))).facts["move"] == 101
    assert 100 < sum(paid) <= 100 + SLICE
