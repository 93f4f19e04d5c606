"""A process that plays one seat's toy moves through rooms, for tests that kill it.

`python -m tests.rooms.player <url> <code> <token>`: takes a pebble, takes it back, and so on, and prints the new `at`
of each move once it is acknowledged.
"""

import asyncio
import sys

from app.rooms import Rooms
from app.store import Store
from tests import toy_game


async def main(url: str, code: str, token: str) -> None:
    store = Store(url)
    await store.open()
    rooms = Rooms(store, {"toy": toy_game})
    await rooms.open()
    room = (await rooms.look(code, token)).object
    if room["undo"]:
        room = (await rooms.undo(code, token, room["at"])).object
    at = room["at"]
    while True:
        at = (await rooms.play(code, token, at, {"type": "one"})).object["at"]
        print(at, flush=True)
        at = (await rooms.undo(code, token, at)).object["at"]
        print(at, flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
