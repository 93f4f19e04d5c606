"""Requests that are sent before the last one is answered: a few are no matter, thousands are not taken."""

import re

from app.web.transport import AHEAD, PART
from tests.api.conftest import Running
from tests.api.test_slow_callers import all_of, connected

ASK = b"GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n"


async def test_some_requests_ahead_are_answered_one_after_the_other(running: Running) -> None:
    async with connected(running.port) as (reader, writer):
        for _ in range(2):
            writer.write(ASK * AHEAD)
            for _ in range(AHEAD):
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 404 ")
                length = re.search(rb"content-length: (\d+)", head)
                assert length
                await reader.readexactly(int(length[1]))


async def test_of_thousands_few_are_taken_and_the_last_answer_says_so(running: Running) -> None:
    async with connected(running.port) as (reader, writer):
        writer.write(ASK * 2000)
        heads = re.findall(rb"HTTP/1.1 404 .+?\r\n\r\n", await all_of(reader), re.DOTALL)
    assert AHEAD < len(heads) < 2000  # how many, depends on how they come
    assert b"connection: close" in heads[-1]


async def test_a_long_body_is_one_request_however_it_comes(running: Running) -> None:
    body = b'{"game": "toy", "seats": 2, "options": {}}' + b" " * 3 * PART
    head = (
        f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    async with connected(running.port) as (reader, writer):
        writer.write(head.encode() + body)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 201 ")
