"""Races over two processes at one database, with real sockets: three tabs a seat, everybody at the same moment."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection

from tests.api.conftest import Player, Table, opened, serving
from tests.api.test_live import receive, send
from tests.patience import PATIENCE
from tests.server import Server
from tests.sockets import socket_at

NEXT = {"type": "next"}
Doors = list[int]


@asynccontextmanager
async def two_servers(database: str, folder: Path) -> AsyncIterator[Doors]:
    """The real program twice, each in a process of its own."""
    servers = [Server(folder / name, DATABASE_URL=database) for name in ("one", "two")]
    for server in servers:
        server.folder.mkdir()
    try:
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        yield [server.port for server in servers]
    finally:
        for server in servers:
            server.stop()


@pytest.fixture(scope="module", params=["apps", pytest.param("processes", marks=pytest.mark.long)])
async def doors(request: pytest.FixtureRequest, app: FastAPI, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The ports of two servers at one database: two apps of this process, or two real processes."""
    database = app.state.store.url
    if request.param == "apps":
        async with opened(database) as other, serving(app) as one, serving(other) as two:
            yield [one.port, two.port]
    else:
        async with two_servers(database, tmp_path_factory.mktemp("doors")) as ports:
            yield ports


@dataclass
class Tab:
    """One open page of a seat. `rooms`: all room objects that it was sent; `answers`: what its frames were answered."""

    socket: ClientConnection
    rooms: list[Any] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    async def read(self) -> None:
        """The next frame."""
        frame = await receive(self.socket)
        (self.rooms if "code" in frame else self.answers).append(frame)
        self.rooms += [frame["room"]] if "room" in frame else []

    async def exchange(self, frame: object) -> Any:
        """Send a frame and read until its answer."""
        count = len(self.answers)
        await send(self.socket, frame)
        while len(self.answers) == count:
            await self.read()
        return self.answers[-1]

    async def until(self, **expected: object) -> None:
        """Read until the room has these values."""
        while not self.rooms or not expected.items() <= self.rooms[-1].items():
            await self.read()

    def check(self) -> None:
        """The room never went back."""
        places = [(room["version"], room["at"] or 0) for room in self.rooms]
        assert places == sorted(places)


class Party:
    """A table with players at two doors."""

    def __init__(self, stack: AsyncExitStack, doors: Doors) -> None:
        self._stack = stack
        self._doors = cycle(doors)
        self.https = [httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) for port in doors]
        self.tables = [Table(http) for http in self.https]

    async def tabs(self, player: Player, count: int = 3) -> list[Tab]:
        """So many pages of that seat, at one door and the other."""
        return [await self._tab(player) for _ in range(count)]

    async def _tab(self, player: Player) -> Tab:
        url = f"ws://127.0.0.1:{next(self._doors)}/api/rooms/{player.code}/live"
        headers = {"Authorization": f"Bearer {player.token}"} if player.token else {}
        tab = Tab(await self._stack.enter_async_context(socket_at(url, additional_headers=headers)))
        await tab.read()
        return tab


@pytest.fixture
async def party(doors: Doors) -> AsyncIterator[Party]:
    async with AsyncExitStack() as stack:
        made = Party(stack, doors)
        for http in made.https:
            await stack.enter_async_context(http)
        yield made


async def test_four_players_end_a_round_at_once_from_three_tabs_each(party: Party) -> None:
    players = await party.tables[0].started("roll_into_town", 4)
    seats = [await party.tabs(player) for player in players]
    (guest,) = await party.tabs(Player(players[0].http, players[0].code), 1)
    tabs = [tab for seat in seats for tab in seat]
    for at in range(4):
        answers = await asyncio.gather(*(tab.exchange({"at": at, "move": NEXT}) for tab in tabs))
        assert answers == [{"ok": True, "at": at + 1}] * 12
    await asyncio.gather(*(tab.until(version=16) for tab in [*tabs, guest]))
    for tab in [*tabs, guest]:
        tab.check()
        assert {each["round"] for each in tab.rooms[-1]["view"]["players"]} == {2}
    log = (await players[0].call("GET", "/log")).json()["moves"]
    assert [move["seq"] for move in log] == list(range(16))
    assert sorted(move["seat"] for move in log) == [seat for seat in range(4) for _ in range(4)]


async def test_an_undo_against_a_move_of_the_same_seat(party: Party) -> None:
    (player,) = await party.tables[0].started("roll_into_town", 1)
    one, two = await party.tabs(player, 2)
    for at in range(0, 20, 2):
        assert (await one.exchange({"at": at, "move": NEXT}))["ok"]
        frames = {"at": at + 1, "undo": True}, {"at": at + 1, "move": NEXT}
        answers = await asyncio.gather(one.exchange(frames[0]), two.exchange(frames[1]))
        (good,) = [answer for answer in answers if "ok" in answer]
        (bad,) = [answer for answer in answers if "error" in answer]
        assert (good["at"], bad["error"]["code"], bad["room"]["at"]) == (at + 2, "stale", at + 2)
        while (await player.look())["undo"]:
            player.at = (await player.look())["at"]
            await player.undo()
        if (room := await player.look())["at"] != at + 2:
            break
    for tab in (one, two):
        await tab.until(at=room["at"])
        tab.check()


async def test_the_start_against_three_who_want_to_join(party: Party) -> None:
    for _ in range(4):
        (ann,) = await party.tables[0].lobby("roll_into_town", 8, 1)
        (tab,) = await party.tabs(ann, 1)
        there = Player(party.https[1], ann.code)
        calls = [
            ann.call("POST", "/start", {"close_free": True}),
            *(there.call("POST", "/seats", {"name": name}) for name in ("Ben", "Cem", "Dan")),
        ]
        start, *sat = await asyncio.gather(*calls)
        assert start.status_code == 204
        assert {answer.status_code for answer in sat} <= {201, 409}
        tokens = [answer.json()["token"] for answer in sat if answer.status_code == 201]
        players = [ann, *(Player(party.https[0], ann.code, token) for token in tokens)]
        assert sorted([(await player.look())["seat"] for player in players]) == list(range(len(players)))
        assert (await ann.look())["places"] == len(players)
        for player in players:
            assert (await player.play(NEXT)).status_code == 200
        await tab.until(status="playing", at=1)
        tab.check()


async def test_a_farewell_against_a_move_and_the_return_against_who_takes_over(party: Party) -> None:
    for _ in range(4):
        ann, ben = await party.tables[0].started("roll_into_town", 2)
        (tab,) = await party.tabs(ben, 1)
        there = Player(party.https[1], ann.code, ann.token)
        left, moved = await asyncio.gather(ann.call("DELETE", "/seats/me"), there.play(NEXT))
        assert left.status_code == 204
        assert moved.status_code == 200 or moved.json()["error"]["code"] == "stale"
        guest = Player(party.https[1], ann.code)
        sat, back = await asyncio.gather(guest.call("POST", "/seats", {"name": "Cem"}), ann.play(NEXT, at=1))
        assert (sat.status_code, back.status_code) in {(201, 401), (409, 200), (201, 409), (409, 409)}
        owner = Player(party.https[0], ann.code, sat.json()["token"]) if sat.status_code == 201 else ann
        room = await owner.look()
        assert (room["seat"], [seat["left"] for seat in room["seats"]]) == (0, [False, False])
        owner.at = room["at"]
        if room["seats"][0]["active"]:
            assert (await owner.play(NEXT)).status_code == 200
        ben.at = 0
        assert (await ben.play(NEXT)).status_code == 200
        await tab.until(at=1)
        tab.check()
