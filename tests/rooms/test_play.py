"""Moves, drafts, undo, `at`, the end, the log."""

import asyncio
import hashlib
import json

import pytest

from app.rooms import Rooms
from app.store import Store
from engine import Config, replay
from engine.core import game_seed
from tests import toy_game
from tests.rooms.conftest import Clock, Party, opened, party, refusal


async def test_a_draft_is_seen_by_all_taken_back_and_settled(rooms: Rooms) -> None:
    table = await party(rooms)
    mine = await table.play(0, "two", "one")
    assert (mine["at"], mine["undo"], mine["version"], mine["view"]["heap"]) == (2, 2, 0, 3)
    other = await table.look(1)
    assert (other["at"], other["undo"], other["version"], other["view"]["heap"]) == (0, 0, 0, 3)
    undone = (await rooms.undo(table.code, table[0], 2)).object
    assert (undone["at"], undone["undo"], undone["view"]["heap"]) == (3, 1, 4)
    settled = await table.play(0, "end")
    assert (settled["at"], settled["undo"], settled["version"]) == (4, 0, 2)
    assert [seat["active"] for seat in settled["seats"]] == [False, True]
    assert [seat["doing"] for seat in settled["seats"]] == ["wait", "turn"]


async def test_the_order_of_refusals(rooms: Rooms) -> None:
    made = await rooms.create("toy", 2, {}, "Ann")
    other = await rooms.create("toy", 2, {}, "Eve")
    good, bad = {"type": "one"}, {"type": "seven"}
    assert (await refusal(rooms.play("2222222", other.token, 0, bad))).code == "no_room"
    assert (await refusal(rooms.play(made.code, None, 0, bad))).code == "no_token"
    assert (await refusal(rooms.play(made.code, "wrong", 0, bad))).code == "no_token"
    assert (await refusal(rooms.play(made.code, other.token, 0, bad))).code == "not_seated"
    assert (await refusal(rooms.play(made.code, made.token, 0, bad))).code == "malformed"
    assert (await refusal(rooms.play(made.code, made.token, 0, good))).code == "not_started"
    assert (await refusal(rooms.moves(made.code, made.token))).code == "not_started"
    ben = await rooms.sit(made.code, "Ben")
    await rooms.start(made.code, made.token)
    stale = await refusal(rooms.play(made.code, ben.token, 5, good))
    assert (stale.code, stale.room and stale.room["seat"]) == ("stale", 1)
    assert (await refusal(rooms.undo(made.code, ben.token, 0))).code == "nothing_to_undo"
    illegal = await refusal(rooms.play(made.code, ben.token, 0, good))
    assert (illegal.code, illegal.reason, illegal.facts) == ("illegal", "not_your_turn", {"turn": 0})
    assert illegal.room
    assert illegal.room["at"] == 0


async def test_a_repeated_frame_is_answered_as_then_and_not_played_again(rooms: Rooms) -> None:
    table = await party(rooms)
    one = {"type": "one"}
    await rooms.play(table.code, table[0], 0, one)
    again = (await rooms.play(table.code, table[0], 0, one)).object
    assert (again["at"], again["view"]["heap"]) == (1, 5)
    assert (await refusal(rooms.play(table.code, table[0], 0, {"type": "two"}))).code == "stale"
    assert (await refusal(rooms.undo(table.code, table[0], 0))).code == "stale"
    await rooms.undo(table.code, table[0], 1)
    assert (await rooms.undo(table.code, table[0], 1)).object["at"] == 2
    assert (await refusal(rooms.play(table.code, table[0], 0, one))).code == "stale"


async def test_a_repeat_of_the_last_move_of_all_is_answered_too(rooms: Rooms) -> None:
    table = await party(rooms)
    await table.play(0, "two", "two", "two")
    await rooms.play(table.code, table[0], 3, {"type": "end"})
    again = (await rooms.play(table.code, table[0], 3, {"type": "end"})).object
    assert again["status"] == "over"
    assert (await refusal(rooms.play(table.code, table[0], 4, {"type": "one"}))).code == "over"
    assert (await refusal(rooms.sit(table.code, "Cat"))).code == "over"


async def test_the_end_reveals_what_was_hidden(rooms: Rooms, store: Store) -> None:
    table = await party(rooms)
    before = await rooms.log(table.code, table[0])
    assert before == {"moves": [], "secret": None, "salts": None, "seed": None}
    await table.play(0, "two", "two", "end")
    middle = await rooms.log(table.code)
    assert [(move["seq"], move["seat"], move["move"]) for move in middle["moves"]] == [
        (0, 0, {"type": "two"}),
        (1, 0, {"type": "two"}),
        (2, 0, {"type": "end"}),
    ]
    assert middle["secret"] is None
    over = await table.play(1, "two", "end")
    assert over["view"]["result"]
    log = await rooms.log(table.code)
    secret = bytes.fromhex(log["secret"])
    assert hashlib.sha256(secret).hexdigest() == over["commitment"]
    assert log["salts"] == ["00" * 16, ""]
    assert game_seed(secret, [bytes(16), b""]).hex() == log["seed"]
    moves = [(move["seat"], toy_game.decode(move["move"])) for move in log["moves"]]
    state = replay(toy_game, Config(2, bytes.fromhex(log["seed"]), {"heap": 6}), moves)
    assert toy_game.view(state, None) == over["view"]
    assert (await rooms.look(table.code)).present["result"] == {
        "ranking": toy_game.ranking(state),
        "scores": [toy_game.score(state, seat, seat) for seat in range(2)],
    }


async def test_a_chosen_seed_is_told_at_the_end_with_the_salts_and_no_secret(rooms: Rooms) -> None:
    made = await rooms.create("toy", 2, {}, "Ann", "00" * 16, seed="ab" * 32)
    assert made.token
    ben = await rooms.sit(made.code, "Ben")
    await rooms.start(made.code, made.token)
    table = Party(rooms, made, [made.token, ben.token])
    await table.play(0, "two", "two", "end")
    assert (await rooms.log(made.code))["salts"] is None
    await table.play(1, "two", "end")
    log = await rooms.log(made.code)
    assert (log["secret"], log["salts"], log["seed"]) == (None, ["00" * 16, ""], "ab" * 32)


async def test_each_move_keeps_the_time_it_was_accepted(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms)
    clock.wind(seconds=10)
    await table.play(0, "one")
    clock.wind(seconds=10)
    await table.play(0, "end")
    first, last = (await rooms.log(table.code))["moves"]
    assert first["accepted_at"] < last["accepted_at"] == first["settled_at"] == last["settled_at"]
    assert first["accepted_at"].endswith("+00:00")


async def test_moves_are_what_the_engine_allows(rooms: Rooms) -> None:
    table = await party(rooms)
    await table.play(0, "one")
    assert await rooms.moves(table.code, table[0]) == {
        "at": 1,
        "moves": [{"type": "one"}, {"type": "two"}, {"type": "end"}],
    }
    assert await rooms.moves(table.code, table[1]) == {"at": 0, "moves": []}
    scene = await rooms.look(table.code, table[0])
    assert scene.choices == {"moves": ["one", "two", "end"], "end": None}
    assert (await rooms.look(table.code)).choices is None


async def test_story_and_explanation_as_each_may_know_them(rooms: Rooms) -> None:
    table = await party(rooms)
    await table.play(0, "two", "end")
    await table.play(1, "one")
    scene = await rooms.look(table.code, table[1])
    told = [(entry["seq"], entry["seat"], entry["facts"]) for entry in scene.story]
    assert told == [
        (0, 0, [{"fact": "took", "pebbles": 2}]),
        (1, 0, [{"fact": "ended"}]),
        (None, 1, [{"fact": "took", "pebbles": 1}]),
    ]
    lines = [[line["line"] for line in seat] for seat in scene.explain]
    assert lines == [["pebbles"], ["pebbles", "card"]]
    assert [[line["line"] for line in seat] for seat in (await rooms.look(table.code)).explain] == [
        ["pebbles"],
        ["pebbles"],
    ]


async def test_undone_and_refused_moves_are_kept_apart_from_the_log(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms)
        await table.play(0, "one")
        await rooms.undo(table.code, table[0], 1)
        await refusal(rooms.play(table.code, table[0], 1, {"type": "two"}))
        await refusal(rooms.play(table.code, table[0], 2, {"type": "end"}))
    rows = await store.pool.fetch(
        "SELECT kind, seat, detail FROM events WHERE kind IN ('undone', 'refused') ORDER BY id"
    )
    undone, stale, illegal = [dict(row) for row in rows]
    assert undone["detail"]["move"] == {"type": "one"}
    assert (stale["detail"]["code"], stale["detail"]["move"]) == ("stale", {"type": "two"})
    assert (illegal["detail"]["code"], illegal["detail"]["reason"]) == ("illegal", "not_moved")


async def test_drafts_and_repeats_survive_a_restart(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms)
        before = await table.play(0, "two", "one")
    async with opened(store, clock) as rooms:
        table.rooms = rooms
        assert await table.look(0) == before
        again = await rooms.play(table.code, table[0], 1, {"type": "one"})
        assert again.object == before
        undone = await rooms.undo(table.code, table[0], 2)
        assert undone.object["view"]["heap"] == 4
        assert (await table.play(0, "end"))["version"] == 2


async def test_only_one_of_many_equal_frames_is_played(rooms: Rooms) -> None:
    table = await party(rooms, heap=12)
    one = {"type": "one"}
    scenes = await asyncio.gather(*(rooms.play(table.code, table[0], 0, one) for _ in range(20)))
    assert {(scene.object["at"], scene.object["view"]["heap"]) for scene in scenes} == {(1, 11)}


async def test_a_move_is_stored_as_the_engine_writes_it(rooms: Rooms, store: Store) -> None:
    table = await party(rooms)
    await table.play(0, "one", "end")
    rows = await store.pool.fetch("SELECT move::text FROM log ORDER BY seq")
    assert [row["move"] for row in rows] == ['{"type":"one"}', '{"type":"end"}']
    assert json.loads(rows[0]["move"]) == {"type": "one"}


@pytest.mark.parametrize("wire", [None, [], "one", {}, {"type": "one", "x": 1}, {"type": 1}])
async def test_malformed_moves_change_nothing(rooms: Rooms, wire: object) -> None:
    table = await party(rooms)
    assert (await refusal(rooms.play(table.code, table[0], 0, wire))).code == "malformed"
    assert (await table.look(0))["at"] == 0
