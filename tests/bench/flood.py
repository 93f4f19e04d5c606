"""Somebody who means ill: `python -m tests.bench.flood PORT CODE HERE [FORWARDED]` does to a server what it can from
the address HERE (or FORWARDED, as its proxy HERE tells it), to the room CODE before all, until its input ends.

Each answer of a new kind is printed when it first comes, in the end how often each came: HTTP statuses, and the codes
with which sockets were closed.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tests.bench.viewer import framed

CLOSED = b"\x88\x02"  # the beginning of a close frame that gives a code and no reason
BUFFER = 2**20
LARGE = b"x" * 100_000  # a body, and far more than a head may be

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
Deed = Callable[[Reader, Writer], Awaitable[None]]


class Flood:
    """All that comes from one address."""

    def __init__(self, port: int, code: str, here: str, forwarded: str = "") -> None:
        self.port = port
        self.code = code
        self.here = here
        self.common = "Host: machi\r\n" + (f"X-Forwarded-For: {forwarded}\r\n" if forwarded else "")
        self.told: Counter[str] = Counter()
        self.guesses = 0

    async def run(self) -> None:
        """Until it is cancelled. First once what is only answered to somebody who is not yet over all bounds."""
        for deed in (self.guess, self.large, self.long):
            await self.once(deed)
        deeds: list[tuple[int, Deed]] = [
            (20, self.pages), (4, self.files), (4, self.guess), (4, self.make), (4, self.large), (2, self.endless),
            (10, self.silent), (10, self.slow), (300, self.watch), (3, self.nonsense), (3, self.pings), (2, self.long),
        ]  # fmt: skip
        async with asyncio.TaskGroup() as tasks:
            for number, deed in deeds:
                for _ in range(number):
                    tasks.create_task(self.again(deed))

    async def again(self, deed: Deed) -> None:
        """On one connection after the other; one that cannot be had or ends is the next one's beginning."""
        while True:
            with suppress(OSError, EOFError):
                await self.once(deed)
            await asyncio.sleep(0)

    async def once(self, deed: Deed) -> None:
        """On a connection of its own. Raises OSError or EOFError where that cannot be had or ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.here, 0), limit=BUFFER)
        try:
            await deed(reader, writer)
        finally:
            writer.transport.abort()

    async def pages(self, reader: Reader, writer: Writer) -> None:
        """The room, as fast as it comes."""
        while await self.ask(reader, writer, f"GET /r/{self.code}"):
            pass

    async def files(self, reader: Reader, writer: Writer) -> None:
        """What costs the server least."""
        while await self.ask(reader, writer, "GET /static/favicon.svg"):
            pass

    async def guess(self, reader: Reader, writer: Writer) -> None:
        """Other people's rooms."""
        self.guesses += 1
        await self.ask(reader, writer, f"GET /api/rooms/{self.guesses:07}")

    async def make(self, reader: Reader, writer: Writer) -> None:
        """Rooms of its own."""
        body = json.dumps({"game": "little_town", "seats": 4, "options": {}, "name": "Mallory"}).encode()
        headers = f"Content-Type: application/json\r\nContent-Length: {len(body)}"
        while await self.ask(reader, writer, "POST /api/rooms", headers, body):
            pass

    async def large(self, reader: Reader, writer: Writer) -> None:
        """A body that is too large."""
        await self.ask(reader, writer, "POST /api/rooms", f"Content-Length: {len(LARGE)}", LARGE)

    async def endless(self, reader: Reader, writer: Writer) -> None:
        """A head that is too large."""
        writer.write(b"GET / HTTP/1.1\r\nX-More: " + LARGE)
        await self.answer(reader)

    async def silent(self, reader: Reader, writer: Writer) -> None:
        """A head that does not come."""
        writer.write(b"GET / HTTP/1.1\r\nX-More: ")
        await self.answer(reader)

    async def slow(self, reader: Reader, writer: Writer) -> None:
        """A body that does not come."""
        await self.ask(reader, writer, "POST /api/rooms", "Content-Length: 100", b"{")

    async def watch(self, reader: Reader, writer: Writer) -> None:
        """A socket that is kept open."""
        await self.socket(reader, writer, b"")

    async def nonsense(self, reader: Reader, writer: Writer) -> None:
        """Frames that are refused, each with the whole room."""
        await self.socket(reader, writer, framed(b"{}") * 10)

    async def pings(self, reader: Reader, writer: Writer) -> None:
        """Frames that cost little."""
        await self.socket(reader, writer, framed(b'{"ping": 1}') * 10)

    async def long(self, reader: Reader, writer: Writer) -> None:
        """A frame that is too large."""
        await self.socket(reader, writer, framed(b" " * 5000))

    async def ask(self, reader: Reader, writer: Writer, what: str, header: str = "X: y", body: bytes = b"") -> bool:
        """One request and its answer: may there be another on this connection?"""
        writer.write(f"{what} HTTP/1.1\r\n{self.common}{header}\r\n\r\n".encode() + body)
        return await self.answer(reader)

    async def answer(self, reader: Reader) -> bool:
        """Count an answer, and read it to its end: may there be another on this connection?"""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        self.count(head.split(" ")[1])
        length = head.partition("content-length: ")[2].partition("\r\n")[0]
        if not length:
            return False
        await reader.readexactly(int(length))
        return "connection: close" not in head

    async def socket(self, reader: Reader, writer: Writer, frames: bytes) -> None:
        """Open a socket at the room's page and send these frames for ever."""
        await self.ask(
            reader, writer, f"GET /r/{self.code}/live",
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        )  # fmt: skip
        sending = asyncio.create_task(send(writer, frames))
        try:
            end = b""
            while not end.startswith(CLOSED) and (part := await reader.read(65536)):
                end = (end + part)[-4:]
            if end.startswith(CLOSED):
                self.count(str(int.from_bytes(end[2:])))
        finally:
            sending.cancel()

    def count(self, answer: str) -> None:
        """One more of these answers."""
        if not self.told[answer]:
            print(answer, flush=True)
        self.told[answer] += 1


async def send(writer: Writer, frames: bytes) -> None:
    """Send these frames as fast as they are taken."""
    with suppress(OSError):
        while frames:
            writer.write(frames)
            await writer.drain()
            await asyncio.sleep(0)


async def main(port: str, code: str, *where: str) -> None:
    flood = Flood(int(port), code, *where)
    task = asyncio.create_task(flood.run())
    await asyncio.to_thread(sys.stdin.read)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    print(json.dumps(flood.told), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
