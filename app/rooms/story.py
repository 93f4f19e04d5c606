"""What happened in a room, as facts for each viewer: told when asked, and only what is new since the last time.

While a game is on each viewer is told what it could know when it happened. When it is over there are no secrets any
more: then everybody is told everything.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from app.rooms.objects import iso
from app.rooms.results import Json
from app.rooms.table import Step, Table
from engine import after

T = TypeVar("T")
Viewer = int | None | Literal["all"]
STEPS = 32
"""How many of the last steps of a room are kept with the states around them: a turn that is being played."""


@dataclass(slots=True)
class _Step:
    """A step on the state before it. `facts`: by viewer, those told so far, one list for all who are told the same;
    `entries`: of the story, as they were told, by number and facts. Nobody changes any of it."""

    step: Step
    before: Any
    after: Any
    facts: dict[Viewer, list[Json]] = field(default_factory=dict)
    entries: dict[tuple[int | None, int], Json] = field(default_factory=dict)


@dataclass(slots=True)
class _Told:
    state: Any
    entries: list[Json] = field(default_factory=list)


class Story:
    """The stories of one room, kept by viewer. A log only grows, so what was told stays right.

    All viewers begin with the same state object and take the same steps from it, so each step is made once. Kept as
    well is what was computed from each viewer's state: where drafts are hidden it stays while others move.
    """

    def __init__(self) -> None:
        self._told: dict[Viewer, _Told] = {}
        self._start: Any = None
        self._steps: OrderedDict[tuple[int, int], _Step] = OrderedDict()
        self._once: dict[tuple[str, int | None], tuple[Any, Any]] = {}

    def told(self, table: Table, viewer: int | None) -> list[Json]:
        """The log's facts and then those of the drafts that the viewer sees, oldest first."""
        return self.known(table, "all" if table.over else viewer)

    def known(self, table: Table, viewer: Viewer) -> list[Json]:
        """The same as `viewer` could know it while the game was on; "all": what any seat could."""
        if self._start is None:
            self._start = table.game.setup(table.config)
        known = self._told.setdefault(viewer, _Told(self._start))
        if len(known.entries) > len(table.log):  # an older scene than the last one told of
            return known.entries[: len(table.log)] + self._drafts(table, table.state, viewer)
        for seq, step in enumerate(table.log[len(known.entries) :], len(known.entries)):
            known.state, entry = self._entry(table, known.state, step, viewer, seq)
            known.entries.append(entry)
        return known.entries + self._drafts(table, known.state, viewer)

    def _drafts(self, table: Table, state: Any, viewer: Viewer) -> list[Json]:
        """Of those that the viewer sees, laid on the log's state."""
        entries = []
        for step in _draft_steps(table, viewer):
            state, entry = self._entry(table, state, step, viewer, None)
            entries.append(entry)
        return entries

    def _entry(self, table: Table, before: Any, step: Step, viewer: Viewer, seq: int | None) -> tuple[Any, Json]:
        made = self._made(table, before, step)
        facts = made.facts.get(viewer)
        if facts is None:
            facts = _facts(table, before, step, made.after, viewer)
            facts = made.facts[viewer] = next((known for known in made.facts.values() if known == facts), facts)
        key = seq, id(facts)  # those stay as long as the entry does
        entry = made.entries.get(key)
        if entry is None:
            accepted_at = iso(step.accepted_at)
            entry = {"seq": seq, "seat": step.seat, "program": step.program, "accepted_at": accepted_at, "facts": facts}
            made.entries[key] = entry
        return made.after, entry

    def _made(self, table: Table, before: Any, step: Step) -> _Step:
        key = id(before), id(step)  # both stay as long as the entry does
        made = self._steps.get(key)
        if made is None:
            made = self._steps[key] = _Step(step, before, after(table.game, before, step.seat, step.move))
            if len(self._steps) > STEPS:
                self._steps.popitem(last=False)
        self._steps.move_to_end(key)
        return made

    def once(self, what: str, state: Any, viewer: int | None, compute: Callable[[], T]) -> T:
        """`compute()` for that viewer, unless its `state` is still the object for which `what` was computed last."""
        known = self._once.get((what, viewer))
        if known is None or known[0] is not state:
            known = self._once[what, viewer] = state, compute()
        found: T = known[1]
        return found

    def forget(self) -> None:
        """Give the memory back."""
        self._once.clear()
        self._told.clear()
        self._steps.clear()
        self._start = None


def _draft_steps(table: Table, viewer: Viewer) -> list[Step]:
    if viewer == "all":
        return []
    if table.game.OPEN_DRAFTS:
        return [step for draft in table.drafts for step in draft]
    return [] if viewer is None else list(table.drafts[viewer])


def _facts(table: Table, before: Any, step: Step, state: Any, viewer: Viewer) -> list[Json]:
    if viewer == "all":
        return facts_for_all(table, before, step, state)
    return table.game.facts(before, step.seat, step.move, state, viewer)


def facts_for_all(table: Table, before: Any, step: Step, state: Any) -> list[Json]:
    """What the step from `before` to `state` did, with what single seats alone knew: for when the game is over."""
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
