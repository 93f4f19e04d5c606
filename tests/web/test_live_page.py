"""The socket that keeps a room's page up to date, over a real connection."""

import json
import re
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from tests.sockets import socket_at
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import made, playing, sit


def opened(address: str, code: str, cookies: Any, origin: str = "") -> AbstractAsyncContextManager[ClientConnection]:
    """The socket as that browser would open it from the room's page."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {"cookie": cookie} if cookie else {}
    return socket_at(
        f"ws://{address}/r/{code}/live",
        additional_headers=headers,
        origin=origin or f"http://{address}",  # type: ignore[arg-type]
    )


async def heard(socket: ClientConnection) -> str:
    """The next message that is not empty."""
    while True:
        message = await socket.recv()
        assert isinstance(message, str)
        if message:
            return message


async def answer_to(socket: ClientConnection, frame: dict[str, Any]) -> dict[str, Any]:
    """Send a frame; its answer. Pictures that come before it are passed over."""
    await socket.send(json.dumps(frame))
    while not (message := await heard(socket)).startswith("{"):
        pass
    answer: dict[str, Any] = json.loads(message)
    return answer


def targets(html: str) -> list[str]:
    return re.findall(r'<hx-partial hx-target="#([a-z-]+)"', html)


async def test_the_page_is_sent_at_once_and_pieces_after_each_change(new_browser: NewBrowser, address: str) -> None:
    ann, bea = new_browser(), new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    async with opened(address, code, ann.cookies) as socket:
        assert targets(await heard(socket)) == ["room-bar", "notice", "stage", "people"]
        await sit(bea, code, "Bea")
        change = await heard(socket)
        assert "Bea" in change
        assert "notice" not in targets(change)


async def test_a_move_is_answered_before_its_picture(new_browser: NewBrowser, address: str) -> None:
    code, ann, _ = await playing(new_browser)
    async with opened(address, code, ann.cookies) as mine:
        assert await answer_to(mine, {"at": 0, "move": {"type": "one"}, "id": "p.1"}) == {
            "ok": True,
            "at": 1,
            "id": "p.1",
        }
        while 'data-at="1"' not in await heard(mine):
            pass
        assert await answer_to(mine, {"at": 1, "undo": True, "id": "p.2"}) == {"ok": True, "at": 2, "id": "p.2"}


async def test_a_frame_sent_again_is_answered_as_before(new_browser: NewBrowser, address: str) -> None:
    code, ann, _ = await playing(new_browser)
    frame = {"at": 0, "move": {"type": "one"}, "id": "p.1"}
    async with opened(address, code, ann.cookies) as socket:
        first = await answer_to(socket, frame)
    async with opened(address, code, ann.cookies) as socket:
        assert await answer_to(socket, frame) == first
    assert (await ann.get(f"/api/rooms/{code}")).json()["at"] == 1


async def test_a_refusal_says_why_and_brings_the_page_as_it_is(new_browser: NewBrowser, address: str) -> None:
    code, _, bea = await playing(new_browser)
    async with opened(address, code, bea.cookies) as socket:
        answer = await answer_to(socket, {"at": 0, "move": {"type": "one"}, "id": "p.1"})
    assert (answer["id"], answer["error"]["code"], answer["error"]["reason"]) == ("p.1", "illegal", "not_your_turn")
    assert answer["error"]["message"]
    assert targets(answer["html"]) == ["room-bar", "notice", "stage", "people"]


async def test_a_spectator_who_tries_to_move_is_answered(new_browser: NewBrowser, address: str) -> None:
    code, _, _ = await playing(new_browser)
    async with opened(address, code, {}) as socket:
        answer = await answer_to(socket, {"at": 0, "move": {"type": "one"}, "id": "p.1"})
        assert answer["error"]["code"] == "no_token"
        assert await answer_to(socket, {"ping": 7}) == {"pong": 7}


async def test_pings_are_answered(new_browser: NewBrowser, address: str) -> None:
    code, ann, _ = await playing(new_browser)
    async with opened(address, code, ann.cookies) as socket:
        assert await answer_to(socket, {"ping": 1}) == {"pong": 1}


@pytest.mark.parametrize(("code", "close"), [("2222222", 4404), ("nonsense", 4404)])
async def test_a_room_that_is_not_there_closes_the_socket(address: str, code: str, close: int) -> None:
    async with opened(address, code, {}) as socket:
        assert json.loads(await heard(socket))["error"]["code"] == "no_room"
        await socket.wait_closed()
        assert socket.close_code == close


async def test_an_old_key_closes_the_socket_so_that_the_page_loads_anew(new_browser: NewBrowser, address: str) -> None:
    code, _, _ = await playing(new_browser)
    async with opened(address, code, {f"machi_{code}": "N" * 22}) as socket:
        await socket.wait_closed()
        assert socket.close_code == 4401


async def test_another_site_gets_no_socket(new_browser: NewBrowser, address: str) -> None:
    code, ann, _ = await playing(new_browser)
    with pytest.raises(InvalidStatus) as refused:
        async with opened(address, code, ann.cookies, origin="http://evil.test"):
            pass
    assert refused.value.response.status_code == 403
