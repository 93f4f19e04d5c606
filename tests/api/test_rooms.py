"""Rooms and seats by the API: making, sitting, names, leaving, starting; each refusal by its code."""

import re

import httpx
import pytest

from tests.api.conftest import SEED, Player, Table

CODE = re.compile(r"[23456789BCDFGHJKMNPQRTVWXZ]{7}")


def refusal(response: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, whose shape is checked: a 409 carries the room, the others do not."""
    body = response.json()
    assert body.keys() == ({"error", "room"} if response.status_code == 409 else {"error"})
    assert body["error"].keys() <= {"code", "reason", "facts", "message"}
    assert body["error"]["message"]
    return response.status_code, body["error"]["code"]


async def test_a_room_is_made_without_a_seat(table: Table) -> None:
    made = await table.make("little_town", 3, options={"board": "B"})
    assert made.status_code == 201
    assert made.json().keys() == {"code", "url", "commitment"}
    assert CODE.fullmatch(made.json()["code"])
    assert made.json()["url"] == f"http://table.lan/r/{made.json()['code']}"
    assert re.fullmatch("[0-9a-f]{64}", made.json()["commitment"])
    room = await Player(table.http, made.json()["code"]).look()
    expected = {"code": made.json()["code"], "game": "little_town", "status": "lobby", "seats": [], "places": 3}
    expected |= {"version": 0, "seat": None, "at": None, "undo": None, "view": None}
    assert expected.items() <= room.items()
    assert room["options"]["board"] == "B"
    assert room["commitment"] == made.json()["commitment"]


async def test_a_room_with_a_name_seats_its_maker(table: Table) -> None:
    made = (await table.make(name="Ann")).json()
    assert made.keys() == {"code", "url", "commitment", "seat", "token"}
    assert made["seat"] == 0
    room = await Player(table.http, made["code"], made["token"]).look()
    assert (room["seat"], room["at"], room["undo"]) == (0, 0, 0)
    assert [seat["name"] for seat in room["seats"]] == ["Ann"]


async def test_a_chosen_seed(table: Table) -> None:
    made = (await table.make(seed=SEED)).json()
    assert made["commitment"] is None
    room = await Player(table.http, made["code"]).look()
    assert room["commitment"] is None
    assert room["chosen_seed"] is True


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 0}, "seats"),
        ({"seats": 5}, "seats"),
        ({"seats": 10**30}, "seats"),
        ({"options": {"heap": 7}}, "option_value"),
        ({"options": {"heap": "6"}}, "option_value"),
        ({"options": {"heap": [6]}}, "option_value"),
        ({"options": {"sand": 1}}, "unknown_option"),
    ],
)
async def test_options_422(table: Table, body: dict[str, object], reason: str) -> None:
    response = await table.make(**body)  # type: ignore[arg-type]
    assert refusal(response) == (422, "options")
    assert response.json()["error"]["reason"] == reason


@pytest.mark.parametrize(
    "change",
    [
        {"game": None},
        {"game": 3},
        {"seats": "2"},
        {"seats": 2.0},
        {"seats": True},
        {"seats": None},
        {"options": []},
        {"options": None},
        {"name": 5},
        {"name": ""},
        {"name": "   "},
        {"name": "x" * 21},
        {"name": "Ann", "salt": "short"},
        {"name": "Ann", "salt": "AA" * 16},
        {"name": "Ann", "salt": 7},
        {"seed": "00"},
        {"seed": "zz" * 32},
        {"extra": 1},
    ],
)
async def test_malformed_422(table: Table, change: dict[str, object]) -> None:
    assert refusal(await table.make(**change)) == (422, "malformed")  # type: ignore[arg-type]


@pytest.mark.parametrize("missing", ["game", "seats", "options"])
async def test_malformed_without_a_key(table: Table, missing: str) -> None:
    body = {"game": "toy", "seats": 2, "options": {}}
    del body[missing]
    response = await table.http.post("/api/rooms", json=body)
    assert refusal(response) == (422, "malformed")
    assert response.json()["error"]["facts"] == {"field": missing}


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_malformed_as_another_type(table: Table, content_type: str) -> None:
    body = b'{"game": "toy", "seats": 2, "options": {}}'
    response = await table.http.post("/api/rooms", content=body, headers={"content-type": content_type})
    assert refusal(response) == (422, "malformed")


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
async def test_names_that_no_database_takes_are_malformed(table: Table, name: str) -> None:
    body = '{"game": "toy", "seats": 2, "options": {}, "name": "' + name.encode("unicode_escape").decode() + '"}'
    response = await table.http.post("/api/rooms", content=body, headers={"content-type": "application/json"})
    assert refusal(response) == (422, "malformed")


@pytest.mark.parametrize("code", ["7KXQ2MW", "x", "%00%00%00%00%00%00%00", "7KXQ2M%C3%A9", "A" * 500])
async def test_no_room_404(table: Table, code: str) -> None:
    nowhere = Player(table.http, code, "sometoken")
    assert refusal(await nowhere.call("GET")) == (404, "no_room")
    assert refusal(await nowhere.call("GET", "/log")) == (404, "no_room")
    assert refusal(await nowhere.call("GET", "/moves")) == (404, "no_room")
    assert refusal(await nowhere.call("POST", "/seats", {"name": "Ann"})) == (404, "no_room")
    assert refusal(await nowhere.call("PATCH", "/seats/me", {"name": "Ann"})) == (404, "no_room")
    assert refusal(await nowhere.call("DELETE", "/seats/me")) == (404, "no_room")
    assert refusal(await nowhere.call("POST", "/seats/0/vote-out")) == (404, "no_room")
    assert refusal(await nowhere.call("POST", "/start")) == (404, "no_room")
    assert refusal(await nowhere.call("POST", "/moves", {"at": 0, "move": {}})) == (404, "no_room")
    assert refusal(await nowhere.call("POST", "/undo", {"at": 0})) == (404, "no_room")


async def test_a_code_is_taken_in_any_case(table: Table) -> None:
    (ann,) = await table.lobby(sitting=1)
    ann.code = ann.code.lower()
    assert (await ann.look())["code"] == ann.code.upper()


NEEDS_TOKEN = [
    ("GET", "/moves", None),
    ("PATCH", "/seats/me", {"name": "Ann"}),
    ("DELETE", "/seats/me", None),
    ("POST", "/seats/1/vote-out", None),
    ("POST", "/start", None),
    ("POST", "/moves", {"at": 0, "move": {"type": "one"}}),
    ("POST", "/undo", {"at": 0}),
]


@pytest.mark.parametrize(("method", "path", "body"), NEEDS_TOKEN)
@pytest.mark.parametrize("token", [None, "wrong"])
async def test_no_token_401(table: Table, method: str, path: str, body: object, token: str | None) -> None:
    (ann,) = await table.lobby(sitting=1)
    response = await Player(table.http, ann.code, token).call(method, path, body)
    assert refusal(response) == (401, "no_token")
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer ", "Bearer \xff", "bearer wrong", "Bearer a b c"])
async def test_no_token_for_a_header_that_holds_none(table: Table, header: str) -> None:
    (ann,) = await table.lobby(sitting=1)
    url = f"/api/rooms/{ann.code}"
    response = await table.http.get(url, headers=[(b"authorization", header.encode("latin-1"))])
    assert refusal(response) == (401, "no_token")


async def test_another_scheme_is_a_spectator(table: Table) -> None:
    (ann,) = await table.lobby(sitting=1)
    response = await table.http.get(f"/api/rooms/{ann.code}", headers={"authorization": "Basic YTpi"})
    assert response.json()["seat"] is None


@pytest.mark.parametrize(("method", "path", "body"), [*NEEDS_TOKEN, ("GET", "", None), ("GET", "/log", None)])
async def test_not_seated_403(table: Table, method: str, path: str, body: object) -> None:
    (ann,) = await table.lobby(sitting=1)
    (ben,) = await table.lobby(sitting=1)
    assert refusal(await Player(table.http, ann.code, ben.token).call(method, path, body)) == (403, "not_seated")


async def test_the_cookie_of_the_room_is_as_good_as_the_header(table: Table) -> None:
    (ann,) = await table.lobby(sitting=1)
    (ben,) = await table.lobby(sitting=1)
    cookies = f"machi_{ann.code}={ann.token}; machi_{ben.code}={ben.token}"
    for player in (ann, ben):
        guest = Player(table.http, player.code, headers={"cookie": cookies})
        assert (await guest.look())["seat"] == 0
    both = Player(table.http, ann.code, "wrong", headers={"cookie": cookies})
    assert refusal(await both.call("GET")) == (401, "no_token")


async def test_sitting_down(table: Table) -> None:
    (ann,) = await table.lobby(seats=3, sitting=1)
    answer = await Player(table.http, ann.code).call("POST", "/seats", {"name": " Ben ", "salt": "0f" * 16})
    assert answer.status_code == 201
    assert answer.json().keys() == {"seat", "token"}
    assert answer.json()["seat"] == 1
    room = await Player(table.http, ann.code, answer.json()["token"]).look()
    assert [seat["name"] for seat in room["seats"]] == ["P0", "Ben"]
    assert room["seat"] == 1


@pytest.mark.parametrize(
    "body", [{}, {"name": None}, {"name": "x" * 21}, {"name": "A", "salt": "0"}, {"name": "A", "b": 1}]
)
async def test_malformed_seats(table: Table, body: object) -> None:
    (ann,) = await table.lobby(sitting=1)
    assert refusal(await Player(table.http, ann.code).call("POST", "/seats", body)) == (422, "malformed")


async def test_full_409(table: Table) -> None:
    ann, _ben = await table.lobby()
    assert refusal(await Player(table.http, ann.code).call("POST", "/seats", {"name": "Cat"})) == (409, "full")


async def test_name_taken_409(table: Table) -> None:
    ann, ben = await table.lobby(seats=3)
    assert refusal(await Player(table.http, ann.code).call("POST", "/seats", {"name": "P0"})) == (409, "name_taken")
    assert refusal(await ben.call("PATCH", "/seats/me", {"name": "P0"})) == (409, "name_taken")


async def test_started_409(table: Table) -> None:
    ann, _ben = await table.started()
    assert refusal(await Player(table.http, ann.code).call("POST", "/seats", {"name": "Cat"})) == (409, "started")


async def test_renaming(table: Table) -> None:
    ann, ben = await table.lobby()
    answer = await ben.call("PATCH", "/seats/me", {"name": "Benjamin"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert [seat["name"] for seat in (await ann.look())["seats"]] == ["P0", "Benjamin"]


async def test_leaving_before_the_start_frees_the_place(table: Table) -> None:
    ann, ben = await table.lobby()
    assert (await ann.call("DELETE", "/seats/me")).status_code == 204
    assert [seat["name"] for seat in (await ben.look())["seats"]] == ["P1"]
    assert refusal(await ann.call("GET")) == (401, "no_token")
    cat = await table.sit(ben.code, "Cat")
    assert len((await cat.look())["seats"]) == 2


async def test_too_few_409(table: Table) -> None:
    (ann,) = await table.lobby(sitting=1)
    assert refusal(await ann.call("POST", "/start", {"close_free": True})) == (409, "too_few")


async def test_free_seats_409(table: Table) -> None:
    ann, _ben = await table.lobby(seats=3)
    assert refusal(await ann.call("POST", "/start", {"close_free": False})) == (409, "free_seats")
    assert (await ann.call("POST", "/start", {"close_free": True})).status_code == 204
    assert (await ann.look())["places"] == 2


@pytest.mark.parametrize("body", [{"close_free": 1}, {"close_free": "yes"}, {"close": True}, [], "now"])
async def test_malformed_start(table: Table, body: object) -> None:
    ann, _ben = await table.lobby()
    assert refusal(await ann.call("POST", "/start", body)) == (422, "malformed")


async def test_starting_twice_is_no_mistake(table: Table) -> None:
    ann, ben = await table.lobby()
    assert (await ben.call("POST", "/start")).status_code == 204
    assert (await ann.call("POST", "/start", {})).status_code == 204
    room = await ann.look()
    assert room["status"] == "playing"
    assert room["view"]["game"] == "toy"


@pytest.mark.parametrize("seat", ["one", "1.5", "%00", "9" * 5000])
async def test_malformed_vote(table: Table, seat: str) -> None:
    ann, _ben = await table.started()
    assert refusal(await ann.call("POST", f"/seats/{seat}/vote-out")) == (422, "malformed")


async def test_cannot_vote_out_409(table: Table) -> None:
    ann, ben = await table.started()
    assert refusal(await ann.call("POST", "/seats/1/vote-out")) == (409, "cannot_vote_out")
    assert refusal(await ben.call("POST", "/seats/0/vote-out")) == (409, "cannot_vote_out")
