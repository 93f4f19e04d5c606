"""The time machine: what it shows of a moment, what it asks first, what it notes, and that it changes nothing."""

import json
import re
import threading
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import AsyncClient

from app.admin import machine
from app.web.admin.moves import clock as clocked
from tests import toy_game
from tests.leaks.twins import Clock
from tests.sockets import socket_at
from tests.web.admin.time_machine import alone, drafting, page, source, ways
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import finished, made, playing

GAME = ("rooms", "seats", "log", "drafts", "events")


async def stored(app: FastAPI, but: str = "") -> list[list[str]]:
    """All that is stored of the rooms, as texts; `but`: without these columns, by comma."""
    row = f"(to_jsonb(t) - '{{{but}}}'::text[])::text" if but else "t::text"
    rows = [await app.state.store.pool.fetch(f"SELECT {row} AS row FROM {table} t") for table in GAME]
    return [sorted(row["row"] for row in found) for found in rows]


async def noted(app: FastAPI) -> list[tuple[str, Any]]:
    rows = await app.state.store.pool.fetch("SELECT kind, detail FROM audit WHERE room_code IS NOT NULL ORDER BY id")
    return [(row["kind"], row["detail"]) for row in rows]


async def test_a_moment_shows_payload_seat_times_state_and_difference(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await finished(new_browser)
    odd = '{"type":  "two" }'
    await app.state.store.pool.execute(f"UPDATE log SET move = '{odd}' WHERE seq = 2")
    text = await page(admin, f"/admin/rooms/{code.lower()}/moves?move=3")
    assert "Move 3 of 6" in text
    assert source(text, "payload") == odd, "byte for byte"
    assert "<dd>1 · Bea</dd>" in text
    assert re.search(r"<dt>It took</dt><dd><span class=\"mono\">\d+:\d\d:\d\d\.\d{3}</span>", text)
    assert "<dt>Rules version</dt><dd>1</dd>" in text
    assert '"heap": 2' in source(text, "state")
    changed = text.partition('id="changed"')[2].partition("</section>")[0]
    assert re.findall(r'admin-place">([^<]+)</code>\s*<del>(.*?)</del>.*?<ins>(.*?)</ins>', changed) == [
        ("heap", "4", "2"),
        ("moved", "false", "true"),
        ("taken[1]", "0", "2"),
    ]
    first = await page(admin, f"/admin/rooms/{code}/moves?move=0")
    assert "The game begins." in first
    assert 'id="payload"' not in first
    for wrong in ("move=7", "move=-1", "move=x", f"move={2**70}", "eyes=2", "eyes=all"):
        assert (await admin.get(f"/admin/rooms/{code}/moves?{wrong}")).status_code == 422, wrong
    assert (await admin.get("/admin/rooms/ZZZZZZZ/moves")).status_code == 404
    assert (await admin.get(f"/admin/rooms/{await made(new_browser())}/moves")).status_code == 409


async def test_it_is_gone_through_by_moves_turns_and_rounds(new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, _, _ = await finished(new_browser)
    at = f"/admin/rooms/{code}/moves"
    for asked, to in (("move=4", [0, 3, 5, 6]), ("move=4&by=turn", [0, 2, 6, 6]), ("move=3&by=turn", [0, 2, 4, 6])):
        assert ways(await page(admin, f"{at}?{asked}")) == to
    text = await page(admin, f"{at}?move=4&by=turn")
    assert "in this turn" in text
    assert [source(text, "payload"), text.count('class="event p1"')] == ['{"type":"end"}', 2]
    changed = text.partition('id="changed"')[2].partition("</section>")[0]
    assert re.findall(r'admin-place">([^<]+)</code>', changed) == ["heap", "turn", "taken[1]"]
    assert re.findall(r'id="step-by-(\w+)" name="by" value="\w+"( aria-current="true")?>', text) == [
        ("move", ""),
        ("turn", ' aria-current="true"'),
    ]
    assert 'href="/admin/rooms/' + code + '/moves?move=4&amp;eyes=0&amp;by=turn"' in text
    assert ways(await page(admin, f"{at}?move=4&by=round")) == [0, 3, 5, 6], "the toy game tells no rounds"
    assert (await admin.get(f"{at}?by=day")).status_code == 422
    rounds = f"/admin/rooms/{await alone(new_browser(), 2)}/moves"
    text = await page(admin, rounds, move=8, eyes="0", by="round")
    assert ways(text) == [0, 4, 8, 8]
    assert "in this round" in text
    assert '<form method="post"' in text.partition('id="step-by-round"')[0]


async def test_the_events_up_to_a_moment_are_a_step_away(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await finished(new_browser)
    pool = app.state.store.pool
    await pool.execute("UPDATE log SET settled_at = settled_at + seq * interval '1 minute'")
    await pool.execute(
        "INSERT INTO events (room_id, at, kind, seat) SELECT room_id, settled_at + interval '10 seconds', kind, seat "
        "FROM log JOIN (VALUES (1, 'undone'), (2, 'refused')) AS v(seq, kind) USING (seq) ORDER BY seq"
    )
    for move, told in ((2, False), (3, True)):
        text = await page(admin, f"/admin/rooms/{code}/moves?move={move}")
        (before,) = re.findall(r'href="([^"]+/events\?before=\d+)"', text)
        text = await page(admin, before)
        assert ("Took a move back" in text, "A move was refused" in text) == (told, False)
    await pool.execute("UPDATE rooms SET status = 'playing', result = NULL, finished_at = NULL, rev = rev + 1")
    assert "/events?before=" not in await page(admin, f"/admin/rooms/{code}/moves?move=2"), "it would tell of a turn"


async def test_it_is_seen_through_everybodys_eyes(new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, _, _ = await finished(new_browser)
    cards = {}
    for eyes in ("spectator", "0", "1", "open"):
        view = source(await page(admin, f"/admin/rooms/{code}/moves?move=2&eyes={eyes}"), "view")
        cards[eyes] = [card != "null" for card in re.findall(r'"card": (\w+)', view)]
    assert cards == {"spectator": [False] * 2, "0": [True, False], "1": [False, True], "open": [True] * 2}


async def test_every_look_is_noted_before_it_is_shown(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await finished(new_browser)
    at = f"/admin/rooms/{code}"
    for path in (f"{at}/moves?move=2&eyes=1", f"{at}/events", f"{at}/check"):
        await page(admin, path)
    assert await noted(app) == [
        ("moves_viewed", {"move": 2, "eyes": 1}),
        ("events_viewed", None),
        ("log_checked", None),
    ]
    assert "Looked at move 2" in await page(admin, "/admin/audit")
    await app.state.store.pool.execute("ALTER TABLE audit ADD CONSTRAINT full_up CHECK (id < 0) NOT VALID")
    for path in (f"{at}/moves", f"{at}/events", f"{at}/check"):
        with pytest.raises(Exception, match="full_up"):
            await admin.get(path)
    with pytest.raises(Exception, match="full_up"):
        await admin.post(f"{at}/copy", data={"move": "1"})
    assert await app.state.store.pool.fetchval("SELECT count(*) FROM rooms") == 1


async def test_looking_changes_nothing_in_the_game(app: FastAPI, new_browser: NewBrowser, admin: AsyncClient) -> None:
    over, _, _ = await finished(new_browser)
    on, _, _ = await drafting(new_browser)
    lobby = await made(new_browser())
    # Of a draft that no longer fits players' doors take the rest away: these leave it.
    await app.state.store.pool.execute("UPDATE drafts SET move = '{}' WHERE position = 1")
    before = await stored(app)
    for code in (over, on, lobby):
        for path in ("", "/moves", "/moves?move=0", "/events", "/check"):
            answer = await admin.get(f"/admin/rooms/{code}{path}")
            assert answer.status_code == (409 if "/moves" in path and code == lobby else 200), path
    for eyes in ("open", "0", "1", "spectator"):
        for move in range(7):
            await page(admin, f"/admin/rooms/{over}/moves?move={move}&eyes={eyes}")
    assert await stored(app) == before
    look = "rev,looked"
    before = await stored(app, look)
    await page(admin, f"/admin/rooms/{on}/moves", move=0, eyes="open")
    await page(admin, f"/admin/rooms/{on}/events", before=10**9)
    assert await stored(app, look) == before
    row = await app.state.store.pool.fetchrow("SELECT looked FROM rooms WHERE code = $1", on)
    assert row["looked"]["times"] == 2


async def test_what_a_running_game_hides_is_shown_to_who_agrees_to_have_it_told(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await playing(new_browser)
    at = f"/admin/rooms/{code}/moves"
    text = await page(admin, at)
    assert "have the table told" in text
    assert re.findall(r'"card": (\w+)', source(text, "view")) == ["null", "null"]
    assert 'id="state"' not in text
    for eyes in ("open", "0"):
        assert (await admin.get(f"{at}?eyes={eyes}")).status_code == 409
    assert (await admin.post(f"/admin/rooms/{code}/copy", data={"move": "0"})).status_code == 409
    assert await app.state.store.pool.fetchval("SELECT looked FROM rooms WHERE code = $1", code) is None
    assert [kind for kind, _ in await noted(app)] == ["moves_viewed"]
    text = await page(admin, at, move=0, eyes="0")
    assert re.findall(r'"card": (\w+)', source(text, "view"))[1] == "null"
    assert 'id="state"' not in text
    assert '"cards"' in source(await page(admin, at, move=0, eyes="open"), "state")
    assert (await noted(app))[1:] == [("cards_viewed", {"move": 0, "eyes": eyes, "told": True}) for eyes in (0, "open")]


async def test_while_the_game_is_on_nobody_notices_a_look(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient, address: str
) -> None:
    code, ann, _ = await playing(new_browser)
    bearer = {"Authorization": f"Bearer {ann.cookies[f'machi_{code}']}"}

    async def seen() -> list[str]:
        paths = [f"/r/{code}", f"/r/{code}/history", f"/r/{code}/table", f"/api/rooms/{code}", f"/api/rooms/{code}/log"]
        return [(await browser.get(path)).text for browser in (ann, new_browser()) for path in paths]

    async with socket_at(f"ws://{address}/api/rooms/{code}/live", additional_headers=bearer) as socket:

        async def heard(number: int) -> list[object]:
            """All that has come by now."""
            await app.state.rooms.tick()  # whatever another process has changed is known by then
            await socket.send(json.dumps({"ping": number}))
            frames = [json.loads(await socket.recv())]
            while frames[-1] != {"pong": number}:
                frames.append(json.loads(await socket.recv()))
            return frames[:-1]

        assert await heard(1)
        before = await seen()
        for eyes in ("open", "0", "1"):
            await page(admin, f"/admin/rooms/{code}/moves", move=0, eyes=eyes)
        await page(admin, f"/admin/rooms/{code}/events", before=10**9)
        assert (await admin.post(f"/admin/rooms/{code}/copy", data={"move": 0, "agreed": "1"})).status_code == 303
        assert await heard(2) == []
        assert await seen() == before


async def test_the_table_is_told_when_the_game_is_over_and_not_before(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient, clock: Clock
) -> None:
    code, ann, bea = await playing(new_browser)
    paths = [f"/r/{code}", f"/r/{code}/history", f"/r/{code}/receipt"]
    first = clock.now
    await page(admin, f"/admin/rooms/{code}/moves", move=0, eyes="open")
    clock.now += timedelta(hours=1)
    await page(admin, f"/admin/rooms/{code}/moves", move=0, eyes="1")
    for browser in (ann, bea, new_browser()):
        assert "looked" not in (await browser.get(f"/api/rooms/{code}")).json()
        for path in paths:
            assert "administrator" not in (await browser.get(path)).text
    for number, player in enumerate([ann, bea, ann]):
        for step, kind in enumerate(["two", "end"]):
            move = {"at": number // 2 * 2 + step, "move": {"type": kind}}
            await player.post(f"/api/rooms/{code}/moves", json=move)
    looked = {"first": first.isoformat(), "last": (first + timedelta(hours=1)).isoformat(), "times": 2}
    for browser in (ann, bea, new_browser()):
        assert (await browser.get(f"/api/rooms/{code}")).json()["looked"] == looked
        assert (await browser.get(f"/api/rooms/{code}/history/1")).json()["looked"] == looked
        assert (await browser.get(f"/api/rooms/{code}/export")).json()["looked"] == looked
        for path in paths:
            text = (await browser.get(path)).text
            assert "an administrator looked, or could look, at hidden things" in text, path
            assert "2 times" in text
            assert first.strftime("%Y-%m-%d %H:%M UTC") in text
    await page(admin, f"/admin/rooms/{code}/moves?eyes=0")
    assert (await ann.get(f"/api/rooms/{code}")).json()["looked"] == looked, "there is nothing hidden any more"


async def test_a_log_is_replayed_where_players_do_not_wait_for_it(
    new_browser: NewBrowser, admin: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, _ = await finished(new_browser)
    threads, decode, since = set[threading.Thread](), toy_game.decode, machine.since

    def decoding(wire: object) -> str:
        threads.add(threading.current_thread())
        return decode(wire)

    def counting(*log: Any) -> Any:
        threads.add(threading.current_thread())
        return since(*log)

    for module, name, spy in ((toy_game, "decode", decoding), (machine, "since", counting)):
        monkeypatch.setattr(module, name, spy)
        await page(admin, f"/admin/rooms/{code}/moves?move=3")
        assert threads, name
        assert threading.main_thread() not in threads, name
        threads.clear()


def test_a_span_is_told_to_the_millisecond() -> None:
    assert clocked(timedelta(hours=25, seconds=1.5)) == "25:00:01.500"
    assert clocked(None) == ""
