"""Very many rooms, put into the database as rows: for the list of rooms and for its bench."""

from collections.abc import Iterator
from typing import NamedTuple

from app.store import Store

GAMES = ("little_town", "roll_into_town", "toy")


class Made(NamedTuple):
    """What `fill` makes of a number."""

    game: str
    finished: bool


def made(count: int) -> Iterator[Made]:
    """What `fill` makes."""
    return (Made(GAMES[number % 3], number % 10 > 1) for number in range(count))


_ROOMS = """
INSERT INTO rooms (code, status, game, options, places, rules, seed, created_at, started_at, finished_at)
SELECT 'X' || lpad(n::text, 6, '0'), CASE WHEN n % 10 > 1 THEN 'over' WHEN n % 10 = 1 THEN 'closed' ELSE 'lobby' END,
  ($2::text[])[n % 3 + 1], '{}', 3, 1, NULL, at, at, CASE WHEN n % 10 > 1 THEN at + interval '1 hour' * (n % 7) END
FROM generate_series(0, $1::int - 1) n,
  LATERAL (SELECT timestamptz '2025-01-01' + interval '1 minute' * (n / 7) AS at) t
"""
_SEATS = """
INSERT INTO seats (room_id, seat, name, folded, token_hash, salt, sat_at, seen_at)
SELECT id, s, name, lower(name), sha256((id || ' ' || s)::bytea), '', created_at, created_at
FROM rooms, generate_series(0, 2) s, LATERAL (SELECT CASE
  WHEN s = 0 THEN 'Ann'
  WHEN s = 1 THEN (ARRAY['Ben', 'Cleo', 'Dan', 'Eve', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo', 'Kim'])[id % 10 + 1] || id % 997
  ELSE 'Zoë ' || to_hex(id) END AS name) named
"""


async def fill(store: Store, count: int) -> None:
    """So many rooms of three: everywhere an Ann, somebody whom a few hundred rooms know, and somebody of one room."""
    await store.pool.execute(_ROOMS, count, list(GAMES))
    await store.pool.execute(_SEATS)
    await store.pool.execute("ANALYZE rooms, seats")
