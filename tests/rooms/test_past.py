"""The past of a room: every position of its log, for each viewer what it was allowed to see then."""

import json
from random import Random
from typing import Any

import pytest

from app.rooms import Rooms, reel, worked
from app.rooms.past import Past
from app.store import Store
from engine import Config, after, little_town
from engine.core import open_view
from tests.rooms.conftest import Party, opened, party, refusal
from tests.rooms.test_afterwards import pebbles, play_to_the_end

SEED = "08" * 32


async def town(rooms: Rooms) -> Party:
    """A finished Little Town of three, the same each time."""
    table = await party(rooms, 3, "little_town", seed=SEED)
    await play_to_the_end(rooms, table, seed=3)
    return table


async def positions(rooms: Rooms, table: Party) -> list[Any]:
    """The game's states after 0, 1, ... moves, folded by the engine alone."""
    room, log = await table.look(), (await rooms.log(table.code))["moves"]
    states = [little_town.setup(Config(room["places"], bytes.fromhex(SEED), room["options"], room["rules"]))]
    for row in log:
        states.append(after(little_town, states[-1], row["seat"], little_town.decode(row["move"])))
    return states


async def test_every_position_of_a_finished_game_is_what_the_engine_says(rooms: Rooms) -> None:
    table = await town(rooms)
    states = await positions(rooms, table)
    for version, state in [*enumerate(states)][:: reel.STRIDE // 4]:
        past = await rooms.past(table.code, None, version)
        known = [little_town.explain(state, seat, seat) for seat in range(3)]
        assert [past.explained(seat) for seat in range(3)] == past.explain == known
        shown = past.object
        assert shown["version"] == version
        assert shown["history"]["latest"] == len(states) - 1
        assert shown["view"] == open_view(little_town, state, 3)
        for seat in range(3):
            eyes = await rooms.past(table.code, None, version, seat)
            assert (eyes.object["seat"], eyes.object["view"]) == (seat, little_town.view(state, seat))
            assert eyes.explain == [little_town.explain(state, other, seat) for other in range(3)]


async def test_the_last_position_is_the_end_and_those_before_are_not(rooms: Rooms) -> None:
    table = await pebbles(rooms)
    present = await rooms.look(table.code)
    last = await rooms.past(table.code)
    there = [seat | {"connected": True} for seat in present.object["seats"]]
    assert last.object == present.object | {"seats": there, "history": last.object["history"]}
    assert last.present["result"] == present.present["result"]
    before = await rooms.past(table.code, version=last.latest - 1)
    assert (before.object["status"], before.present["result"], before.present["finished_at"]) == ("playing", None, None)
    assert [seat["active"] for seat in before.object["seats"]] == [True, False]


async def test_turns_and_rounds_end_where_the_rules_say(rooms: Rooms) -> None:
    table = await town(rooms)
    states = await positions(rooms, table)
    past = await rooms.past(table.code)
    log = (await rooms.log(table.code))["moves"]
    ends = [row["seq"] + 1 for row in log if row["move"]["type"] in ("end_turn", "feed", "show")]
    assert list(past.turns) == ends
    rounds = [at for at in range(1, len(states)) if states[at].round != states[at - 1].round]
    assert list(past.rounds) == [*rounds, len(states) - 1]
    pebble = await rooms.past((await pebbles(rooms)).code)
    assert (pebble.turns, pebble.rounds) == ((2, 4, 6), ())


async def test_while_the_game_is_on_everybody_sees_what_they_saw_then(rooms: Rooms) -> None:
    table = await party(rooms, 3, "little_town", seed=SEED)
    rng, seen = Random(3), dict[tuple[int | None, int], Any]()
    while (version := (await table.look())["version"]) < 60:
        for seat in (None, 0, 1, 2):
            scene = await rooms.look(table.code, None if seat is None else table[seat])
            if not any(entry["seq"] is None for entry in scene.story):  # the moment has no drafts: the log shows it
                seen[seat, version] = scene.object["view"], scene.story, scene.explain
        active = next(seat["seat"] for seat in (await table.look())["seats"] if seat["active"])
        offered = await rooms.moves(table.code, table[active])
        await rooms.play(table.code, table[active], offered["at"], rng.choice(offered["moves"]))
    assert len(seen) > 40
    for (seat, version), shown in seen.items():
        past = await rooms.past(table.code, None if seat is None else table[seat], version)
        assert (past.object["view"], past.story, past.explain) == shown
        assert past.eyes == seat
    cards = [past.object["view"]["players"][1]["objectives"] for past in [await rooms.past(table.code, table[0])]]
    assert cards == [[]]


async def test_drafts_are_no_part_of_the_past(rooms: Rooms) -> None:
    table = await party(rooms)
    await table.play(0, "two", "end")
    await table.play(1, "one")
    past = await rooms.past(table.code, table[1])
    assert (past.version, past.object["view"]["heap"]) == (2, 4)
    assert [entry["seq"] for entry in past.story] == [0, 1]
    assert (past.choices, past.object["at"], past.object["undo"]) == (None, None, None)


async def test_eyes_are_chosen_after_the_end_only(rooms: Rooms) -> None:
    table = await party(rooms)
    for token in (None, table[0]):
        for eyes in (0, 1, "open"):
            refused = await refusal(rooms.past(table.code, token, 0, eyes))
            assert (refused.code, refused.reason) == ("not_over", "eyes")
            assert refused.room
            assert refused.room["seat"] == (None if token is None else 0)
    finished = await pebbles(rooms)
    cards = [
        [p["card"] for p in (await rooms.past(finished.code, None, 0, eyes)).object["view"]["players"]]
        for eyes in (0, 1, "open", None)
    ]
    assert [[card is None for card in each] for each in cards] == [
        [False, True],
        [True, False],
        [False] * 2,
        [False] * 2,
    ]
    for eyes in (-1, 2):
        assert (await refusal(rooms.past(finished.code, None, 0, eyes))).reason == "eyes"


async def test_several_moments_are_those_of_one_look(rooms: Rooms) -> None:
    table = await pebbles(rooms)
    found = await rooms.pasts(table.code, table[0], (0, 4, None), 1)
    for version, past in zip((0, 4, 6), found, strict=True):
        assert past.object == (await rooms.past(table.code, table[0], version, 1)).object


@pytest.mark.parametrize("version", [-1, 7, 10**30])
async def test_positions_that_do_not_exist_are_refused(rooms: Rooms, version: int) -> None:
    refused = await refusal(rooms.past((await pebbles(rooms)).code, None, version))
    assert (refused.code, refused.reason, refused.facts) == ("malformed", "version", {"latest": 6})


async def test_a_game_that_has_not_started_has_no_past(rooms: Rooms) -> None:
    made = await rooms.create("toy", 2, {}, "Ann")
    assert (await refusal(rooms.past(made.code))).code == "not_started"
    assert (await refusal(rooms.past(made.code, "no such token"))).code == "no_token"


async def test_a_broken_log_is_shown_up_to_its_break(rooms: Rooms, store: Store) -> None:
    table = await pebbles(rooms)
    wire = json.dumps({"type": "nothing"})
    await store.pool.execute("UPDATE log SET move = $1 WHERE seq = 3", json.loads(wire))
    async with opened(store) as elsewhere:
        past = await elsewhere.past(table.code)
        assert (past.version, past.latest, past.object["read_only"]) == (3, 3, True)
        assert (past.object["status"], past.object["view"]["heap"]) == ("playing", 2)
        assert (await elsewhere.past(table.code, None, 1)).object["view"]["heap"] == 4
        assert (await refusal(elsewhere.past(table.code, None, 4))).reason == "version"


async def test_a_room_of_an_unknown_game_has_its_beginning_only(rooms: Rooms, store: Store) -> None:
    table = await pebbles(rooms)
    async with opened(store, games={}) as elsewhere:
        past = await elsewhere.past(table.code)
        assert (past.version, past.object["view"], past.story, past.explain) == (0, None, [], [])
        assert (await refusal(elsewhere.past(table.code, None, 1))).reason == "version"


async def test_the_past_grows_with_the_log_and_begins_anew_with_another(rooms: Rooms, store: Store) -> None:
    table = await party(rooms)
    assert (await rooms.past(table.code)).turns == ()
    await table.play(0, "two", "end")
    assert (await rooms.past(table.code)).turns == (2,)
    await table.play(1, "one", "end")
    assert (await rooms.past(table.code)).turns == (2, 4)
    at = reel.Reel()
    async with opened(store) as elsewhere:
        live = await elsewhere._doors.find(table.code, None)
        assert live.room.table
        await at.wind(live.room.table, None)
        other = await pebbles(elsewhere)
        theirs = (await elsewhere._doors.find(other.code, None)).room.table
        assert theirs
        await at.wind(theirs, None)
        assert at.turns == [2, 4, 6]
        assert at.table_at(theirs, 6).state == theirs.state


async def test_an_older_moment_leaves_the_reel_as_it_is(rooms: Rooms) -> None:
    """A look waits for one that began later, and so knows more."""
    table = await party(rooms)
    await table.play(0, "two", "end")
    older = (await rooms._doors.find(table.code, None)).room
    await table.play(1, "one", "end")
    newer = (await rooms._doors.find(table.code, None)).room
    assert older.table
    assert newer.table
    at, costs = reel.Reel(7), list[tuple[str, int, int | None]]()
    worked.set(lambda work, moves, wound=None: costs.append((work, moves, wound)))
    for room in (newer, older, newer):
        assert room.table
        await at.wind(room.table, None)
    assert costs == [("replayed", 8, 7), ("replayed", 0, 7), ("replayed", 0, 7)]
    now = rooms._doors.clock()
    assert (Past(newer, 4, None, at, now).turns, Past(older, 2, None, at, now).turns) == ((2, 4), (2,))
    assert at.table_at(older.table, 2).state == older.table.state


async def test_reels_are_kept_within_their_bound(rooms: Rooms) -> None:
    reels = reel.Reels(most=3 * reel.STRIDE)
    tables = [await pebbles(rooms) for _ in range(4)]
    for number, table in enumerate(tables):
        live = await rooms._doors.find(table.code, None)
        assert live.room.table
        await reels.wound(number, live.room.table, None)
    assert sum(each.moves for each in reels._reels.values()) <= 3 * reel.STRIDE
    assert list(reels._reels) == [2, 3]
