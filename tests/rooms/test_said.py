"""What viewers have in common is made into JSON once: to the letter what each would be told alone."""

from datetime import UTC, datetime
from random import Random

import pytest

from app.rooms.objects import Common, room_object, room_text
from app.rooms.room import Room
from app.rooms.seating import new_seat
from app.rooms.table import Table, new_table, played
from app.store.records import RoomRow
from app.store.store import to_json
from engine import GAMES, Config
from tests.rooms.conftest import ALL_GAMES

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = ("Ann", "Вера", '"\\', "花")


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_text_is_the_objects(name: str, seats: int) -> None:
    rng = Random(seats)
    table = new_table(ALL_GAMES[name], Config(seats, rng.randbytes(32)))
    compared = 0
    while active := [seat for seat in range(seats) if seat in table.game.active(table.own[seat])]:
        if rng.random() < 0.2:
            compared += 1
            _compare(_room(name, table))
        seat = rng.choice(active)
        table = played(table, seat, rng.choice(table.game.legal(table.own[seat], seat)), False, NOW)
    _compare(_room(name, table))
    assert compared or name not in GAMES


def test_the_text_of_a_lobby() -> None:
    _compare(_room("little_town", None))


def _room(name: str, table: Table | None) -> Room:
    # fmt: off
    row = RoomRow(
        id=1, code="BCDFGHJ", rev=0, presence=0, status="playing" if table else "lobby", game=name, options={},
        places=len(table.own) if table else 2, rules=None, secret=None, commitment=None, chosen_seed=None, seed=None,
        result=None, next_code=None, previous_code=None, created_at=NOW, started_at=None, finished_at=None,
    )
    # fmt: on
    seats = [new_seat(seat, NAMES[seat], bytes([seat]), "", NOW) for seat in range(row.places)]
    return Room(row, tuple(seats), ALL_GAMES[name], table, frozenset())


def _compare(room: Room) -> None:
    common = Common(room)
    for seat in (None, *room.seats, *room.seats):
        assert room_text(common, seat) == to_json(room_object(Common(room), seat))
