"""Sizes and rates, in the order in which they are checked, before anything else is looked at."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

import httpx
import pytest

from app.main import create_app
from app.settings import Settings
from app.web import buckets, limits
from app.web.bodies import BODY_BYTES
from app.web.buckets import Bucket, Buckets
from app.web.limits import Counters, Rates
from tests.api.conftest import Running


def client(rates: Rates = Rates(), peer: str = "203.0.113.9") -> httpx.AsyncClient:  # noqa: B008  frozen
    transport = httpx.ASGITransport(create_app(Settings(), rates=rates), client=(peer, 5000))
    return httpx.AsyncClient(transport=transport, base_url="http://table.lan")


async def chunks(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // 1000):
        yield b"x" * 1000


async def test_too_large_413() -> None:
    async with client() as http:
        told = await http.post("/api/rooms", content=b"x" * (BODY_BYTES + 1))
        streamed = await http.post("/api/rooms", content=chunks(BODY_BYTES + 1000))
        fits = await http.post("/api/rooms", content=b"x" * BODY_BYTES)
    for response in (told, streamed):
        assert response.status_code == 413
        assert response.json()["error"]["code"] == "too_large"
        assert response.json()["error"]["facts"] == {"bytes": 16384}
        assert response.headers["connection"] == "close"
    assert fits.json()["error"]["code"] == "malformed"


async def test_a_caller_that_sends_too_much_at_once_still_gets_the_answer(running: Running) -> None:
    """A connection closed while its caller still sends is reset, and the answer lost."""
    body = b"x" * 5_000_000
    head = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    writer.write(head.encode() + body)
    await writer.drain()
    assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
    writer.close()


@pytest.mark.parametrize("more", ["Content-Length: 20000\r\nExpect: 100-continue", "Content-Length: 9000000"])
async def test_a_body_that_is_not_worth_reading_is_not_asked_for(running: Running, more: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    writer.write(f"POST /api/rooms HTTP/1.1\r\nHost: x\r\n{more}\r\n\r\n".encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
    writer.close()


async def test_too_many_429() -> None:
    async with client(Rates(requests=(3, 0.001))) as http:
        codes = [(await http.get("/api/nothing")).status_code for _ in range(4)]
        last = await http.get("/api/nothing")
    assert codes == [404, 404, 404, 429]
    assert last.json()["error"]["code"] == "too_many"
    assert 0 < int(last.headers["retry-after"]) <= 3600


async def test_rooms_have_a_limit_of_their_own() -> None:
    async with client(Rates(rooms=(1, 0.001))) as http:
        codes = [(await http.post("/api/rooms", json={})).status_code for _ in range(2)]
        other = await http.post("/api/rooms/7KXQ2MW/undo", json={})
    assert codes == [422, 429]
    assert other.status_code == 422


async def test_size_comes_before_rate_and_rate_before_the_envelope() -> None:
    async with client(Rates(requests=(1, 0.001))) as http:
        await http.get("/api/nothing")
        large = await http.post("/api/rooms", content=b"x" * (BODY_BYTES + 1))
        malformed = await http.post("/api/rooms", content=b"{")
    assert (large.status_code, malformed.status_code) == (413, 429)


async def test_callers_are_counted_apart_and_proxies_are_not_callers() -> None:
    settings = Settings(MACHI_TRUSTED_PROXIES="203.0.113.9")
    transport = httpx.ASGITransport(create_app(settings, rates=Rates(requests=(1, 0.001))), client=("203.0.113.9", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as http:
        codes = [
            (await http.get("/api/nothing", headers={"x-forwarded-for": caller})).status_code
            for caller in ("198.51.100.1", "198.51.100.2", "198.51.100.1")
        ]
    assert codes == [404, 404, 429]


async def test_a_request_from_another_site_is_refused() -> None:
    async with client() as http:
        foreign = await http.post("/api/rooms", json={}, headers={"origin": "http://evil.example"})
        own = await http.post("/api/rooms", json={}, headers={"origin": "http://table.lan"})
        reading = await http.get("/api/nothing", headers={"origin": "http://evil.example"})
    assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "foreign")
    assert own.status_code == 422
    assert reading.status_code == 404


def test_a_bucket_holds_a_burst_and_fills_again() -> None:
    bucket = Bucket(burst=2, rate=10)
    now = bucket.since
    assert [bucket.take(now), bucket.take(now), bucket.take(now)] == [True, True, False]
    assert not bucket.take(now + 0.05)
    assert bucket.take(now + 0.15)
    assert [bucket.take(now + 60) for _ in range(3)] == [True, True, False]


def test_what_was_dear_makes_nobody_wait_for_long() -> None:
    counters = Counters(Rates(made=(100, 10)))
    for room in range(3):
        counters.charge("ann", "replayed", 10**6, room)
        assert 2 <= counters._made.of("ann").wait() <= 3


def test_a_caller_pays_again_for_rooms_that_it_looks_at_in_turn() -> None:
    """Only of the last ones is it known what was paid: whoever goes round many makes them be forgotten."""

    def left(*rooms: int) -> float:
        counters = Counters(Rates(made=(1000, 0)))
        for room in rooms:
            counters.charge("ann", "replayed", 10 * limits.MOVES_A_REQUEST, room)
        return counters._made.of("ann").level

    assert left(1, 1, 1) == 990
    assert left(*[1, 2] * 5) == 980
    assert left(*[1, 2, 3] * 5) == 850


def test_of_a_longer_log_the_rest_is_paid() -> None:
    counters = Counters(Rates(made=(1000, 0)))
    for requests in (10, 12, 11):
        counters.charge("ann", "replayed", requests * limits.MOVES_A_REQUEST, 1)
    assert counters._made.of("ann").level == 988


@pytest.mark.parametrize("length", ["-1", "abc", "99999999999999999999999999999999", "٣"])
async def test_nonsense_as_length_breaks_nothing(length: str) -> None:
    async with client() as http:
        headers = [(b"host", b"table.lan"), (b"content-length", length.encode())]
        response = await http.send(httpx.Request("POST", "http://table.lan/api/rooms", headers=headers, content=b"{}"))
    assert response.status_code in {413, 422}


async def test_what_is_made_costs_more_than_what_lies_ready() -> None:
    async with client(Rates(made=(2, 0.001))) as http:
        codes = [(await http.get("/api/nothing")).status_code for _ in range(3)]
        ready = await http.get("/static/machi.css")
    assert codes == [404, 404, 429]
    assert ready.status_code == 200


async def test_who_is_refused_all_the_time_is_told_in_a_word_and_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REFUSALS", (2, 0.001))
    monkeypatch.setattr(limits, "HOLD_SECONDS", 0.05)
    began = monotonic()
    async with client(Rates(requests=(0, 0.001))) as http:
        pages = [await http.get("/") for _ in range(4)]
    assert monotonic() - began >= 0.1
    assert {page.status_code for page in pages} == {429}
    assert ["<h1>" in page.text for page in pages] == [True, True, False, False]
    english, japanese = pages[-1].text.splitlines()
    assert english == "That was too much in a short time. Please wait a moment."
    assert "少し待って" in japanese
    assert (pages[-1].headers["connection"], pages[-1].headers["retry-after"]) == ("close", "1000")


async def test_bodies_that_are_too_large_count_like_all_requests() -> None:
    async with client(Rates(requests=(1, 0.001))) as http:
        codes = [(await http.post("/api/rooms", content=b"x" * (BODY_BYTES + 1))).status_code for _ in range(2)]
        codes.append((await http.get("/api/nothing")).status_code)
    assert codes == [413, 413, 429]


async def test_a_caller_that_was_long_away_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "CALLERS", 2)
    callers = Buckets((1, 0.001))
    assert callers.of("ann").take()
    assert not callers.of("ann").take()
    assert callers.of("ben").take()
    assert callers.of("cat").take()
    assert callers.of("ann").take()


def test_the_setting_moves_what_depends_on_how_many_share_an_address() -> None:
    usual, school = Rates(), Rates().times(5)
    assert school.sockets == 5 * usual.sockets
    assert school.made == (1500, 150)
    assert school.frames == usual.frames
    assert Rates().times(0).requests[0] > 1e9
