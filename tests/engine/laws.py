"""The laws that every game keeps (design 4), as plain functions on a position. `test_laws.py` plays and calls them.

A law takes `game`, a state and what it needs, and asserts. Nothing here knows a particular game.
"""

import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from engine.core import Config, IllegalMove, after, open_view, replay

Expand = Callable[[Any, Any, int, Any], list[dict]]
MOST_CHOICES = 6_000  # bytes of JSON (design 4: "at most 6 kB")


def dump(value: Any) -> Any:
    """Everything in a state as plain comparable values, to see any difference at all."""
    if is_dataclass(value):
        return (type(value).__name__, *(dump(getattr(value, field.name)) for field in fields(value)))
    if isinstance(value, dict):
        return {key: dump(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return ("set", sorted(map(repr, value)))
    if isinstance(value, (list, tuple)):
        return [dump(item) for item in value]
    return value


def text(value: Any) -> str:
    """JSON with its order of keys kept: what a viewer would receive, byte for byte."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def seats_of(game: Any, state: Any) -> range:
    return range(len(game.view(state, None)["players"]))


def legal_is_in_fixed_order_without_repeats(game: Any, state: Any) -> None:
    for seat in seats_of(game, state):
        wires = [text(game.encode(move)) for move in game.legal(state, seat)]
        assert wires == [text(game.encode(move)) for move in game.legal(state.copy(), seat)]
        assert len(set(wires)) == len(wires)
        assert wires or seat not in game.active(state)


def encode_and_decode_are_inverse(game: Any, state: Any) -> None:
    for seat in seats_of(game, state):
        for move in game.legal(state, seat):
            wire = game.encode(move)
            assert game.decode(json.loads(text(wire))) == move
            assert text(game.encode(game.decode(wire))) == text(wire)


def check_agrees_with_legal(game: Any, state: Any, strangers: Sequence[Any]) -> None:
    """`strangers`: moves met elsewhere in the game; each is refused exactly when `legal` does not list it."""
    for seat in seats_of(game, state):
        legal = game.legal(state, seat)
        for move in legal:
            game.check(state, seat, move)
        for move in strangers:
            if move not in legal:
                with pytest.raises(IllegalMove) as refused:
                    game.check(state, seat, move)
                assert refused.value.code
                text(refused.value.facts)


def choices_expand_to_legal(game: Any, state: Any, expand: Expand) -> None:
    for seat in seats_of(game, state):
        choices = json.loads(text(game.choices(state, seat)))
        assert len(text(choices)) <= MOST_CHOICES
        expanded = [text(game.encode(game.decode(wire))) for wire in expand(game, state, seat, choices)]
        assert len(set(expanded)) == len(expanded)
        assert set(expanded) == {text(game.encode(move)) for move in game.legal(state, seat)}


def after_leaves_its_input_alone(game: Any, state: Any, seat: int, move: Any) -> None:
    before = dump(state)
    later = after(game, state, seat, move)
    assert dump(state) == before
    in_place = state.copy()
    game.apply(in_place, seat, move)
    assert dump(in_place) == dump(later)
    assert dump(state) == before


def a_refused_move_leaves_the_state_alone(game: Any, state: Any, move: Any) -> None:
    before = dump(state)
    for seat in seats_of(game, state):
        if move not in game.legal(state, seat):
            with pytest.raises(IllegalMove):
                after(game, state, seat, move)
    assert dump(state) == before


def readings_leave_the_state_alone(game: Any, state: Any, rng: Random) -> None:
    before = dump(state)
    for viewer in (None, *seats_of(game, state)):
        text(game.view(state, viewer))
        game.resample(state, viewer, rng)
        for seat in seats_of(game, state):
            text(game.explain(state, seat, viewer))
    for seat in game.active(state):
        game.choices(state, seat)
        game.sit_in(state, seat)
    game.ranking(state)
    assert dump(state) == before


def a_stored_state_plays_on_alike(game: Any, state: Any, moves: Sequence[tuple[int, Any]]) -> None:
    loaded = pickle.loads(pickle.dumps(state))
    assert dump(loaded) == dump(state)
    twin = state.copy()
    for seat, move in moves:
        game.apply(loaded, seat, move)
        game.apply(twin, seat, move)
    assert dump(loaded) == dump(twin)


def replay_equals_play(game: Any, config: Config, moves: Sequence[tuple[int, Any]], end: Any) -> None:
    assert dump(replay(game, config, moves)) == dump(end)


def interleaving_does_not_matter(
    game: Any, config: Config, moves: Sequence[tuple[int, Any]], end: Any, rng: Random
) -> None:
    """The same moves of each seat, in any order that the active seats allow, give the same state."""
    queues: dict[int, list[Any]] = {}
    for seat, move in reversed(moves):
        queues.setdefault(seat, []).append(move)
    state = game.setup(config)
    while active := game.active(state):
        seat = rng.choice(active)
        state = after(game, state, seat, queues[seat].pop())
    assert not any(queues.values())
    assert dump(state) == dump(end)


def scores_are_explained(game: Any, state: Any) -> None:
    for viewer in (None, *seats_of(game, state)):
        for player in game.view(state, viewer)["players"]:
            lines = game.explain(state, player["seat"], viewer)
            score = player["score"]
            assert sum(line["points"] for line in lines) == (score["total"] if isinstance(score, dict) else score)


def story_of(game: Any, positions: Sequence[Any], moves: Sequence[tuple[int, Any]]) -> list[dict[str, Any]]:
    """What a spectator is told of each move: what `tally` takes."""
    steps = zip(moves, positions, positions[1:], strict=False)
    return [{"seat": seat, "facts": game.facts(old, seat, move, new, None)} for (seat, move), old, new in steps]


def a_tally_adds_up(game: Any, positions: Sequence[Any], moves: Sequence[tuple[int, Any]]) -> None:
    """What a game adds has the numbers that it names, none below what they mean; one part has all points of all."""
    if not hasattr(game, "tally"):
        return
    end, before = positions[-1], dump(positions[-1])
    tally = game.tally(end, story_of(game, positions, moves))
    assert dump(end) == before
    assert list(tally) == list(game.TALLY)
    for part, names in tally.items():
        assert all(len(numbers) == len(game.TALLY[part]) for numbers in names.values())
    text(tally)
    winners = game.ranking(end)[0]
    points = [sum(line["points"] for line in game.explain(end, seat, seat)) for seat in seats_of(game, end)]
    (by_part,) = (part for part, numbers in game.TALLY.items() if "points" in numbers)
    rows = [dict(zip(game.TALLY[by_part], numbers, strict=True)) for numbers in tally[by_part].values()]
    assert sum(row["points"] for row in rows) == sum(points)
    assert sum(row["winners_points"] for row in rows) == sum(points[seat] for seat in winners)
    assert all((row["players"], row["winners"]) == (len(points), len(winners)) for row in rows)


def a_view_is_made_from_the_spectators(game: Any, state: Any, rng: Random) -> None:
    """The quick way to a seat's view equals the slow one, also over the moves that the seat can still take back."""
    if not hasattr(game, "view_from"):
        return
    seat, own = rng.choice(seats_of(game, state)), state
    for _ in range(3):
        public = game.view(own if game.OPEN_DRAFTS else state, None)
        before = text(public)
        assert text(game.view_from(public, own, seat)) == text(game.view(own, seat))
        assert text(public) == before
        unsettled = [move for move in game.legal(own, seat) if not game.settles(own, seat, move)]
        if not unsettled:
            break
        own = after(game, own, seat, rng.choice(unsettled))


def an_explanation_is_made_from_the_spectators(game: Any, state: Any) -> None:
    """The quick way to where the own points come from equals the slow one."""
    if not hasattr(game, "explain_from"):
        return
    for seat in seats_of(game, state):
        public = game.explain(state, seat, None)
        before = text(public)
        assert text(game.explain_from(public, state, seat)) == text(game.explain(state, seat, seat))
        assert text(public) == before


def facts_are_made_from_the_spectators(game: Any, before: Any, seat: int, move: Any, later: Any) -> None:
    """The quick way to what a seat is told of a move equals the slow one; the same object where it is told no more."""
    if not hasattr(game, "facts_from"):
        return
    public = game.facts(before, seat, move, later, None)
    told = text(public)
    for viewer in seats_of(game, before):
        own = game.facts_from(public, before, seat, move, later, viewer)
        assert text(own) == text(game.facts(before, seat, move, later, viewer))
        assert own is public or text(own) != told
    assert text(public) == told


def what_is_kept_is_what_is_worked_out_afresh(game: Any, state: Any) -> None:
    """What a position keeps of earlier readings, or shares with other positions, changes nothing of what it says."""
    fresh = pickle.loads(pickle.dumps(state))
    for viewer in (None, *seats_of(game, state)):
        assert seen_by(game, state, viewer) == seen_by(game, fresh, viewer)
        if viewer is not None and hasattr(game, "progress"):
            assert text(game.progress(state, viewer)) == text(game.progress(fresh, viewer))


def an_open_view_shows_what_each_seat_sees(game: Any, state: Any) -> None:
    seats = seats_of(game, state)
    public, opened = game.view(state, None), open_view(game, state, len(seats))
    assert list(opened) == list(public)
    assert opened["players"] == [game.view(state, seat)["players"][seat] for seat in seats]
    assert {**opened, "players": []} == {**public, "players": []}
    assert game.active(state) or opened == public


def rounds_follow_each_other(game: Any, positions: Sequence[Any]) -> None:
    if not hasattr(game, "round_of"):
        return
    rounds = [game.round_of(state) for state in positions]
    assert rounds == sorted(rounds)
    assert [*dict.fromkeys(rounds)] == [*range(1, game.view(positions[0], None)["rounds"] + 1)]


def ranking_names_every_seat_once(game: Any, state: Any) -> None:
    groups = game.ranking(state)
    assert sorted(seat for group in groups for seat in group) == list(seats_of(game, state))
    assert all(group == sorted(group) and group for group in groups)


def the_program_can_sit_in(game: Any, state: Any) -> None:
    for seat in game.active(state):
        game.check(state, seat, game.sit_in(state, seat))


def seen_by(game: Any, state: Any, viewer: int | None) -> str:
    """All that the engine tells this viewer about a position."""
    own = [] if viewer is None else [game.choices(state, viewer), [game.encode(m) for m in game.legal(state, viewer)]]
    seats = seats_of(game, state)
    explained = [game.explain(state, seat, viewer) for seat in seats]
    return text([game.view(state, viewer), own, explained, [game.doing(state, seat) for seat in seats]])


def nothing_leaks(game: Any, state: Any, seat: int, move: Any, rng: Random) -> None:
    """What a viewer gets does not change when all that it cannot see is drawn anew, now and after the next move."""
    later = after(game, state, seat, move)
    for viewer in (None, *seats_of(game, state)):
        other = game.resample(state, viewer, rng)
        assert seen_by(game, other, viewer) == seen_by(game, state, viewer)
        try:
            other_later = after(game, other, seat, move)
        except IllegalMove:
            assert seat != viewer, "legal depends on what the seat cannot see"
            continue
        reveals = game.settles(state, seat, move)
        same_view = text(game.view(other_later, viewer)) == text(game.view(later, viewer))
        assert same_view or reveals
        if same_view:
            told = [game.facts(s, seat, move, t, viewer) for s, t in ((state, later), (other, other_later))]
            assert text(told[0]) == text(told[1])
