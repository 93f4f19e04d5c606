"""What a room survives or refuses when time passes: players who are away, closed rooms, logs of other rules."""

import json
from datetime import UTC, datetime, timedelta

import asyncpg
from fastapi import FastAPI

from app.rooms import Rooms
from tests.api.conftest import GAMES_AND_TOY, Player, calling, closed_with, opened, serving
from tests.api.test_live import answer, until
from tests.api.test_play import END, ONE
from tests.api.test_rooms import refusal


async def change(database: str, statement: str, *values: object) -> None:
    """One statement on a database, as an administrator would do."""
    connection = await asyncpg.connect(database)
    try:
        await connection.execute(statement, *values)
    finally:
        await connection.close()


async def test_a_player_who_is_away_is_voted_out_and_somebody_takes_the_seat(lonely_app: FastAPI) -> None:
    now = [datetime.now(UTC)]
    old: Rooms = lonely_app.state.rooms
    await old.close()
    lonely_app.state.rooms = Rooms(lonely_app.state.store, GAMES_AND_TOY, clock=lambda: now[0])
    await lonely_app.state.rooms.open()
    async with serving(lonely_app) as running:
        ann, ben = await running.table.started()
        async with running.live(ben) as socket:
            await until(socket, status="playing")
            async with running.live(ann) as leaving:
                await until(leaving, status="playing")
            room = await ben.look()
            while room["seats"][0]["connected"]:
                room = await ben.look()
            assert refusal(await ben.call("POST", "/seats/0/vote-out")) == (409, "cannot_vote_out")
            now[0] += timedelta(minutes=3, seconds=1)
            assert (await ben.call("POST", "/seats/0/vote-out")).status_code == 204
            room = await until(socket, version=2)
            assert [seat["active"] for seat in room["seats"]] == [False, True]
            cat = await running.table.sit(ann.code, "Cat")
            assert (await cat.look())["seat"] == 0
            assert refusal(await ann.call("GET")) == (401, "no_token")
    await lonely_app.state.rooms.close()


async def test_a_seat_that_somebody_else_took_over_closes_its_socket_4401(lonely_app: FastAPI) -> None:
    async with serving(lonely_app) as running:
        ann, ben = await running.table.started()
        async with running.live(ben) as mine:
            await until(mine, status="playing")
            assert (await ann.call("DELETE", "/seats/me")).status_code == 204
            await until(mine, version=2)
            await running.table.sit(ann.code, "Cat")
            async with running.live(ann) as socket:
                assert (await answer(socket))["error"]["code"] == "no_token"
                assert await closed_with(socket) == 4401


async def test_closed_409(database: str) -> None:
    async with opened(database) as app, calling(app) as table:
        ann, ben = await table.started()
    await change(database, "UPDATE rooms SET status = 'closed' WHERE code = $1", ann.code)
    async with opened(database) as app, calling(app) as table:
        ann.http = ben.http = table.http
        guest = Player(table.http, ann.code)
        assert (await guest.look())["status"] == "closed"
        assert refusal(await ann.play(ONE)) == (409, "closed")
        assert refusal(await ann.undo()) == (409, "closed")
        assert refusal(await guest.call("POST", "/seats", {"name": "Cat"})) == (409, "closed")
        assert refusal(await ann.call("PATCH", "/seats/me", {"name": "Cat"})) == (409, "closed")
        assert refusal(await ben.call("DELETE", "/seats/me")) == (409, "closed")
        assert refusal(await ben.call("POST", "/start")) == (409, "closed")


async def test_read_only_409(database: str) -> None:
    async with opened(database) as app, calling(app) as table:
        ann, ben = await table.started()
        await ann.play(ONE)
        await ann.play(END)
    await change(database, "UPDATE log SET move = $1 WHERE seq = 0", json.dumps(END))
    async with opened(database) as app, calling(app) as table:
        ann.http = ben.http = table.http
        assert (await Player(table.http, ann.code).look())["read_only"] is True
        assert refusal(await ben.play(ONE)) == (409, "read_only")
        assert refusal(await ben.undo()) == (409, "read_only")


async def test_drafts_and_counters_survive_a_restart(database: str) -> None:
    async with opened(database) as app, calling(app) as table:
        ann, _ben = await table.started()
        await ann.play(ONE)
        before = await ann.look()
    async with opened(database) as app, calling(app) as table:
        ann.http = table.http
        assert await ann.look() == before
        again = await ann.play(ONE, at=0)
        assert (again.status_code, again.json()["at"]) == (200, 1)
        assert (await ann.undo()).json()["at"] == 2


async def test_two_processes_show_each_other_what_happens(database: str) -> None:
    async with opened(database) as first, opened(database) as second, calling(first) as table:
        ann, ben = await table.started()
        async with serving(second) as other, other.live(ben) as socket:
            await until(socket, status="playing")
            await ann.play(ONE)
            await ann.play(END)
            room = await until(socket, version=2)
            assert room["seats"][1]["active"]
            ben.http = other.table.http
            assert (await ben.play(ONE)).status_code == 200
        ben.http = ann.http
        again = await ben.play(ONE, at=0)
        assert (again.status_code, again.json()["at"]) == (200, 1)
