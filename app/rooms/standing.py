"""Whom a running game waits for, and since when: for whoever looks after the server."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from app.rooms.load import load
from app.rooms.room import Room
from app.rooms.table import Table
from app.store.records import RoomRecord
from engine import Game


class Standing(NamedTuple):
    """`waits_for`: the seats that must act, each with the time since which it must.

    `read_only`: the log does not replay under the present rules, so nobody knows whose turn it is.
    """

    waits_for: tuple[tuple[int, datetime], ...]
    read_only: bool = False


def standing(record: RoomRecord, games: Mapping[str, Game[Any, Any]]) -> Standing:
    """How it stands in that room. Nothing of it is changed, and it need not be at hand."""
    try:
        room = load(record, games)
    except Exception:  # its rows make no room at all: that must not hide the others
        return Standing((), read_only=True)
    if room.read_only:
        return Standing((), read_only=True)
    if room.table is None or room.row.status != "playing" or room.row.started_at is None:
        return Standing(())
    return Standing(_waits_for(room, since(room.table, room.row.started_at)))


def _waits_for(room: Room, known: dict[int, datetime]) -> tuple[tuple[int, datetime], ...]:
    return tuple((seat.seat, known[seat.seat]) for seat in room.seats if room.must_act(seat) and seat.seat in known)


def since(table: Table, started_at: datetime, version: int | None = None) -> dict[int, datetime]:
    """Since when each seat that can act has been able to: its own last move begins that anew.

    `version`: as it was after so many moves of the log; None: after all.
    """
    game, state = table.game, table.game.setup(table.config)
    known = dict.fromkeys(game.active(state), started_at)
    for step in table.log[:version]:
        game.apply(state, step.seat, step.move)
        active = game.active(state)
        known = {seat: known[seat] if seat in known and seat != step.seat else step.accepted_at for seat in active}
    return known
