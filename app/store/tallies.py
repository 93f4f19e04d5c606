"""What finished games add to the numbers of all games, each kept as it was counted once: table `tallies`.

All of it follows from the logs: rows may be missing, and are made when somebody looks (app/admin/counting.py).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from app.store.numbers import CHOSEN, COUNTED, Choice, values_of
from app.store.room_list import Key
from app.store.store import Store, to_json

Version = tuple[int, int]
"""By which rules and which way of counting a game is counted."""
Tally = dict[str, dict[str, list[int]]]


class Uncounted(NamedTuple):
    """A finished game that is not counted yet, or not as the present program does."""

    id: int
    game: str
    places: int
    options: dict[str, Any]
    rules: int | None
    seed: bytes | None
    result: dict[str, Any] | None
    finished_at: datetime


class Move(NamedTuple):
    """A row of `log`."""

    seq: int
    seat: int
    move: Any


class Sums(NamedTuple):
    """Of one name in a part of a game's tally: its numbers, summed up over all tables of so many."""

    places: int
    name: str
    numbers: tuple[int, ...]


class Progress(NamedTuple):
    """Of a game's finished games: how many there are, how many are counted, and how many do not replay."""

    games: int
    counted: int
    broken: int


_UNCOUNTED = f"""
SELECT r.id, r.game, r.places, r.options, r.rules, r.seed, r.result, r.finished_at
FROM rooms r JOIN unnest($1::text[], $2::int[], $3::int[]) AS g(game, rules, version) ON g.game = r.game
  LEFT JOIN tallies t ON t.room_id = r.id
WHERE {COUNTED} AND r.status = 'over' AND r.finished_at IS NOT NULL AND (r.finished_at, r.id) < ($4, $5)
  AND (t.room_id IS NULL OR (t.rules, t.version) < (g.rules, g.version))
ORDER BY r.finished_at DESC, r.id DESC LIMIT $6
"""  # noqa: S608  words of our own, here and below
_KEEP = """
INSERT INTO tallies (room_id, rules, version, moves, tally, made_at)
SELECT id, $2::int, $3::int, (SELECT count(*) FROM log WHERE room_id = rooms.id), $4::jsonb, $5::timestamptz
FROM rooms WHERE id = $1 FOR KEY SHARE
ON CONFLICT (room_id) DO UPDATE SET rules = excluded.rules, version = excluded.version, moves = excluded.moves,
  tally = excluded.tally, made_at = excluded.made_at
"""
_PROGRESS = f"""
SELECT r.game, count(*), count(t.tally), count(t.room_id) - count(t.tally)
FROM rooms r JOIN unnest($5::text[], $6::int[], $7::int[]) AS g(game, rules, version) ON g.game = r.game
  LEFT JOIN tallies t ON t.room_id = r.id AND (t.rules, t.version) >= (g.rules, g.version)
WHERE {CHOSEN} AND r.status = 'over' GROUP BY 1
"""  # noqa: S608


async def uncounted(store: Store, games: Mapping[str, Version], before: Key, most: int) -> list[Uncounted]:
    """The next of these games, the one that ended last first; `before`: ended before that, or with a smaller id."""
    rows = await store.pool.fetch(_UNCOUNTED, *_columns(games), *before, most)
    return [Uncounted(*row) for row in rows]


async def moves(store: Store, room_id: int, first: int, most: int) -> list[Move]:
    """A part of a room's log, from that `seq` on."""
    query = "SELECT seq, seat, move FROM log WHERE room_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3"
    return [Move(*row) for row in await store.pool.fetch(query, room_id, first, most)]


async def keep(store: Store, room_id: int, version: Version, tally: Tally | None, now: datetime) -> None:
    """Keep what a game adds; None: its log does not replay. A room that is gone by now is left alone."""
    await store.pool.execute(_KEEP, room_id, *version, None if tally is None else to_json(tally), now)


async def progress(connection: Any, choice: Choice, games: Mapping[str, Version]) -> dict[str, Progress]:
    """How far these games are counted, by their kind."""
    rows = await connection.fetch(_PROGRESS, *values_of(choice), *_columns(games))
    return {row[0]: Progress(*row[1:]) for row in rows}


async def sums(connection: Any, choice: Choice, version: Version, numbers: Mapping[str, int]) -> dict[str, list[Sums]]:
    """The sums of the tallies of these games, all of one kind, by part; `numbers`: how many a name has in each part."""
    rows = await connection.fetch(_sums(max(numbers.values())), *values_of(choice), *version)
    found: dict[str, list[Sums]] = {part: [] for part in numbers}
    for part, places, name, *each in rows:
        if part in numbers:  # nor of another program's parts
            found[part].append(Sums(places, name, tuple(each[: numbers[part]])))
    return found


def _columns(games: Mapping[str, Version]) -> list[list[Any]]:
    return [[*games], [rules for rules, _ in games.values()], [version for _, version in games.values()]]


def _sums(most: int) -> str:
    """`->>`: a number of a jsonb is read faster as text."""
    each = ", ".join(f"coalesce(sum((named.value ->> {place})::int), 0)" for place in range(most))
    return f"""
SELECT part.key, r.places, named.key, {each}
FROM rooms r JOIN tallies t ON t.room_id = r.id, jsonb_each(t.tally) AS part, jsonb_each(part.value) AS named
WHERE {CHOSEN} AND r.status = 'over' AND (t.rules, t.version) >= ($5, $6) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""  # noqa: S608
