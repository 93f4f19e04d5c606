"""Stories that go on from what was told before are the stories that are told afresh."""

from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

import pytest

from app.rooms.story import Story
from app.rooms.table import Table, new_table, played, undone
from engine import GAMES, Config
from tests import toy_game

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ALL: dict[str, Any] = {**GAMES, "toy": toy_game}


def moved(table: Table, rng: Random) -> Table:
    """After a random move, or with one taken back."""
    game = table.game
    drafted = [seat for seat, draft in enumerate(table.drafts) if draft]
    if drafted and rng.random() < 0.15:
        return undone(table, rng.choice(drafted))
    seat = rng.choice([seat for seat in range(len(table.own)) if seat in game.active(table.own[seat])])
    moves = game.legal(table.own[seat], seat)
    settling = [move for move in moves if game.settles(table.own[seat], seat, move)]
    return played(table, seat, rng.choice(settling if settling and rng.random() < 0.3 else moves), False, NOW)


@pytest.mark.parametrize("game", ALL)
def test_a_story_that_goes_on_is_one_told_afresh(game: str) -> None:
    rng = Random(game)
    table = new_table(ALL[game], Config(3, b"s" * 32))
    story = Story()
    for _ in range(60):
        if table.over:
            break
        table = moved(table, rng)
        for viewer in (0, 1, 2, None):
            if rng.random() < 0.5:
                assert story.told(table, viewer) == Story().told(table, viewer)
    assert table.log


def test_an_older_table_is_told_as_it_was() -> None:
    rng = Random(5)
    table = new_table(toy_game, Config(3, b"s" * 32))  # type: ignore[arg-type]
    tables = []
    while not table.over:
        table = moved(table, rng)
        tables.append(table)
    story = Story()
    for each in (tables[-2], *tables):
        assert story.told(each, 0) == Story().told(each, 0)


def test_what_a_state_says_is_computed_once_for_each_viewer() -> None:
    story, state, other = Story(), object(), object()
    calls = count(1)

    def ask(state: object, viewer: int | None) -> int:
        return story.once("choices", state, viewer, lambda: next(calls))

    asked = [ask(state, 0), ask(state, 0), ask(state, 1), ask(other, 0), ask(state, 1), ask(state, 0)]
    assert asked == [1, 1, 2, 3, 2, 4]
    story.forget()
    assert ask(state, 1) == 5
