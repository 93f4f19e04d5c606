"""Tokens are told once, to their owner, and are found nowhere else: no log, no address, no table, no answer."""

import ast
import json
import logging
import re

import asyncpg
import pytest
from fastapi import FastAPI

from tests.api.conftest import Player, Running, Table
from tests.api.test_live import answer, exchange, receive, send
from tests.server import ROOT

ONE = {"type": "one"}
KEY = re.compile(r"token|hashed|token_hash|secret|password", re.I)


def listen_to_the_server(level: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Catch what it logs, in this process, from that level on."""
    caplog.set_level(level)
    for name in ("uvicorn", "uvicorn.error"):  # another test's server in this process may have quietened them
        caplog.set_level(level, logger=name)
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        monkeypatch.setattr(logging.getLogger(name), "disabled", False)


async def test_who_opens_which_room_is_not_logged(
    running: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen_to_the_server(logging.INFO, caplog, monkeypatch)
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        await receive(socket)
    logging.getLogger("uvicorn.error").info("listening")
    others = ("httpx", "httpcore", "websockets", "uvicorn.access")  # the last one is switched off where Machi runs
    ours = "".join(record.getMessage() for record in caplog.records if not record.name.startswith(others))
    assert "listening" in ours
    assert ann.code not in ours


async def test_no_log_and_no_table_holds_a_token(
    running: Running, app: FastAPI, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen_to_the_server(logging.DEBUG, caplog, monkeypatch)
    ann, ben = await running.table.started()
    tokens = [str(ann.token), str(ben.token), "a-wrong-token"]
    async with running.live(ann) as socket:
        await exchange(socket, {"at": 0, "move": ONE})
    async with running.live(Player(ann.http, ann.code), Cookie=f"machi_{ann.code}={ben.token}") as socket:
        await send(socket, {"token": ann.token})
        await receive(socket)
        await send(socket, {"token": "a-wrong-token"})
        await answer(socket)
    await Player(ann.http, ann.code, "a-wrong-token").call("POST", "/moves", {"at": 0, "move": ONE})
    await ann.call("POST", "/moves", {"at": 99, "move": {"type": "three"}})
    ours = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore", "websockets"))]
    assert ours
    told = "\n".join(f"{record.getMessage()} {record.exc_text or ''}" for record in ours)
    assert not [token for token in tokens if token in told]
    stored = await everything(app.state.settings.database_url)
    assert ann.code in stored
    assert not [token for token in tokens if token in stored]


async def everything(database: str) -> str:
    """All rows of all our tables as text."""
    connection = await asyncpg.connect(database)
    try:
        names = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        rows = [await connection.fetch(f'SELECT t::text FROM "{name[0]}" t') for name in names]
    finally:
        await connection.close()
    return "\n".join(row[0] for table in rows for row in table)


async def test_no_answer_tells_a_token_again(table: Table) -> None:
    ann, ben = await table.started()
    spectator = Player(table.http, ann.code)
    answers = [await ann.play(ONE), await ann.undo(), await ann.play(ONE, at=55)]
    for player in (ann, ben, spectator):
        answers += [await player.call("GET"), await player.call("GET", "/log")]
    text = "\n".join(response.text + str(response.headers) for response in answers)
    assert str(ann.token) not in text
    assert str(ben.token) not in text


async def test_a_page_that_shows_a_key_is_its_owners_and_is_not_kept(table: Table) -> None:
    ann, _ = await table.started()
    headers = {"Cookie": f"machi_{ann.code}={ann.token}"}
    shown = await table.http.get(f"/r/{ann.code}/device", headers=headers)
    refused = await table.http.get(f"/r/{ann.code}/device")
    left = await table.http.post(f"/r/{ann.code}/leave", headers=headers)
    for page in (shown, left):
        assert str(ann.token) in page.text
        assert page.headers["cache-control"] == "no-store, no-transform"
        assert page.headers["referrer-policy"] == "same-origin"
        assert str(ann.token) not in str(page.url)
    assert refused.status_code == 401


def test_no_code_compares_keys_in_a_time_that_depends_on_them() -> None:
    """Keys are looked up by their SHA-256 or compared by `hmac.compare_digest`, never by == or `in`."""
    found = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
                names = [name_of(side) for side in (node.left, *node.comparators)]
                found += [f"{path.name}:{node.lineno} {name}" for name in names if KEY.search(name)]
    assert found == []
    text = "seat.token_hash == hashed, token in known, frame[token] != 1, code == 'no_token', 'token' in frame"
    sides = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Compare)]
    assert [bool(KEY.search(name_of(node.left))) for node in sides] == [True, True, True, False, False]


def name_of(node: ast.expr) -> str:
    """What a side of a comparison is called; "" for a constant or the result of a call."""
    if isinstance(node, ast.Subscript):
        return f"{name_of(node.value)} {name_of(node.slice)}"
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


async def test_tokens_have_128_bits_and_differ(table: Table) -> None:
    ann, ben = await table.lobby()
    assert ann.token != ben.token
    assert min(len(str(ann.token)), len(str(ben.token))) >= 22
    assert json.dumps(ann.token) == f'"{ann.token}"'
