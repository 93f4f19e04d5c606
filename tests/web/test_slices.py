"""Long work is done a slice at a time, one in each turn of the loop."""

import asyncio

import pytest

from app.rooms import Scene
from app.web import live_html
from app.web.slices import Slices
from tests.patience import PATIENCE
from tests.web.conftest import NewBrowser
from tests.web.test_live_page import answer_to, heard, opened
from tests.web.test_room_pages import playing

MOVE = {"at": 0, "move": {"type": "one"}, "id": "p.1"}


class Turns:
    """Counts the turns of the loop."""

    def __init__(self) -> None:
        self.number = 0
        self._count()

    def _count(self) -> None:
        self.number += 1
        self._next = asyncio.get_running_loop().call_soon(self._count)

    def stop(self) -> None:
        self._next.cancel()


async def test_each_slice_has_a_turn_of_its_own_in_the_order_of_asking():
    slices, turns = Slices(), Turns()
    done: list[tuple[int, int]] = []

    async def work(number: int) -> None:
        await slices.turn()
        done.append((number, turns.number))

    await asyncio.gather(*(work(number) for number in range(6)))
    turns.stop()
    assert [number for number, _turn in done] == list(range(6))
    assert len({turn for _number, turn in done}) == 6


async def test_who_has_gone_is_passed_over():
    slices = Slices()
    _first, gone, stays = [asyncio.create_task(slices.turn()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not gone.done()
    gone.cancel()
    async with asyncio.timeout(PATIENCE):
        await stays
        await slices.turn()
    assert gone.cancelled()


async def test_a_page_that_is_shown_anew_is_a_slice_too(
    new_browser: NewBrowser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a frame that is refused, and for one that was carried out before."""
    done: list[str] = []

    class Noted(live_html.HtmlVoice):
        """Notes turns and what is rendered."""

        async def turn(self) -> None:
            await super().turn()
            done.append("turn")

        def scene(self, scene: Scene) -> str:
            done.append("scene")
            return super().scene(scene)

    monkeypatch.setattr(live_html, "HtmlVoice", Noted)
    code, ann, bea = await playing(new_browser)
    async with opened(address, code, bea.cookies) as socket:
        assert (await answer_to(socket, MOVE))["error"]["reason"] == "not_your_turn"
    async with opened(address, code, ann.cookies) as socket:
        assert (await answer_to(socket, MOVE))["ok"]
        while 'data-at="1"' not in await heard(socket):
            pass
        assert (await answer_to(socket, MOVE))["ok"]
        assert await answer_to(socket, {"ping": 1}) == {"pong": 1}
    assert done.count("scene") >= 5
    assert [done[at - 1] for at, what in enumerate(done) if what == "scene"] == ["turn"] * done.count("scene")


async def test_what_a_refusal_shows_is_of_its_turn(
    new_browser: NewBrowser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its turn comes when Ann has ended hers."""
    code, ann, bea = await playing(new_browser)

    async def late(_voice: live_html.HtmlVoice) -> None:
        if (await bea.get(f"/api/rooms/{code}")).json()["version"] == 0:
            for at, kind in enumerate(["one", "end"]):
                move = {"at": at, "move": {"type": kind}}
                assert (await ann.post(f"/api/rooms/{code}/moves", json=move)).status_code == 200

    async with opened(address, code, bea.cookies) as socket:
        await heard(socket)
        monkeypatch.setattr(live_html.HtmlVoice, "turn", late)
        answer = await answer_to(socket, {"at": 5, "move": {"type": "one"}, "id": "p.1"})
    assert answer["error"]
    assert 'data-log="2"' in answer["html"]
