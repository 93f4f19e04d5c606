"""Solo tables of Roll Into Town played by calls up to a moment, where a browser takes over."""

from collections.abc import Callable
from random import Random
from typing import Any

import httpx

import engine.roll_into_town as game
from engine import Config, after
from tests.browser.hand import standing
from tests.browser.rooms import board
from tests.browser.visitors import Visitor
from tests.server import Server

Wire = dict[str, Any]


def lively(state: Any, seat: int, luck: Random) -> Any:
    """A move that fills the map: any kind but a change of a die equally likely; `next` where there is no other."""
    kinds: dict[str, list[Any]] = {}
    for move in game.legal(state, seat):
        wire = game.encode(move)
        if wire["type"] not in ("next", "adjust"):
            kinds.setdefault(str(wire.get("icon") or wire.get("building") or wire["type"]), []).append(move)
    return luck.choice(kinds[luck.choice(sorted(kinds))]) if kinds else game.decode({"type": "next"})


def until(wanted: Callable[[Any], bool], size: int = 7) -> tuple[str, list[Wire]]:
    """A seed, and moves from the start on, that lead to a wanted position of a solo game."""
    for number in range(200):
        seed, luck = bytes([number]) * 32, Random(number)
        state, played = game.setup(Config(1, seed, {"size": size})), []
        while game.active(state) and not wanted(state):
            move = lively(state, 0, luck)
            played.append(game.encode(move))
            state = after(game, state, 0, move)
        if wanted(state):
            return seed.hex(), played
    raise AssertionError("no game came there")


async def sit_at(visitor: Visitor, server: Server, seed: str, played: list[Wire], size: int = 7) -> None:
    """Make a solo room in which these moves are played, and let the visitor take its seat."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        room = {"game": "roll_into_town", "seats": 1, "options": {"size": size}, "name": visitor.name, "seed": seed}
        made = (await http.post("/api/rooms", json=room)).json()
        path, bearer = f"/api/rooms/{made['code']}", {"authorization": f"Bearer {made['token']}"}
        (await http.post(f"{path}/start", json={}, headers=bearer)).raise_for_status()
        for move in played:
            at = (await http.get(path, headers=bearer)).json()["at"]
            (await http.post(f"{path}/moves", json={"at": at, "move": move}, headers=bearer)).raise_for_status()
    await visitor.page.goto(f"/r/{made['code']}/seat#{made['token']}")
    await visitor.page.locator("#seat-form button").press("Enter")
    await board(visitor)
    await standing(visitor)
