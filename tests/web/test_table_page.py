"""The shared screen /r/CODE/table: a spectator's view for everybody's eyes, whosever browser shows it."""

import json
import re
from contextlib import AsyncExitStack

import pytest
from httpx import AsyncClient
from websockets.asyncio.client import ClientConnection, connect

from tests.sockets import socket_at
from tests.web.conftest import NewBrowser, with_a_letter
from tests.web.patched import Patched
from tests.web.test_live_page import answer_to, heard, targets
from tests.web.test_room_pages import finished, made, playing, sit

SEED = "7a" * 32  # what a move changes of a board should not be chance
ROOMS = [
    ("little_town", {"seats": 2, "options": {"board": "A", "first_game": True}, "seed": SEED}),
    ("roll_into_town", {"seats": 2, "options": {"size": 7}, "seed": SEED}),
    ("toy", {"seats": 2, "options": {}}),
]


def screen(address: str, code: str, browser: AsyncClient) -> connect:
    """The socket of the shared screen as that browser opens it, with all its cookies."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return socket_at(
        f"ws://{address}/r/{code}/table/live",
        additional_headers={"cookie": cookie} if cookie else {},
        origin=f"http://{address}",  # type: ignore[arg-type]
    )


async def begun(new_browser: NewBrowser, game: str, room: dict[str, object]) -> tuple[str, AsyncClient, AsyncClient]:
    """A started game of Ann and Bea."""
    ann, bea = new_browser(), new_browser()
    code = (await ann.post("/api/rooms", json={"game": game, **room})).json()["code"]
    await sit(ann, code, "Ann")
    await sit(bea, code, "Bea")
    assert (await ann.post(f"/r/{code}/start")).status_code == 303
    return code, ann, bea


async def moved(browser: AsyncClient, code: str) -> None:
    """The last of the legal moves, which is a quiet one mostly."""
    legal = (await browser.get(f"/api/rooms/{code}/moves")).json()
    if legal["moves"]:
        frame = {"at": legal["at"], "move": legal["moves"][-1]}
        assert (await browser.post(f"/api/rooms/{code}/moves", json=frame)).status_code == 200


async def settled(socket: ClientConnection, name: str) -> list[str]:
    """What the screen was told up to a sign that stands at the end: somebody's new name."""
    told = [await heard(socket)]
    while name not in told[-1]:
        told.append(await heard(socket))
    return told


@pytest.mark.parametrize(("game", "room"), ROOMS, ids=[game for game, _ in ROOMS])
async def test_who_has_a_seat_gets_byte_for_byte_what_a_spectator_gets(
    new_browser: NewBrowser, address: str, game: str, room: dict[str, object]
) -> None:
    code, ann, bea = await begun(new_browser, game, room)
    nobody = new_browser()
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(screen(address, code, each)) for each in (ann, bea, nobody)]
        first = [await heard(socket) for socket in sockets]
        assert first[0] == first[1] == first[2]
        screens = [Patched((await nobody.get(f"/r/{code}/table")).text) for _ in sockets]
        for number in range(4):  # the smallest of the games is over after that
            for player in (ann, bea):
                await moved(player, code)
            name = f"Bea {number}"
            assert (await bea.post(f"/r/{code}/rename", data={"name": name})).status_code == 303
            pages = [(await each.get(f"/r/{code}/table")) for each in (ann, bea, nobody)]
            assert pages[0].content == pages[1].content == pages[2].content
            assert all("set-cookie" not in page.headers for page in pages)
            for socket, shown in zip(sockets, screens, strict=True):
                for told in await settled(socket, name):  # in how many frames is chance: what comes fast comes in one
                    shown.take(told)
            assert screens[0].html == screens[1].html == screens[2].html


async def test_the_screen_connects_nobody(new_browser: NewBrowser, address: str) -> None:
    code, ann, _ = await playing(new_browser)
    async with screen(address, code, ann) as socket:
        await heard(socket)
        seats = (await ann.get(f"/api/rooms/{code}")).json()["seats"]
        assert [seat["connected"] for seat in seats] == [False, False]


async def test_neither_a_key_nor_a_move_gets_through_the_screen(new_browser: NewBrowser, address: str) -> None:
    code, ann, _ = await playing(new_browser)
    async with screen(address, code, ann) as socket:
        await heard(socket)
        refused = await answer_to(socket, {"token": ann.cookies[f"machi_{code}"]})
        assert refused["error"]["code"] == "malformed"
        assert "data-seat" not in json.dumps(refused)
        assert (await answer_to(socket, {"at": 0, "move": {"type": "one"}}))["error"]["code"] == "no_token"
        assert await answer_to(socket, {"ping": 7}) == {"pong": 7}


async def test_pieces_of_the_screen_are_sent_at_once_and_as_they_change(new_browser: NewBrowser, address: str) -> None:
    ann = new_browser()
    code = await made(ann)
    async with screen(address, code, ann) as socket:
        assert targets(await heard(socket)) == ["tv-bar", "tv"]
        await sit(ann, code, "Ann")
        change = await heard(socket)
        assert targets(change) == ["tv"]
        assert "Ann" in change


async def test_before_the_start_it_shows_how_to_come_and_who_is_there(new_browser: NewBrowser) -> None:
    ann = new_browser("http://den.lan:8000")
    code = await made(ann, seats=3)
    await sit(ann, code, "Ann")
    page = (await ann.get(f"/r/{code}/table")).text
    assert f"http://den.lan:8000/r/{code}" in page
    assert 'class="qr"' in page
    assert re.findall(r'<b class="tv-name[^>]*>(\w+)</b>', page) == ["Ann"]
    assert page.count("free seat") == 2
    assert "you" not in re.findall(r">(\w+)<", page)


async def test_a_game_without_a_table_shows_the_spectators_board(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    page = (await ann.get(f"/r/{code}/table")).text
    assert "This game has no board of its own yet" in page
    assert "data-choices" not in page
    assert "<title>Ann&#39;s turn – Toy</title>" in page


async def test_at_the_end_it_shows_the_places(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    result = (await ann.get(f"/api/rooms/{code}")).json()["view"]
    page = (await ann.get(f"/r/{code}/table")).text
    shown = re.findall(r'tv-place num">(\d)<.*?tv-name[^>]*>(\w+)<.*?tv-figure num">(-?\d+)<', page, re.DOTALL)
    best = [["Ann", "Bea"][seat] for group in result["result"]["ranking"] for seat in group]
    assert [name for _, name, _ in shown] == best
    assert {name: int(points) for _, name, points in shown} == {
        ["Ann", "Bea"][player["seat"]]: player["score"] for player in result["players"]
    }


async def test_a_room_that_is_not_there_and_any_case_of_its_code(new_browser: NewBrowser) -> None:
    code, ann, _ = await with_a_letter(playing, new_browser)
    moved_on = await ann.get(f"/r/{code.lower()}/table")
    assert (moved_on.status_code, moved_on.headers["location"]) == (303, f"/r/{code}/table")
    for wrong in ("2222222", "x"):
        answer = await ann.get(f"/r/{wrong}/table")
        assert answer.status_code == 404
        assert "<h1>No such room</h1>" in answer.text


async def test_the_room_leads_to_its_screen(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    assert f'href="/r/{code}/table"' in (await ann.get(f"/r/{code}")).text
    code, ann, _ = await playing(new_browser)
    assert f'href="/r/{code}/table"' in (await ann.get(f"/r/{code}")).text


@pytest.mark.parametrize(("game", "room"), ROOMS[:2], ids=[game for game, _ in ROOMS[:2]])
async def test_one_move_sends_what_changed_of_the_screen_and_no_more(
    new_browser: NewBrowser, address: str, game: str, room: dict[str, object]
) -> None:
    code, ann, bea = await begun(new_browser, game, room)
    async with screen(address, code, ann) as socket:
        whole = await heard(socket)
        for player in (ann, bea):
            await moved(player, code)
        await bea.post(f"/r/{code}/rename", data={"name": "Beatrix"})
        told = await settled(socket, "Beatrix")
        assert all("tv" not in targets(text) and len(text) < len(whole) * 0.7 for text in told)
