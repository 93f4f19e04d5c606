"""The admin's list of rooms and the page of one: what they show, what nonsense gets, what is noted."""

import re

import pytest
from fastapi import FastAPI
from httpx import AsyncClient

from tests.rooms.files import toy_file
from tests.store.room_rows import fill
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import finished, playing


async def noted(app: FastAPI) -> list[str | None]:
    rows = await app.state.store.pool.fetch("SELECT room_code FROM audit WHERE kind = 'room_viewed' ORDER BY id")
    return [row["room_code"] for row in rows]


async def found(admin: AsyncClient, query: str = "") -> list[str]:
    """The codes on a page of the list."""
    page = await admin.get(f"/admin/rooms{query}")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    return re.findall(r'href="/admin/rooms/(\w+)"', page.text)


async def test_a_finished_game_is_found_by_a_players_name(new_browser: NewBrowser, admin: AsyncClient) -> None:
    over, _, _ = await finished(new_browser)
    on, _, _ = await playing(new_browser)
    assert await found(admin) == [on, over]
    assert await found(admin, "?name=bE&status=over&game=&rules=&since=&until=") == [over]
    assert await found(admin, f"?code={on.lower()[:5]}") == [on]
    assert await found(admin, "?name=nobody") == []
    assert await found(admin, "?since=2025-01-01&until=9000-01-01&rules=1&sort=finished") == [over]
    text = (await admin.get("/admin/rooms?name=bE")).text
    assert 'name="name" value="bE"' in text
    assert text.count("Turn of Ann for 0 minutes, since") == 1


async def test_a_what_if_is_marked(new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, ann, _ = await finished(new_browser)
    other = (await ann.post(f"/r/{code}/what-if", data={"version": "2"})).headers["location"].removeprefix("/r/")
    assert "replayed dice" in (await admin.get(f"/admin/rooms/{other}")).text
    assert "replayed dice" not in (await admin.get(f"/admin/rooms/{code}")).text


async def test_an_imported_game_is_marked(new_browser: NewBrowser, admin: AsyncClient) -> None:
    code = (await admin.post("/api/import", json=toy_file())).json()["code"]
    other, _, _ = await finished(new_browser)
    assert [">imported<" in (await admin.get(f"/admin/rooms/{each}")).text for each in (code, other)] == [True, False]
    assert (await admin.get("/admin/rooms")).text.count(">imported<") == 1


async def test_looking_at_a_room_is_noted_before_it_is_shown(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await playing(new_browser)
    assert f"Room {code}" in (await admin.get(f"/admin/rooms/{code.lower()}")).text
    assert await noted(app) == [code]
    assert (await admin.get("/admin/rooms/ZZZZZZZ")).status_code == 404
    assert (await admin.get("/admin/rooms/nonsense")).status_code == 404
    await admin.get("/admin/rooms")
    assert await noted(app) == [code]
    await app.state.store.pool.execute("ALTER TABLE audit ADD CONSTRAINT full_up CHECK (id < 0) NOT VALID")
    with pytest.raises(Exception, match="full_up"):
        await admin.get(f"/admin/rooms/{code}")


async def test_the_list_goes_on_page_by_page(app: FastAPI, admin: AsyncClient) -> None:
    await fill(app.state.store, 60)
    query, codes = "?sort=oldest&name=ann", []
    while query:
        page = (await admin.get(f"/admin/rooms{query}")).text
        codes += re.findall(r'href="/admin/rooms/(\w+)"', page)
        following = re.search(r'href="/admin/rooms(\?[^"]*after[^"]*)"', page)
        query = following[1].replace("&amp;", "&") if following else ""
    assert codes == [f"X{number:06}" for number in range(60)]
    assert 'href="/admin/rooms?name=ann&amp;sort=oldest"' in page


NONSENSE = [
    "rules=x",
    "rules=-1",
    "rules=99999999999999",
    "rules=%C2%B2",
    "since=yesterday",
    "until=9999-12-31",
    "game=chess",
    "status=on",
    "sort=up",
    "name=%00",
    f"name={'x' * 50}",
    "after=x",
    "after=2026-01-01~1",
    "after=2026-01-01T00:00:00%2B00:00~99999999999999999999",
    "after=2026-01-01T00:00:00%2B00:00~-1",
    "after=0001-01-01T00:00:00%2B14:00~1",
    "after=9999-12-31T23:59:59-14:00~1",
]
ODD = ["name=%ED%A0%80", "name=%27%22%3Cb%3E%25_", "code=%27--", "since=0001-01-01", "x=1"]


async def test_nonsense_is_told_so_and_what_is_only_odd_is_looked_for(admin: AsyncClient) -> None:
    for query in NONSENSE:
        assert (await admin.get(f"/admin/rooms?{query}")).status_code == 422, query
    for query in ODD:
        page = await admin.get(f"/admin/rooms?{query}")
        assert page.status_code == 200, query
        assert "<b>" not in page.text


async def test_nobody_else_is_shown_any_of_it(new_browser: NewBrowser) -> None:
    code, ann, _ = await playing(new_browser)
    for path in ("/admin/rooms", f"/admin/rooms/{code}", "/admin/rooms/ZZZZZZZ"):
        answer = await ann.get(path)
        assert (answer.status_code, answer.text) == (303, "")
