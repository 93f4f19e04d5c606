"""The time machine's events, unfinished turns and check, of logs that replay and of those that do not."""

import ast
import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import AsyncClient

from app.rooms.check import SAID, Difference
from app.web.admin.events import DIFFERENCES, EVENTS, told
from tests.web.admin.time_machine import drafting, page, source
from tests.web.conftest import NewBrowser
from tests.web.test_room_pages import finished, playing


async def test_unfinished_turns_and_moves_taken_back_are_shown_only_by_a_look(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, ann, _ = await drafting(new_browser)
    rows = await app.state.store.pool.fetch(
        "SELECT move::text FROM drafts UNION ALL SELECT detail::text FROM events WHERE kind = 'undone'"
    )
    payloads = [row["move"] for row in rows]
    assert len(payloads) == 3
    await app.state.store.pool.execute(
        """INSERT INTO events (room_id, at, kind, seat, detail) SELECT id, now(), kind, 0, '{"moves": 1}'
        FROM rooms, unnest(ARRAY['refused', 'cut']) AS kind"""
    )
    told = [
        "Took a move back",
        "A move was refused",
        "Moves of an unfinished turn were dropped",
        "at 4 · cut 0",
        "rev ",
    ]
    text = await page(admin, f"/admin/rooms/{code}/events")
    assert [words for words in told if words in text] == [], "nor that there was any"
    assert "Started the game" in text
    assert not any('"type"' in part for part in re.findall(r"<pre.*?</pre>", text, re.S))
    text = await page(admin, f"/admin/rooms/{code}/events", before=10**9)
    assert [words for words in told if words not in text] == []
    assert set(payloads) <= {source(text, each) for each in re.findall(r'<pre [^>]*id="([^"]+)"', text)}
    assert (await ann.get(f"/api/rooms/{code}")).json()["undo"] == 2


async def test_events_go_on_page_by_page_with_refused_moves(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, _, _ = await finished(new_browser)
    await app.state.store.pool.execute(
        "INSERT INTO events (room_id, at, kind, seat, detail) SELECT r.id, now(), 'refused', 1, "
        """json_build_object('code', 'illegal', 'n', n) FROM rooms r, generate_series(1, 70) AS n"""
    )
    found, path = list[str](), f"/admin/rooms/{code}/events"
    while path:
        text = await page(admin, path)
        found += re.findall(r"&#34;n&#34; : (\d+)\}", text)
        older = re.search(r'name="before" value="(\d+)"', text)
        path = f"/admin/rooms/{code}/events?before={older[1]}" if older else ""
    assert found == [str(number) for number in range(70, 0, -1)]
    assert "The room was made" in text
    assert "A move was refused" in await page(admin, f"/admin/rooms/{code}/events")
    for wrong in ("x", "-1", str(2**63)):
        assert (await admin.get(f"/admin/rooms/{code}/events?before={wrong}")).status_code == 422


BREAKS = {
    "a move that the rules refuse": (
        'UPDATE log SET move = \'{"type": "three"}\' WHERE seq = 2',
        "Move 3 does not replay",
    ),
    "a move that is missing": ("DELETE FROM log WHERE seq = 2", "Move 3 of the log is missing."),
    "a game that is gone": ("UPDATE rooms SET game = 'gone'", "This program does not know the game."),
    "options that are refused": ("UPDATE rooms SET options = '{\"heap\": 7}'", "Its options and rules are refused"),
    "a seat that is gone": ("DELETE FROM seats WHERE seat = 1", "places have the seats"),
}


@pytest.mark.parametrize("how", BREAKS)
async def test_of_a_log_that_does_not_replay_all_that_is_stored_is_shown(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient, how: str
) -> None:
    code, _, _ = await finished(new_browser)
    statement, words = BREAKS[how]
    await app.state.store.pool.execute(statement)
    assert words in await page(admin, f"/admin/rooms/{code}/check")
    for move in range(7):
        for eyes in ("open", "0", "spectator"):
            text = await page(admin, f"/admin/rooms/{code}/moves?move={move}&eyes={eyes}")
            missing = move == 0 or (move == 3 and "missing" in how)
            assert ('id="payload"' in text) is not missing
    assert "does not replay from move" in text
    await page(admin, f"/admin/rooms/{code}/events")
    assert (await admin.post(f"/admin/rooms/{code}/copy", data={"move": "6"})).status_code in (409, 422)
    assert await app.state.store.pool.fetchval("SELECT count(*) FROM rooms") == 1


async def test_a_log_that_replays_is_said_to(new_browser: NewBrowser, admin: AsyncClient) -> None:
    code, _, _ = await finished(new_browser)
    assert "all 6 moves replay" in await page(admin, f"/admin/rooms/{code}/check")
    assert (await admin.get("/admin/rooms/ZZZZZZZ/check")).status_code == 404


async def test_a_move_that_comes_while_the_page_is_made_breaks_nothing(
    app: FastAPI, new_browser: NewBrowser, admin: AsyncClient
) -> None:
    code, ann, _ = await playing(new_browser)
    for at, kind in enumerate(["two", "end"]):
        await ann.post(f"/api/rooms/{code}/moves", json={"at": at, "move": {"type": kind}})
    path = f"/admin/rooms/{code}/moves"
    assert "Move 2 of 2" in await page(admin, path)
    # As a turn that settles when the room has just been read.
    await app.state.store.pool.execute(
        """INSERT INTO log SELECT room_id, seq + 2, 1, move, false, accepted_at, settled_at FROM log"""
    )
    text = await page(admin, path)
    assert "Move 2 of 2" in text
    assert "does not replay" not in text


APP = Path(__file__).resolve().parents[3] / "app"
KIND_AT = {"event": 0, "Event": 0, "given_up": 2, "_without_owner": 3}
"""Which argument of these functions is the kind of an event."""


def kinds_in(source: str) -> set[str]:
    """The kinds of events that this code makes; what is handed on (`kind`, `why`) is named where it comes from."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    kinds = [
        call.args[KIND_AT[name]]
        for call in calls
        if (name := ast.unparse(call.func)) in KIND_AT and len(call.args) > KIND_AT[name]
    ]
    named = {kind.value for kind in kinds if isinstance(kind, ast.Constant)}
    others = {ast.unparse(kind) for kind in kinds if not isinstance(kind, ast.Constant)}
    assert others <= {"kind", "why"}, others
    return named


def test_every_kind_of_event_has_words() -> None:
    made = set[str]().union(*(kinds_in(file.read_text()) for file in APP.rglob("*.py")))
    assert made == set(EVENTS)


def test_what_may_be_found_has_words() -> None:
    assert set(DIFFERENCES) == set(SAID)
    for what in DIFFERENCES:
        assert "%" not in told(Difference("CODE", "toy", what, 1, "a", "b"))
