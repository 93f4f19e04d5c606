"""Whole random games in real rooms, and what the socket of an open page would send of them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from websockets.extensions import Extension
from websockets.frames import Frame, Opcode

from app.rooms import Json, Rooms
from app.web.compression import DeflateFactory
from app.web.live_html import HtmlVoice

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal"]
OFFER = [("client_max_window_bits", None)]  # as browsers say it


def agreed() -> Extension:
    """Compression as it is agreed on with a browser."""
    return DeflateFactory().process_request_params(OFFER, [])[1]


@dataclass
class Viewer:
    """An open page: the sizes of its frames as they were sent, compressed and with their heads, the first one first."""

    voice: HtmlVoice
    token: str | None
    deflate: Extension = field(default_factory=agreed)
    sizes: list[int] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)

    async def look(self, rooms: Rooms, code: str) -> None:
        """Be sent what has changed since, if anything has."""
        if text := self.voice.scene(await rooms.look(code, self.token)):
            self.send(text)

    def send(self, text: str) -> None:
        """Pack a frame and note its size."""
        sent = Frame(Opcode.TEXT, text.encode()).serialize(mask=False, extensions=[self.deflate])
        self.sizes.append(len(sent))
        self.texts.append(len(text))


@dataclass
class Talk:
    """A started game: `tokens` by seat, and whoever looks on."""

    rooms: Rooms
    code: str
    tokens: list[str]
    rng: Random

    async def game(self) -> AsyncIterator[int]:
        """Play to the end at random, watched as rooms are; after each move the seat that moved."""
        async with self.rooms.listen(self.code):
            while active := await self.active():
                seat = self.rng.choice(active)
                offered = await self.rooms.moves(self.code, self.tokens[seat])
                move = likely(offered["moves"], self.rng)
                await self.rooms.play(self.code, self.tokens[seat], offered["at"], move)
                yield seat

    async def active(self) -> list[int]:
        """The seats that can act."""
        room = (await self.rooms.look(self.code)).object
        return [seat["seat"] for seat in room["seats"] if seat["active"]]


async def seated(app: FastAPI, game: str, seats: int, seed: int, **options: object) -> Talk:
    """A started game of that many seats."""
    talk = await lobby(app, game, seats, seed, **options)
    await talk.rooms.start(talk.code, talk.tokens[0])
    return talk


async def lobby(app: FastAPI, game: str, seats: int, seed: int, **options: object) -> Talk:
    """That many people at a table that has not begun."""
    rooms: Rooms = app.state.rooms
    made = await rooms.create(game, seats, options, NAMES[0], "00" * 16, seed=f"{seed:064x}")
    assert made.token
    tokens = [made.token, *[(await rooms.sit(made.code, name)).token for name in NAMES[1:seats]]]
    return Talk(rooms, made.code, tokens, Random(seed))


def viewer(app: FastAPI, token: str | None) -> Viewer:
    """Somebody with that seat's page, or a spectator's, open."""
    headers = [(b"host", b"town.test"), (b"accept-language", b"en")]
    scope = {"type": "websocket", "app": app, "scheme": "ws", "path": "/", "client": None, "headers": headers}
    return Viewer(HtmlVoice(HTTPConnection(scope)), token)  # type: ignore[arg-type]


def likely(moves: list[Json], rng: Random) -> Json:
    """Mostly something else than ending a phase or a turn, as people play; in the end that too."""
    lively = [move for move in moves if move["type"] not in ("next", "end_turn", "adjust", "show")]
    return rng.choice(lively if lively and rng.random() < 0.9 else moves)
