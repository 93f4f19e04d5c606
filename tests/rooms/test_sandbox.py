"""Rooms in which one person plays every seat, from a moment of a finished game."""

import pytest

from app.rooms import Created, Rooms
from app.rooms.check import check_logs
from app.rooms.identity import other_seat
from app.store import Store
from tests.rooms.conftest import ALL_GAMES, Clock, Party, opened, party, refusal
from tests.rooms.test_what_if import finished


async def sandbox(rooms: Rooms, version: int = 2) -> tuple[Party, Created]:
    """After two moves of a finished game it is Ben's turn."""
    table = await finished(rooms)
    made = await rooms.what_if(table.code, None, version, sandbox=True)
    return Party(rooms, made, [*made.tokens]), made


async def test_it_has_started_and_its_maker_has_every_seat(rooms: Rooms) -> None:
    table = await finished(rooms)
    ended = (await rooms.look(table.code)).present["result"]["scores"]
    made = await rooms.what_if(table.code, None, 2, sandbox=True)
    assert (made.commitment, made.seat, made.token, len(made.tokens)) == (None, 0, made.tokens[0], 2)
    other = Party(rooms, made, [*made.tokens])
    room = await other.look()
    assert room["replayed"] == {"code": table.code, "version": 2, "scores": ended, "sandbox": True}
    assert (room["status"], room["commitment"], room["version"], room["seat"]) == ("playing", None, 2, None)
    assert [seat["name"] for seat in room["seats"]] == ["Ann", "Ben"]
    for seat in (0, 1):
        own = await other.look(seat)
        assert own["seat"] == seat
        assert [player["card"] is not None for player in own["view"]["players"]] == [seat == 0, seat == 1]


async def test_every_seat_is_played_with_its_own_key_and_takes_back_its_own_moves(rooms: Rooms) -> None:
    other, _ = await sandbox(rooms)
    await other.play(1, "one", "end")
    await other.play(0, "one")
    room = (await rooms.undo(other.code, other[0], 1)).object
    assert (room["undo"], room["view"]["heap"]) == (0, 3)
    assert (await refusal(rooms.undo(other.code, other[1], 2))).code == "nothing_to_undo"
    refused = await refusal(rooms.play(other.code, other[1], 2, {"type": "one"}))
    assert (refused.code, refused.reason) == ("illegal", "not_your_turn")
    await other.play(0, "two", "one", "end")
    ended = await rooms.look(other.code)
    assert ended.object["status"] == "over"
    assert ended.present["result"]["scores"] != ended.object["replayed"]["scores"]


async def test_nobody_else_comes_or_goes(rooms: Rooms, clock: Clock) -> None:
    other, _ = await sandbox(rooms)
    clock.wind(minutes=30)
    for call in (
        rooms.sit(other.code, "Eve"),
        rooms.leave(other.code, other[0]),
        rooms.vote_out(other.code, other[0], 1),
    ):
        refused = await refusal(call)
        assert refused.code == "sandbox"
        assert refused.room
    scene = await rooms.look(other.code, other[1])
    assert (scene.present["can_sit"], scene.present["left"], scene.present["away"]) == (False, [], [])


async def test_who_is_there_is_there_for_every_seat(rooms: Rooms, clock: Clock) -> None:
    other, _ = await sandbox(rooms)
    async with rooms.listen(other.code, other[0]):
        clock.wind(minutes=30)
        await rooms.tick()
        scene = await rooms.look(other.code)
        assert [seat["connected"] for seat in scene.object["seats"]] == [True, True]
        assert scene.present["away"] == []
    assert [seat["connected"] for seat in (await other.look())["seats"]] == [False, False]


async def test_a_spectator_sees_what_spectators_see(rooms: Rooms) -> None:
    other, made = await sandbox(rooms)
    seen = await rooms.look(other.code)
    assert [player["card"] for player in seen.object["view"]["players"]] == [None, None]
    assert seen.choices is None
    assert not any(token in seen.text for token in made.tokens)
    log = await rooms.log(other.code)
    assert (log["seed"], log["secret"]) == (None, None)
    assert (await refusal(rooms.past(other.code, None, 2, eyes=0))).code == "not_over"


async def test_never_from_a_game_that_is_on(rooms: Rooms) -> None:
    table = await party(rooms)
    await table.play(0, "two", "end")
    for token in (None, *table.tokens):
        for version in (0, 1, 2):
            refused = await refusal(rooms.what_if(table.code, token, version, sandbox=True))
            assert refused.code == "not_over"


async def test_in_any_other_room_a_key_opens_one_seat(rooms: Rooms) -> None:
    table = await party(rooms)
    _, made = await sandbox(rooms)
    assert other_seat(table[0], 1) == table[0]
    assert other_seat(made.tokens[0], 1) == made.tokens[1]
    for wrong in (f"{table[0]}~1", f"{table[0]}~0", table[0].partition("~")[0] + "~"):
        assert (await refusal(rooms.look(table.code, wrong))).code == "no_token"
    for wrong in (made.tokens[0], made.tokens[1]):
        assert (await refusal(rooms.look(table.code, wrong))).code == "not_seated"
    for wrong in (other_seat(made.tokens[0], 2), made.tokens[0].partition("~")[0]):
        assert (await refusal(rooms.look(made.code, wrong))).code == "no_token"
    assert (await rooms.look(table.code, table[0])).seat == 0


async def test_other_processes_and_the_check_of_logs_read_it_alike(rooms: Rooms, store: Store) -> None:
    other, _ = await sandbox(rooms)
    async with opened(store) as elsewhere:
        for seat in (None, 0, 1):
            assert (await elsewhere.look(other.code, None if seat is None else other[seat])).object == await other.look(
                seat
            )
    await other.play(1, "two", "end")
    await other.play(0, "two", "end")
    assert [checked.differences async for checked in check_logs(store, ALL_GAMES)] == [()] * 2
    again = await rooms.what_if(other.code, other[0], 3, sandbox=True)
    assert (await rooms.look(again.code)).object["replayed"]["code"] == other.code


@pytest.mark.parametrize("seats", [1, 3])
async def test_for_as_many_players_as_the_game_had(rooms: Rooms, seats: int) -> None:
    table = await party(rooms, seats, "roll_into_town", seed="07" * 32)
    while (await table.look())["status"] == "playing":
        for seat in range(seats):
            offered = await rooms.moves(table.code, table[seat])
            if offered["moves"]:
                step = next((move for move in offered["moves"] if move["type"] == "next"), offered["moves"][0])
                await rooms.play(table.code, table[seat], offered["at"], step)
    made = await rooms.what_if(table.code, None, 0, sandbox=True)
    room = (await rooms.look(made.code, made.tokens[seats - 1])).object
    assert (len(made.tokens), room["seat"], room["version"]) == (seats, seats - 1, 0)
    assert all(seat["active"] for seat in room["seats"])
