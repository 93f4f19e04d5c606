"""A table is never blocked for good: leaving, voting out, the program, coming back, taking over."""

from app.rooms import Json, Rooms
from app.store import Store
from tests.rooms.conftest import Clock, opened, party, refusal


def left(room: Json) -> list[int]:
    return [seat["seat"] for seat in room["seats"] if seat["left"]]


async def test_who_leaves_is_played_by_the_program_while_somebody_is_there(rooms: Rooms) -> None:
    table = await party(rooms, heap=12)
    async with rooms.listen(table.code, table[1]):
        await table.play(0, "two")
        await rooms.leave(table.code, table[0])
        room = await table.look(1)
        assert left(room) == [0]
        assert [(move["seat"], move["move"]["type"]) for move in (await rooms.log(table.code))["moves"]] == [
            (0, "one"),
            (0, "end"),
        ]
        assert room["seats"][1]["active"]
        again = await table.play(1, "two", "end")
        assert again["seats"][1]["active"]
        assert again["version"] == 6
        story = (await rooms.look(table.code)).story
        assert [entry["program"] for entry in story] == [True, True, False, False, True, True]


async def test_a_room_in_which_nobody_is_connected_makes_no_moves(rooms: Rooms) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[0])
    assert (await table.look())["version"] == 0
    async with rooms.listen(table.code):
        assert (await table.look())["version"] == 0
    async with rooms.listen(table.code, table[1]):
        assert (await table.look())["version"] == 2


async def test_all_leave_and_the_room_rests(rooms: Rooms) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[1])
    await rooms.leave(table.code, table[0])
    room = await table.look(0)
    assert (left(room), room["version"]) == ([0, 1], 0)
    await table.play(0, "one", "end")
    room = await table.look(0)
    assert (left(room), room["seats"][0]["active"], room["version"]) == ([1], True, 4)


async def test_the_last_program_moves_end_the_game(rooms: Rooms) -> None:
    table = await party(rooms)
    async with rooms.listen(table.code, table[1]):
        await rooms.leave(table.code, table[0])
        await table.play(1, "two", "two", "end")
        room = await table.look(1)
    assert (room["status"], room["version"]) == ("over", 7)
    assert (await rooms.look(table.code)).present["result"]
    assert (await refusal(rooms.leave(table.code, table[1]))).code == "over"


async def test_a_player_without_a_socket_is_there_when_it_asks(rooms: Rooms) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[0])
    assert (await table.look(1))["version"] == 0
    assert (await rooms.moves(table.code, table[1]))["moves"]
    assert (await table.look())["version"] == 2


async def test_who_left_comes_back_by_a_socket(rooms: Rooms) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[0])
    assert left(await table.look(0)) == [0]
    async with rooms.listen(table.code, table[0]):
        assert left(await table.look()) == []
    assert (await table.play(0, "one"))["at"] == 1


async def test_who_left_comes_back_by_a_move_even_a_refused_one(rooms: Rooms) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[1])
    assert (await refusal(rooms.play(table.code, table[1], 0, {"type": "one"}))).reason == "not_your_turn"
    assert left(await table.look()) == []


async def test_leaving_drops_the_draft_and_what_was_sent_before_is_stale(rooms: Rooms) -> None:
    table = await party(rooms)
    await table.play(0, "one")
    await rooms.leave(table.code, table[0])
    room = await table.look(0)
    assert (room["at"], room["undo"], room["view"]["heap"]) == (2, 0, 6)
    assert (await rooms.look(table.code, table[0])).present["cut"] == 1
    assert (await refusal(rooms.play(table.code, table[0], 0, {"type": "one"}))).code == "stale"
    assert (await table.play(0, "two"))["at"] == 3
    assert (await rooms.look(table.code, table[0])).present["cut"] == 0


async def test_a_newcomer_takes_the_seat_and_the_old_token_is_dead(rooms: Rooms) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[0])
    assert (await rooms.look(table.code)).present["can_sit"]
    assert (await refusal(rooms.sit(table.code, "Ben"))).code == "name_taken"
    new = await rooms.sit(table.code, "Ann", "ff" * 16)
    assert new.seat == 0
    assert (await refusal(rooms.look(table.code, table[0]))).code == "no_token"
    table.tokens[0] = new.token
    assert (await table.play(0, "two", "two", "two", "end"))["status"] == "over"
    assert (await rooms.log(table.code))["salts"] == ["00" * 16, ""]


async def test_who_comes_back_when_the_seat_is_anothers_leaves_it_alone(rooms: Rooms) -> None:
    table = await party(rooms)
    await rooms.leave(table.code, table[0])
    live, found = await rooms._seated(table.code, table[0])
    newcomer = await rooms.sit(table.code, "Cat")
    await rooms.leave(table.code, newcomer.token)
    await rooms._presence.take_up(live, found)
    assert left(await table.look()) == [0]


async def test_voting_out_takes_three_minutes_and_all_who_are_connected(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms, 4, heap=12)
    async with rooms.listen(table.code, table[1]), rooms.listen(table.code, table[2]):
        early = await refusal(rooms.vote_out(table.code, table[1], 0))
        assert (early.code, early.reason, early.facts) == ("cannot_vote_out", "too_early", {"seconds": 180})
        clock.wind(minutes=2, seconds=59)
        assert (await refusal(rooms.vote_out(table.code, table[1], 0))).facts == {"seconds": 1}
        clock.wind(seconds=1)
        assert (await refusal(rooms.vote_out(table.code, table[1], 3))).reason == "waits_for_nothing"
        assert (await refusal(rooms.vote_out(table.code, table[1], 2))).reason == "present"
        assert (await refusal(rooms.vote_out(table.code, table[1], 7))).code == "malformed"
        await rooms.vote_out(table.code, table[1], 0)
        (away,) = (await rooms.look(table.code, table[2])).present["away"]
        assert [away[key] for key in ("seat", "votable", "votes", "missing")] == [0, True, [1], [2]]
        assert left(await table.look()) == []
        await rooms.vote_out(table.code, table[2], 0)
        room = await table.look()
        assert (left(room), room["version"]) == ([0], 2)
        await rooms.vote_out(table.code, table[2], 0)


async def test_a_vote_that_was_missing_goes_with_its_owner(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms, 3)
    async with rooms.listen(table.code, table[1]):
        async with rooms.listen(table.code, table[2]):
            clock.wind(minutes=3)
            await rooms.vote_out(table.code, table[1], 0)
            assert left(await table.look()) == []
        assert left(await table.look()) == [0]


async def test_whoever_comes_back_or_moves_voids_the_votes(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms, 3, heap=12)
    async with rooms.listen(table.code, table[1]), rooms.listen(table.code, table[2]):
        clock.wind(minutes=3)
        await rooms.vote_out(table.code, table[1], 0)
        async with rooms.listen(table.code, table[0]):
            assert (await refusal(rooms.vote_out(table.code, table[2], 0))).reason == "present"
        assert (await refusal(rooms.vote_out(table.code, table[2], 0))).reason == "too_early"
        clock.wind(minutes=3)
        await rooms.vote_out(table.code, table[1], 0)
        await table.play(0, "one")
        assert (await rooms.look(table.code)).present["away"][0]["votes"] == []
        assert left(await table.look()) == []


async def test_a_restart_makes_nobodys_absence_longer(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms)
        async with rooms.listen(table.code, table[0]), rooms.listen(table.code, table[1]):
            clock.wind(minutes=10)
    clock.wind(minutes=60)
    async with opened(store, clock) as rooms, rooms.listen(table.code, table[1]):
        clock.wind(minutes=2)
        assert (await refusal(rooms.vote_out(table.code, table[1], 0))).reason == "too_early"
        clock.wind(minutes=1)
        await rooms.vote_out(table.code, table[1], 0)


async def test_everybody_is_told_when_voting_becomes_possible(rooms: Rooms, clock: Clock) -> None:
    table = await party(rooms)
    async with rooms.listen(table.code, table[1]) as listener:
        scene = await anext(listener)
        assert not scene.present["away"][0]["votable"]
        clock.wind(minutes=3)
        await rooms.tick()
        assert (await anext(listener)).present["away"][0]["votable"]
        await rooms.tick()
        assert not listener._changed.is_set()


async def test_playing_again_brings_the_same_people_together(rooms: Rooms) -> None:
    table = await party(rooms, 3, places=4, heap=12)
    assert (await refusal(rooms.play_again(table.code, table[0]))).code == "not_over"
    await table.play(0, "two", "two", "two", "two", "two", "two", "end")
    first = await rooms.play_again(table.code, table[2])
    second = await rooms.play_again(table.code, table[0])
    assert (first.name, second.name, second.code) == ("Cat", "Ann", first.code)
    cat = await rooms.sit(first.code, first.name, "ab" * 16)
    await rooms.sit(second.code, second.name)
    room = (await rooms.look(first.code, cat.token)).object
    assert (room["options"], room["places"], room["seat"]) == ({"heap": 12}, 3, 0)
    assert [seat["name"] for seat in room["seats"]] == ["Cat", "Ann"]
    assert (await rooms.look(table.code)).present["next"] == first.code
    assert (await rooms.look(first.code)).present["previous"] == table.code
