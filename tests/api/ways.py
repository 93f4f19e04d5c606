"""Moves about to be made, one of each kind, and what the database must hold before and after each of them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import httpx

from app.store import Store, read
from tests.api.conftest import SEED, Player, Table

NEXT, END_TURN = {"type": "next"}, {"type": "end_turn"}
PHASES = 4  # of a round of Roll Into Town
PHASES_IN_ALL = 48
Moves = tuple[tuple[int, Any], ...]


@dataclass(frozen=True)
class Kept:
    """What the database holds of a room. `log`, `drafts`: (seat, move), in order; `ats`: the seats' counters."""

    status: str
    log: Moves
    drafts: Moves
    ats: tuple[int, ...]
    undone: int


@dataclass(frozen=True)
class Way:
    """A frame that `player` is about to send. `after`: what is kept once it was carried out."""

    players: Sequence[Player]
    player: Player
    frame: dict[str, Any]
    before: Kept
    after: Kept

    @property
    def at(self) -> int:
        """The player's counter before it."""
        return int(self.frame["at"])

    async def call(self) -> httpx.Response:
        """The frame by a call."""
        if "undo" in self.frame:
            return await self.player.call("POST", "/undo", {"at": self.at})
        return await self.player.call("POST", "/moves", self.frame)


async def kept(store: Store, code: str) -> Kept:
    """What the database holds of the room now."""
    record = await read.room_by_code(store, code)
    assert record is not None
    ats = tuple(seat.at for seat in sorted(record.seats, key=lambda seat: seat.seat))
    undone = "SELECT count(*) FROM events WHERE room_id = $1 AND kind = 'undone'"
    log, drafts = (tuple((row.seat, row.move) for row in rows) for rows in (record.log, record.drafts))
    return Kept(record.room.status, log, drafts, ats, await store.pool.fetchval(undone, record.room.id))


async def way(
    store: Store, players: Sequence[Player], seat: int, move: Any = None, settles: bool = False, ends: bool = False
) -> Way:
    """The way of that seat's move; of an undo without one."""
    player = players[seat]
    before = await kept(store, player.code)
    ats = tuple(at + (number == seat) for number, at in enumerate(before.ats))
    mine = tuple(step for step in before.drafts if step[0] == seat)
    others = tuple(step for step in before.drafts if step[0] != seat)
    if move is None:
        after = replace(before, drafts=by_seat(mine[:-1] + others), ats=ats, undone=before.undone + 1)
        return Way(players, player, {"at": player.at, "undo": True}, before, after)
    mine += ((seat, move),)
    if settles:
        after = replace(before, log=before.log + mine, drafts=others, ats=ats)
    else:
        after = replace(before, drafts=by_seat(others + mine), ats=ats)
    return Way(
        players, player, {"at": player.at, "move": move}, before, replace(after, status="over") if ends else after
    )


def by_seat(drafts: Moves) -> Moves:
    """Drafts as they are read."""
    return tuple(sorted(drafts, key=lambda step: step[0]))


async def phases(player: Player, number: int) -> None:
    """Leave so many phases of Roll Into Town."""
    for _ in range(number):
        assert (await player.play(NEXT)).status_code == 200


async def first_moves(player: Player, number: int) -> Any:
    """Make the first legal move so many times; the one that would come next."""
    for _ in range(number):
        assert (await player.play((await player.call("GET", "/moves")).json()["moves"][0])).status_code == 200
    return (await player.call("GET", "/moves")).json()["moves"][0]


async def in_a_round(table: Table, left: int) -> Sequence[Player]:
    """Ann has ended a round, Ben has left so many phases of it, Cat one."""
    ann, ben, cat = await table.started("roll_into_town", 3, seed=SEED)
    await phases(ann, PHASES)
    await phases(cat, 1)
    await phases(ben, left)
    return ann, ben, cat


async def simultaneous_draft(table: Table, store: Store) -> Way:
    """A move that only its seat sees."""
    return await way(store, await in_a_round(table, 1), 1, NEXT)


async def simultaneous_undo(table: Table, store: Store) -> Way:
    """One that is taken back."""
    return await way(store, await in_a_round(table, 3), 1)


async def simultaneous_end(table: Table, store: Store) -> Way:
    """A seat's last move of a round, which brings its whole draft into the log."""
    return await way(store, await in_a_round(table, 3), 1, NEXT, settles=True)


async def open_draft(table: Table, store: Store) -> Way:
    """A move that all see."""
    players = await table.started("little_town", 2, seed=SEED)
    return await way(store, players, 0, await first_moves(players[0], 1))


async def open_undo(table: Table, store: Store) -> Way:
    """One that is taken back."""
    players = await table.started("little_town", 2, seed=SEED)
    await first_moves(players[0], 2)
    return await way(store, players, 0)


async def open_end(table: Table, store: Store) -> Way:
    """The end of a turn."""
    players = await table.started("little_town", 2, seed=SEED)
    await first_moves(players[0], 2)
    return await way(store, players, 0, END_TURN, settles=True)


async def last_move(table: Table, store: Store) -> Way:
    """The move that ends the game."""
    players = await table.started("roll_into_town", 1, seed=SEED)
    await phases(players[0], PHASES_IN_ALL - 1)
    return await way(store, players, 0, NEXT, settles=True, ends=True)


KINDS: tuple[Callable[[Table, Store], Awaitable[Way]], ...] = (
    simultaneous_draft,
    simultaneous_undo,
    simultaneous_end,
    open_draft,
    open_undo,
    open_end,
    last_move,
)
