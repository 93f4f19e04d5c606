"""The numbers of all games, counted by hand on a few rooms."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from app.store import Store
from app.store.numbers import ABANDONED, Choice, Counted, Day, Lengths, Scores, counted, one_moment
from tests.store.room_rows import put

NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
EVER = Choice(datetime(1970, 1, 1, tzinfo=UTC))
LT, RIT = "little_town", "roll_into_town"


def at(day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


async def over(store: Store, game: str, began: datetime, minutes: int, scores: list[int], **more: Any) -> int:
    """A finished game; the highest score has won."""
    best = max(scores)
    first = [seat for seat, points in enumerate(scores) if points == best]
    ranking = [first, *([seat] for seat in range(len(scores)) if seat not in first)]
    row = {
        "game": game,
        "status": "over",
        "places": len(scores),
        "started_at": began,
        "finished_at": began + timedelta(minutes=minutes),
        "result": {"ranking": ranking, "scores": scores},
        **more,
    }
    return await put(store, **row)


async def moved(store: Store, room_id: int, *times: datetime, draft: datetime | None = None) -> None:
    """Moves of seat 0 at these times, and one more that it can still take back."""
    for seq, time in enumerate(times):
        await store.pool.execute("INSERT INTO log VALUES ($1, $2, 0, '{}', false, $3, $3)", room_id, seq, time)
    if draft:
        await store.pool.execute("INSERT INTO drafts VALUES ($1, 0, 0, '{}', false, $2)", room_id, draft)


async def told(store: Store, choice: Choice = EVER) -> Counted:
    async with one_moment(store) as connection:
        return await counted(connection, choice, NOW)


async def few(store: Store) -> None:
    """What is counted below by hand."""
    await over(store, LT, at(1, 20), 60, [30, 42], options={"board": "A", "first_game": False})
    await over(store, LT, at(1, 21), 80, [42, 42], options={"board": "B", "first_game": False})
    await over(store, LT, at(2, 0), 100, [25, 31], options={"board": "A", "first_game": True})
    await over(store, LT, at(2, 23, 59), 45, [20, -3, 33], options={"board": "A", "first_game": False})
    await over(store, RIT, at(3, 8), 25, [61], options={"size": 7})
    await over(store, RIT, at(3, 9), 30, [80], options={"size": 9}, replayed={"code": "X", "version": 0, "scores": []})
    await over(store, RIT, at(3, 9), 30, [99], options={"size": 11}, imported=b"by its digest")
    await put(store)  # has not started
    await put(store, game=LT, status="closed")  # nor has that
    await put(store, game=LT, status="closed", started_at=at(2, 10))
    await put(store, game=RIT, status="playing", places=1, started_at=at(19))


async def test_games_by_day_and_by_what_has_become_of_them(store: Store) -> None:
    await few(store)
    found = await told(store)
    assert found.days == [
        Day(date(2026, 3, 1), LT, 2, 2, 0, 0),
        Day(date(2026, 3, 2), LT, 2, 1, 1, 0),
        Day(date(2026, 3, 2), LT, 3, 1, 0, 0),
        Day(date(2026, 3, 3), RIT, 1, 1, 0, 0),
        Day(date(2026, 3, 19), RIT, 1, 0, 0, 1),
    ]


async def test_lengths_and_scores(store: Store) -> None:
    """Of 60, 80 and 100 minutes a quarter is the first, half the second. Both with 42 at one table have won."""
    await few(store)
    found = await told(store)
    minutes = [
        (each.game, each.places, each.finished, [q // timedelta(minutes=1) for q in each.quartiles])
        for each in found.lengths
    ]
    assert minutes == [(LT, 2, 3, [60, 80, 100]), (LT, 3, 1, [45, 45, 45]), (RIT, 1, 1, [25, 25, 25])]
    assert isinstance(found.lengths[0], Lengths)
    assert found.scores == [
        Scores(LT, 2, 25, 1, 0),
        Scores(LT, 2, 30, 1, 0),
        Scores(LT, 2, 31, 1, 1),
        Scores(LT, 2, 42, 3, 3),
        Scores(LT, 3, -3, 1, 0),
        Scores(LT, 3, 20, 1, 0),
        Scores(LT, 3, 33, 1, 1),
        Scores(RIT, 1, 61, 1, 1),
    ]


async def test_only_what_is_asked_for_is_counted(store: Store) -> None:
    await few(store)

    async def games(**choice: Any) -> list[tuple[int, int, int]]:
        found = await told(store, EVER._replace(**choice))
        of_days = [sum(day[3:]) for day in found.days]
        return [
            (sum(of_days), sum(each.finished for each in found.lengths), sum(each.players for each in found.scores))
        ]

    assert await games() == [(7, 5, 10)]
    assert await games(since=at(2)) == [(5, 3, 6)], "what began at midnight is of that day"
    assert await games(since=at(2, 0, 1)) == [(4, 2, 4)]
    assert await games(game=LT) == [(5, 4, 9)]
    assert await games(places=3) == [(1, 1, 3)]
    assert await games(game=LT, options={"board": "A"}) == [(3, 3, 7)]
    assert await games(game=LT, options={"board": "A", "first_game": True}) == [(1, 1, 2)]
    assert await games(game=RIT, options={"size": 9}) == [(0, 0, 0)], "those dice were replayed"
    assert await games(game=RIT, options={"size": 11}) == [(0, 0, 0)], "that game was imported"


async def test_a_game_is_abandoned_when_nobody_has_moved_in_it_for_long(store: Store) -> None:
    """A move that can still be taken back is one, and so is the start."""
    then = NOW - ABANDONED
    minute = timedelta(minutes=1)
    cases = [
        (then - minute, [], None, "abandoned"),
        (then + minute, [], None, "playing"),
        (then - 3 * minute, [then - 2 * minute, then - minute], None, "abandoned"),
        (then - 3 * minute, [then - 2 * minute, then + minute], None, "playing"),
        (then - 3 * minute, [then - 2 * minute], then + minute, "playing"),
        (then - 3 * minute, [then - 2 * minute], then - minute, "abandoned"),
    ]
    for began, moves, draft, state in cases:
        room_id = await put(store, status="playing", started_at=began)
        await moved(store, room_id, *moves, draft=draft)
        (day,) = (await told(store)).days
        assert day[3:] == {"abandoned": (0, 1, 0), "playing": (0, 0, 1)}[state], (began, moves, draft)
        await store.pool.execute("DELETE FROM rooms")


async def test_without_a_game_there_is_nothing_to_count(store: Store) -> None:
    assert await told(store) == ([], [], [])
