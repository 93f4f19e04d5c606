"""Solo tables of Roll Into Town played by calls up to a moment, where a browser takes over."""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import httpx

import engine.roll_into_town as game
from engine import Config, after
from tests.browser.hand import standing
from tests.browser.rooms import board
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
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


def rolled(wanted: Callable[[tuple[int, ...]], bool], seats: int) -> str:
    """A seed whose first dice are as wanted."""
    seeds = (number.to_bytes(32, "big") for number in count())
    return next(seed.hex() for seed in seeds if wanted(game.setup(Config(seats, seed, {"size": 7})).players[0].dice))


async def alone(visitor: Visitor, server: Server) -> None:
    """Sit down at a solo game whose first dice show each icon once, the coast not among the first three."""
    await sit_at(visitor, server, rolled(lambda dice: sorted(dice) == [1, 2, 3, 4, 5] and 5 not in dice[:3], 1), [])


async def sit_at(
    visitor: Visitor, server: Server, seed: str, played: list[Wire], size: int = 7, beside: Sequence[Visitor] = ()
) -> None:
    """Make a room in which the visitor plays these moves, and let it and who plays beside it take their seats."""
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        room = {"game": "roll_into_town", "seats": 1 + len(beside), "options": {"size": size}, "seed": seed}
        made = (await http.post("/api/rooms", json=room | {"name": visitor.name})).json()
        path, bearer = f"/api/rooms/{made['code']}", {"authorization": f"Bearer {made['token']}"}
        for other in beside:
            sat = (await http.post(f"{path}/seats", json={"name": other.name})).json()
            await take(other, made["code"], sat["token"])
        (await http.post(f"{path}/start", json={}, headers=bearer)).raise_for_status()
        for move in played:
            at = (await http.get(path, headers=bearer)).json()["at"]
            (await http.post(f"{path}/moves", json={"at": at, "move": move}, headers=bearer)).raise_for_status()
    await take(visitor, made["code"], made["token"])
    await board(visitor)
    await standing(visitor)


async def take(visitor: Visitor, code: str, token: str) -> None:
    """Take that seat by its link."""
    await visitor.page.goto(f"/r/{code}/seat#{token}")
    await visitor.page.locator("#seat-form button").press("Enter")
    await visitor.page.wait_for_url(f"**/r/{code}")
