"""What happened in a room, as facts for each viewer: told when asked, and only what is new since the last time.

While a game is on each viewer is told what it could know when it happened. When it is over there are no secrets any
more: then everybody is told everything.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from app.rooms.results import Json
from app.rooms.table import Step, Table
from engine import after


@dataclass(slots=True)
class _Told:
    state: Any
    entries: list[Json] = field(default_factory=list)


Viewer = int | None | Literal["all"]


class Story:
    """The stories of one room, kept by viewer. A log only grows, so what was told stays right."""

    def __init__(self) -> None:
        self._told: dict[Viewer, _Told] = {}

    def told(self, table: Table, viewer: int | None) -> list[Json]:
        """The log's facts and then those of the drafts that the viewer sees, oldest first."""
        return self._known(table, "all" if table.over else viewer)

    def _known(self, table: Table, viewer: Viewer) -> list[Json]:
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


def _draft_entries(table: Table, viewer: Viewer) -> list[Json]:
    if viewer == "all":
        return []
    if table.game.OPEN_DRAFTS:
        steps = [step for draft in table.drafts for step in draft]
    else:
        steps = [] if viewer is None else list(table.drafts[viewer])
    state, entries = table.state, []
    for step in steps:
        state, entry = _entry(table, state, step, viewer, None)
        entries.append(entry)
    return entries


def _entry(table: Table, before: Any, step: Step, viewer: Viewer, seq: int | None) -> tuple[Any, Json]:
    state = after(table.game, before, step.seat, step.move)
    return state, {
        "seq": seq,
        "seat": step.seat,
        "program": step.program,
        "accepted_at": step.accepted_at,
        "facts": _facts(table, before, step, state, viewer),
    }


def _facts(table: Table, before: Any, step: Step, state: Any, viewer: Viewer) -> list[Json]:
    if viewer != "all":
        return table.game.facts(before, step.seat, step.move, state, viewer)
    seats = range(len(table.own))
    public, *own = (table.game.facts(before, step.seat, step.move, state, each) for each in (None, *seats))
    return together(public, own)


def together(public: list[Json], own: list[list[Json]]) -> list[Json]:
    """The facts that all may know with those that single seats knew besides, in their places; none comes twice.

    >>> together([{"fact": "a"}, {"fact": "b"}], [[{"fact": "a"}, {"fact": "x"}, {"fact": "b"}], [{"fact": "a"}]])
    [{'fact': 'a'}, {'fact': 'x'}, {'fact': 'b'}]
    """
    after: list[list[Json]] = [[] for _ in range(len(public) + 1)]  # after[n]: what stands behind n public facts
    for facts in own:
        passed = 0
        for fact in facts:
            if passed < len(public) and fact == public[passed]:
                passed += 1
            elif fact not in after[passed]:
                after[passed].append(fact)
    return after[0] + [fact for at, each in enumerate(public, 1) for fact in (each, *after[at])]
