"""Whole rooms, driven through the API by hypothesis beside a model that foretells every answer."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.rooms import Rooms
from tests import patience
from tests.api.conftest import GAMES_AND_TOY, serving
from tests.api.room_model import MADE, PATIENCE, Answer, Room, Seat

NAMES = st.sampled_from(["Ann", "ANN", "Ben", "Cat", "Dan", "Eve"])
KINDS = st.sampled_from(["one", "two", "end", "undo"])
PICK = st.integers(0, 7)


class Clock:
    """Stands still until it is wound."""

    def __init__(self) -> None:
        self.begun = self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    @property
    def seconds(self) -> float:
        return (self.now - self.begun).total_seconds()


class Table(RuleBasedStateMachine):
    """One room, and calls at it in any order. `http` and `clock` are set by the test."""

    http: httpx.Client
    clock: Clock

    @initialize(places=st.integers(2, 4))
    def make(self, places: int) -> None:
        body = {"game": "toy", "seats": places, "options": {}}
        self.code = self.http.post("/api/rooms", json=body).json()["code"]
        other = self.http.post("/api/rooms", json=body | {"name": "Zoe"}).json()
        self.room = Room(places, self.clock.seconds)
        self.others, self.gone = [other["token"]], [""]

    def call(self, method: str, path: str, token: str | None, body: Any = None) -> tuple[Answer, Any]:
        """The answer's status and code, and its content."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        answer = self.http.request(method, f"/api/rooms/{self.code}{path}", json=body, headers=headers)
        content = answer.json() if answer.content else {}
        if answer.status_code == 409:
            seat = self.owner(token)
            assert (content["room"]["seat"], content["room"]["status"]) == (
                None if seat is None else seat.number,
                self.room.status,
            )
        return (answer.status_code, content.get("error", {}).get("code")), content

    def owner(self, token: str | None) -> Seat | None:
        return next((seat for seat in self.room.seats if seat.token == token), None)

    def seat(self, pick: int) -> Seat:
        return self.room.seats[pick % len(self.room.seats)]

    def sits(self) -> bool:
        return bool(self.room.seats)

    @rule(name=NAMES)
    def sit(self, name: str) -> None:
        expected = self.room.sit(name)
        found, content = self.call("POST", "/seats", None, {"name": name})
        assert found == expected
        if expected == MADE:
            replaced = next((seat.token for seat in self.room.seats if seat.left), None)
            assert content["seat"] == self.room.seated(name, content["token"]).number
            self.gone += [replaced] if replaced else []

    @precondition(sits)
    @rule(pick=PICK, name=NAMES)
    def rename(self, pick: int, name: str) -> None:
        seat = self.seat(pick)
        expected = self.room.rename(seat, name)
        assert self.call("PATCH", "/seats/me", seat.token, {"name": name})[0] == expected

    @precondition(sits)
    @rule(pick=PICK)
    def leave(self, pick: int) -> None:
        seat = self.seat(pick)
        expected = self.room.leave(seat)
        assert self.call("DELETE", "/seats/me", seat.token)[0] == expected
        if seat not in self.room.seats:
            self.gone.append(seat.token)

    @precondition(sits)
    @rule(pick=PICK, close_free=st.booleans())
    def start(self, pick: int, close_free: bool) -> None:
        expected = self.room.start(close_free)
        assert self.call("POST", "/start", self.seat(pick).token, {"close_free": close_free})[0] == expected

    @precondition(lambda self: len(self.room.seats) > 1)
    @rule()
    def begin(self) -> None:
        """More often than by chance."""
        self.start(0, True)

    def frame(self, seat: Seat, at: int, kind: str) -> None:
        expected = self.room.frame(seat, at, kind)
        path, body = ("/undo", {"at": at}) if kind == "undo" else ("/moves", {"at": at, "move": {"type": kind}})
        found, _ = self.call("POST", path, seat.token, body)
        assert found == expected

    @precondition(sits)
    @rule(pick=PICK, kind=KINDS)
    def move(self, pick: int, kind: str) -> None:
        seat = self.seat(pick)
        self.frame(seat, seat.at, kind)

    @precondition(lambda self: self.room.status == "playing")
    @rule(kind=KINDS)
    def move_in_turn(self, kind: str) -> None:
        seat = self.room.seats[self.room.turn]
        self.frame(seat, seat.at, kind)

    @precondition(lambda self: any(seat.last for seat in self.room.seats))
    @rule(pick=PICK)
    def repeat(self, pick: int) -> None:
        known = [seat for seat in self.room.seats if seat.last]
        seat = known[pick % len(known)]
        assert seat.last
        self.frame(seat, *seat.last)

    @precondition(sits)
    @rule(pick=PICK, kind=KINDS, off=st.sampled_from([-2, -1, 1, 2**70]))
    def stale(self, pick: int, kind: str, off: int) -> None:
        seat = self.seat(pick)
        self.frame(seat, seat.at + off, kind)

    @precondition(sits)
    @rule(pick=PICK, against=st.integers(0, 5), away=st.booleans())
    def vote_out(self, pick: int, against: int, away: bool) -> None:
        if away:
            self.clock.now += timedelta(seconds=PATIENCE + 1)
            self.room.now = self.clock.seconds
        voter = self.seat(pick)
        expected = self.room.vote_out(voter, against)
        assert self.call("POST", f"/seats/{against}/vote-out", voter.token)[0] == expected

    @rule(pick=PICK)
    def wrong_tokens(self, pick: int) -> None:
        wrong = [(None, (401, "no_token")), ("N" * 22, (401, "no_token")), (self.others[0], (403, "not_seated"))]
        wrong += [(token, (401, "no_token")) for token in self.gone[-1:] if token]
        for token, expected in wrong:
            for method, path, body in (
                ("POST", "/moves", {"at": 0, "move": {"type": "one"}}),
                ("POST", "/undo", {"at": 0}),
                ("POST", "/start", None),
                ("PATCH", "/seats/me", {"name": "Ann"}),
                ("DELETE", "/seats/me", None),
                ("POST", "/seats/0/vote-out", None),
                ("GET", "/moves", None),
            )[pick % 7 :][:1]:
                assert self.call(method, path, token, body)[0] == expected

    @precondition(sits)
    @rule(pick=PICK)
    def legal_moves(self, pick: int) -> None:
        seat = self.seat(pick)
        found, content = self.call("GET", "/moves", seat.token)
        if self.room.status == "lobby":
            assert found == (409, "not_started")
            return
        if not seat.left:
            self.room.program()
        legal = [
            kind for kind in ("one", "two", "end") if self.room.status == "playing" and self.room.legal(seat, kind)
        ]
        assert content == {"at": seat.at, "moves": [{"type": kind} for kind in legal]}

    @invariant()
    def shows_what_was_foretold(self) -> None:
        if not hasattr(self, "room"):
            return
        newest = self.room.seats[-1] if self.room.seats else None
        for seat in {id(each): each for each in (None, newest)}.values():
            _, found = self.call("GET", "", seat.token if seat else None)
            shown = {key: found[key] for key in ("status", "places", "version", "seat", "at", "undo")}
            shown["heap"] = found["view"]["heap"] if found["view"] else None
            shown["seats"] = [(each["seat"], each["name"], each["left"], each["active"]) for each in found["seats"]]
            assert shown == self.room.shown(seat)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("examples", "steps"), [(6, 30), pytest.param(40, 50, marks=pytest.mark.long)])
async def test_rooms_answer_as_the_model_foretells(lonely_app: FastAPI, examples: int, steps: int) -> None:
    clock = Clock()
    await lonely_app.state.rooms.close()
    lonely_app.state.rooms = Rooms(lonely_app.state.store, GAMES_AND_TOY, clock=clock)
    await lonely_app.state.rooms.open()
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    async with serving(lonely_app) as running:
        with httpx.Client(base_url=f"http://127.0.0.1:{running.port}", timeout=patience.PATIENCE) as http:
            machine = type("OneTable", (Table,), {"http": http, "clock": clock})
            await asyncio.to_thread(run_state_machine_as_test, machine, settings=chosen)
    await lonely_app.state.rooms.close()
