"""Several processes behind nginx, with the configuration that is shipped: any of them answers anything."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import websockets
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from app.rooms.check import check_logs
from app.store import Store
from app.web.limits import Rates
from tests import nginx
from tests.api.conftest import FREE, Table, opened, serving
from tests.api.test_live import exchange, until
from tests.api.test_play import END, ONE
from tests.api.test_replacement import PAIRS, PATIENCE, Caller, Talker, play_games, two_processes, until_all_moved
from tests.nginx import Nginx
from tests.server import Server
from tests.sockets import socket_at
from tests.web.test_live_page import heard
from tests.web.test_room_pages import made, sit

pytestmark = nginx.needed


@dataclass
class Address:
    """One address with two processes behind it. `asked`: how many requests each got, by (process, kind)."""

    nginx: Nginx
    asked: Counter[tuple[int, str]]

    def browser(self, address: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
        """A browser there, which makes a connection for each request."""
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_keepalive_connections=0))
        headers = {"origin": self.nginx.url} | headers
        return httpx.AsyncClient(transport=transport, base_url=self.nginx.url, headers=headers, timeout=PATIENCE)

    def live(self, path: str, token: str | None = None) -> websockets.connect:
        """A socket, as the browser of that seat opens it."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return socket_at(self.nginx.url.replace("http", "ws") + path, additional_headers=headers, origin=self.nginx.url)


def counted(asked: Counter[tuple[int, str]], number: int, app: FastAPI) -> ASGIApp:
    """That process's app, which notes what it is asked."""

    async def counting(scope: Scope, receive: Receive, send: Send) -> None:
        asked[number, scope["type"]] += 1
        await app(scope, receive, send)

    counting.state = app.state  # the server asks for it
    return counting


@asynccontextmanager
async def two_behind_nginx(folder: Path, database: str, rates: Rates = FREE) -> AsyncIterator[Address]:
    asked: Counter[tuple[int, str]] = Counter()
    async with AsyncExitStack() as stack:
        ports = []
        for number in range(2):
            app = await stack.enter_async_context(opened(database, rates, MACHI_TRUSTED_PROXIES="127.0.0.1"))
            ports.append((await stack.enter_async_context(serving(counted(asked, number, app)))).port)
        front = Nginx(folder, ports)
        stack.callback(front.stop)
        await asyncio.to_thread(front.start)
        yield Address(front, asked)


@pytest.fixture
async def address(tmp_path: Path, database: str) -> AsyncIterator[Address]:
    async with two_behind_nginx(tmp_path, database) as address:
        yield address


async def test_one_browser_is_answered_by_both(address: Address) -> None:
    """Pages, files and forms, with one cookie, whichever process it meets."""
    async with address.browser() as browser:
        files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)"', (await browser.get("/")).text))
        assert files
        for path in sorted(files):
            assert (await browser.get(path)).status_code == 200, path
        code = await made(browser)
        await sit(browser, code, "Ann")
        for _ in range(2):
            page = (await browser.get(f"/r/{code}")).text
            assert '<span class="badge badge-on">you</span>' in page
            assert f"{address.nginx.url}/r/{code}" in page
        assert (await browser.post("/rooms", headers={"origin": "http://elsewhere"})).status_code == 403
    assert min(address.asked[number, "http"] for number in range(2)) >= 4


async def test_players_on_different_processes_play_one_game(address: Address) -> None:
    async with address.browser() as http:
        ann, ben = await Table(http).started()
        path = f"/api/rooms/{ann.code}/live"
        async with (
            address.live(path, ann.token) as anns,
            address.live(path, ben.token) as bens,
            address.live(f"/r/{ann.code}/live") as page,
        ):
            assert [address.asked[number, "websocket"] for number in range(2)] in ([1, 2], [2, 1])
            assert "hx-partial" in await heard(page)
            for turn in range(4):
                mover, other = (anns, bens) if turn % 2 == 0 else (bens, anns)
                for at, move in enumerate((ONE, END), start=turn // 2 * 2):
                    assert await exchange(mover, {"at": at, "move": move}) == {"ok": True, "at": at + 1}
                await until(other, version=2 * turn + 2)
            assert "hx-partial" in await heard(page)


async def test_browsers_are_counted_by_their_own_address(tmp_path: Path, database: str) -> None:
    """Whatever they say themselves of where they come from. Each process counts for itself."""
    async with two_behind_nginx(tmp_path, database, Rates(requests=(2, 0.0005))) as address:
        codes = []
        for home in ("127.0.0.2", "127.0.0.3"):
            for claimed in range(6):
                async with address.browser(home, **{"x-forwarded-for": f"203.0.113.{claimed}"}) as browser:
                    codes.append((await browser.get("/api/nothing")).status_code)
    assert codes == [404, 404, 404, 404, 429, 429] * 2


async def test_what_is_too_large_is_answered_by_the_app(address: Address) -> None:
    async with address.browser() as browser:
        answer = await browser.post("/api/rooms", content=b"x" * 500_000)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


class Unanswered(ConnectionError):
    """nginx's word that the process ended before it answered, and that it may ask no other: it could be carried out
    twice."""


async def require_an_answer(response: httpx.Response) -> None:
    """Raise `Unanswered` for such a word."""
    if response.status_code == 502:
        raise Unanswered(f"{response.request!r}: 502")


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_killed_and_replaced_while_people_play(tmp_path: Path, database: str, store: Store) -> None:
    """Real processes. Sockets come back by themselves; a call is made once: nginx asks the next process.

    All that may be lost is the making of a room that a killed process was busy with."""
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        servers = await stack.enter_async_context(two_processes(tmp_path, database))
        front = Nginx(tmp_path, [server.port for server in servers])
        stack.callback(front.stop)
        await asyncio.to_thread(front.start)
        hooks = {"response": [require_an_answer]}
        http = await stack.enter_async_context(
            httpx.AsyncClient(base_url=front.url, timeout=PATIENCE, event_hooks=hooks)
        )  # fmt: skip
        callers, talkers = [Caller() for _ in range(PAIRS)], [Talker(front.port) for _ in range(PAIRS)]
        playing = await stack.enter_async_context(asyncio.TaskGroup())
        for caller, talker in zip(callers, talkers, strict=True):
            playing.create_task(play_games(caller, talker, http, store, stop))
        bots = [*callers, *talkers]
        await until_all_moved(bots)
        for during, number, end in (("kill a", 0, Server.kill), ("stop b", 1, Server.stop), ("stop a", 0, Server.stop)):
            for bot in bots:
                bot.during = during
            await asyncio.to_thread(end, servers[number])
            await until_all_moved(bots)
            await asyncio.to_thread(servers[number].start)
        await until_all_moved(bots)
        stop.set()
    losses = [loss for caller in callers for loss in caller.losses]
    assert [loss for loss in losses if (loss.during, type(loss.error)) != ("kill a", Unanswered)] == []
    assert any(talker.losses for talker in talkers), "nobody was there when a process ended"
    assert not [room async for room in check_logs(store) if room.differences]
