"""Rooms that stand at a moment of a recorded game: made by the API, with its seed, by its moves."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.sockets import socket_at

GAMES = Path(__file__).parents[1] / "engine"
NAMES = ["Ann", "Ben", "Cleo", "Dominique-Alexandra"]
"""The last one is as long as names may be nearly: it must fit everywhere."""


@dataclass(frozen=True)
class Moment:
    """`moves`: how many of a recorded game's moves are played; None: all. Without `record` the game has not started:
    then `seats` of the table are there and `taken` of them are. `drawn`: all dice and cards were, and the game has been
    played to its end. `again_from`: this
    is the room that goes on after so many moves of that finished game, played to the same end; as a
    `sandbox` it stands where it began, and its key is the same for every seat. `imported`: the room is made of the
    file of that game."""

    game: str
    record: str = ""
    moves: int | None = None
    seats: int = 2
    taken: int = 2
    drawn: bool = False
    again_from: int | None = None
    sandbox: bool = False
    imported: bool = False


@dataclass
class Room:
    """One room at its moment. While it is held open every seated player is connected, as at a real table."""

    code: str
    tokens: list[str] = field(default_factory=list)


@asynccontextmanager
async def held(url: str, moment: Moment) -> AsyncIterator[Room]:
    """Make the room, bring it to its moment, and stay connected with every seat."""
    async with AsyncExitStack() as stack:
        api = await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=60))
        recorded = record_of(moment)
        room = await _made(api, moment, recorded)
        address = f"{url.replace('http', 'ws', 1)}/api/rooms/{room.code}/live"
        for token in room.tokens:
            # Its frames are not read: a spectator of everything that a seat would see anyway.
            headers = {"Authorization": f"Bearer {token}"}
            await stack.enter_async_context(socket_at(address, additional_headers=headers, max_queue=None))
        if recorded:
            await _call(api, room.tokens[0], "POST", f"/{room.code}/start", {"close_free": False})
            await _play(api, room, recorded["log"][: moment.moves])
        if moment.drawn:
            await play_out(api, room.code, room.tokens)
        if recorded and moment.again_from is not None:
            if moment.sandbox:
                room = await _sandbox(api, room, moment.again_from)
            else:
                room = await _again(api, room, recorded, moment.again_from)
        if moment.imported:
            file = await _call(api, "", "GET", f"/{room.code}/export", None)
            answer = await api.post("/api/import", json=file)
            room = Room(answer.raise_for_status().json()["code"])
        yield room


async def play_out(api: httpx.AsyncClient, code: str, tokens: list[str]) -> None:
    """Play the game of these seats to its end: the first hurries through it, the program plays for the others."""
    await _call(api, tokens[0], "POST", f"/{code}/start", {"close_free": True})
    address = f"{str(api.base_url).replace('http', 'ws', 1).rstrip('/')}/api/rooms/{code}/live"
    async with socket_at(
        address, additional_headers={"Authorization": f"Bearer {tokens[0]}"}, max_queue=None
    ) as socket:
        await socket.recv()  # somebody is there, and is seen to be
        for token in tokens[1:]:
            await _call(api, token, "DELETE", f"/{code}/seats/me", None)
        while (offered := await _call(api, tokens[0], "GET", f"/{code}/moves", None))["moves"]:
            ending = (move for move in offered["moves"] if move["type"] in ("next", "end_turn"))
            body = {"at": offered["at"], "move": next(ending, offered["moves"][0])}
            await _call(api, tokens[0], "POST", f"/{code}/moves", body)
    assert (await _call(api, "", "GET", f"/{code}", None))["status"] == "over"


def record_of(moment: Moment) -> dict[str, Any] | None:
    """The recorded game whose moment it is, if it is one of a record."""
    if not moment.record:
        return None
    found: dict[str, Any] = json.loads((GAMES / moment.game / "games" / f"{moment.record}.json").read_text())
    return found


async def _made(api: httpx.AsyncClient, moment: Moment, recorded: dict[str, Any] | None) -> Room:
    body = {"game": moment.game, "seats": moment.seats, "options": {}}
    if recorded:
        body |= {key: recorded[key] for key in ("seats", "options", "seed")}
    room = Room((await _call(api, "", "POST", "", body))["code"])
    for name in NAMES[: recorded["seats"] if recorded else moment.taken]:
        room.tokens.append((await _call(api, "", "POST", f"/{room.code}/seats", {"name": name}))["token"])
    return room


async def _play(api: httpx.AsyncClient, room: Room, log: list[Any]) -> None:
    at = [0] * len(room.tokens)
    for row in log:
        seat, move = (row["seat"], row["move"]) if isinstance(row, dict) else row
        body = {"at": at[seat], "move": move}
        at[seat] = (await _call(api, room.tokens[seat], "POST", f"/{room.code}/moves", body))["at"]


async def _again(api: httpx.AsyncClient, room: Room, recorded: dict[str, Any], version: int) -> Room:
    """The room that goes on after that many moves of this finished one, played to the same end."""
    other = Room((await _call(api, "", "POST", f"/{room.code}/what-if", {"version": version}))["code"])
    for name in NAMES[: len(room.tokens)]:
        other.tokens.append((await _call(api, "", "POST", f"/{other.code}/seats", {"name": name}))["token"])
    await _call(api, other.tokens[0], "POST", f"/{other.code}/start", {"close_free": False})
    await _play(api, other, recorded["log"][version:])
    return other


async def _sandbox(api: httpx.AsyncClient, room: Room, version: int) -> Room:
    """The room in which one person goes on for every seat after that many moves of this finished one."""
    body = {"version": version, "sandbox": True}
    made = await _call(api, "", "POST", f"/{room.code}/what-if", body)
    return Room(made["code"], made["tokens"])


async def _call(api: httpx.AsyncClient, token: str, method: str, path: str, body: object) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = await api.request(method, f"/api/rooms{path}", json=body, headers=headers)
    answer.raise_for_status()
    return answer.json() if answer.content else None
