"""How many sockets there may be: of one address, of one seat, of those who only watch; and their frames together."""

from collections.abc import AsyncIterator
from time import perf_counter

import pytest
import websockets
from fastapi import FastAPI

from app.main import create_app
from app.rooms import listener
from app.settings import Settings
from app.web.limits import REFUSED_FRAME, Rates
from tests.api.conftest import GAMES_AND_TOY, Player, Running, closed_with, serving
from tests.api.test_live import answer, exchange, receive, send, until
from tests.sockets import socket_at


@pytest.fixture
async def strict(app: FastAPI) -> AsyncIterator[Running]:
    """Another process on the same database: three sockets for each address, and few frames at once on all of them."""
    settings = Settings(DATABASE_URL=app.state.settings.database_url, MACHI_TRUSTED_PROXIES="127.0.0.9")
    made = create_app(settings, GAMES_AND_TOY, rates=Rates(sockets=3, caller_frames=(10 * (1 + REFUSED_FRAME), 100)))
    async with made.router.lifespan_context(made), serving(made) as running:
        yield running


def live(running: Running, player: Player, here: str, **headers: str) -> websockets.connect:
    """A socket at the player's room, from that address of this machine."""
    return socket_at(
        f"ws://127.0.0.1:{running.port}/api/rooms/{player.code}/live",
        additional_headers=({"Authorization": f"Bearer {player.token}"} if player.token else {}) | headers,
        local_addr=(here, 0),
    )


async def refused(connecting: websockets.connect, reason: str) -> None:
    async with connecting as socket:
        told = (await receive(socket))["error"]
        assert (told["code"], told["reason"]) == ("too_many", reason)
        assert await closed_with(socket) == 4429


async def test_sockets_of_an_address_4429(strict: Running) -> None:
    ann, ben = await strict.table.started()
    async with live(strict, ann, "127.0.0.2") as first, live(strict, ann, "127.0.0.2") as second:
        async with live(strict, ann, "127.0.0.2") as third:
            for socket in (first, second, third):
                await until(socket, seat=0)
            await refused(live(strict, ann, "127.0.0.2"), "sockets")
            async with live(strict, ben, "127.0.0.3") as elsewhere:
                await until(elsewhere, seat=1)
        await third.wait_closed()
        async with live(strict, ann, "127.0.0.2") as again:
            await until(again, seat=0)


async def test_sockets_of_an_address_at_one_room_4429(app: FastAPI) -> None:
    """So that nobody alone can keep others from watching."""
    settings = Settings(DATABASE_URL=app.state.settings.database_url)
    made = create_app(settings, GAMES_AND_TOY, rates=Rates(room_sockets=1))
    async with made.router.lifespan_context(made), serving(made) as running:
        ann, _ben = await running.table.started()
        cid, _dan = await running.table.started()
        async with live(running, ann, "127.0.0.2") as first, live(running, cid, "127.0.0.2") as other:
            for socket in (first, other):
                await until(socket, seat=0)
            page = f"ws://127.0.0.1:{running.port}/r/{ann.code.lower()}/live"
            await refused(socket_at(page, local_addr=("127.0.0.2", 0)), "sockets")
            async with live(running, ann, "127.0.0.3") as elsewhere:
                await until(elsewhere, seat=0)


async def test_behind_a_proxy_everybody_is_counted_apart(strict: Running) -> None:
    ann, ben = await strict.table.started()

    def behind(player: Player, number: int) -> websockets.connect:
        return live(strict, player, "127.0.0.9", **{"X-Forwarded-For": f"198.51.100.{number}"})

    async with behind(ann, 1) as first, behind(ann, 1) as second, behind(ann, 1) as third, behind(ben, 2) as other:
        for socket in (first, second, third):
            await until(socket, seat=0)
        await until(other, seat=1)
        await refused(behind(ben, 1), "sockets")


async def test_frames_on_all_sockets_of_an_address_wait_and_end_no_socket(strict: Running) -> None:
    ann, ben = await strict.table.started()
    async with live(strict, ann, "127.0.0.4") as first, live(strict, ben, "127.0.0.4") as second:
        began = perf_counter()
        for socket in (first, second) * 10:
            assert (await exchange(socket, {}))["error"]["code"] == "malformed"
        # Twenty at 11 each, the last on credit: 210 of which 110 were there, and 100 come in a second.
        assert perf_counter() - began > 0.9


async def test_sockets_of_a_seat_4429(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "SEAT_LISTENERS", 2)
    ann, ben = await running.table.started()
    async with running.live(ann) as first, running.live(ann) as second:
        await until(first, seat=0)
        await until(second, seat=0)
        await refused(running.live(ann), "seat")
        async with running.live(ben) as other, running.live(Player(ann.http, ann.code)) as watching:
            await until(other, seat=1)
            await until(watching, seat=None)
            await send(watching, {"token": ann.token})
            assert (await answer(watching))["error"]["reason"] == "seat"


async def test_watchers_of_a_room_4429_take_no_players_place(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "SPECTATORS", 1)
    ann, _ben = await running.table.started()
    guest = Player(ann.http, ann.code)
    async with running.live(guest) as watching:
        await until(watching, seat=None)
        await refused(running.live(guest), "watchers")
        async with running.live(ann) as mine:
            await until(mine, seat=0)
