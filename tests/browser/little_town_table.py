"""Tables of Little Town Builders played by calls up to a moment, where a browser takes over."""

from collections.abc import Callable
from random import Random
from typing import Any

import httpx

import engine.little_town as game
from engine.core.config import Config
from tests.browser.rooms import board
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
from tests.server import Server

NAMES = ("Ann", "Ben", "Cleo", "Dmitri")
Wire = dict[str, Any]
Played = list[tuple[int, Wire]]


class Table:
    """A room with everybody seated; `play` makes the moves of a seat, `sit` lets a browser take a seat."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.AsyncClient(base_url=server.url, timeout=PATIENCE)
        self.code = ""
        self.tokens: list[str] = []

    async def begin(self, seed: str, seats: int = 2, **options: object) -> None:
        room = {"game": "little_town", "seats": seats, "options": options, "name": NAMES[0], "seed": seed}
        made = (await self.http.post("/api/rooms", json=room)).json()
        self.code = made["code"]
        self.tokens = [made["token"]]
        for name in NAMES[1:seats]:
            seated = (await self.http.post(f"/api/rooms/{self.code}/seats", json={"name": name})).json()
            self.tokens.append(seated["token"])
        started = await self.http.post(f"/api/rooms/{self.code}/start", json={}, headers=self.bearer(0))
        assert started.status_code == 204

    def bearer(self, seat: int) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[seat]}"}

    async def play(self, seat: int, moves: list[Wire]) -> None:
        room = (await self.http.get(f"/api/rooms/{self.code}", headers=self.bearer(seat))).json()
        for at, move in enumerate(moves, room["at"]):
            frame = {"at": at, "move": move}
            played = await self.http.post(f"/api/rooms/{self.code}/moves", json=frame, headers=self.bearer(seat))
            assert played.status_code == 200, played.text

    async def replay(self, played: Played) -> None:
        for seat, move in played:
            await self.play(seat, [move])

    async def sit(self, visitor: Visitor, seat: int) -> None:
        """The visitor takes up that seat, by its link."""
        await visitor.page.goto(f"/r/{self.code}/seat#{self.tokens[seat]}")
        await visitor.press("#seat-form button")
        await board(visitor)

    async def close(self) -> None:
        await self.http.aclose()


def likely(state: Any, seat: int, luck: Random) -> Any:
    """A move that plays the game forward: building often, using what can be used."""
    moves = game.legal(state, seat)
    for kind, chance in (("build", 0.4), ("use", 0.85), ("end_turn", 0.95), ("feed", 1.0)):
        some = [move for move in moves if game.encode(move)["type"] == kind]
        if some and luck.random() < chance:
            return luck.choice(some)
    return luck.choice(moves)


def until(wanted: Callable[[Any], bool], seats: int = 2, **options: object) -> tuple[str, Played]:
    """A seed, and moves from the start on, that lead to a wanted position: the first that random play comes upon."""
    for number in range(300):
        seed = bytes([number % 256, number // 256]) * 16
        luck = Random(number)
        state, played = game.setup(Config(seats, seed, options)), []
        while not wanted(state):
            active = game.active(state)
            if not active:
                break
            seat = luck.choice(active)
            move = likely(state, seat, luck)
            played.append((seat, game.encode(move)))
            state = state.copy()
            game.apply(state, seat, move)
        else:
            return seed.hex(), played
    raise AssertionError("no game came there")
