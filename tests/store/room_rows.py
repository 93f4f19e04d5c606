"""Very many rooms, put into the database as rows: for the list of rooms and for its bench."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from app.rooms.program import result_of
from app.store import Store
from engine import GAMES as ENGINES
from engine import Config, replay

GAMES = ("little_town", "roll_into_town", "toy")


class Made(NamedTuple):
    """What `fill` makes of a number."""

    game: str
    finished: bool


def made(count: int) -> Iterator[Made]:
    """What `fill` makes."""
    return (Made(GAMES[number % 3], number % 10 > 1) for number in range(count))


_ROOMS = """
INSERT INTO rooms (code, status, game, options, places, rules, seed, result, created_at, started_at, finished_at)
SELECT 'X' || lpad(n::text, 6, '0'), CASE WHEN n % 10 > 1 THEN 'over' WHEN n % 10 = 1 THEN 'closed' ELSE 'lobby' END,
  ($2::text[])[n % 3 + 1], '{}', 3, 1, NULL, CASE WHEN n % 10 > 1 THEN json_build_object(
    'ranking', '[[0], [1, 2]]'::json, 'scores', json_build_array(60 + n % 20, 40 + n % 13, 40 + n % 13)) END,
  at, at, CASE WHEN n % 10 > 1 THEN at + interval '1 hour' * (n % 7) END
FROM generate_series(0, $1::int - 1) n,
  LATERAL (SELECT timestamptz '2025-01-01' + interval '1 minute' * (n / 7) * $3::int AS at) t
"""
_SEATS = """
INSERT INTO seats (room_id, seat, name, folded, token_hash, salt, sat_at, seen_at)
SELECT id, s, name, lower(name), sha256((id || ' ' || s)::bytea), '', created_at, created_at
FROM rooms, generate_series(0, 2) s, LATERAL (SELECT CASE
  WHEN s = 0 THEN 'Ann'
  WHEN s = 1 THEN (ARRAY['Ben', 'Cleo', 'Dan', 'Eve', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo', 'Kim'])[id % 10 + 1] || id % 997
  ELSE 'Zoë ' || to_hex(id) END AS name) named
"""


async def fill(store: Store, count: int, apart: int = 1) -> None:
    """So many rooms of three: everywhere an Ann, somebody whom a few hundred rooms know, and somebody of one room.

    `apart`: minutes from seven of them to the next seven.
    """
    await store.pool.execute(_ROOMS, count, list(GAMES), apart)
    await store.pool.execute(_SEATS)
    await store.pool.execute("ANALYZE rooms, seats")


async def put(store: Store, **columns: object) -> int:
    """One room with these columns, all others as of a table of two that has not started; its id."""
    number = await store.pool.fetchval("SELECT count(*) FROM rooms")
    now = datetime(2026, 3, 1, tzinfo=UTC)
    row = {"code": f"R{number:06}", "status": "lobby", "game": "toy", "options": {}, "places": 2, "created_at": now}
    row |= columns
    names, values = ", ".join(row), ", ".join(f"${place}" for place in range(1, len(row) + 1))
    room_id: int = await store.pool.fetchval(
        f"INSERT INTO rooms ({names}) VALUES ({values}) RETURNING id", *row.values()
    )
    return room_id


async def recorded_room(store: Store, file: Path) -> int:
    """A finished room with the log of a recorded game (tests/engine/<game>/games), a move a minute; its id."""
    game = json.loads(file.read_text())
    began = datetime(2026, 3, 1, tzinfo=UTC)
    log = [(row["seat"], row["move"]) if isinstance(row, dict) else tuple(row) for row in game["log"]]
    times = [began + timedelta(minutes=number) for number in range(1, len(log) + 1)]
    name = file.parents[1].name
    rules = ENGINES[name]
    config = Config(game["seats"], bytes.fromhex(game["seed"]), game["options"], 1)
    end = replay(rules, config, [(seat, rules.decode(move)) for seat, move in log])
    room_id = await put(
        store,
        game=name,
        status="over",
        places=config.seats,
        options=config.options,
        rules=1,
        seed=config.seed,
        result=result_of(rules, end, config.seats),
        started_at=began,
        finished_at=times[-1],
    )
    rows = [
        (room_id, seq, seat, move, False, time, time)
        for (seq, (seat, move)), time in zip(enumerate(log), times, strict=True)
    ]
    await store.pool.executemany("INSERT INTO log VALUES ($1, $2, $3, $4, $5, $6, $7)", rows)
    return room_id
