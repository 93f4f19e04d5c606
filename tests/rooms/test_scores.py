"""How a game went: its scores after each round, and the moves that changed most."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.rooms import Rooms
from app.rooms.scores import Course, Courses, course_of
from app.rooms.table import Step, Table, new_table, with_log
from engine import GAMES, Config, replay
from tests import toy_game
from tests.engine.little_town.slow_scorer import slow_score as score_of_little_town
from tests.engine.roll_into_town.slow_score import slow_score as score_of_map
from tests.rooms.conftest import party, refusal

NOW = datetime(2026, 11, 30, tzinfo=UTC)
RECORDED = sorted(Path("tests/engine").glob("*/games/*.json"))


def recorded(file: Path) -> Table:
    """The game of that file as a table, played to its end."""
    found = json.loads(file.read_text())
    game = GAMES[file.parts[2]]
    config = Config(found["seats"], bytes.fromhex(found["seed"]), found["options"], found.get("rules"))
    rows = [(row["seat"], row["move"]) if isinstance(row, dict) else row for row in found["log"]]
    steps = [Step(seat, game.decode(wire), False, NOW) for seat, wire in rows]
    return with_log(new_table(game, config), steps, [()] * config.seats)


def played_toy(*moves: tuple[int, str]) -> Table:
    """The toy game of two with six pebbles; both hold hidden cards that the seed dealt."""
    table = new_table(toy_game, Config(2, b"t" * 32, {"heap": 6}))  # type: ignore[arg-type]
    return with_log(table, [Step(seat, kind, False, NOW) for seat, kind in moves], [(), ()])


def figures(course: Course) -> list[tuple[int, int, tuple[int, ...]]]:
    return [(each.number, each.move, each.scores) for each in course.rounds]


def test_the_rounds_of_a_game_alone_counted_by_hand() -> None:
    """Round 3 draws 2 coasts: 2. Round 4: 1 coast, 2 houses of 2, and a river of 2 that leaves the map once: 1 each.

    Round 5: a coast and a house. Round 6: a coast, a house, and a lighthouse that sees 5 coasts and no sea.
    """
    course = course_of(recorded(Path("tests/engine/roll_into_town/games/solo.json")))
    assert figures(course)[:7] == [
        (0, 0, (0,)),
        (1, 11, (0,)),
        (2, 19, (0,)),
        (3, 27, (2,)),
        (4, 44, (2 + 1 + 4 + 2,)),
        (5, 52, (9 + 1 + 2,)),
        (6, 60, (12 + 1 + 2 + 5,)),
    ]
    lighthouse = next(point for point in course.turning_points if point.round == 6)
    assert (lighthouse.move, lighthouse.swing, lighthouse.before, lighthouse.after) == (57, 5, (15,), (20,))
    assert next(fact["fact"] for fact in lighthouse.facts) == "built"
    assert {line["line"]: line["points"] for line in course.lines[0]} == {
        "houses": 32,
        "taverns": 0,
        "river": 2,
        "coast": 11,
        "lighthouse": 13,
        "cathedral": 0,
    }


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_every_round_of_a_recorded_game_as_a_second_scorer_counts_it(file: Path) -> None:
    table = recorded(file)
    game, log = table.game, [(step.seat, step.move) for step in table.log]
    course = course_of(table)
    assert [each.number for each in course.rounds] == list(range(13 if "roll" in file.parts[2] else 5))
    assert course.rounds[-1].move == len(log)
    for each in course.rounds:
        state = replay(game, table.config, log[: each.move])
        assert each.scores == tuple(_counted(game.view(state, seat), seat) for seat in range(table.config.seats))
        assert each.view == game.view(state, None)
    assert [sum(line["points"] for line in lines) for lines in course.lines] == list(course.rounds[-1].scores)


def _counted(view: dict[str, Any], seat: int) -> int:
    """The total of that seat, cards that only it knows included."""
    if view["game"] == "little_town":
        return score_of_little_town(view, seat)["total"]
    return score_of_map(view["players"][seat]["map"])["total"]


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_turning_points_are_the_largest_of_all_swings(file: Path) -> None:
    table = recorded(file)
    game, seats = table.game, range(table.config.seats)
    state, swings = game.setup(table.config), []
    scores = [sum(line["points"] for line in game.explain(state, seat, seat)) for seat in seats]
    for move, step in enumerate(table.log, 1):
        game.apply(state, step.seat, step.move)
        now = [sum(line["points"] for line in game.explain(state, seat, seat)) for seat in seats]
        pairs = [(one, other) for one in seats for other in seats if one < other]
        apart = [abs((now[one] - now[other]) - (scores[one] - scores[other])) for one, other in pairs]
        swings.append((-max(apart or [abs(now[0] - scores[0])]), move))
        scores = now
    found = course_of(table).turning_points
    assert [(point.move, point.swing) for point in found] == sorted((move, -less) for less, move in sorted(swings)[:5])
    assert all(point.facts and point.seat == table.log[point.move - 1].seat for point in found)


def test_a_game_that_tells_no_rounds_is_one_round_with_all_cards_open() -> None:
    """Each takes what it takes and owns its card from the start on; the swings are the pebbles."""
    table = played_toy((0, "two"), (0, "end"), (1, "one"), (1, "end"), (0, "two"), (0, "one"), (0, "end"))
    course = course_of(table)
    one, other = table.state.cards
    assert figures(course) == [(0, 0, (one, other)), (1, 7, (one + 5, other + 1))]
    assert [(point.move, point.swing) for point in course.turning_points] == [(1, 2), (3, 1), (5, 2), (6, 1)]
    assert course.rounds[0].view["players"][0]["card"] is None  # what spectators saw then


async def test_nothing_is_told_before_the_end(rooms: Rooms) -> None:
    waiting = await rooms.create("toy", 2, {}, "Ann", "00" * 16)
    assert (await refusal(rooms.course(waiting.code, waiting.token))).code == "not_started"
    table = await party(rooms)
    await table.play(0, "two", "end")
    for token in (None, table[0], table[1]):
        refused = await refusal(rooms.course(table.code, token))
        assert refused.code == "not_over"
        assert refused.room is not None
        assert refused.room["seat"] == {None: None, table[0]: 0, table[1]: 1}[token]
    assert (await refusal(rooms.course(table.code, "wrong"))).code == "no_token"


async def test_everybody_is_told_the_same_at_the_end_and_it_is_computed_once(rooms: Rooms) -> None:
    table = await party(rooms)
    for seat in (0, 1, 0):
        await table.play(seat, "two", "end")
    told = [await rooms.course(table.code, token) for token in (None, table[0], table[1])]
    assert told[0] is told[1] is told[2]
    assert [each["move"] for each in told[0].object["rounds"]] == [0, 6]
    assert told[0].object["rounds"][-1]["scores"] == (await rooms.look(table.code)).present["result"]["scores"]


async def test_of_many_finished_games_the_last_ones_looked_at_are_kept(rooms: Rooms) -> None:
    courses = Courses(most=1)
    tables = [await party(rooms) for _ in range(2)]
    for table in tables:
        for seat in (0, 1, 0):
            await table.play(seat, "two", "end")
    one, other = [await rooms._doors.find(table.code, None) for table in tables]
    first = await courses.of(one)
    assert await courses.of(one) is first
    await courses.of(other)
    again = await courses.of(one)
    assert again is not first
    assert again == first
