"""What goes through a log, or copies one, counts by its length: once, and not what is at hand already."""

from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from fastapi import FastAPI

from app.store.ending import end
from app.web import limits
from app.web.limits import Rates
from tests.api.conftest import calling, opened
from tests.api.test_play import finish

TOO_MANY, TOO_MANY_JA = "That was too much in a short time.", "短時間に操作が集中しました"
LOOKS = {
    "room": "/r/{}",
    "chart": "/r/{}/chart",
    "history": "/r/{}/history",
    "scores": "/api/rooms/{}/scores",
    "past": "/api/rooms/{}/history/3",
}
At = Callable[[int], httpx.AsyncClient]


@pytest.fixture
async def code(app: FastAPI) -> str:
    """Of a game that is over."""
    async with calling(app) as table:
        return (await finish(await table.started())).code


@pytest.fixture
async def at(app: FastAPI) -> AsyncIterator[At]:
    """Callers at addresses of their own, of another process on the same database."""
    url = app.state.settings.database_url
    async with opened(url, Rates(made=(200, 0.001), rooms=(10, 0.001))) as other:
        await end(other.state.rooms._heart._polling)  # what is at hand stays there, however long the test takes
        yield lambda number: httpx.AsyncClient(
            transport=httpx.ASGITransport(other, client=(f"198.51.100.{number}", 5000)), base_url="http://table.lan"
        )


def check_refused(answer: httpx.Response, words: str = TOO_MANY) -> None:
    assert answer.status_code == 429
    assert words in answer.text
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
async def test_going_through_a_log_429(at: At, code: str, look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOVES_A_REQUEST", 0.01)
    async with at(1) as ann, at(2) as ben:
        assert (await ann.get(look.format(code))).status_code == 200
        check_refused(await ann.get(look.format(code)))
        check_refused(await ann.get(look.format(code), headers={"accept-language": "ja"}), TOO_MANY_JA)
        for _ in range(2):  # what Ann paid for
            assert (await ben.get(look.format(code))).status_code == 200


async def test_what_others_looks_make_necessary_is_not_paid_twice(
    app: FastAPI, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann looks on in the history of one room, while others look at so many that it is forgotten each time."""
    monkeypatch.setattr(limits, "MOVES_A_REQUEST", 0.1)
    async with opened(app.state.settings.database_url, Rates(made=(1000, 0.001))) as other:
        transport = httpx.ASGITransport(other, client=("198.51.100.1", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.lan") as ann:
            for _ in range(10):
                assert (await ann.get(f"/api/rooms/{code}/history/3")).status_code == 200
                other.state.rooms._reels._reels.clear()


@pytest.mark.parametrize(("path", "made"), [("/r/{}/what-if", 303), ("/api/rooms/{}/what-if", 201)])
async def test_copying_a_log_429(at: At, code: str, path: str, made: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOVES_A_ROOM", 1)
    content = {"json" if made == 201 else "data": {"version": 3}}
    async with at(1) as ann, at(2) as ben:
        codes = [(await ann.post(path.format(code), **content)).status_code for _ in range(4)]
        assert codes == [made, made, made, 429]  # four of ten each, the third on credit
        check_refused(await ann.post(path.format(code), **content))
        check_refused(await ann.post(path.format(code), headers={"accept-language": "ja"}, **content), TOO_MANY_JA)
        check_refused(await ann.post("/api/rooms", json={"game": "toy", "seats": 2, "options": {}}))
        assert (await ben.post(path.format(code), **content)).status_code == made
