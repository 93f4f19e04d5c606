"""/healthz and /readyz: what they say of a process that ends, of tables that do not fit, of a database that is away."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from app.store.migrate import versions
from app.web.limits import Rates
from tests.api.conftest import Running, calling, opened, serving
from tests.api.machine import Machine
from tests.patience import PATIENCE

READY = {"ready": True, "serving": True, "database": True, "tables": True, "wakeups": True}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the database is only away where a test says so, however slow the machine is."""
    monkeypatch.setattr("app.web.health.SECONDS", PATIENCE)


async def becomes(http: httpx.AsyncClient, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Ask /readyz until it says what is wanted; what it says then, whose status fits."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await http.get("/readyz")
            told: dict[str, Any] = answer.json()
            assert answer.status_code == (200 if told["ready"] else 503)
            assert told["ready"] == all(told[need] for need in READY if need not in ("ready", "wakeups"))
            if wanted(told):
                return told
            await asyncio.sleep(0.02)


async def test_a_process_in_good_order_is_ready(lonely_app: FastAPI) -> None:
    async with calling(lonely_app) as table:
        assert (await table.http.get("/healthz")).json() == {"healthy": True}
        assert (await table.http.get("/readyz")).json() == READY


async def test_who_asks_while_another_does_is_answered_too(lonely_app: FastAPI) -> None:
    async with calling(lonely_app) as table:
        answers = await asyncio.gather(*(table.http.get("/readyz") for _ in range(5)))
    assert [answer.json() for answer in answers] == [READY] * 5


async def test_tables_of_an_older_program_do_not_do_and_of_a_newer_one_do(lonely_app: FastAPI) -> None:
    pool = lonely_app.state.store.pool
    async with calling(lonely_app) as table:
        await pool.execute("UPDATE alembic_version SET version_num = $1", versions()[-2])
        told = await becomes(table.http, lambda told: not told["ready"])
        assert told == READY | {"ready": False, "tables": False}
        await pool.execute("UPDATE alembic_version SET version_num = 'newer'")
        await becomes(table.http, lambda told: told["ready"])
        await pool.execute("DROP TABLE alembic_version")
        await becomes(table.http, lambda told: told["database"] and not told["tables"])


async def asked(running: Running, path: str, before_it: Callable[[], None]) -> tuple[bytes, bytes]:
    """The answer's first line and body, on a connection that is made before something happens."""
    known = len(running.server.server_state.connections)
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    async with asyncio.timeout(PATIENCE):
        while len(running.server.server_state.connections) == known:
            await asyncio.sleep(0.005)
        before_it()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
    writer.close()
    return answer.split(b"\r\n", 1)[0], answer.rsplit(b"\r\n", 1)[1]


async def test_who_ends_says_so_first(lonely_app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.transport.LAST_SECONDS", PATIENCE)
    async with serving(lonely_app, timeout_graceful_shutdown=PATIENCE) as running:
        assert (await running.table.http.get("/readyz")).json() == READY
        ending, healthy = await asyncio.gather(
            asked(running, "/readyz", lambda: running.server.handle_exit(signal.SIGTERM, None)),
            asked(running, "/healthz", lambda: None),
        )
    assert ending[0] == b"HTTP/1.1 503 Service Unavailable"
    assert b'"ready":false,"serving":false,"database":true' in ending[1]
    assert healthy == (b"HTTP/1.1 200 OK", b'{"healthy":true}')


async def test_who_asks_too_much_here_keeps_no_probe_out(database: str) -> None:
    async with opened(database, Rates(requests=(2, 0.001), made=(2, 0.001))) as app:
        for address, status in (("127.0.0.1", 200), ("::1", 200), ("203.0.113.7", 429)):
            transport = httpx.ASGITransport(app, client=(address, 4321))
            async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as http:
                assert [(await http.get("/theme")).status_code for _ in range(3)][-1] == 429
                assert [(await http.get(path)).status_code for path in ("/healthz", "/readyz")] == [status, status]


@pytest.fixture(scope="module")
async def machine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Machine]:
    async with Machine.made(tmp_path_factory.mktemp("probed")) as machine:
        yield machine


@pytest.mark.long
async def test_a_silent_database_makes_nobody_kill_who_waits_for_it(machine: Machine) -> None:
    async with httpx.AsyncClient(base_url=machine.server.url, timeout=PATIENCE) as http:
        await becomes(http, lambda told: told["ready"])
        async with machine.silent_database():
            told = await becomes(http, lambda told: not told["database"])
            assert (told["ready"], told["serving"], told["tables"]) == (False, True, False)
            assert (await http.get("/healthz")).json() == {"healthy": True}
        await becomes(http, lambda told: told == READY)


@pytest.mark.long
async def test_who_hears_no_wakeups_says_so_and_is_ready_all_the_same(machine: Machine) -> None:
    """The connection that listens is cut, and no new one can be made: those that are there go on."""
    assert machine.postgres.pid
    connection = await asyncpg.connect(machine.postgres.url)
    async with httpx.AsyncClient(base_url=machine.server.url, timeout=PATIENCE) as http:
        await becomes(http, lambda told: told["ready"])
        os.kill(machine.postgres.pid, signal.SIGSTOP)
        try:
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' "
                "AND application_name = '' AND pid <> pg_backend_pid()"  # those of the pool are called machi
            )
            told = await becomes(http, lambda told: told["database"] and not told["wakeups"])
            assert told == READY | {"wakeups": False}
        finally:
            os.kill(machine.postgres.pid, signal.SIGCONT)
        assert await becomes(http, lambda told: told["wakeups"]) == READY
    await connection.close()
