"""What happened in a room, as facts for each viewer: told when asked, and only what is new since the last time."""

from dataclasses import dataclass, field
from typing import Any

from app.rooms.results import Json
from app.rooms.table import Step, Table
from engine import after


@dataclass(slots=True)
class _Told:
    state: Any
    entries: list[Json] = field(default_factory=list)


class Story:
    """The stories of one room, kept by viewer. A log only grows, so what was told stays right."""

    def __init__(self) -> None:
        self._told: dict[int | None, _Told] = {}

    def told(self, table: Table, viewer: int | None) -> list[Json]:
        """The log's facts and then those of the drafts that the viewer sees, oldest first."""
        known = self._told.get(viewer)
        if known is None:
            known = self._told[viewer] = _Told(table.game.setup(table.config))
        for seq, step in enumerate(table.log[len(known.entries) :], len(known.entries)):
            known.state, entry = _entry(table, known.state, step, viewer, seq)
            known.entries.append(entry)
        return known.entries[: len(table.log)] + _draft_entries(table, viewer)

    def forget(self) -> None:
        """Give the memory back."""
        self._told.clear()


def _draft_entries(table: Table, viewer: int | None) -> list[Json]:
    if table.game.OPEN_DRAFTS:
        steps = [step for draft in table.drafts for step in draft]
    else:
        steps = [] if viewer is None else list(table.drafts[viewer])
    state, entries = table.state, []
    for step in steps:
        state, entry = _entry(table, state, step, viewer, None)
        entries.append(entry)
    return entries


def _entry(table: Table, before: Any, step: Step, viewer: int | None, seq: int | None) -> tuple[Any, Json]:
    state = after(table.game, before, step.seat, step.move)
    return state, {
        "seq": seq,
        "seat": step.seat,
        "program": step.program,
        "accepted_at": step.accepted_at,
        "facts": table.game.facts(before, step.seat, step.move, state, viewer),
    }
