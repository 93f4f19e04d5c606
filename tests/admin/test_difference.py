"""Positions as plain data, and in what two of them differ: put back, the difference makes one of the other."""

import json
from random import Random
from typing import Any

import pytest

from app.admin.difference import ABSENT, Changed, difference, plain
from engine import Config
from engine.core import after
from tests.rooms.conftest import ALL_GAMES


def put(value: Any, changes: list[Changed]) -> Any:
    """`value` with these changes made in it."""
    whole = {"": json.loads(json.dumps(value))}
    for path, _, new in reversed(changes):  # so what is gone from a list is taken from its end
        at: Any = whole
        for part in ("", *path)[:-1]:
            at = at[part]
        last = ("", *path)[-1]
        if new is ABSENT:
            del at[last]
        elif isinstance(at, list) and last >= len(at):
            at.extend([None] * (last + 1 - len(at)))
            at[last] = new
        else:
            at[last] = new
    return whole[""]


def differs(old: Any, new: Any) -> list[str]:
    """The places that differ; the law is looked after on the way."""
    changes = difference(old, new)
    assert text(put(old, changes)) == text(new)
    return [each.place for each in changes]


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def test_only_what_differs_is_told_and_as_little_of_it_as_there_is() -> None:
    assert differs({"a": [1, {"b": 2, "c": 3}]}, {"a": [1, {"b": 5, "c": 3}]}) == ["a[1].b"]
    assert differs({"a": 1, "b": 2}, {"b": 2, "c": None}) == ["a", "c"]
    assert differs([1, 2, 3], [1]) == ["[1]", "[2]"]
    assert differs([], [[], {}, 0]) == ["[0]", "[1]", "[2]"]
    assert differs({"a": {}}, {"a": []}) == ["a"]
    assert differs({"a": 1}, {"a": True}) == ["a"], "1 is no truth"
    assert differs([1], {"a": 1}) == [""]
    assert differs({"a": [None]}, {"a": [None]}) == []


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_difference_of_two_positions_makes_one_of_the_other(name: str) -> None:
    game, rng = ALL_GAMES[name], Random(name)
    state = game.setup(Config(2, bytes(32)))
    before = plain(state)
    for _ in range(120):
        seat = rng.choice(game.active(state))
        state = after(game, state, seat, rng.choice(game.legal(state, seat)))
        now = plain(state)
        assert differs(before, now), "a move changes something"
        assert "object at" not in text(now), "nothing is told as only Python can"
        before = now
        if not game.active(state):
            break


def test_equal_positions_give_the_same_text() -> None:
    assert text(plain({3, 1, 2})) == "[1, 2, 3]"
    assert plain({(1, 2): b"\x0f", None: (1,)}) == {"1,2": "0f", "None": [1]}
