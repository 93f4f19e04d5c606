"""What if: from the page about how a game went into a room that goes on from there, marked wherever it is shown."""

import re

from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import finished, playing, sit

MARK = "Replayed dice: Toy"


async def test_from_the_chart_to_a_room_that_goes_on_from_there(new_browser: NewBrowser) -> None:
    code, ann, bea = await finished(new_browser)
    page = (await ann.get(f"/r/{code}/chart")).text
    offered = re.findall(rf'action="/r/{code}/what-if"><input type="hidden" name="version" value="(\d+)"><button', page)
    assert offered == ["0", "2", "4", "0"]  # before each of the three moves that took pebbles, and from the start
    answer = await ann.post(f"/r/{code}/what-if", data={"version": "2"})
    assert answer.status_code == 303
    other = answer.headers["location"].removeprefix("/r/")
    assert other != code
    lobby = (await ann.get(f"/r/{other}")).text
    assert "data-sit-now" in lobby  # by the name of before
    assert MARK in lobby
    assert f"the dice and cards of the finished game {code}" in lobby
    assert 'class="commitment"' not in lobby
    await sit(ann, other, "Ann")
    await sit(bea, other, "Bea")
    assert (await ann.post(f"/r/{other}/start")).status_code == 303
    for path in ("", "/table", "/log"):
        assert MARK in (await new_browser().get(f"/r/{other}{path}")).text
    assert "Now and before" not in (await ann.get(f"/r/{other}")).text
    for at, kind in enumerate(["two", "two", "end"]):
        body = {"at": at, "move": {"type": kind}}
        assert (await bea.post(f"/api/rooms/{other}/moves", json=body)).status_code == 200
    result = (await ann.get(f"/r/{other}")).text
    assert MARK in (await ann.get(f"/r/{other}/chart")).text
    told = [(await ann.get(f"/api/rooms/{each}/scores")).json()["rounds"][-1]["scores"] for each in (other, code)]
    rows = re.findall(
        r'<td class="num">(\d+)</td><td class="num">(\d+)</td></tr>', result.partition("Now and before")[2]
    )
    assert [(int(now), int(before)) for now, before in rows] == [*zip(*told, strict=True)]


async def test_who_only_watches_is_not_sat_down(new_browser: NewBrowser) -> None:
    code, _, _ = await finished(new_browser)
    eve = new_browser()
    answer = await eve.post(f"/r/{code}/what-if", data={"version": "0"})
    assert "data-sit-now" not in (await eve.get(answer.headers["location"])).text


async def test_nothing_comes_of_it_while_the_game_is_on(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    for browser in (ann, new_browser()):
        page = await browser.post(f"/r/{code}/what-if", data={"version": "0"})
        assert page.status_code == 409
        assert "The game is still on" in page.text
        answer = await browser.post(f"/api/rooms/{code}/what-if", json={"version": 0})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_over")


async def test_for_programs(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    answer = await ann.post(f"/api/rooms/{code}/what-if", json={"version": 2})
    assert answer.status_code == 201
    made = answer.json()
    assert made["commitment"] is None
    assert made["url"].endswith(f"/r/{made['code']}")
    assert (await ann.get(f"/api/rooms/{made['code']}")).json()["replayed"]["version"] == 2
    for wrong in ({"version": 6}, {"version": -1}, {"version": "2"}, {"version": True}, {}):
        assert (await ann.post(f"/api/rooms/{code}/what-if", json=wrong)).status_code == 422
