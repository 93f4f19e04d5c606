"""When a game is over: everybody is told everything, and the same people play again."""

import asyncio
import json
from random import Random

from app.rooms import Rooms
from app.rooms.story import together
from app.store import Store
from tests.rooms.conftest import Party, opened, party, refusal
from tests.rooms.test_games import choose


async def play_to_the_end(rooms: Rooms, table: Party, seed: int = 1) -> None:
    rng = Random(seed)
    while active := [seat["seat"] for seat in (await table.look())["seats"] if seat["active"]]:
        token = table[rng.choice(active)]
        offered = await rooms.moves(table.code, token)
        await rooms.play(table.code, token, offered["at"], choose(offered["moves"], rng))


async def pebbles(rooms: Rooms) -> Party:
    """A finished toy game of two."""
    table = await party(rooms)
    for seat in (0, 1, 0):
        await table.play(seat, "two", "end")
    return table


async def following(store: Store, code: str) -> list[str]:
    """All rooms that were made to follow that one."""
    return [row["code"] for row in await store.pool.fetch("SELECT code FROM rooms WHERE previous_code = $1", code)]


async def test_after_the_end_everybody_is_told_what_single_players_knew(rooms: Rooms) -> None:
    table = await party(rooms, 3, "little_town", seed="08" * 32)
    known: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
    rng = Random(3)
    while active := [seat["seat"] for seat in (await table.look())["seats"] if seat["active"]]:
        token = table[rng.choice(active)]
        offered = await rooms.moves(table.code, token)
        await rooms.play(table.code, token, offered["at"], choose(offered["moves"], rng))
        for seat in known:
            scene = await rooms.look(table.code, table[seat])
            if scene.object["status"] == "playing":
                facts = [fact for entry in scene.story for fact in entry["facts"] if fact["fact"] == "achieved"]
                assert all(fact["seat"] == seat for fact in facts)
                known[seat] |= {json.dumps(fact) for fact in facts if entry_settled(scene.story, fact)}
    assert len([seat for seat in known if known[seat]]) == 2
    stories = [(await rooms.look(table.code, token)).story for token in (*table.tokens, None)]
    assert stories[0] == stories[1] == stories[2] == stories[3]
    told = {json.dumps(fact) for entry in stories[0] for fact in entry["facts"]}
    assert set.union(*known.values()) <= told


def entry_settled(story: list[dict[str, object]], fact: object) -> bool:
    """Is the fact one of the log, not of a draft that may be taken back?"""
    return any(entry["seq"] is not None and fact in entry["facts"] for entry in story)  # type: ignore[operator]


def test_facts_of_single_seats_stand_where_they_happened_and_once() -> None:
    a, b, x, y = ({"fact": name} for name in "abxy")
    assert together([a, b], [[a, x, b], [a, b, y], [a, b]]) == [a, x, b, y]
    assert together([], [[x], [x, y]]) == [x, y]
    assert together([a, a], [[a, x, a]]) == [a, x, a]


async def test_playing_again_makes_one_room_and_seats_nobody(rooms: Rooms, store: Store) -> None:
    table = await pebbles(rooms)
    first = await rooms.play_again(table.code, table[0])
    second = await rooms.play_again(table.code, table[1])
    assert (first.code, first.name, second.name) == (second.code, "Ann", "Ben")
    room = (await rooms.look(first.code)).object
    assert (room["status"], room["places"], room["seats"]) == ("lobby", 2, [])
    assert room["commitment"]
    assert await following(store, table.code) == [first.code]


async def test_two_who_want_to_play_again_at_once_leave_no_empty_room_behind(store: Store) -> None:
    async with opened(store) as here, opened(store) as there:
        table = await pebbles(here)
        await there.look(table.code)
        asked = [process.play_again(table.code, token) for process in (here, there) for token in table.tokens]
        codes = {each.code for each in await asyncio.gather(*asked)}
        assert len(codes) == 1
        assert await following(store, table.code) == [*codes]


async def test_nobody_plays_again_before_the_end(rooms: Rooms) -> None:
    table = await party(rooms)
    assert (await refusal(rooms.play_again(table.code, table[0]))).code == "not_over"
