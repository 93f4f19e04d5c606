"""What a scene tells of the viewer's own aims."""

from app.rooms import Rooms
from tests.rooms.conftest import party


async def test_a_player_sees_the_progress_of_its_own_cards_and_nobody_elses(rooms: Rooms) -> None:
    table = await party(rooms, 2, "little_town")
    for seat in (0, 1):
        scene = await rooms.look(table.code, table[seat])
        held = [card["id"] for card in scene.object["view"]["players"][seat]["objectives"]]
        assert [step["id"] for step in scene.progress] == held
    assert (await rooms.look(table.code)).progress == []


async def test_a_game_without_aims_to_tell_has_none(rooms: Rooms) -> None:
    table = await party(rooms, 2)
    assert (await rooms.look(table.code, table[0])).progress == []
