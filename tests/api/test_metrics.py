"""What is counted, and where: in this process, by labels that are bounded."""

import asyncio
import socket
import time
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.lag import lag_measured
from app.metrics import Metrics
from app.rooms.door import utc_now
from app.store.journal import MOST_WAITING, Journal
from app.store.records import Event
from tests.api.conftest import Player, calling, closed_with, opened, serving
from tests.api.test_live import END, ONE, exchange, receive, send, until
from tests.api.test_play import finish
from tests.patience import PATIENCE
from tests.routes import routes


class Counts:
    """What an app's metrics say. `count(name, **labels)`: 0.0 for what has not been counted yet."""

    def __init__(self, app: FastAPI) -> None:
        self._registry = app.state.metrics.registry

    def __call__(self, name: str, **labels: str) -> float:
        return self._registry.get_sample_value(f"machi_{name}", labels) or 0.0

    async def becomes(self, wanted: float, name: str, **labels: str) -> None:
        """Wait until it says so."""
        async with asyncio.timeout(PATIENCE):
            while self(name, **labels) != wanted:
                await asyncio.sleep(0.01)


@pytest.fixture
def count(lonely_app: FastAPI) -> Counts:
    return Counts(lonely_app)


async def test_a_game_is_counted_and_what_is_sent_twice_is_one_move(lonely_app: FastAPI, count: Counts) -> None:
    async with calling(lonely_app) as table:
        ann, ben = await table.started()
        await ann.play(ONE)
        assert (await ann.play(ONE, at=0)).status_code == 200  # again
        await ann.undo()
        assert (count("moves_total", game="toy"), count("undos_total", game="toy")) == (1, 1)
        assert (count("rooms", status="playing"), count("drafts")) == (1, 0)
        await ann.play(ONE)
        assert count("drafts") == 1
        await ann.play(END)
        await finish([ben, ann])
    for name, games in (("games_begun_total", 1), ("games_over_total", 1)):
        assert count(name, game="toy") == games
        assert count(name, game="little_town") == 0
    assert (count("rooms", status="playing"), count("rooms", status="over")) == (0, 1)


async def test_refusals_are_counted_by_door_and_code(lonely_app: FastAPI, count: Counts) -> None:
    async with serving(lonely_app) as running:
        ann, _ben = await running.table.started()
        await ann.play(ONE, at=7)
        await running.table.http.get("/r/2222222")
        async with running.live(ann) as socket:
            await exchange(socket, {"at": 7, "move": ONE})
            await socket.send("[]")
            await receive(socket)
            await send(socket, {"token": "wrong"})
            await closed_with(socket)
    for door, code in (
        *(("http", "stale"), ("http", "no_room")),
        *(("socket", "stale"), ("socket", "malformed"), ("socket", "no_token")),
    ):
        assert count("refusals_total", door=door, code=code) == 1, (door, code)
    assert count("refusals_total", door="socket", code="illegal") == 0


async def test_who_looks_and_who_is_told_how_soon(lonely_app: FastAPI, count: Counts) -> None:
    async with serving(lonely_app) as running:
        ann, ben = await running.table.started()
        spectator = Player(running.table.http, ann.code)
        async with running.live(ann) as first, running.live(ben) as second, running.live(spectator) as third:
            for socket in (first, second, third):
                await until(socket, status="playing")
            assert count("sockets", kind="json", viewer="seat") == 2
            assert count("sockets", kind="json", viewer="spectator") == 1
            assert count("rooms_watched") == 1
            told = count("broadcast_seconds_count")
            await exchange(first, {"at": 0, "move": ONE})
            for socket in (first, second, third):
                while (await receive(socket))["view"]["heap"] == 6:
                    pass
            await count.becomes(told + 3, "broadcast_seconds_count")
        await count.becomes(0, "sockets", kind="json", viewer="seat")
    assert 0 < count("broadcast_seconds_sum") < PATIENCE


async def test_the_database_is_timed_and_its_faults_are_counted(lonely_app: FastAPI, count: Counts) -> None:
    store = lonely_app.state.store
    kinds = ("read", "write", "transaction")
    before = [count("database_seconds_count", kind=kind) for kind in kinds]
    async with calling(lonely_app) as table:
        await table.started()
    assert all(count("database_seconds_count", kind=kind) > was for kind, was in zip(kinds, before, strict=True))
    assert count("database_connections", state="idle") >= 1
    await store.pool.execute("ALTER TABLE events RENAME TO gone")
    async with calling(lonely_app) as table:
        with pytest.raises(Exception, match="events"):
            await table.make()
    await count.becomes(1, "database_errors_total", fault="refused")


async def test_a_flood_of_probes_costs_the_database_nothing(
    lonely_app: FastAPI, count: Counts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.health.SECONDS", PATIENCE)
    async with calling(lonely_app) as table:
        before = count("database_seconds_count", kind="read")
        for _ in range(100):
            assert (await table.http.get("/readyz")).status_code == 200
    assert count("database_seconds_count", kind="read") - before < 50


def example(path: str) -> str:
    """An address for a route's template."""
    for name in ("{code}", "{game}", "{seat}", "{version}", "{digest}", "{names:path}", "{path:path}"):
        path = path.replace(name, "7")
    return path


async def test_requests_are_counted_by_the_template_of_their_route(lonely_app: FastAPI, count: Counts) -> None:
    templates = {path for method, path in routes(lonely_app) if method == "GET"}
    async with calling(lonely_app) as table:
        for path in templates:
            await table.http.get(example(path))
        await table.http.get("/nowhere/at/all?token=secret")
    samples = [
        sample.labels
        for family in lonely_app.state.metrics.registry.collect()
        for sample in family.samples
        if sample.name == "machi_http_requests_total"
    ]
    assert {labels["route"] for labels in samples} == templates | {"other"}
    assert {labels["status"] for labels in samples} <= {"2xx", "3xx", "4xx"}
    for route in templates:
        assert count("http_request_seconds_count", route=route) == 1


async def test_the_public_port_has_no_metrics(lonely_app: FastAPI) -> None:
    for address in ("127.0.0.1", "::1", "203.0.113.7"):
        transport = httpx.ASGITransport(lonely_app, client=(address, 4321))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"Authorization": "Bearer any"}):
                answer = await http.get("/metrics", headers=headers)
                assert answer.status_code == 404
                assert "machi_" not in answer.text


async def test_what_a_history_cannot_keep_is_counted(lonely_app: FastAPI, count: Counts) -> None:
    journal = Journal(lonely_app.state.store)
    for _ in range(MOST_WAITING + 3):  # nobody writes them down
        journal.note(1, Event("refused", utc_now()))
    assert count("events_dropped_total") == 3


async def test_the_loops_lag_is_measured() -> None:
    metrics = Metrics()
    async with lag_measured(metrics, often=0.01), asyncio.timeout(PATIENCE):
        await asyncio.sleep(0)  # it has begun to wait
        time.sleep(0.1)
        while not (metrics.registry.get_sample_value("machi_loop_lag_seconds_count") or 0):
            await asyncio.sleep(0)
    assert (metrics.registry.get_sample_value("machi_loop_lag_seconds_sum") or 0) >= 0.08


async def test_games_go_on_without_metrics_where_their_port_is_taken(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with opened(database, MACHI_METRICS_PORT=str(port)) as app, calling(app) as table:
            await table.started()
    assert f"no metrics: cannot listen on 127.0.0.1, port {port}" in caplog.text


def test_labels_that_are_known_begin_at_nothing() -> None:
    metrics = Metrics()
    metrics.begin(["toy"], ["http"], ["stale"])
    sample: Any = metrics.registry.get_sample_value
    assert sample("machi_moves_total", {"game": "toy"}) == 0
    assert sample("machi_refusals_total", {"door": "http", "code": "stale"}) == 0
