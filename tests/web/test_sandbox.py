"""Playing every seat oneself: from a finished game to a page for each seat, all by one key that the browser keeps."""

import re

from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import cookie_of, finished, playing

BAR = re.compile(r'<nav id="every-seat".*?</nav>', re.DOTALL)


async def test_from_the_history_to_the_page_of_the_seat_that_must_act(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    page = (await ann.get(f"/r/{code}/history?move=2")).text
    assert (
        f'action="/r/{code}/what-if"><input type="hidden" name="version" value="2"><input type="hidden" name="san'
        in page
    )
    answer = await ann.post(f"/r/{code}/what-if", data={"version": "2", "sandbox": "1"})
    assert answer.status_code == 303
    assert "HttpOnly" in cookie_of(answer, f"machi_{answer.headers['location'].removeprefix('/r/')}")
    room = answer.headers["location"]
    answer = await ann.get(room)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{room}?seat=1")
    bars = []
    for seat in (1, 0):
        page = (await ann.get(f"{room}?seat={seat}")).text
        assert f'data-seat="{seat}"' in page
        assert f"/live?language=en&amp;seat={seat}" in page
        assert "Bea&#39;s turn" in page
        assert "/leave" not in page
        bars += BAR.findall(page)
    assert [re.findall(r'data-(up|next|said)="([^"]*)"', bar) for bar in bars] == [
        [("up", "yes"), ("next", f"{room}?seat=1"), ("said", "You play for Bea")],
        [("up", "no"), ("next", f"{room}?seat=1"), ("said", "You play for Ann")],
    ]
    for at, kind in enumerate(["two", "two", "end"]):
        body = {"at": at, "move": {"type": kind}}
        assert (await ann.post(f"/api/rooms{room[2:]}/moves?seat=1", json=body)).status_code == 200
    page = (await ann.get(f"{room}?seat=0")).text
    assert "Now and before" in page
    assert "Try once more from there" in page
    assert f'action="{room}/again"' not in page


async def test_seats_that_are_not_there_lead_to_one_that_is(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    room = (await ann.post(f"/r/{code}/what-if", data={"version": "2", "sandbox": "1"})).headers["location"]
    for wrong in ("2", "9"):
        answer = await ann.get(f"{room}?seat={wrong}")
        assert (answer.status_code, answer.headers["location"]) == (303, room)
    for odd in ("", "-1", "x", "10"):
        assert 'data-seat="0"' in (await ann.get(f"{room}?seat={odd}")).text
    assert (await ann.get(room)).headers["location"] == f"{room}?seat=1"  # the key is still there


async def test_looking_back_shows_what_the_seat_saw_that_is_played(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    room = (await ann.post(f"/r/{code}/what-if", data={"version": "2", "sandbox": "1"})).headers["location"]
    for seat in (0, 1):
        assert f'href="{room}/history?seat={seat}"' in (await ann.get(f"{room}?seat={seat}")).text
        past = (await ann.get(f"{room}/history?seat={seat}")).text
        assert f'data-seat="{seat}"' in past
        assert f'data-seen-by="{seat}"' in past
        ways = re.findall(r'href="(/r/[^"]*)"', past)
        assert ways
        assert all(f"seat={seat}" in way for way in ways if way.startswith(room)), ways
        log = (await ann.get(f"{room}/log?seat={seat}")).text
        assert all(f"seat={seat}" in way for way in re.findall(rf'href="({room}[^"]*)"', log))
        asked = f"shown=2&latest=2&seen_by={seat}&move=1&seat={seat}"
        step = await ann.get(f"{room}/history/change?{asked}")
        assert (step.status_code, f'data-seat="{seat}"' in step.text) == (200, True)
    # Whoever only watches sees what spectators saw, whatever the address says.
    assert 'data-seen-by=""' in (await new_browser().get(f"{room}/history?seat=1")).text


async def test_others_watch(new_browser: NewBrowser) -> None:
    code, ann, bea = await finished(new_browser)
    room = (await ann.post(f"/r/{code}/what-if", data={"version": "2", "sandbox": "1"})).headers["location"]
    for browser in (bea, new_browser()):
        for path in (room, f"{room}?seat=1"):
            page = (await browser.get(path)).text
            assert "One person plays every seat" in page
            assert 'id="every-seat"' not in page
            assert "data-choices" not in page
            assert "not connected:" not in page
        assert (await browser.post(f"{room}/sit", data={"name": "Eve"})).status_code == 409
    assert (await ann.post(f"{room}/leave")).status_code == 409


async def test_in_any_other_room_the_seat_in_an_address_means_nothing(new_browser: NewBrowser) -> None:
    code, ann, bea = await playing(new_browser)
    for browser, seat, other in ((ann, 0, 1), (bea, 1, 0)):
        for path in (f"/api/rooms/{code}", f"/api/rooms/{code}/moves"):
            assert (await browser.get(f"{path}?seat={other}")).json() == (await browser.get(path)).json()
        page = await browser.get(f"/r/{code}?seat={other}")
        assert f'data-seat="{seat}"' in page.text
        assert f"machi_{code}" not in page.headers.get("set-cookie", "")  # the key stays
    body = {"at": 0, "move": {"type": "one"}}
    refused = await bea.post(f"/api/rooms/{code}/moves?seat=0", json=body)
    assert refused.json()["error"]["reason"] == "not_your_turn"
    assert "every-seat" not in (await ann.get(f"/r/{code}")).text


async def test_for_programs(new_browser: NewBrowser) -> None:
    code, _, _ = await finished(new_browser)
    api = new_browser()
    made = (await api.post(f"/api/rooms/{code}/what-if", json={"version": 2, "sandbox": True})).json()
    assert (made["seat"], made["token"]) == (0, made["tokens"][0])
    room = f"/api/rooms/{made['code']}"
    keys = [{"Authorization": f"Bearer {token}"} for token in made["tokens"]]
    for seat, key in enumerate(keys):
        seen = (await api.get(room, headers=key)).json()
        assert (seen["seat"], seen["replayed"]["sandbox"]) == (seat, True)
        # A program's key is what it says, whatever the address says.
        assert (await api.get(f"{room}?seat={1 - seat}", headers=key)).json()["seat"] == seat
    body = {"at": 0, "move": {"type": "one"}}
    assert (await api.post(f"{room}/moves", json=body, headers=keys[1])).status_code == 200
    refusals = [
        await api.post(f"{room}/seats", json={"name": "Eve"}),
        await api.delete(f"{room}/seats/me", headers=keys[0]),
        await api.post(f"{room}/seats/1/vote-out", headers=keys[0]),
    ]
    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in refusals] == [(409, "sandbox")] * 3
    assert (await api.post(f"/api/rooms/{code}/what-if", json={"version": 2, "sandbox": "1"})).status_code == 422


async def test_nothing_comes_of_it_while_the_game_is_on(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    assert "every seat yourself" not in (await ann.get(f"/r/{code}/history")).text
    for browser in (ann, new_browser()):
        answer = await browser.post(f"/r/{code}/what-if", data={"version": "0", "sandbox": "1"})
        assert (answer.status_code, "set-cookie" in answer.headers) == (409, False)
        answer = await browser.post(f"/api/rooms/{code}/what-if", json={"version": 0, "sandbox": True})
        assert answer.json()["error"]["code"] == "not_over"
