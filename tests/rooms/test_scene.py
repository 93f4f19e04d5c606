"""What is made for all seats in one go is, for each of them, what is made for it alone."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from app.rooms import Scene
from app.rooms.objects import Common
from app.rooms.room import Room
from app.rooms.story import Story
from app.rooms.table import Table, new_table
from app.store.records import RoomRow, SeatRow
from engine import GAMES, Config
from tests import toy_game
from tests.rooms.test_story import moved

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ALL: dict[str, Any] = {**GAMES, "toy": toy_game}
SEATS = 3


def room(table: Table, connected: frozenset[int]) -> Room:
    row = dict.fromkeys(RoomRow._fields) | {"status": "over" if table.over else "playing", "started_at": NOW}
    seats = tuple(
        SeatRow(seat + 10, seat, f"P{seat}", bytes([seat]), "", 0, None, False, 0, (), NOW, NOW)
        for seat in range(SEATS)
    )
    return Room(RoomRow(**row | {"places": SEATS}), seats, table.game, table, connected)


def told(scene: Scene) -> list[Any]:
    explained = [scene.explained(seat) for seat in range(SEATS)]
    return [scene.object["view"], scene.choices, scene.progress, scene.story, explained, scene.present["cut"]]


@pytest.mark.parametrize("game", ALL)
def test_each_seat_of_those_who_look_together_sees_what_it_sees_alone(game: str) -> None:
    rng = Random(game)
    table = new_table(ALL[game], Config(SEATS, b"s" * 32))
    story = Story()
    for _ in range(60):
        if table.over:
            break
        table = moved(table, rng)
        together, alone = room(table, frozenset({10, 11, 12})), room(table, frozenset())
        common = Common(together, dict.fromkeys((10, 11, 12), 1))
        public = Scene(common, None, story, NOW, NOW)
        for seat in rng.sample(together.seats, SEATS):
            each = Scene(common, seat, story, NOW, NOW, public)
            assert told(each) == told(Scene(Common(alone), alone.seats[seat.seat], Story(), NOW, NOW))
        assert told(public) == told(Scene(Common(alone), None, Story(), NOW, NOW))
