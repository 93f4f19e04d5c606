"""The real program as whoever runs it sees it: its log, and its metrics beside the README's table of them."""

import asyncio
import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from app.logs import FIELDS
from app.store.cluster import command_line
from app.store.embedded import running
from engine.little_town.cards import OBJECTIVES
from tests.api.conftest import Player, Table, closed_with, live
from tests.api.test_live import exchange, receive, send
from tests.patience import PATIENCE
from tests.ports import free_port
from tests.server import Server
from tests.setup.repository import text
from tests.setup.test_readme import section
from tests.sockets import socket_at

NAMES = ("Zebulon", "Quendoline", "Ottokar")
SALTS = ("a1b2c3d4" * 4, "0f1e2d3c" * 4)
SEED = "5a17" * 16
WRONG = "a-key-that-opens-nothing"


def two_ports() -> int:
    """The first of two free ports, one after the other."""
    first = free_port()
    while (second := free_port()) != first + 1:
        first = second
    return first


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With all that it can say, for machines, and its metrics."""
    server = Server(
        tmp_path_factory.mktemp("operations"),
        MACHI_LOG_LEVEL="debug",
        MACHI_LOG_FORMAT="json",
        MACHI_METRICS_PORT=str(free_port()),
    )
    server.start()
    yield server
    assert server.stop() == 0


def metrics_url(server: Server, worker: int = 0) -> str:
    return f"http://127.0.0.1:{int(server.settings['MACHI_METRICS_PORT']) + worker}/metrics"


async def scraped(url: str) -> dict[str, Any]:
    """Metric families by name."""
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        answer = await http.get(url)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {family.name: family for family in text_string_to_metric_families(answer.text)}


# --- metrics ------------------------------------------------------------------------------------------------------


def documented() -> dict[str, tuple[str, set[str]]]:
    """Type and labels of each metric in the README's table."""
    rows = re.findall(r"^\| `(\w+)` \| (counter|gauge|histogram) \|([^|]*)\| ", section("Operations"), re.MULTILINE)
    return {name: (kind, set(re.findall(r"`(\w+)`", labels))) for name, kind, labels in rows}


async def test_the_readme_lists_every_metric_and_every_metric_it_lists_exists(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        await http.get("/r/2222222")
    listed, found = documented(), await scraped(metrics_url(server))
    names = {family.name + "_total" * (family.type == "counter"): family for family in found.values()}
    assert listed.keys() == names.keys()
    for name, (kind, labels) in listed.items():
        assert names[name].type == kind, name
        for sample in names[name].samples:
            assert sample.labels.keys() - {"le"} == labels, sample


async def test_there_is_nothing_else_at_the_metrics_port_and_no_metrics_at_the_public_one(server: Server) -> None:
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        for path in ("/", "/metrics/", "/healthz", "/r/2222222"):
            assert (await http.get(metrics_url(server).replace("/metrics", path))).status_code == 404
        assert (await http.post(metrics_url(server))).status_code == 404
        assert (await http.get(f"{server.url}/metrics")).status_code == 404


def test_nothing_before_the_program_passes_the_metrics_on() -> None:
    services = yaml.safe_load(text("docker-compose.yml"))["services"].values()
    ports = [port for service in services for port in service.get("ports", [])]
    assert ports
    assert not [port for port in ports if "METRICS" in port]
    assert "METRICS" not in text("nginx.conf").upper()


@pytest.mark.long
async def test_each_worker_has_metrics_at_a_port_of_its_own_and_so_has_who_takes_its_place(tmp_path: Path) -> None:
    ports = two_ports()  # before the server takes the next one
    server = Server(tmp_path, MACHI_WORKERS="2", MACHI_METRICS_PORT=str(ports))
    await asyncio.to_thread(server.start)
    try:
        before = await ages(server, 2)
        os.kill(workers(server)[0], signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            while await ages(server, 2) == before:
                await asyncio.sleep(0.05)
    finally:
        assert await asyncio.to_thread(server.stop) == 0


async def ages(server: Server, number: int) -> list[float]:
    """When each worker began, once all of them answer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                found = [await scraped(metrics_url(server, worker)) for worker in range(number)]
            except httpx.TransportError:
                await asyncio.sleep(0.05)
            else:
                return [each["process_start_time_seconds"].samples[0].value for each in found]


def workers(server: Server) -> list[int]:
    """Their processes."""
    assert server.process
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [pid for pid in map(int, children) if any("spawn_main" in word for word in command_line(pid))]


# --- the log ------------------------------------------------------------------------------------------------------


async def test_the_log_tells_of_a_whole_game_without_a_name_a_key_or_a_card(server: Server) -> None:
    begin = server.log.stat().st_size
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        players = await play(Table(http), server)
        await be_refused(http, players, server)
        await break_it(http, server)
    async with asyncio.timeout(PATIENCE):  # the mistake is logged after its answer, a long line in more than one piece
        while b"UniqueViolationError" not in (said := server.log.read_bytes()[begin:]) or not said.endswith(b"\n"):
            await asyncio.sleep(0.02)
    text = said.decode()
    lines = [json.loads(line) for line in text.splitlines()]
    allowed = {"time", "level", "logger", "event", "exception", *FIELDS}
    assert [line for line in lines if line.keys() - allowed] == []
    said = {line["event"] for line in lines}
    assert {"a game has begun", "a game is over", "move", "undo", "move refused", "request"} <= said
    rooms = {line["room"] for line in lines if "room" in line}
    assert all(isinstance(room, int) for room in rooms)
    codes = {line.get("code") for line in lines}
    assert {"stale", "illegal", "nothing_to_undo", "over"} <= codes
    for secret in secrets_of(players):
        assert secret not in text, secret


def secrets_of(players: list[Player]) -> set[str]:
    """What no line may hold, as it is written anywhere."""
    keys = {str(player.token) for player in players}
    return {*NAMES, *SALTS, *keys, *OBJECTIVES, SEED, WRONG, players[0].code, "127.0.0.1"}


async def play(table: Table, server: Server) -> list[Player]:
    """A game of Little Town to its end, on a fixed seed, the first seat by a socket, with a move that is taken back."""
    made = await table.make("little_town", 2, name=NAMES[0], salt=SALTS[0], seed=SEED)
    ann = Player(table.http, made.json()["code"], made.json()["token"])
    sat = await ann.call("POST", "/seats", {"name": NAMES[1], "salt": SALTS[1]})
    players = [ann, Player(table.http, ann.code, sat.json()["token"])]
    assert (await ann.call("POST", "/start")).status_code == 204
    rng = Random(1)
    undone = False
    async with live(server.port, ann) as socket:
        await receive(socket)
        while active := [seat["seat"] for seat in (await ann.look())["seats"] if seat["active"]]:
            offered = (await players[active[0]].call("GET", "/moves")).json()
            ending = [move for move in offered["moves"] if move["type"] == "end_turn"]
            frame = {"at": offered["at"], "move": ending[0] if ending and undone else rng.choice(offered["moves"])}
            if active[0] == 0:
                assert (await exchange(socket, frame))["ok"]
            else:
                assert (await players[1].play(frame["move"], at=frame["at"])).status_code == 200
            if not undone and (await players[active[0]].look())["undo"]:
                players[active[0]].at = frame["at"] + 1
                undone = (await players[active[0]].undo()).status_code == 200
    assert undone
    return players


async def be_refused(http: httpx.AsyncClient, players: list[Player], server: Server) -> None:
    """In every way that comes to mind, by every door, keys and names always in it."""
    ann, ben = players
    table = Table(http)
    other = await table.make("little_town", 2, name=NAMES[2], seed=SEED)
    cat = Player(http, other.json()["code"], other.json()["token"])
    place = {"type": "place", "cell": [0, 0]}
    for call in (
        ann.play(place, at=1000),
        ann.undo(),
        cat.play(place),
        cat.call("POST", "/start"),
        cat.call("POST", "/seats", {"name": NAMES[2]}),
        cat.call("POST", "/seats", {"name": NAMES[0] * 9}),
        cat.call("POST", "/seats", {"name": NAMES[0], "token": WRONG}),
        Player(http, cat.code, ben.token).play(place),
        Player(http, cat.code, WRONG).play(place),
        Player(http, cat.code).call("GET", f"/moves?token={ann.token}&name={NAMES[0]}"),
        table.make("little_town", 9, name=NAMES[0]),
        http.get(f"/r/{ann.code}/seat?key={ann.token}"),
        http.get(f"/r/{ann.code}", headers={"Cookie": f"machi_{ann.code}={ben.token}", "User-Agent": NAMES[0]}),
        http.get(f"/{NAMES[0]}/{ann.token}"),
        http.post(f"/r/{ann.code}/seat", data={"token": f"{server.url}/r/{ann.code}/seat#{ben.token}"}),
        http.post("/rooms", data={"game": "little_town", "name": NAMES[0]}, headers={"Origin": "https://x.example"}),
        http.post("/rooms", content=NAMES[0] * 4000),
        http.request(NAMES[0].upper(), f"/r/{ann.code}"),
    ):
        assert (await call).status_code < 500
    dan = await cat.call("POST", "/seats", {"name": NAMES[0]})
    assert (await cat.call("POST", "/start")).status_code == 204
    seats = [cat, Player(http, cat.code, dan.json()["token"])]
    active = next(seat["seat"] for seat in (await cat.look())["seats"] if seat["active"])
    for frame in ({"type": "end_turn"}, {"type": "show", "objective": next(iter(OBJECTIVES))}):
        await seats[active].play(frame, at=0)
        await seats[active].play(frame, at=7)
    await seats[active].undo()
    players += seats
    key = {"Cookie": f"machi_{ann.code}={ann.token}"}
    for path in (f"/r/{ann.code}/live", f"/api/rooms/{ann.code}/live"):
        address = f"ws://127.0.0.1:{server.port}{path}?token={ann.token}&name={NAMES[0]}"
        async with socket_at(address, additional_headers=key) as socket:
            await socket.recv()
            for frame in ({"at": 0, "move": place}, {"at": 0, "undo": True}, {"name": NAMES[0]}, {"token": WRONG}):
                await send(socket, frame)
            await closed_with(socket)


async def break_it(http: httpx.AsyncClient, server: Server) -> None:
    """A mistake whose exception quotes a name: the database is made to refuse a second room with the same one."""
    url = running(server.folder / "data")
    assert url
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CREATE UNIQUE INDEX broken ON seats (name) WHERE name = 'Ottokar' AND id > 1000000")
        await connection.execute("SELECT setval(pg_get_serial_sequence('seats', 'id'), 1000001)")
        made = [await Table(http).make("little_town", 2, name=NAMES[2]) for _ in range(2)]
    finally:
        await connection.execute("DROP INDEX IF EXISTS broken")
        await connection.close()
    assert [answer.status_code for answer in made] == [201, 500]
