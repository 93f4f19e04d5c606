"""The admin's pages for many rooms at once: counted, asked, with a reason; by nobody else."""

import re

from fastapi import FastAPI
from httpx import AsyncClient

from tests.store.room_rows import fill
from tests.web.conftest import NewBrowser

OLD = {"before": "2025-06-01", "states": ["over", "closed"]}
NAME = {"name": "ann", "whole": "1"}


async def kept(app: FastAPI) -> tuple[int, int]:
    """How many rooms there are, and seats of an Ann."""
    pool = app.state.store.pool
    return await pool.fetchval("SELECT count(*) FROM rooms"), await pool.fetchval(
        "SELECT count(*) FROM seats WHERE name = 'Ann'"
    )


async def test_old_rooms_are_counted_and_deleted(app: FastAPI, admin: AsyncClient) -> None:
    await fill(app.state.store, 20)
    form = (await admin.get("/admin/old-rooms")).text
    assert re.findall(r'value="(\w+)" checked', form) == ["over", "closed"]
    page = await admin.post("/admin/old-rooms/ask", data=OLD)
    assert page.status_code == 200
    for said in ("Delete 18 rooms?", "Over: 16", "Closed: 2", 'name="counted" value="18"'):
        assert said in page.text
    assert await kept(app) == (20, 20)
    wrong = await admin.post("/admin/old-rooms/do", data={**OLD, "counted": "18"})
    assert (wrong.status_code, "A reason has 1 to 200 characters" in wrong.text) == (422, True)
    stale = await admin.post("/admin/old-rooms/do", data={**OLD, "counted": "17", "reason": "x"})
    assert (stale.status_code, "Something else happened first" in stale.text) == (409, True)
    done = await admin.post("/admin/old-rooms/do", data={**OLD, "counted": "18", "reason": "too <old>"})
    assert (done.status_code, "18 rooms were deleted." in done.text) == (200, True)
    assert await kept(app) == (2, 2)
    log = (await admin.get("/admin/audit")).text
    assert "Deleted old rooms, 18 of them" in log
    assert "too &lt;old&gt;" in log
    assert "No such room." in (await admin.post("/admin/old-rooms/ask", data=OLD)).text


async def test_a_name_is_counted_and_taken_away(app: FastAPI, admin: AsyncClient) -> None:
    await fill(app.state.store, 20)
    listed = (await admin.get("/admin/rooms?name=ann&status=over")).text
    assert "Take away the name “ann” in all of these rooms" in listed
    assert 'action="/admin/names/ask"' not in (await admin.get("/admin/rooms?status=over")).text
    asked = {**NAME, "status": "over"}
    page = await admin.post("/admin/names/ask", data=asked)
    assert "Take the names of 16 seats away?" in page.text
    assert "Ann: 16" in page.text
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.text))
    ticket = hidden.pop("ticket")
    assert hidden == {**asked, "counted": "16"}
    hidden["ticket"] = ticket
    wrong = await admin.post("/admin/names/do", data=hidden)
    assert (wrong.status_code, 'role="alert"' in wrong.text) == (422, True)
    for _ in range(2):  # sent again by somebody who heard no answer
        done = await admin.post("/admin/names/do", data={**hidden, "reason": "they asked"})
        assert (done.status_code, "16 names were taken away." in done.text) == (200, True)
    assert await kept(app) == (20, 4)
    log = (await admin.get("/admin/audit")).text
    assert "Took a name away in the rooms of a search, from 16 seats" in log
    assert "Ann" not in log
    assert "Nobody has that name." in (await admin.post("/admin/names/ask", data=asked)).text


NONSENSE: list[tuple[str, dict[str, object]]] = [
    ("old-rooms", {}),
    ("old-rooms", {"before": "2025-06-01"}),
    ("old-rooms", {"before": "", "states": "over"}),
    ("old-rooms", {"before": "yesterday", "states": "over"}),
    ("old-rooms", {"before": "9999-12-31", "states": "over"}),
    ("old-rooms", {"before": "2025-06-01", "states": "burnt"}),
    ("names", {}),
    ("names", {"name": " "}),
    ("names", {"name": "\0"}),
    ("names", {"name": "x" * 50}),
    ("names", {"name": "ann", "rules": "x"}),
]


async def test_nonsense_is_told_so(app: FastAPI, admin: AsyncClient) -> None:
    for path, form in NONSENSE:
        for step in ("ask", "do"):
            answer = await admin.post(f"/admin/{path}/{step}", data={**form, "counted": "9", "reason": "x"})
            assert answer.status_code == 422, (path, step, form)
    for ticket in ("x" * 41, "a b", "\0"):
        answer = await admin.post("/admin/names/do", data={**NAME, "counted": "9", "reason": "x", "ticket": ticket})
        assert answer.status_code == 422
    for counted in ("x", "-1", str(2**63)):
        answer = await admin.post("/admin/old-rooms/do", data={**OLD, "counted": counted, "reason": "x"})
        assert answer.status_code == 422
    odd = await admin.post("/admin/names/ask", data={"name": "%_'\"<b>", "whole": "0"})
    assert (odd.status_code, "<b>" in odd.text) == (200, False)


async def test_nobody_else_sweeps(app: FastAPI, new_browser: NewBrowser, admin: AsyncClient) -> None:
    """Without a session, with one that was ended, from another site, by an address alone."""
    await fill(app.state.store, 20)
    thief = new_browser()
    thief.cookies.update(admin.cookies)
    forms = {f"/admin/{path}/{step}": {**form, "counted": "99", "reason": "x"}
             for path, form in (("old-rooms", OLD), ("names", NAME)) for step in ("ask", "do")}  # fmt: skip
    for path, form in forms.items():
        answer = await new_browser().post(path, data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, "/admin/login")
        assert (await admin.post(path, data=form, headers={"origin": "http://evil.test"})).status_code == 403
        assert (await admin.get(path, params=form)).status_code == 405
    assert (await new_browser().get("/admin/old-rooms")).status_code == 303
    await admin.post("/admin/logout")
    for path, form in forms.items():
        assert (await thief.post(path, data=form)).headers["location"] == "/admin/login"
    assert await kept(app) == (20, 20)
