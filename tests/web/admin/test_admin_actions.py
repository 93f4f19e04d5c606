"""What the admin does in rooms, by its pages: asked twice, with a reason, noted without names, by nobody else."""

import re
from typing import Any

from fastapi import FastAPI
from httpx import AsyncClient, Response

from app.store.records import Write
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import finished, made, playing, sit

REASON = "they asked for it"


async def asked(admin: AsyncClient, code: str, what: str, seat: int | None = None) -> tuple[Response, dict[str, str]]:
    """The page that asks once more, and the fields of its form."""
    deed = {"what": what} | ({} if seat is None else {"seat": str(seat)})
    page = await admin.post(f"/admin/rooms/{code}/ask", data=deed)
    return page, dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.text))


async def done(admin: AsyncClient, code: str, what: str, seat: int | None = None, **typed: str) -> Response:
    page, fields = await asked(admin, code, what, seat)
    assert page.status_code == 200, page.text
    return await admin.post(f"/admin/rooms/{code}/do", data={**fields, "reason": REASON, **typed})


async def noted(app: FastAPI) -> list[Any]:
    """Kinds and details of what was done in rooms, without the tickets of the forms."""
    rows = await app.state.store.pool.fetch(
        "SELECT kind, detail FROM audit WHERE kind NOT IN ('login', 'room_viewed') ORDER BY id"
    )
    return [
        (row["kind"], row["detail"] and {name: said for name, said in row["detail"].items() if name != "ticket"})
        for row in rows
    ]


async def test_a_room_is_closed(app: FastAPI, new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, ann, _ = await playing(new_browser)
    page, _ = await asked(admin, code, "close")
    assert "Close the room?" in page.text
    assert "The game stops where it stands" in page.text
    assert page.headers["cache-control"] == "no-store"
    assert (await ann.get(f"/api/rooms/{code}")).json()["status"] == "playing", "asked is not done"
    answer = await done(admin, code, "close")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/admin/rooms/{code}#done")
    shown = (await admin.get(f"/admin/rooms/{code}")).text
    assert "Closed a room" in shown
    assert f"Reason: {REASON}" in shown
    assert 'value="close"' not in shown, "there is nothing left to close"
    for path in (f"/r/{code}", f"/r/{code}/table"):
        assert "This room is closed" in (await ann.get(path)).text
    assert (await ann.get(f"/r/{code}/history")).status_code == 200
    assert await noted(app) == [("room_closed", {"reason": REASON})]
    assert f"Reason: {REASON}" in (await admin.get("/admin/audit")).text


async def test_a_new_link_is_shown_once_and_opens_the_seat(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, ann, _ = await playing(new_browser)
    assert "counts as a look at what the game hides" in (await asked(admin, code, "renew", 0))[0].text
    answer = await done(admin, code, "renew", 0)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store, no-transform"
    link = re.search(r'value="http://town\.test(/r/\w+/seat)#([\w-]+)"', answer.text)
    assert link is not None
    again = new_browser()
    assert (await again.post(link[1], data={"token": link[2]})).status_code == 303
    assert (await again.get(f"/api/rooms/{code}")).json()["seat"] == 0
    assert (await ann.get(f"/api/rooms/{code}")).status_code == 401
    pages = [(await admin.get(path)).text for path in (f"/admin/rooms/{code}", "/admin/audit")]
    assert "Made a new link for player 1" in pages[0]
    assert not any(link[2] in page for page in pages)
    assert await noted(app) == [("seat_renewed", {"seat": 0, "reason": REASON})]


async def test_a_seat_is_freed_and_a_name_changed(app: FastAPI, new_browser: NewBrowser, admin: AsyncClient) -> None:
    ann, bea, cleo = new_browser(), new_browser(), new_browser()
    code = await made(ann)
    await sit(ann, code, "Ann")
    await sit(bea, code, "Bea")
    page, _ = await asked(admin, code, "free", 1)
    assert "Bea does not sit in this room any more." in page.text
    assert (await done(admin, code, "free", 1)).status_code == 303
    await sit(cleo, code, "Cleo")
    assert (await done(admin, code, "rename", 1, name="Flo")).status_code == 303
    seats = (await cleo.get(f"/api/rooms/{code}")).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Flo"]
    detail = {"seat": 1, "reason": REASON}
    assert await noted(app) == [("seat_freed", detail), ("seat_renamed", detail)]


async def test_a_name_that_was_taken_away_is_on_no_page(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, ann, bea = await finished(new_browser)
    assert "counts as a look" not in (await asked(admin, code, "renew", 0))[0].text
    other = (await bea.post(f"/r/{code}/what-if", data={"version": "2", "sandbox": "1"})).headers["location"]
    paths = ["", "/log", "/history", "/history?move=2", "/chart", "/table", "/picture.svg", "/receipt"]
    api = ["", "/export", "/scores", "/log", "/history/3"]
    every = [f"/r/{code}{path}" for path in paths] + [f"/api/rooms/{code}{path}" for path in api]
    every += ["/admin/rooms", f"/admin/rooms/{code}", "/admin/audit"]
    before = [path for path in every if "Ann" in (await admin.get(path)).text]
    assert len(before) >= 10, before
    page, _ = await asked(admin, code, "blank", 0)
    assert "“Player 1” stands where the name stood" in page.text
    assert (await done(admin, code, "blank", 0)).status_code == 303
    assert (await done(admin, other.removeprefix("/r/"), "blank_all")).status_code == 303
    for path in every:
        answer = await admin.get(path)
        assert answer.status_code == 200, path
        assert "Ann" not in answer.text, path
    for path in before:
        if not path.startswith("/api"):
            assert "Player 1" in (await admin.get(path)).text, path
    japanese = await admin.get(f"/r/{code}", headers={"accept-language": "ja"})
    assert "プレイヤー1" in japanese.text
    assert (await ann.get(f"/r/{code}")).text.count("Play again") == 0, "she only watches now"
    assert await admin.get("/admin/rooms?name=ann") is not None
    assert f"/admin/rooms/{code}" not in (await admin.get("/admin/rooms?name=ann")).text
    assert f"/admin/rooms/{code}" in (await admin.get("/admin/rooms?name=bea")).text
    assert "Ann" not in str(await app.state.store.pool.fetch("SELECT * FROM audit"))


async def test_what_was_typed_wrong_is_asked_again(app: FastAPI, new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, _, _ = await playing(new_browser)
    wrong = [
        ({"reason": " ", "name": "Flo"}, "A reason has 1 to 200 characters"),
        ({"reason": "x" * 201, "name": "Flo"}, "A reason has 1 to 200 characters"),
        ({"reason": "a\0b", "name": "Flo"}, "A reason has 1 to 200 characters"),
        ({"name": ""}, "A name has 1 to 20 characters"),
        ({"name": "bea"}, "Somebody at this table already has that name"),
        ({"name": "Ann"}, "That is its name already"),
    ]
    for typed, said in wrong:
        answer = await done(admin, code, "rename", 0, **typed)
        assert answer.status_code in (409, 422), typed
        assert said in answer.text, typed
        assert 'role="alert"' in answer.text
        assert 'name="seen"' in answer.text, "and can be sent again"
    assert await noted(app) == []


async def test_what_makes_no_sense_any_more_is_not_done(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, ann, _ = await playing(new_browser)
    _, fields = await asked(admin, code, "free", 0)
    await ann.post(f"/r/{code}/leave")
    answer = await admin.post(f"/admin/rooms/{code}/do", data={**fields, "reason": REASON})
    assert answer.status_code == 409
    assert "Something else happened first" in answer.text
    _, closing = await asked(admin, code, "close")
    assert (await admin.post(f"/admin/rooms/{code}/do", data={**closing, "reason": REASON})).status_code == 303
    for again in ({**closing, "ticket": "another"}, fields):
        answer = await admin.post(f"/admin/rooms/{code}/do", data={**again, "reason": REASON})
        assert answer.status_code == 409
        assert "This room is closed" in answer.text
    assert len(await noted(app)) == 1


async def test_who_did_not_hear_that_it_was_done_is_told_so_and_it_is_not_done_again(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await playing(new_browser)
    deeds: list[tuple[str, int | None, dict[str, str]]] = [
        ("rename", 0, {"name": "Flo"}), ("free", 1, {}), ("blank", 0, {}), ("close", None, {})
    ]  # fmt: skip
    for what, seat, typed in deeds:
        _, fields = await asked(admin, code, what, seat)
        for _ in range(2):
            answer = await admin.post(f"/admin/rooms/{code}/do", data={**fields, "reason": REASON, **typed})
            assert (answer.status_code, answer.headers["location"]) == (303, f"/admin/rooms/{code}#done"), what
    assert [kind for kind, _ in await noted(app)] == ["seat_renamed", "seat_freed", "name_blanked", "room_closed"]


async def test_a_form_in_which_something_else_is_typed_is_another_one(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await playing(new_browser)
    _, fields = await asked(admin, code, "rename", 0)
    for name, status in (("Flo", 303), ("Gus", 409), ("Flo", 303)):
        deed = {**fields, "reason": REASON, "name": name}
        assert (await admin.post(f"/admin/rooms/{code}/do", data=deed)).status_code == status, name
    assert [kind for kind, _ in await noted(app)] == ["seat_renamed"]


async def test_a_link_that_was_made_but_not_heard_of_is_not_made_twice(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await playing(new_browser)
    _, fields = await asked(admin, code, "renew", 0)
    deed = {**fields, "reason": REASON}
    assert (await admin.post(f"/admin/rooms/{code}/do", data=deed)).status_code == 200
    again = await admin.post(f"/admin/rooms/{code}/do", data=deed)
    assert (again.status_code, "The new link has been made already" in again.text) == (409, True)
    assert [kind for kind, _ in await noted(app)] == ["seat_renewed"]
    ticket = re.search(r'name="ticket" value="([^"]+)"', again.text)
    assert ticket
    assert ticket[1] != fields["ticket"]


async def test_a_deed_whose_commit_was_not_heard_of_is_done(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    """The database has made it and its answer is lost: whoever asked is told no lie."""
    code, _, _ = await playing(new_browser)
    store, write = app.state.store, app.state.store.write

    async def lost(change: Write) -> None:
        store.write = write
        await write(change)
        raise ConnectionResetError

    store.write = lost
    answer = await done(admin, code, "close")
    assert answer.status_code == 303, answer.text
    assert [kind for kind, _ in await noted(app)] == ["room_closed"]


NONSENSE: list[dict[str, str]] = [
    {},
    {"what": "burn"},
    {"what": "renew"},
    {"what": "renew", "seat": "9"},
    {"what": "renew", "seat": "-1"},
    {"what": "renew", "seat": "x"},
    {"what": "rename", "seat": "99999999999999999999", "name": "Flo"},
]


async def test_nonsense_is_told_so(app: FastAPI, new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, _, _ = await playing(new_browser)
    for fields in NONSENSE:
        for step in ("ask", "do"):
            answer = await admin.post(f"/admin/rooms/{code}/{step}", data={**fields, "reason": REASON, "seen": "x"})
            assert answer.status_code in (409, 422), (step, fields)
    for unknown in ("ZZZZZZZ", "nonsense"):
        for step in ("ask", "do"):
            answer = await admin.post(f"/admin/rooms/{unknown}/{step}", data={"what": "close", "reason": REASON})
            assert answer.status_code == 404
    assert await noted(app) == []


async def test_nobody_else_does_anything(app: FastAPI, new_browser: NewBrowser, admin: AsyncClient) -> None:
    """Without a session, with one that was ended, from another site, by an address alone."""
    code, ann, _ = await playing(new_browser)
    _, fields = await asked(admin, code, "close")
    deed = {**fields, "reason": REASON}
    before = (await ann.get(f"/api/rooms/{code}")).json()
    thief = new_browser()
    thief.cookies.update(admin.cookies)
    for step in ("ask", "do"):
        path = f"/admin/rooms/{code}/{step}"
        assert (await ann.post(path, data=deed)).headers["location"].startswith("/admin/login")
        assert (await admin.post(path, data=deed, headers={"origin": "http://evil.test"})).status_code == 403
        assert (await admin.post(path, data=deed, headers={"sec-fetch-site": "cross-site"})).status_code == 403
        for method in ("GET", "PUT", "DELETE"):
            assert (await admin.request(method, path, params=deed)).status_code == 405
    await admin.post("/admin/logout")
    for step in ("ask", "do"):
        answer = await thief.post(f"/admin/rooms/{code}/{step}", data=deed)
        assert (answer.status_code, answer.headers["location"]) == (303, "/admin/login")
    assert (await ann.get(f"/api/rooms/{code}")).json() == before
    assert await noted(app) == [("logout", None)]
