"""Logging in as the admin: with a password only, for a while only, from our own pages only; and what is noted of it."""

import asyncio
import re
from datetime import timedelta

import asyncpg
import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient

from app.admin.admin import IDLE, LONGEST
from app.store import Store
from app.web.admin.gate import browser_of, inside, place_of
from app.web.admin.login import Attempts
from tests.admins import HASH, OTHER_HASH, PASSWORD, admin_app, log_in
from tests.leaks.sights import ADMIN
from tests.leaks.twins import Clock
from tests.web.conftest import ORIGIN, NewBrowser

LOGIN = "/admin/login"
PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36"
)


async def logged_in(new_browser: NewBrowser) -> AsyncClient:
    browser = new_browser()
    assert (await log_in(browser)).status_code == 303
    return browser


async def is_in(browser: AsyncClient) -> bool:
    """Whether the admin's pages are shown; else all of them lead to the login."""
    answers = [await browser.get(path) for path in ("/admin/sessions", "/admin/audit")]
    assert len({answer.status_code for answer in answers}) == 1
    assert answers[0].status_code in (200, 303)
    assert answers[0].is_success or answers[1].headers["location"] == f"{LOGIN}?to=%2Fadmin%2Faudit"
    return answers[0].is_success


async def noted(app: FastAPI) -> list[str]:
    rows = await app.state.store.pool.fetch("SELECT kind FROM audit ORDER BY id")
    return [row["kind"] for row in rows]


async def test_without_a_hash_there_is_nothing_there(browser: AsyncClient) -> None:
    """Not a page more than at any other address, whatever is sent to it."""
    unknown = await browser.get("/nothing")
    for method, path in ADMIN:
        path = path.replace("{code}", "K7RWQ4D")
        answer = await browser.request(method, path, data={"password": PASSWORD} if method == "POST" else None)
        assert (answer.status_code, answer.text) == (404, unknown.text), path
    assert "/admin" not in (await browser.get("/")).text


async def test_the_right_password_opens_a_session(app: FastAPI, new_browser: NewBrowser) -> None:
    browser = new_browser()
    assert not await is_in(browser)
    answer = await log_in(browser, to="/admin/audit")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin/audit")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("machi_admin=")
    for promised in ("HttpOnly", "SameSite=strict", f"Max-Age={int(LONGEST.total_seconds())}", "Path=/"):
        assert promised in cookie
    assert "Secure" not in cookie  # plain http
    assert await is_in(browser)
    page = await browser.get("/admin/sessions")
    assert page.headers["cache-control"] == "no-store"
    key = browser.cookies["machi_admin"]
    kept = await app.state.store.pool.fetch("SELECT * FROM admin_sessions")
    audit = await app.state.store.pool.fetch("SELECT * FROM audit")
    assert key not in f"{page.text} {kept} {audit}"
    assert PASSWORD not in f"{kept} {audit}"


async def test_over_https_the_cookie_is_this_hosts_only(database: str, clock: Clock) -> None:
    async with admin_app(database, clock, public_url="https://town.test") as app:
        https = AsyncClient(transport=ASGITransport(app), base_url="https://town.test")
        async with https as browser:
            cookie = (await log_in(browser)).headers["set-cookie"]
            assert cookie.startswith("__Host-machi_admin=")
            assert "; Secure" in cookie
            assert await is_in(browser)


async def test_a_wrong_password_opens_nothing(app: FastAPI, new_browser: NewBrowser) -> None:
    browser = new_browser()
    for wrong in ("", "wrong", HASH):
        answer = await log_in(browser, wrong)
        assert answer.status_code == 401
        assert 'role="alert"' in answer.text
        assert "set-cookie" not in answer.headers
        assert not await is_in(browser)
    assert await noted(app) == ["login_failed", "login_failed"]  # nothing typed is nothing tried


async def test_who_guesses_has_to_wait_and_is_told_how_long(app: FastAPI, new_browser: NewBrowser) -> None:
    app.state.attempts = Attempts((2, 1 / 3600), (100, 1))
    browser = new_browser()
    answers = [await log_in(browser, "guess") for _ in range(2)] + [await log_in(browser) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [401, 401, 429, 429]
    seconds = answers[2].headers["retry-after"]
    assert 3000 < int(seconds) <= 3600
    assert f"Try again in {seconds} seconds." in answers[2].text
    assert await noted(app) == ["login_failed"] * 2, "what is not looked at is not noted: the log cannot be flooded"


def test_attempts_are_counted_for_each_and_for_all() -> None:
    attempts = Attempts((2, 1e-9), (3, 1e-9))
    assert [attempts.wait("one") for _ in range(2)] == [0, 0]
    assert attempts.wait("one") > 0
    assert attempts.wait("two") == 0
    assert attempts.wait("three") > 0
    attempts.forgive("two")
    assert attempts.wait("three") == 0


async def test_nobody_keeps_a_browser_out_in_which_the_password_was_typed(
    app: FastAPI, new_browser: NewBrowser
) -> None:
    """However many guess, from its own address too; it may guess no more than anybody itself."""
    own = await logged_in(new_browser)
    await own.post("/admin/logout")
    marked = new_browser()
    marked.cookies.set("machi_admin_browser", own.cookies["machi_admin_browser"])
    app.state.attempts = Attempts((2, 1e-9), (3, 1e-9))
    for number in range(5):
        app.state.attempts.wait(f"203.0.113.{number}")
    forged = new_browser()
    forged.cookies.set("machi_admin_browser", own.cookies["machi_admin_browser"] + "x")
    assert [(await log_in(each)).status_code for each in (new_browser(), forged)] == [429, 429]
    assert (await log_in(own)).status_code == 303
    assert not await is_in(marked), "the mark alone opens nothing"
    assert [(await log_in(marked, "guess")).status_code for _ in range(3)] == [401, 401, 429]
    assert (await log_in(own)).status_code == 429, "the same mark"


async def test_a_mark_of_another_password_is_none(database: str, clock: Clock) -> None:
    found = []
    for stored in (HASH, OTHER_HASH):
        async with admin_app(database, clock, admin_password_hash=stored) as app:
            found += [app.state.admin.new_browser()]
            assert [app.state.admin.is_browser(mark) for mark in found] == [False] * (len(found) - 1) + [True]


async def test_what_nobody_could_check_does_not_count(app: FastAPI, new_browser: NewBrowser) -> None:
    app.state.attempts = Attempts((1, 1e-9), (1, 1e-9))
    browser = new_browser()
    await app.state.store.close()
    assert [(await log_in(browser)).status_code for _ in range(2)] == [503, 503]
    await app.state.store.open()
    assert (await log_in(browser)).status_code == 303


async def test_a_wrong_password_is_in_the_servers_log_with_the_network_only(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    transport = ASGITransport(app, client=("203.0.113.77", 5000))
    async with AsyncClient(transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN}) as browser:
        await log_in(browser, "guess")
        await log_in(browser)
    told = [record.getMessage() for record in caplog.records if record.name == "app.web.admin.login"]
    assert told == ["a wrong password for the admin's pages was typed, from 203.0.113.0/24"]


async def test_many_guesses_at_once_are_no_more_than_one_after_another(app: FastAPI, new_browser: NewBrowser) -> None:
    app.state.attempts = Attempts((3, 1e-9), (100, 1))
    browser = new_browser()
    answers = await asyncio.gather(*(log_in(browser, "guess") for _ in range(10)))
    assert sorted(answer.status_code for answer in answers) == [401] * 3 + [429] * 7


async def test_a_session_ends_by_itself(app: FastAPI, new_browser: NewBrowser, clock: Clock) -> None:
    browser = await logged_in(new_browser)
    for _ in range(2):
        clock.now += IDLE - timedelta(seconds=1)
        assert await is_in(browser)
    clock.now += IDLE
    assert not await is_in(browser), "it was not used"
    browser = await logged_in(new_browser)
    ends = clock.now + LONGEST
    while clock.now + IDLE / 2 < ends:
        clock.now += IDLE / 2
        assert await is_in(browser)
    clock.now = ends
    assert not await is_in(browser), "it is too old"
    assert (await browser.post("/admin/sessions/end-all")).status_code == 303
    assert "all_sessions_ended" not in await noted(app)


async def test_sessions_are_shown_and_ended(app: FastAPI, new_browser: NewBrowser) -> None:
    one, two, three = [await logged_in(new_browser) for _ in range(3)]
    ids = [row["id"] for row in await app.state.store.pool.fetch("SELECT id FROM admin_sessions ORDER BY id")]
    page = (await one.get("/admin/sessions")).text
    assert [f'value="{each}"' in page for each in ids] == [False, True, True], "the own one has its button above"
    assert (await one.post("/admin/sessions/end", data={"which": str(ids[1])})).status_code == 303
    assert [await is_in(each) for each in (one, two, three)] == [True, False, True]
    assert (await two.post("/admin/sessions/end", data={"which": str(ids[0])})).status_code == 303
    assert await is_in(one), "an ended session ends no other"
    assert (await three.post("/admin/logout")).headers["location"] == LOGIN
    assert not await is_in(three)
    three = await logged_in(new_browser)
    assert (await one.post("/admin/sessions/end-all")).status_code == 303
    assert [await is_in(each) for each in (one, three)] == [False, False]
    assert await noted(app) == ["login"] * 3 + ["session_ended", "logout", "login", "all_sessions_ended"]


async def test_a_key_that_was_kept_elsewhere_opens_nothing_after_logging_out(
    app: FastAPI, new_browser: NewBrowser
) -> None:
    browser = await logged_in(new_browser)
    thief = new_browser()
    thief.cookies.update(browser.cookies)
    assert await is_in(thief)
    await browser.post("/admin/logout")
    assert not await is_in(thief)


async def test_another_hash_ends_all_sessions(database: str, clock: Clock) -> None:
    async with admin_app(database, clock) as app:
        browser = AsyncClient(transport=ASGITransport(app), base_url=ORIGIN)
        await log_in(browser)
        assert await is_in(browser)
    kept = dict(browser.cookies)
    await browser.aclose()
    for stored in (OTHER_HASH, HASH):
        async with admin_app(database, clock, admin_password_hash=stored) as app:
            transport = ASGITransport(app)
            async with AsyncClient(transport=transport, base_url=ORIGIN, cookies=kept) as again:
                assert not await is_in(again), "for good: the old hash does not bring them back"


async def test_another_site_can_make_a_browser_do_nothing(app: FastAPI, new_browser: NewBrowser) -> None:
    browser = await logged_in(new_browser)
    evil = {"origin": "http://evil.test"}
    posts = [path for method, path in ADMIN if method == "POST"]
    assert len(posts) >= 4
    for path in posts:
        form = {"password": PASSWORD, "which": "1", "move": "0", "eyes": "open", "agreed": "1"}
        answer = await browser.post(path.replace("{code}", "K7RWQ4D"), data=form, headers=evil)
        assert answer.status_code == 403, path
    assert await is_in(browser)
    assert await noted(app) == ["login"]


@pytest.mark.parametrize(
    "to", ["//evil.test", "https://evil.test/admin/", "/admin/..\\evil", "/rooms", "/admin/x\r\nA: b", "/admin/x y"]
)
def test_after_the_login_nobody_is_led_away(to: str) -> None:
    assert inside(to) == inside("")
    assert inside("/admin/audit?before=12") == "/admin/audit?before=12"


async def test_nobody_is_let_in_whose_line_in_the_log_is_not_written(app: FastAPI, new_browser: NewBrowser) -> None:
    pool = app.state.store.pool
    await pool.execute("ALTER TABLE audit ADD CONSTRAINT full_up CHECK (kind <> 'login')")
    browser = new_browser()
    with pytest.raises(asyncpg.CheckViolationError):
        await log_in(browser)
    assert await pool.fetchval("SELECT count(*) FROM admin_sessions") == 0
    assert not await is_in(browser)


async def test_the_log_is_shown_page_by_page(app: FastAPI, new_browser: NewBrowser) -> None:
    browser = await logged_in(new_browser)
    await app.state.store.pool.execute(
        "INSERT INTO audit (at, kind, place) SELECT now(), 'login_failed', '' FROM generate_series(1, 250)"
    )
    lines, path = list[int](), "/admin/audit"
    while path:
        page = (await browser.get(path)).text
        lines.append(page.count("<time"))
        older = re.search(r'name="before" value="(\d+)"', page)
        path = f"/admin/audit?before={older[1]}" if older else ""
    assert lines == [100, 100, 51]
    assert (await browser.get("/admin/audit?before=x")).status_code == 422
    assert (await browser.get(f"/admin/audit?before={2**63}")).status_code == 422


async def test_no_line_of_the_log_is_in_the_way_of_the_others(app: FastAPI, new_browser: NewBrowser) -> None:
    """As a newer program, or a spoilt one, may have written them."""
    browser = await logged_in(new_browser)
    odd = [("session_ended", None), ("session_ended", [1]), ("login", "x"), ("100% new", {"a": 1}), ("", None)]
    await app.state.store.pool.executemany(
        "INSERT INTO audit (at, kind, place, detail) VALUES (now(), $1, '', $2)", odd
    )
    page = await browser.get("/admin/audit")
    assert page.status_code == 200
    said = re.findall(r"<strong>(.*?)</strong>", page.text)
    assert said[-6:] == ["", "100% new", "Logged in", "session_ended", "session_ended", "Logged in"]


async def test_the_log_cannot_be_changed(store: Store) -> None:
    await store.pool.execute("INSERT INTO audit (at, kind, place) VALUES (now(), 'login', '')")
    for statement in ("UPDATE audit SET at = now()", "DELETE FROM audit", "TRUNCATE audit"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
            await store.pool.execute(statement)
    assert await store.pool.fetchval("SELECT count(*) FROM audit") == 1


def test_where_from_is_told_no_more_exactly_than_it_must() -> None:
    assert place_of("203.0.113.77") == "203.0.113.0/24"
    assert place_of("::ffff:203.0.113.77") == "203.0.113.0/24"
    assert place_of("2001:db8:1:2:3::4") == "2001:db8:1::/48"
    assert place_of("") == ""
    assert browser_of(PHONE) == "Chrome, Android"
    assert browser_of("") == ""
