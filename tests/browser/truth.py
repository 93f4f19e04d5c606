"""What really was, against what a page has shown: bad lines may make a page late, never wrong.

`KEEP`, run in a page before its own scripts, keeps every state that the page shows, half-way through a change too.
"""

import asyncio
import json
from types import TracebackType
from typing import Any, Self

from tests.browser.visitors import Visitor
from tests.server import Server
from tests.sockets import socket_at

# A state: the seat's counter, the lengths of log and draft; in Roll Into Town also the own town's round, phase, goods
# and points. They stand in pieces of the page that arrive one by one.
KEEP = """(() => {
  window.states = [];
  window.connections = [];
  const look = () => {
    const { at, log, undo } = document.getElementById("game")?.dataset ?? {};
    const town = document.querySelector(".rit");
    const goods = [...document.querySelectorAll(".rit-goods .num")].map((each) => Number(each.textContent));
    const more = town ? [Number(town.dataset.round), town.className.match(/rit-(\\w+)/)[1], ...goods] : [];
    if (at) note(window.states, [at, log, undo].map(Number).concat(more));
    note(window.connections, document.body?.dataset.connection);
  };
  const note = (list, now) => JSON.stringify(now) !== JSON.stringify(list.at(-1)) && list.push(now);
  document.addEventListener("DOMContentLoaded", () => {
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
})()"""


def state(room: dict[str, Any]) -> list[Any]:
    """The state of a room object, as `KEEP` keeps it."""
    found = [room["at"], room["version"], room["undo"]]
    own = room["view"]["players"][room["seat"]]
    if "phase" not in own:
        return found
    goods = own["resources"]
    return [*found, own["round"], own["phase"], goods["food"], goods["stone"], goods["wood"], own["score"]["total"]]


class Truth:
    """All states of a seat's room, one after the other, read on a good line."""

    def __init__(self, server: Server, code: str, token: str) -> None:
        self._url = f"ws://127.0.0.1:{server.port}/api/rooms/{code}/live"
        self._token = token
        self.states: list[list[Any]] = []

    async def __aenter__(self) -> Self:
        self._socket = await socket_at(self._url, additional_headers={"Authorization": f"Bearer {self._token}"})
        self.states.append(state(json.loads(await self._socket.recv())))
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()
        await self._reading

    async def _read(self) -> None:
        async for frame in self._socket:
            self.states.append(state(json.loads(frame)))

    async def check(self, person: Visitor) -> None:
        """The page has shown nothing but states that were, in their order."""
        at = 0
        for each in await person.page.evaluate("window.states"):
            assert each in self.states[at:], (each, self.states)
            at = self.states.index(each, at)
