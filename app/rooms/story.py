"""What happened in a room, as facts for each viewer: told when asked, and only what is new since the last time.

While a game is on each viewer is told what it could know when it happened. When it is over there are no secrets any
more: then everybody is told everything.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal, NamedTuple, TypeVar

from app.rooms.objects import iso
from app.rooms.results import Json
from app.rooms.table import Step, Table
from engine import after

T = TypeVar("T")
Viewer = int | None | Literal["all"]
STEPS = 32
"""How many of the last steps of a room are kept with the states around them: a turn that is being played."""


class _Entry(NamedTuple):
    """An entry of the story as spectators are told it; `own`: as those are who are told more. Nobody changes it."""

    public: Json
    own: dict[Viewer, Json]


@dataclass(slots=True)
class _Step:
    """A step on the state before it. `facts`: as spectators know them; `own`: those of the seats that know more.

    `entries`: of the story, by their number.
    """

    step: Step
    before: Any
    after: Any
    facts: list[Json]
    own: dict[int, list[Json]]
    entries: dict[int | None, _Entry] = field(default_factory=dict)

    def entry(self, seq: int | None) -> _Entry:
        """The same object whenever it is asked for."""
        entry = self.entries.get(seq)
        if entry is None:
            own: dict[Viewer, Json] = {seat: self._told(seq, facts) for seat, facts in self.own.items()}
            if own:
                own["all"] = self._told(seq, together(self.facts, self.own.values()))
            entry = self.entries[seq] = _Entry(self._told(seq, self.facts), own)
        return entry

    def _told(self, seq: int | None, facts: list[Json]) -> Json:
        seat, _, program, accepted_at = self.step
        return {"seq": seq, "seat": seat, "program": program, "accepted_at": iso(accepted_at), "facts": facts}


@dataclass(slots=True)
class _Told:
    """`public`: the entries that spectators are told. `own`: the few places where others are told more, ascending."""

    public: list[Json] = field(default_factory=list)
    own: list[tuple[int, dict[Viewer, Json]]] = field(default_factory=list)

    def add(self, entry: _Entry) -> None:
        if entry.own:
            self.own.append((len(self.public), entry.own))
        self.public.append(entry.public)

    def begun(self, length: int) -> "_Told":
        """What these begin with."""
        return _Told(self.public[:length], [each for each in self.own if each[0] < length])

    def by(self, viewer: Viewer) -> list[Json]:
        """What that viewer is told: the spectators' own list where it is the same."""
        mine = [(at, own[viewer]) for at, own in self.own if viewer in own]
        if not mine:
            return self.public
        entries = self.public.copy()
        for at, told in mine:
            entries[at] = told
        return entries


class Story:
    """The story of one room. A log only grows, so what was told stays right.

    It is told once, with what single viewers know besides. Kept as well is what was computed from each viewer's state:
    where drafts are hidden it stays while others move. `number`: no other story of this process has it.
    """

    numbers = count()

    def __init__(self) -> None:
        self.number = next(self.numbers)
        self._log = _Told()
        self._state: Any = None  # after that log
        self._last: tuple[Table, _Told] | None = None  # with the drafts that all see
        self._steps: OrderedDict[tuple[int, int], _Step] = OrderedDict()
        self._once: dict[tuple[str, int | None], tuple[Any, Any]] = {}

    def told(self, table: Table, viewer: int | None) -> list[Json]:
        """The log's facts and then those of the drafts that the viewer sees, oldest first. Not to be changed."""
        return self.known(table, "all" if table.over else viewer)

    def known(self, table: Table, viewer: Viewer) -> list[Json]:
        """The same as `viewer` could know it while the game was on; "all": what any seat could."""
        if self._last is None or self._last[0] is not table:
            self._last = table, self._open(table)
        open_to_all = self._last[1]
        if viewer == "all":
            return open_to_all.begun(len(table.log)).by(viewer)
        if table.game.OPEN_DRAFTS or viewer is None or not table.drafts[viewer]:
            return open_to_all.by(viewer)
        drafts = self._laid(table, table.drafts[viewer], table.own[viewer])
        return open_to_all.by(viewer) + [entry.own.get(viewer, entry.public) for entry in drafts]

    def _open(self, table: Table) -> _Told:
        """The log's entries, and those of the drafts that all see."""
        if self._state is None:
            self._state = table.game.setup(table.config)
        last = len(table.log) - 1
        for seq, step in enumerate(table.log[len(self._log.public) :], len(self._log.public)):
            made = self._made(table, self._state, step, table.state if seq == last else None)
            self._state = made.after
            self._log.add(made.entry(seq))
        told = self._log.begun(len(table.log))
        if table.game.OPEN_DRAFTS:
            for entry in self._laid(table, [step for draft in table.drafts for step in draft], table.public):
                told.add(entry)
        return told

    def _laid(self, table: Table, steps: Sequence[Step], end: Any) -> list[_Entry]:
        """Of moves of drafts, laid on the log; `end`: the state after them."""
        entries = []
        # The log's state is the same object at every asking; that of an older table than the last one is its own.
        state = self._state if len(self._log.public) == len(table.log) else table.state
        for step in steps:
            made = self._made(table, state, step, end if step is steps[-1] else None)
            state = made.after
            entries.append(made.entry(None))
        return entries

    def _made(self, table: Table, before: Any, step: Step, end: Any) -> _Step:
        """`end`: the state after the step, where it is known."""
        key = id(before), id(step)  # both stay as long as the entry does
        made = self._steps.get(key)
        if made is None:
            state = after(table.game, before, step.seat, step.move) if end is None else end
            made = self._steps[key] = _Step(step, before, state, *_facts(table, before, step, state))
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
        self._log, self._state, self._last = _Told(), None, None
        self._steps.clear()
        self._once.clear()


def _facts(table: Table, before: Any, step: Step, state: Any) -> tuple[list[Json], dict[int, list[Json]]]:
    """The step's facts for spectators, and for the seats that know more: from the former, if the game knows how to."""
    game = table.game
    public = game.facts(before, step.seat, step.move, state, None)
    facts_from = getattr(game, "facts_from", None)
    own = {}
    for seat in range(len(table.own)):
        if facts_from is None:
            facts = game.facts(before, step.seat, step.move, state, seat)
        else:
            facts = facts_from(public, before, step.seat, step.move, state, seat)
        if facts is not public and facts != public:
            own[seat] = facts
    return public, own


def facts_for_all(table: Table, before: Any, step: Step, state: Any) -> list[Json]:
    """What the step from `before` to `state` did, with what single seats alone knew: for when the game is over."""
    public, own = _facts(table, before, step, state)
    return together(public, own.values())


def together(public: list[Json], own: Iterable[list[Json]]) -> list[Json]:
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
