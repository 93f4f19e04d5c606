"""A room's pages and forms as a browser without scripts meets them: the real app on a real Postgres."""

import re

from httpx import AsyncClient, Response

from tests.web.conftest import NewBrowser, with_a_letter

SALT = "0f" * 16
NOBODY = "N" * 22


async def made(browser: AsyncClient, game: str = "toy", seats: int = 2, **options: str) -> str:
    """Make a room by the form of the start page: its code."""
    form = {"name": "Ann", "game": game, f"{game}.seats": str(seats), **options}
    answer = await browser.post("/rooms", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/r/")


async def sit(browser: AsyncClient, code: str, name: str) -> None:
    answer = await browser.post(f"/r/{code}/sit", data={"name": name, "salt": SALT})
    assert answer.status_code == 303, answer.text


async def playing(new_browser: NewBrowser) -> tuple[str, AsyncClient, AsyncClient]:
    """A started toy game of Ann and Bea."""
    ann, bea = new_browser(), new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    await sit(bea, code, "Bea")
    assert (await ann.post(f"/r/{code}/start")).status_code == 303
    return code, ann, bea


async def finished(new_browser: NewBrowser) -> tuple[str, AsyncClient, AsyncClient]:
    """A toy game played to its end: six pebbles, two at a time."""
    code, ann, bea = await playing(new_browser)
    for number, player in enumerate([ann, bea, ann]):
        at = number // 2 * 2
        for step, kind in enumerate(["two", "end"]):
            move = {"at": at + step, "move": {"type": kind}}
            answer = await player.post(f"/api/rooms/{code}/moves", json=move)
            assert answer.status_code == 200, answer.text
    return code, ann, bea


def cookie_of(response: Response, name: str) -> str:
    """The whole Set-Cookie line of that cookie."""
    return next(line for line in response.headers.get_list("set-cookie") if line.startswith(f"{name}="))


async def test_the_commitment_is_shown_before_anybody_sits_down(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    page = (await ann.get(f"/r/{code}")).text
    assert re.search(r'<code class="commitment">[0-9a-f]{64}</code>', page)
    assert "data-sit-now" in page
    assert (await ann.get(f"/api/rooms/{code}")).json()["seats"] == []
    assert "data-sit-now" not in (await ann.get(f"/r/{code}")).text


async def test_sitting_down_needs_a_name_only(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    answer = await ann.post(f"/r/{code}/sit", data={"name": " Ann "})
    assert answer.status_code == 303
    key = cookie_of(answer, f"machi_{code}")
    assert "HttpOnly" in key
    assert "SameSite=lax" in key
    page = (await ann.get(f"/r/{code}")).text
    assert '<span class="badge badge-on">you</span>' in page
    assert "free seat" in page


async def test_the_name_is_offered_again_in_the_next_room(new_browser: NewBrowser) -> None:
    ann = new_browser()
    await sit(ann, await made(ann), "Änn")
    assert 'value="Änn"' in (await ann.get("/")).text


async def test_whoever_sits_keeps_the_seat(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    await sit(ann, code, "Ann again")
    assert [seat["name"] for seat in (await ann.get(f"/api/rooms/{code}")).json()["seats"]] == ["Ann"]


async def test_a_name_that_is_taken_comes_back_with_the_reason(new_browser: NewBrowser) -> None:
    ann, bea = new_browser(), new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    answer = await bea.post(f"/r/{code}/sit", data={"name": "Ann"})
    assert answer.status_code == 409
    assert "Somebody at this table already has that name, or one that looks like it." in answer.text
    assert 'value="Ann"' in answer.text
    assert 'aria-invalid="true"' in answer.text


async def test_a_full_room_can_be_watched(new_browser: NewBrowser) -> None:
    ann, bea, cem = new_browser(), new_browser(), new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    await sit(bea, code, "Bea")
    page = (await cem.get(f"/r/{code}")).text
    assert "All seats are taken. You can stay and watch." in page
    assert 'name="name"' not in page


async def test_the_room_page_has_link_and_qr_code_of_the_address_that_was_asked(new_browser: NewBrowser) -> None:
    ann = new_browser("http://den.lan:8000")
    code = await made(ann)
    page = (await ann.get(f"/r/{code}")).text
    assert f'value="http://den.lan:8000/r/{code}"' in page
    assert 'class="qr"' in page
    assert "Whoever has the link can watch" in page
    assert "--lan" not in page


async def test_on_loopback_the_page_says_so_and_how_to_change_it(new_browser: NewBrowser) -> None:
    ann = new_browser("http://127.0.0.1:8000")
    code = await made(ann)
    page = (await ann.get(f"/r/{code}")).text
    assert "This link works on this machine only." in page
    assert "<code>./run --lan</code>" in page


async def test_any_case_of_the_code_leads_to_one_address(new_browser: NewBrowser) -> None:
    code, ann, _bea = await with_a_letter(playing, new_browser)
    answer = await ann.get(f"/r/{code.lower()}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}")


async def test_free_seats_are_closed_only_when_the_players_say_so(new_browser: NewBrowser) -> None:
    ann, bea = new_browser(), new_browser()
    code = await made(ann, seats=4)
    await sit(ann, code, "Ann")
    assert "One more player is needed" in (await ann.get(f"/r/{code}")).text
    await sit(bea, code, "Bea")
    assert "2 seats are still free." in (await ann.get(f"/r/{code}")).text
    refused = await ann.post(f"/r/{code}/start")
    assert refused.status_code == 409
    assert f'href="/r/{code}"' in refused.text
    assert (await ann.post(f"/r/{code}/start", data={"close_free": "1"})).status_code == 303
    assert '<main id="game" data-game="toy" data-status="playing"' in (await ann.get(f"/r/{code}")).text


async def test_the_game_says_where_the_page_is(new_browser: NewBrowser) -> None:
    code, ann, bea = await playing(new_browser)
    page = (await ann.get(f"/r/{code}")).text
    assert 'data-log="0" data-seat="0" data-at="0" data-undo="0"' in page
    assert 'data-choices=\'{"moves":["one","two"],"end":{"code":"not_moved"}}\'' in page
    assert "<title>● Your turn – Toy</title>" in page
    assert "<title>Ann&#39;s turn – Toy</title>" in (await bea.get(f"/r/{code}")).text


async def test_a_spectator_is_told_so_and_gets_no_choices(new_browser: NewBrowser) -> None:
    code, _, _ = await playing(new_browser)
    page = (await new_browser().get(f"/r/{code}")).text
    assert "You are watching" in page
    assert "data-choices" not in page
    assert "data-at" not in page


async def test_rename(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    assert (await ann.post(f"/r/{code}/rename", data={"name": "Anna"})).status_code == 303
    assert "Anna" in (await ann.get(f"/r/{code}")).text
    assert (await ann.post(f"/r/{code}/rename", data={"name": "Bea"})).status_code == 409


async def test_with_htmx_a_change_is_shown_by_the_pages_socket_alone(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    answer = await ann.post(f"/r/{code}/rename", data={"name": "Anna"}, headers={"hx-request": "true"})
    assert (answer.status_code, answer.text) == (204, "")
    assert "Anna" in (await ann.get(f"/r/{code}")).text


async def test_before_the_start_leaving_frees_the_seat(new_browser: NewBrowser) -> None:
    ann = new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    assert (await ann.post(f"/r/{code}/leave")).status_code == 303
    assert f"machi_{code}" not in ann.cookies
    assert (await ann.get(f"/api/rooms/{code}")).json()["seats"] == []


async def test_who_leaves_a_game_gets_the_seat_link_and_comes_back_by_it(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    page = (await ann.post(f"/r/{code}/leave")).text
    found = re.search(rf'value="http://town.test/r/{code}/seat#([^"]+)"', page)
    assert found
    assert f"machi_{code}" not in ann.cookies
    assert "Ann has left; the program plays that seat." in (await ann.get(f"/r/{code}")).text
    phone = new_browser()
    assert found[1] not in (await phone.get(f"/r/{code}/seat")).text
    assert (await phone.post(f"/r/{code}/seat", data={"token": found[1]})).status_code == 303
    assert 'data-seat="0"' in (await phone.get(f"/r/{code}")).text


async def test_a_seat_that_was_left_can_be_taken_over(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    await ann.post(f"/r/{code}/leave")
    cem = new_browser()
    assert "Take over a seat" in (await cem.get(f"/r/{code}")).text
    await sit(cem, code, "Cem")
    assert 'data-seat="0"' in (await cem.get(f"/r/{code}")).text


async def test_both_devices_keep_the_seat(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    page = (await ann.get(f"/r/{code}/device")).text
    found = re.search(r'/seat#([^"]+)"', page)
    assert found
    phone = new_browser()
    await phone.post(f"/r/{code}/seat", data={"token": f"http://town.test/r/{code}/seat#{found[1]}"})
    for device in (ann, phone):
        assert 'data-seat="0"' in (await device.get(f"/r/{code}")).text


async def test_a_wrong_seat_key_is_told_so(new_browser: NewBrowser) -> None:
    code, _, _ = await playing(new_browser)
    for key in (NOBODY, "", "ключ"):
        answer = await new_browser().post(f"/r/{code}/seat", data={"token": key})
        assert answer.status_code == 401
        assert 'role="alert"' in answer.text


async def test_the_seat_link_is_shown_to_its_owner_only(new_browser: NewBrowser) -> None:
    code, _, _ = await playing(new_browser)
    answer = await new_browser().get(f"/r/{code}/device")
    assert answer.status_code == 401
    assert "You have no seat here" in answer.text


async def test_a_key_that_is_no_longer_good_is_forgotten(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    ann.cookies.set(f"machi_{code}", NOBODY)
    answer = await ann.get(f"/r/{code}")
    assert "You are watching" in answer.text
    assert "Max-Age=0" in cookie_of(answer, f"machi_{code}")


async def test_a_seat_that_is_here_cannot_be_voted_out(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    answer = await ann.post(f"/r/{code}/vote-out", data={"seat": "1"})
    assert answer.status_code == 409
    assert "Only a player who is up" in answer.text


async def test_a_room_that_is_not_there(new_browser: NewBrowser) -> None:
    for code in ("2222222", "x", "nothing-like-it"):
        answer = await new_browser().get(f"/r/{code}")
        assert answer.status_code == 404
        assert "<h1>No such room</h1>" in answer.text


async def test_another_site_cannot_post(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    for form in ("sit", "rename", "leave", "start", "vote-out", "again", "seat"):
        answer = await ann.post(f"/r/{code}/{form}", headers={"origin": "http://evil.test"})
        assert answer.status_code == 403, form


async def test_pages_of_a_room_are_not_stored(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    for address in (f"/r/{code}", f"/r/{code}/device", f"/r/{code}/seat"):
        assert (await ann.get(address)).headers["cache-control"].startswith("no-store")


async def test_playing_again_brings_the_same_people_into_one_new_room(new_browser: NewBrowser) -> None:
    code, ann, bea = await finished(new_browser)
    page = (await ann.get(f"/r/{code}")).text
    assert "Play again with the same people" in page
    assert "Game over" in page
    first = await ann.post(f"/r/{code}/again")
    assert "Join the next game" in (await bea.get(f"/r/{code}")).text
    second = await bea.post(f"/r/{code}/again")
    assert first.headers["location"] == second.headers["location"]
    following = first.headers["location"].removeprefix("/r/")
    for browser, name in ((ann, "Ann"), (bea, "Bea")):
        page = (await browser.get(f"/r/{following}")).text
        assert "data-sit-now" in page
        assert f'value="{name}"' in page
        await sit(browser, following, name)
    room = (await ann.get(f"/api/rooms/{following}")).json()
    assert [seat["name"] for seat in room["seats"]] == ["Ann", "Bea"]
    assert (room["game"], room["places"], room["status"]) == ("toy", 2, "lobby")


async def test_the_next_room_shows_its_commitment_before_it_asks_for_a_salt(new_browser: NewBrowser) -> None:
    code, ann, _ = await finished(new_browser)
    answer = await ann.post(f"/r/{code}/again", data={"salt": SALT})
    following = answer.headers["location"].removeprefix("/r/")
    assert f"machi_{following}" not in ann.cookies
    assert (await ann.get(f"/api/rooms/{following}")).json()["seats"] == []
    assert re.search(r'<code class="commitment">[0-9a-f]{64}</code>', (await ann.get(f"/r/{following}")).text)


async def test_a_chosen_seed_is_admitted(new_browser: NewBrowser) -> None:
    ann = new_browser()
    room = {"game": "toy", "seats": 2, "options": {}, "seed": "00" * 32}
    code = (await ann.post("/api/rooms", json=room)).json()["code"]
    assert "this room was made with a chosen seed" in (await ann.get(f"/r/{code}")).text
