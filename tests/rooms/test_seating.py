"""Creating, sitting, renaming, leaving, starting."""

import hashlib
import json

import pytest

from app.rooms import Rooms
from app.rooms.identity import CODE_LETTERS, known_code, new_code
from app.store import Store
from engine.core import game_seed
from tests.rooms.conftest import party, refusal


async def test_a_room_object_in_the_lobby(rooms: Rooms) -> None:
    made = await rooms.create("toy", 3, {"heap": 12}, "Ann")
    assert made.token
    assert (await rooms.look(made.code.lower(), made.token)).object == {
        "code": made.code,
        "game": "toy",
        "options": {"heap": 12},
        "rules": 1,
        "status": "lobby",
        "commitment": made.commitment,
        "seats": [{"seat": 0, "name": "Ann", "connected": False, "active": False, "doing": None, "left": False}],
        "places": 3,
        "version": 0,
        "seat": 0,
        "at": 0,
        "undo": 0,
        "view": None,
    }
    spectator = (await rooms.look(made.code)).object
    assert [spectator[key] for key in ("seat", "at", "undo")] == [None, None, None]


async def test_a_room_without_a_name_has_nobody_in_it(rooms: Rooms) -> None:
    made = await rooms.create("toy", 2, {})
    assert (made.seat, made.token) == (None, None)
    scene = await rooms.look(made.code)
    assert scene.object["seats"] == []
    assert scene.object["options"] == {"heap": 6}
    assert (scene.present["free"], scene.present["can_sit"], scene.present["can_start"]) == (2, True, False)


@pytest.mark.parametrize(
    ("game", "seats", "options", "reason"),
    [
        ("chess", 2, {}, "game"),
        ("toy", 9, {}, "seats"),
        ("toy", 2, {"heap": 7}, "option_value"),
        ("toy", 2, {"size": 7}, "unknown_option"),
    ],
)
async def test_a_room_that_no_game_allows(
    rooms: Rooms, game: str, seats: int, options: dict[str, object], reason: str
) -> None:
    refused = await refusal(rooms.create(game, seats, options))
    assert (refused.code, refused.reason) == ("options", reason)


async def test_places_fill_up_and_are_free_again(rooms: Rooms) -> None:
    made = await rooms.create("toy", 3, {}, "Ann")
    ben = await rooms.sit(made.code, "Ben")
    cat = await rooms.sit(made.code, "Cat")
    assert (ben.seat, cat.seat) == (1, 2)
    assert (await refusal(rooms.sit(made.code, "Dan"))).code == "full"
    await rooms.leave(made.code, ben.token)
    assert (await refusal(rooms.look(made.code, ben.token))).code == "no_token"
    dan = await rooms.sit(made.code, "Dan")
    assert dan.seat == 1
    seats = (await rooms.look(made.code)).object["seats"]
    assert [(seat["seat"], seat["name"]) for seat in seats] == [(0, "Ann"), (2, "Cat"), (1, "Dan")]


async def test_at_the_start_seats_are_numbered_in_the_order_of_sitting(rooms: Rooms) -> None:
    made = await rooms.create("toy", 4, {}, "Ann")
    ben = await rooms.sit(made.code, "Ben")
    cat = await rooms.sit(made.code, "Cat")
    await rooms.leave(made.code, ben.token)
    dan = await rooms.sit(made.code, "Dan")
    refused = await refusal(rooms.start(made.code, dan.token))
    assert (refused.code, refused.facts) == ("free_seats", {"free": 1})
    await rooms.start(made.code, dan.token, close_free=True)
    room = (await rooms.look(made.code, dan.token)).object
    assert [(seat["seat"], seat["name"]) for seat in room["seats"]] == [(0, "Ann"), (1, "Cat"), (2, "Dan")]
    assert (room["places"], room["seat"], room["status"]) == (3, 2, "playing")
    assert (await rooms.look(made.code, cat.token)).seat == 1


async def test_start_needs_players_and_happens_once(rooms: Rooms) -> None:
    made = await rooms.create("toy", 2, {}, "Ann")
    refused = await refusal(rooms.start(made.code, made.token, close_free=True))
    assert (refused.code, refused.facts["least"]) == ("too_few", 2)
    assert refused.room
    await rooms.sit(made.code, "Ben")
    await rooms.start(made.code, made.token)
    await rooms.start(made.code, made.token)
    assert (await refusal(rooms.sit(made.code, "Cat"))).code == "started"


async def test_names(rooms: Rooms) -> None:
    made = await rooms.create("toy", 3, {}, "  Ann  Lee ")
    assert (await rooms.look(made.code)).object["seats"][0]["name"] == "Ann Lee"
    refused = await refusal(rooms.sit(made.code, "ANN lee"))
    assert refused.code == "name_taken"
    assert refused.room
    assert refused.room["seat"] is None
    ben = await rooms.sit(made.code, "Ben")
    assert (await refusal(rooms.rename(made.code, ben.token, "ann lee"))).code == "name_taken"
    await rooms.rename(made.code, ben.token, "BEN")
    assert (await rooms.look(made.code)).object["seats"][1]["name"] == "BEN"
    assert (await refusal(rooms.rename(made.code, ben.token, "\u202e"))).code == "malformed"


def test_room_codes() -> None:
    code = new_code()
    assert len(code) == 7
    assert set(code) <= set(CODE_LETTERS)
    assert known_code(code.lower()) == code
    for wrong in ("", "ABCDEFG", code + "2", "\u0131" * 7):
        assert known_code(wrong) is None


async def test_who_is_asking(rooms: Rooms) -> None:
    made = await rooms.create("toy", 2, {}, "Ann")
    other = await rooms.create("toy", 2, {}, "Ann")
    assert (await refusal(rooms.look("2222222"))).code == "no_room"
    assert (await refusal(rooms.look("what?"))).code == "no_room"
    assert (await refusal(rooms.look(made.code, "wrong"))).code == "no_token"
    assert (await refusal(rooms.look(made.code, "\ud800"))).code == "no_token"
    assert (await refusal(rooms.start(made.code, None))).code == "no_token"
    assert (await refusal(rooms.look(made.code, other.token))).code == "not_seated"


async def test_the_seed_comes_from_the_secret_and_the_salts_in_seat_order(rooms: Rooms, store: Store) -> None:
    made = await rooms.create("toy", 3, {}, "Ann", "aa" * 16)
    await rooms.sit(made.code, "Ben")
    await rooms.sit(made.code, "Cat", "bb" * 16)
    await rooms.start(made.code, made.token)
    row = await store.pool.fetchrow("SELECT secret, commitment, seed FROM rooms WHERE code = $1", made.code)
    assert hashlib.sha256(row["secret"]).hexdigest() == row["commitment"] == made.commitment
    assert row["seed"] == game_seed(row["secret"], [b"\xaa" * 16, b"", b"\xbb" * 16])


@pytest.mark.parametrize("salt", ["aa", "AA" * 16, "zz" * 16, "aa" * 17])
async def test_bad_salts(rooms: Rooms, salt: str) -> None:
    for name in ("Ann", None):
        refused = await refusal(rooms.create("toy", 2, {}, name, salt))
        assert (refused.code, refused.reason) == ("malformed", "salt")


async def test_a_chosen_seed_is_taken_as_it_is_and_said(rooms: Rooms, store: Store) -> None:
    made = await rooms.create("toy", 2, {}, "Ann", seed="ab" * 32)
    assert made.commitment is None
    await rooms.sit(made.code, "Ben", "cc" * 16)
    await rooms.start(made.code, made.token)
    room = (await rooms.look(made.code)).object
    assert (room["commitment"], room["chosen_seed"]) == (None, True)
    assert await store.pool.fetchval("SELECT seed FROM rooms WHERE code = $1", made.code) == b"\xab" * 32


async def test_a_seed_is_not_for_everyone(store: Store) -> None:
    refused = await refusal(Rooms(store).create("toy", 2, {}, seed="ab" * 32))
    assert (refused.code, refused.reason) == ("malformed", "seed")


async def test_no_token_and_no_name_in_what_is_kept_of_events(rooms: Rooms, store: Store) -> None:
    table = await party(rooms)
    await rooms.rename(table.code, table[1], "Somebody")
    rows = await store.pool.fetch("SELECT kind, seat, detail FROM events ORDER BY id")
    assert [row["kind"] for row in rows] == ["created", "sat", "started", "renamed"]
    text = json.dumps([dict(row) for row in rows])
    assert not any(word in text for word in ("Ann", "Ben", "Somebody", *table.tokens))
    hashes = await store.pool.fetch("SELECT token_hash FROM seats ORDER BY seat")
    assert [row["token_hash"] for row in hashes] == [hashlib.sha256(t.encode()).digest() for t in table.tokens]
