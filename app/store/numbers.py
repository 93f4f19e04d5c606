"""Games counted: how many a day, how long they took, which scores they brought. Only numbers, and nobody's name."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any, NamedTuple

from app.store.store import Store, to_json

COUNTED = "r.started_at IS NOT NULL AND r.replayed IS NULL AND r.imported IS NULL"
"""Which rooms are counted at all: games that began here, with dice of their own. `r`: a row of `rooms`."""

CHOSEN = f"""
{COUNTED} AND r.started_at >= $1 AND ($2::text = '' OR r.game = $2) AND ($3::int IS NULL OR r.places = $3)
  AND ($4::jsonb = '{{}}' OR r.options::jsonb @> $4::jsonb)
"""
"""Which of them are asked for; its parameters are `values_of` a choice."""

ABANDONED = timedelta(days=14)
"""A game that nobody has moved in for so long is abandoned; so is one that was closed before its end."""

_MOVED = """
greatest(r.started_at, (SELECT accepted_at FROM log WHERE room_id = r.id ORDER BY seq DESC LIMIT 1),
  (SELECT max(accepted_at) FROM drafts WHERE room_id = r.id))
"""
_STATE = f"""
CASE WHEN r.status = 'over' THEN 'finished' WHEN r.status = 'closed' THEN 'abandoned'
  WHEN r.started_at < $5 AND {_MOVED} < $5 THEN 'abandoned' ELSE 'playing' END
"""

# OFFSET 0: so the state of a game is found once, not once for each of its counts, and its winners not for each seat.
_DAYS = f"""
SELECT (r.started_at AT TIME ZONE 'UTC')::date, r.game, r.places, count(*) FILTER (WHERE state = 'finished'),
  count(*) FILTER (WHERE state = 'abandoned'), count(*) FILTER (WHERE state = 'playing')
FROM rooms r, LATERAL (SELECT {_STATE} AS state OFFSET 0) s WHERE {CHOSEN} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""  # noqa: S608  words of our own, here and below
_LENGTHS = f"""
SELECT r.game, r.places, count(*),
  percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY r.finished_at - r.started_at) AS took,
  percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY t.moves) AS moves
FROM rooms r LEFT JOIN tallies t ON t.room_id = r.id WHERE {CHOSEN} AND r.status = 'over' GROUP BY 1, 2 ORDER BY 1, 2
"""  # noqa: S608
_SCORES = f"""
SELECT r.game, r.places, points::int, count(*), count(*) FILTER (WHERE number - 1 = ANY (winners))
FROM rooms r, json_array_elements_text(r.result -> 'scores') WITH ORDINALITY AS score(points, number),
  LATERAL (SELECT ARRAY(SELECT seat::int FROM json_array_elements_text(r.result -> 'ranking' -> 0) AS seat) AS winners
    OFFSET 0) won
WHERE {CHOSEN} AND r.status = 'over' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""  # noqa: S608


class Choice(NamedTuple):
    """Which games are counted: those that began at `since` or later; empty, None: of any kind.

    `places`: how many played. `options`: values that the game's own options must have.
    """

    since: datetime
    game: str = ""
    places: int | None = None
    options: Mapping[str, Any] = MappingProxyType({})


class Day(NamedTuple):
    """Games of one kind that began on a day (UTC), by what has become of them."""

    day: date
    game: str
    places: int
    finished: int
    abandoned: int
    playing: int


class Lengths(NamedTuple):
    """How long finished games took from start to end: a quarter of them no longer than the first, half, three.

    `moves`: the same of the lengths of their logs, as far as they are counted (app/store/tallies.py); None: of none.
    """

    game: str
    places: int
    finished: int
    quartiles: tuple[timedelta, timedelta, timedelta]
    moves: tuple[int, int, int] | None


class Scores(NamedTuple):
    """How many players of finished games ended with so many points, and how many of those had won."""

    game: str
    places: int
    points: int
    players: int
    winners: int


class Counted(NamedTuple):
    """What the rows of rooms tell."""

    days: list[Day]
    lengths: list[Lengths]
    scores: list[Scores]


@asynccontextmanager
async def one_moment(store: Store) -> AsyncIterator[Any]:
    """A connection that sees the database as of one moment, and plans for the values that it is given.

    How many rooms those leave differs by a thousand times. One core is enough: the others are for players.
    """
    async with store.pool.acquire() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        await connection.execute(
            "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL jit = off; "
            "SET LOCAL max_parallel_workers_per_gather = 0"
        )
        yield connection


async def counted(connection: Any, choice: Choice, now: datetime) -> Counted:
    """The numbers of these games."""
    chosen = values_of(choice)
    days = await connection.fetch(_DAYS, *chosen, now - ABANDONED)
    lengths, scores = [await connection.fetch(query, *chosen) for query in (_LENGTHS, _SCORES)]
    return Counted(
        [Day(*row) for row in days],
        [
            Lengths(row["game"], row["places"], row["count"], tuple(row["took"]), tuple(row["moves"] or ()) or None)
            for row in lengths
        ],
        [Scores(*row) for row in scores],
    )


def values_of(choice: Choice) -> list[object]:
    """For the parameters of `CHOSEN`."""
    return [choice.since, choice.game, choice.places, to_json(dict(choice.options))]
