"""Room codes cannot be found by trying: a bound on look-ups that miss, for each address, and nobody else's harm."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.rooms.identity import CODE_LENGTH, CODE_LETTERS, new_code
from app.settings import Settings
from app.web.buckets import Bucket
from app.web.codes import code_in
from app.web.limits import Rates
from tests.api.conftest import GAMES_AND_TOY, Player, Table, calling, closed_with, serving
from tests.routes import routes
from tests.sockets import socket_at

MOST = 3
NOWHERE = "ZZZZZZ2"


@pytest.fixture(scope="module")
async def strict(app: FastAPI) -> AsyncIterator[FastAPI]:
    """Another process on the same database, in which three misses are the bound."""
    settings = Settings(DATABASE_URL=app.state.settings.database_url)
    made = create_app(settings, GAMES_AND_TOY, rates=Rates(misses=(MOST, 0.01)))
    async with made.router.lifespan_context(made):
        yield made


@asynccontextmanager
async def at(app: FastAPI, address: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, client=(address, 5000))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as http:
        yield http


async def guess(http: httpx.AsyncClient, times: int = MOST) -> None:
    for path in [f"/r/{NOWHERE}", f"/api/rooms/{NOWHERE}"] * times:
        last = await http.get(path)
    assert last.status_code == 429


async def test_misses_are_bounded_and_then_good_and_bad_guesses_look_alike(strict: FastAPI, table: Table) -> None:
    ann, _ = await table.started()
    async with at(strict, "198.51.100.1") as http:
        codes = [(await http.get(f"/api/rooms/{NOWHERE}")).status_code for _ in range(MOST + 1)]
        assert codes == [404] * MOST + [429]
        hit, miss = await http.get(f"/api/rooms/{ann.code}"), await http.get(f"/api/rooms/{NOWHERE}")
        for response in (hit, miss):
            assert response.status_code == 429
            assert response.json()["error"]["code"] == "too_many"
            assert response.json()["error"]["reason"] == "codes"
            assert 0 < int(response.headers["retry-after"]) <= 100
        assert (await http.get("/")).status_code == 200
    async with at(strict, "198.51.100.2") as http:
        assert (await http.get(f"/api/rooms/{ann.code}")).status_code == 200


async def test_friends_behind_the_same_address_play_on(strict: FastAPI, table: Table) -> None:
    """Open stay: rooms opened or made from here, and any room to who has a seat in it; nothing else does."""
    (ann, ben), (_, stranger) = await table.lobby(seats=3), await table.started()
    seated, _ = await table.started()
    async with at(strict, "198.51.100.3") as http:
        assert (await http.get(f"/r/{ann.code}")).status_code == 200
        mine = (await Table(http).make(name="Cat")).json()
        await guess(http)
        newcomer = await Player(http, ann.code).call("POST", "/seats", {"name": "Cleo"})
        assert newcomer.status_code == 201
        assert (await http.get(f"/r/{mine['code']}")).status_code == 200
        assert (await Player(http, seated.code, seated.token).call("GET")).status_code == 200
        assert (await http.get(f"/r/{seated.code}")).status_code == 200, "her friend may watch now"
        # A key of another room opens nothing, and does not even tell whether there is a room.
        assert (await Player(http, stranger.code, ben.token).call("GET")).status_code == 429
        assert (await Player(http, NOWHERE, ben.token).call("GET")).status_code == 429
        after = await http.post("/rooms", data={"game": "little_town", "little_town.seats": "2", "name": "Cat"})
        assert (await http.get(after.headers["location"])).status_code == 200


async def test_the_page_says_so_in_both_languages(strict: FastAPI) -> None:
    async with at(strict, "198.51.100.4") as http:
        await guess(http)
        english = await http.get(f"/r/{NOWHERE}")
        japanese = await http.get(f"/r/{NOWHERE}", headers={"accept-language": "ja"})
    assert "Too many codes without a room were tried" in english.text
    assert "ルームのないコード" in japanese.text


async def test_nobody_can_say_which_rooms_were_opened_here(strict: FastAPI) -> None:
    """The form for a told code, and the switches, lead wherever their sender says."""
    async with at(strict, "198.51.100.5") as http:
        await guess(http)
        joined = await http.get("/join", params={"code": NOWHERE}, follow_redirects=True)
        referer = {"referer": f"http://table.lan/r/{NOWHERE}"}
        switched = await http.post("/language", data={"language": "ja"}, headers=referer, follow_redirects=True)
    assert (joined.status_code, switched.status_code) == (429, 429)
    assert (joined.url.path, switched.url.path) == (f"/r/{NOWHERE}",) * 2


async def test_sockets_count_and_are_refused_with_4429(strict: FastAPI) -> None:
    async with serving(strict) as server:
        codes = []
        for path in (f"/r/{NOWHERE}/live", f"/r/{NOWHERE}/table/live", *[f"/api/rooms/{NOWHERE}/live"] * 2):
            async with socket_at(f"ws://127.0.0.1:{server.port}{path}") as socket:
                told = json.loads(await socket.recv())["error"]
                codes.append((told["code"], await closed_with(socket)))
    assert codes == [("no_room", 4404)] * MOST + [("too_many", 4429)]


async def test_every_door_to_a_room_counts(strict: FastAPI) -> None:
    """An address under which a missing room were answered otherwise could be used to guess."""
    doors = [(method, path) for method, path in routes(strict) if "{code}" in path and method != "WS"]
    assert len(doors) > 10
    for number, (method, path) in enumerate(doors):
        async with at(strict, f"192.0.2.{number}") as http:
            address = path.format(code=NOWHERE, seat=0, version=0)
            answers = [await http.request(method, address, **content(method, path)) for _ in range(MOST + 1)]
        assert [answer.status_code for answer in answers] == [404] * MOST + [429], (method, path)


def content(method: str, path: str) -> dict[str, object]:
    """Query or body, right in form."""
    if path.endswith("/history/change"):
        return {"params": {"shown": 0, "latest": 0, "seen_by": ""}}
    if not path.startswith("/api"):
        return {"data": {"seat": "0", "token": "x", "name": "Ann", "version": "0"}} if method == "POST" else {}
    name = path.rsplit("/", 1)[-1]
    bodies = {"seats": {"name": "Ann"}, "me": {"name": "Ann"}, "moves": {"at": 0, "move": {}}, "undo": {"at": 0}}
    bodies |= {"what-if": {"version": 0}}
    return {"json": bodies[name]} if name in bodies and method in {"POST", "PATCH"} else {}


def test_a_door_is_known_by_its_address() -> None:
    """What the bound goes by: every address with a room's code begins in one of two ways."""
    for method, path in routes(create_app(Settings())):
        assert (code_in(path) is not None) == ("{code}" in path), (method, path)
    assert code_in("http://table.lan/r/7kxq2mw") == "7KXQ2MW"
    assert code_in("/rules/little_town?room=7KXQ2MW") is None


def test_a_bucket_says_how_long_to_wait() -> None:
    bucket = Bucket(burst=1, rate=0.1)
    now = bucket.since
    assert bucket.wait(now) == 0
    bucket.take(now)
    assert (bucket.wait(now), bucket.wait(now + 1), bucket.wait(now + 10)) == (10, 9, 0)


def test_codes_are_drawn_evenly_from_eight_thousand_million() -> None:
    assert len(set(CODE_LETTERS)) ** CODE_LENGTH == 8_031_810_176
    drawn = [new_code() for _ in range(5000)]
    assert len(set(drawn)) > len(drawn) - 3  # two alike are drawn here in one of 600 runs
    seen = "".join(drawn)
    assert min(seen.count(letter) for letter in CODE_LETTERS) > 0.8 * len(seen) / len(CODE_LETTERS)


async def test_no_page_lists_rooms(app: FastAPI) -> None:
    """Whoever has no code learns none, however many rooms there are."""
    async with calling(app) as table:
        players = await table.lobby()
        for method, path in routes(app):
            if method == "GET" and "{" not in path:
                assert players[0].code not in (await table.http.get(path)).text, path
