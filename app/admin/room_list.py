"""The rooms of a server as a list, and how it stands in those where a game is on. Nothing in a room changes by it."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from app.admin.admin import reached
from app.rooms.standing import Standing, standing
from app.store import Store, read
from app.store.room_list import Key, Listed, Search, find, key_of
from engine import Game

PAGE = 25
KEPT = 500  # standings: a game is replayed once for each of its moves, not for each look at the list


class Line(NamedTuple):
    """A room of the list; `standing` only while its game is on."""

    room: Listed
    standing: Standing | None


class RoomList:
    """Every call may raise `Refused("busy")`."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]]) -> None:
        self._store = store
        self._games = games
        self._standings: OrderedDict[tuple[int, int], Standing] = OrderedDict()

    async def page(self, search: Search, after: Key | None = None) -> tuple[list[Line], Key | None]:
        """A page of the rooms that are looked for, from behind `after` on; and where it ends, if there are more."""
        with reached():
            found = await find(self._store, search, after, PAGE + 1)
            shown = found[:PAGE]
            standings = await self._stand([room.id for room in shown if room.status == "playing"])
        lines = [Line(room, standings.get(room.id)) for room in shown]
        return lines, key_of(shown[-1], search.sort) if len(found) > PAGE else None

    async def _stand(self, room_ids: list[int]) -> dict[int, Standing]:
        if not room_ids:
            return {}
        revisions = await read.revisions(self._store, room_ids)
        unknown = [room_id for room_id, (rev, _) in revisions.items() if (room_id, rev) not in self._standings]
        records = await read.rooms_by_id(self._store, dict.fromkeys(unknown, 0)) if unknown else {}
        made = {}
        for room_id, record in records.items():
            made[room_id] = self._standings[room_id, record.room.rev] = standing(record, self._games)
            await asyncio.sleep(0)  # players' moves come in between
        known = {room_id: self._standings.get((room_id, rev)) for room_id, (rev, _) in revisions.items()}
        while len(self._standings) > KEPT:
            self._standings.popitem(last=False)
        return {room_id: each for room_id, each in known.items() if each} | made
