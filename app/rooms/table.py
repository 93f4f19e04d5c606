"""A game on the table: the log's state, the drafts, and what each seat's own state is. No clock, no database.

Values here never change: each step makes a new `Table`. So a scene may keep one and be read later.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from engine import Config, Game, MalformedMove, after

T = TypeVar("T")

UNREADABLE: Any = object()  # stands for a stored move that the present rules cannot read


class Step(NamedTuple):
    """One move of one seat. `program`: the program made it, for a seat that was left."""

    seat: int
    move: Any
    program: bool
    accepted_at: datetime


Draft = tuple[Step, ...]


class Table(NamedTuple):
    """`state`: after the log. `own[seat]`: that seat's state, the log and then the drafts that it sees.

    `broken`: the first `seq` that does not replay under the present rules; the log then ends before it, for good.
    """

    game: Game[Any, Any]
    config: Config
    state: Any
    log: tuple[Step, ...]
    drafts: tuple[Draft, ...]
    own: tuple[Any, ...]
    broken: int | None = None

    @property
    def public(self) -> Any:
        """A spectator's state: the log, and the drafts where all may see them."""
        return self.own[0] if self.game.OPEN_DRAFTS else self.state

    def seen_by(self, seat: int | None) -> Any:
        """The state of that viewer."""
        return self.public if seat is None else self.own[seat]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return not self.game.active(self.state)


def new_table(game: Game[Any, Any], config: Config) -> Table:
    """The table before the first move. Raises `BadConfig`."""
    state = game.setup(config)
    return Table(game, config, state, (), ((),) * config.seats, (state,) * config.seats)


def with_log(table: Table, steps: Sequence[Step], drafts: Sequence[Draft]) -> Table:
    """The table after more settled steps, with these drafts in place of the present ones.

    A step that does not replay makes the table `broken` instead of raising: whatever the rules do with an old log, one
    room must not harm another. Drafts that do not replay are shorter in the result.
    """
    state = table.state.copy() if steps else table.state
    for played, step in enumerate(steps):
        try:
            _check_readable(step)
            table.game.check(state, step.seat, step.move)
            table.game.apply(state, step.seat, step.move)
        except Exception:  # it may have been half played: those before it once more
            return _broken(with_log(table, steps[:played], ((),) * len(table.drafts)))
    return _arranged(table._replace(state=state, log=table.log + tuple(steps)), drafts)


def _check_readable(step: Step) -> None:
    if step.move is UNREADABLE:
        raise MalformedMove("stored")


def _broken(table: Table) -> Table:
    seats = len(table.drafts)
    return table._replace(drafts=((),) * seats, own=(table.state,) * seats, broken=len(table.log))


def played(table: Table, seat: int, move: Any, program: bool, now: datetime) -> Table:
    """The table after this move of that seat. Raises `IllegalMove`.

    A move that does not settle is added to the seat's draft. One that does brings the draft and itself into the log;
    the other drafts are then replayed on it, and cut where they no longer fit.
    """
    game, before = table.game, table.own[seat]
    result = after(game, before, seat, move)
    draft = (*table.drafts[seat], Step(seat, move, program, now))
    alone = not game.OPEN_DRAFTS or not any(other for s, other in enumerate(table.drafts) if s != seat)
    if not game.settles(before, seat, move):
        drafts = _with(table.drafts, seat, draft)
        if not alone:
            return _arranged(table, drafts)
        own = (result,) * len(drafts) if game.OPEN_DRAFTS else _with(table.own, seat, result)
        return table._replace(drafts=drafts, own=own)
    # Where other open drafts lay under this move, the log must be able to do without them.
    state = result if alone else _settled(table, draft)
    return _arranged(table._replace(state=state, log=table.log + draft), _with(table.drafts, seat, ()))


def _settled(table: Table, draft: Draft) -> Any:
    state = table.state
    for step in draft:
        state = after(table.game, state, step.seat, step.move)
    return state


def undone(table: Table, seat: int) -> Table:
    """The table without the last move of that seat's draft, which is not empty."""
    return _arranged(table, _with(table.drafts, seat, table.drafts[seat][:-1]))


def dropped(table: Table, seat: int) -> Table:
    """The table without that seat's draft."""
    return _arranged(table, _with(table.drafts, seat, ())) if table.drafts[seat] else table


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _arranged(table: Table, drafts: Sequence[Draft]) -> Table:
    """Lay the drafts on the log's state: what fits stays, the rest of a draft is cut from its first misfit on."""
    kept: list[Draft] = []
    own: list[Any] = []
    state = table.state
    for draft in drafts:
        length, laid = _laid(table.game, state, draft)
        kept.append(draft if length == len(draft) else draft[:length])
        if table.game.OPEN_DRAFTS:
            state = laid
        else:
            own.append(laid)
    if table.game.OPEN_DRAFTS:
        own = [state] * len(kept)
    return table._replace(drafts=tuple(kept), own=tuple(own))


def _laid(game: Game[Any, Any], state: Any, draft: Draft) -> tuple[int, Any]:
    """How many moves of the draft fit on the state, and the state after them. A move that would now settle does not."""
    for length, step in enumerate(draft):
        try:
            _check_readable(step)
            game.check(state, step.seat, step.move)
            if game.settles(state, step.seat, step.move):
                return length, state
            laid = state.copy()
            game.apply(laid, step.seat, step.move)
        except Exception:
            return length, state
        state = laid
    return len(draft), state
