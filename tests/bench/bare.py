"""The baseline of load.py: the least that a server can do for a move that must not be lost.

It parses a frame, appends one row through raw asyncpg with COMMIT, and sends 2 kB to all sockets of the room. No rules,
no seats, no views. uvicorn's options, the serialiser, the pool and the durability of Postgres are the product's own, by
using its code for them. `python -m tests.bench.bare <database> <port>`; `/ROOM` is the socket of a room.
"""

import sys
from types import SimpleNamespace
from typing import Any

import uvicorn

from app.store import Store
from app.web.limits import Rates
from app.web.reply import dump
from app.web.security import Addresses
from app.web.server import config
from app.web.wire import parse

APPEND = "INSERT INTO bare (room, seq, move) VALUES ($1, $2, $3)"
TABLE = "CREATE TABLE IF NOT EXISTS bare (room text, seq int, move json, PRIMARY KEY (room, seq))"
BYTES = 2000


class Bare:
    """An ASGI app that keeps moves of rooms."""

    def __init__(self, store: Store) -> None:
        self.store = store
        # What the product's transport asks of the app: whom it trusts, and how much one address may have open.
        self.state = SimpleNamespace(addresses=Addresses.from_settings("", ""), rates=Rates().times(0))
        self.rooms: dict[str, list[Any]] = {}  # what sends to each socket of a room
        self.lengths: dict[str, int] = {}
        item = {"name": "a thing of the view", "number": 7, "cells": [[1, 2], [3, 4]]}
        self.filling = [item] * (BYTES // len(dump([item])))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope["path"], receive, send)
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"ok"})

    async def _lifespan(self, receive: Any, send: Any) -> None:
        await receive()
        await self.store.open()
        await self.store.pool.execute(TABLE)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.store.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _socket(self, room: str, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        sockets = self.rooms.setdefault(room, [])
        sockets.append(send)
        while (message := await receive())["type"] == "websocket.receive":
            frame = parse(message["text"])
            seq = self.lengths[room] = self.lengths.get(room, 0) + 1
            await self.store.pool.execute(APPEND, room, seq, frame["move"])
            text = dump({"version": seq, "at": frame["at"], "view": self.filling})
            for each in sockets:
                await each({"type": "websocket.send", "text": text})
        sockets.remove(send)


if __name__ == "__main__":
    url, port = sys.argv[1:]
    uvicorn.Server(config(Bare(Store(url)), port=int(port), log_level="warning")).run()
