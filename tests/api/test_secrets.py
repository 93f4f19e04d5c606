"""Tokens are told once, to their owner, and are found nowhere else: no log, no address, no table, no answer."""

import json
import logging

import asyncpg
import pytest
from fastapi import FastAPI

from tests.api.conftest import Player, Running, Table
from tests.api.test_live import answer, exchange, receive, send

ONE = {"type": "one"}


async def test_no_log_and_no_table_holds_a_token(
    running: Running, app: FastAPI, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("uvicorn", "uvicorn.error"):  # another test's server in this process may have quietened them
        caplog.set_level(logging.DEBUG, logger=name)
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        monkeypatch.setattr(logging.getLogger(name), "disabled", False)
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


async def test_tokens_have_128_bits_and_differ(table: Table) -> None:
    ann, ben = await table.lobby()
    assert ann.token != ben.token
    assert min(len(str(ann.token)), len(str(ben.token))) >= 22
    assert json.dumps(ann.token) == f'"{ann.token}"'
