"""The real games through rooms: many seats at once, two processes on one database, drafts that nobody else sees."""

import asyncio
from contextlib import nullcontext, suppress
from random import Random

import pytest

from app.rooms import Json, Refused, Rooms
from app.rooms.check import check_logs
from app.store import Store
from engine import GAMES, Config, replay
from tests.rooms.conftest import Clock, Party, opened, party, refusal
from tests.rooms.test_listen import is_quiet, newest, next_object, watching


async def play_on(rooms: list[Rooms], table: Party, seat: int, rng: Random, most: int = 100_000) -> None:
    """Play this seat at random, each call in a process drawn at random; up to `most` moves, or till it must wait."""
    async with rooms[0].listen(table.code, table[seat]) as listener:
        for _ in range(most):
            here = rng.choice(rooms)
            offered = await here.moves(table.code, table[seat])
            while not offered["moves"]:
                if (await next_object(listener))["status"] == "over" or most < 100_000:
                    return
                offered = await here.moves(table.code, table[seat])
            if rng.random() < 0.1 and (await here.look(table.code, table[seat])).object["undo"]:
                await here.undo(table.code, table[seat], offered["at"])
            else:
                move = choose(offered["moves"], rng)
                # A card may be shown between two turns only: another may have begun one since.
                with suppress(Refused) if move["type"] == "show" else nullcontext():
                    await here.play(table.code, table[seat], offered["at"], move)


def choose(moves: list[Json], rng: Random) -> Json:
    """Any move, but mostly on towards the end: whole games take long."""
    ahead = [move for move in moves if move["type"] in ("next", "end_turn", "feed")]
    return rng.choice(ahead if ahead and rng.random() < 0.5 else moves)


async def replayed(rooms: Rooms, table: Party) -> None:
    """The log, folded by the engine alone, gives what the room shows."""
    room, log = await table.look(), await rooms.log(table.code)
    game = GAMES[room["game"]]
    config = Config(room["places"], bytes.fromhex(log["seed"]), room["options"], room["rules"])
    assert [move["seq"] for move in log["moves"]] == list(range(room["version"]))
    state = replay(game, config, [(move["seat"], game.decode(move["move"])) for move in log["moves"]])
    assert game.view(state, None) == room["view"]


@pytest.mark.parametrize(("game", "players"), [("little_town", 3), ("roll_into_town", 3), ("roll_into_town", 1)])
async def test_whole_games_of_all_seats_at_once_over_two_processes(store: Store, game: str, players: int) -> None:
    async with opened(store) as here, opened(store) as there:
        table = await party(here, players, game)
        players_at_work = (play_on([here, there], table, seat, Random(seat)) for seat in range(players))
        await asyncio.wait_for(asyncio.gather(*players_at_work), 240)
        room = await table.look()
        assert room["status"] == "over"
        assert (await there.look(table.code)).object == room
        await replayed(here, table)
        assert (await there.look(table.code)).present["result"]["ranking"] == room["view"]["result"]["ranking"]
        assert [checked.differences async for checked in check_logs(store)] == [()]
        assert await store.pool.fetchval("SELECT count(*) FROM drafts") == 0


async def test_a_restart_in_the_middle_of_a_simultaneous_round_loses_nothing(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms, 3, "roll_into_town")
        await asyncio.gather(*(play_on([rooms], table, seat, Random(seat), 25) for seat in range(3)))
        before = [await table.look(seat) for seat in (0, 1, 2, None)]
    async with opened(store, clock) as rooms:
        table.rooms = rooms
        assert [await table.look(seat) for seat in (0, 1, 2, None)] == before
        assert before[0]["view"] != before[3]["view"] or before[0]["undo"] == 0


async def first_move(rooms: Rooms, table: Party, seat: int, kind: str) -> Json:
    offered = await rooms.moves(table.code, table[seat])
    move = next(move for move in offered["moves"] if move["type"] == kind)
    return (await rooms.play(table.code, table[seat], offered["at"], move)).object


async def test_a_hidden_draft_is_seen_by_its_owner_alone(rooms: Rooms) -> None:
    table = await party(rooms, 2, "roll_into_town")
    views = [(await table.look(seat))["view"] for seat in (1, None)]
    async with watching(rooms, table, 0) as owner, watching(rooms, table, 1) as other, watching(rooms, table) as guest:
        await newest(owner)
        mine = await first_move(rooms, table, 0, "draw")
        assert (await next_object(owner)) == mine
        assert (mine["undo"], mine["view"]["players"][0]["drawn"]) == (1, 1)
        assert await is_quiet(other)
        assert await is_quiet(guest)
        assert [(await table.look(seat))["view"] for seat in (1, None)] == views
        assert (await table.look(1))["undo"] == 0
        stories = [(await rooms.look(table.code, token)).story for token in (table[0], table[1], None)]
        assert [len(story) for story in stories] == [1, 0, 0]
        assert (await rooms.log(table.code, table[0]))["moves"] == []


async def test_what_a_seat_is_doing_is_shown_though_its_draft_is_not(rooms: Rooms) -> None:
    table = await party(rooms, 2, "roll_into_town")
    async with watching(rooms, table, 1) as other:
        before = await table.look(1)
        await first_move(rooms, table, 0, "next")
        shown = await next_object(other)
        assert [seat["doing"] for seat in shown["seats"]] == ["construct", "discover"]
        assert shown["view"] == before["view"]


async def test_a_round_that_one_has_ended_is_shown_to_all_and_cannot_be_undone(rooms: Rooms) -> None:
    table = await party(rooms, 2, "roll_into_town")
    await first_move(rooms, table, 0, "draw")
    for _ in range(3):
        await first_move(rooms, table, 0, "next")
    offered = await rooms.moves(table.code, table[0])
    last = offered["moves"][0]
    while offered["moves"]:
        last = await first_move(rooms, table, 0, offered["moves"][0]["type"])
        offered = await rooms.moves(table.code, table[0])
    assert last["undo"] == 0
    assert last["version"] >= 5
    assert (await table.look(1))["view"]["players"][0]["phase"] == "done"
    assert (await refusal(rooms.undo(table.code, table[0], last["at"]))).code == "nothing_to_undo"
    seats = (await table.look())["seats"]
    assert [(seat["active"], seat["doing"]) for seat in seats] == [(False, "done"), (True, "discover")]


async def test_drafts_of_others_stay_when_one_settles(rooms: Rooms) -> None:
    table = await party(rooms, 2, "roll_into_town")
    mine = await first_move(rooms, table, 1, "draw")
    await play_on([rooms], table, 0, Random(7), 30)
    after = await table.look(1)
    assert (after["undo"], after["at"]) == (1, 1)
    assert after["view"]["players"][1] == mine["view"]["players"][1]


@pytest.mark.parametrize("game", ["little_town", "roll_into_town"])
async def test_the_program_plays_whole_games_for_those_who_left(rooms: Rooms, game: str) -> None:
    table = await party(rooms, 3, game)
    async with rooms.listen(table.code, table[2]):
        await rooms.leave(table.code, table[0])
        await rooms.leave(table.code, table[1])
        await play_on([rooms], table, 2, Random(1))
        assert (await table.look())["status"] == "over"
        await replayed(rooms, table)


async def test_other_peoples_cards_are_in_nothing_that_a_player_gets(rooms: Rooms) -> None:
    table = await party(rooms, 2, "little_town")
    cards = [
        {card["id"] for card in (await table.look(seat))["view"]["players"][seat]["objectives"]} for seat in (0, 1)
    ]
    scene = await rooms.look(table.code, table[1])
    public = {card["id"] for card in scene.object["view"]["players"][1]["objectives"]}
    assert all(cards)
    assert public == cards[1]
    everything = repr([scene.object["view"]["players"][0], scene.story, scene.explain[0], scene.present])
    assert not any(repr(card) in everything for card in cards[0])


async def test_a_stored_draft_that_no_longer_fits_is_cut_and_its_owner_told(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms, 2, "roll_into_town")
        for kind in ("next", "next", "next"):
            await first_move(rooms, table, 0, kind)
        await first_move(rooms, table, 1, "draw")
    await store.pool.execute('UPDATE drafts SET move = \'{"type": "dance"}\' WHERE seat = 0 AND position = 1')
    async with opened(store, clock) as rooms:
        table.rooms = rooms
        scene = await rooms.look(table.code, table[0])
        assert (scene.object["undo"], scene.object["at"], scene.present["cut"]) == (1, 4, 2)
        assert scene.object["seats"][0]["doing"] == "construct"
        assert (await refusal(rooms.play(table.code, table[0], 3, {"type": "next"}))).code == "stale"
        assert (await table.look(1))["undo"] == 1
        await first_move(rooms, table, 0, "next")
    rows = await store.pool.fetch("SELECT position, move FROM drafts WHERE seat = 0 ORDER BY position")
    assert [(row["position"], row["move"]) for row in rows] == [(0, {"type": "next"}), (1, {"type": "next"})]
    assert await store.pool.fetchval("SELECT detail FROM events WHERE kind = 'cut'") == {"moves": 2}


async def test_rooms_that_nobody_watches_are_put_away_and_come_back(store: Store) -> None:
    rooms = Rooms(store, most_idle=2)
    await rooms.open()
    tables = [await party(rooms, 2, "roll_into_town") for _ in range(4)]
    for table in tables:
        await first_move(rooms, table, 0, "next")
    assert len(rooms._hall._by_id) == 2
    assert [(await table.look(0))["undo"] for table in tables] == [1, 1, 1, 1]
    await rooms.close()
