"""`python -m app check-logs`, the real command, on a database with many rooms, some of them broken."""

import asyncio

from app.rooms import Rooms
from app.store import Store
from tests.rooms.in_flight import take_off
from tests.server import command

COPIES = 130
COPY = """
WITH made AS (
  INSERT INTO rooms (code, status, game, options, places, rules, chosen_seed, seed, result, created_at, started_at)
  SELECT translate(to_char(1000 * n + rooms.id, 'FM0000000'), '0123456789', 'BCDFGHJKMN'), status, game, options,
    places, rules, chosen_seed, seed, result, created_at, started_at
  FROM rooms, generate_series(1, $1::int) n WHERE status = 'playing'
  RETURNING id, translate(right(code, 3), 'BCDFGHJKMN', '0123456789')::int AS old
), pairs AS (SELECT id AS new, old FROM made),
seated AS (
  INSERT INTO seats (room_id, seat, name, token_hash, salt, sat_at, seen_at)
  SELECT new, seat, name, sha256((new || ' ' || seat)::bytea), salt, sat_at, seen_at
  FROM pairs JOIN seats ON room_id = old ORDER BY new, seat
), drafted AS (
  INSERT INTO drafts SELECT new, seat, position, move, program, accepted_at FROM pairs JOIN drafts ON room_id = old
)
INSERT INTO log SELECT new, seq, seat, move, program, accepted_at, settled_at
FROM pairs JOIN log ON room_id = old WHERE seq < 10
"""


def of(code: str) -> str:
    return f"room_id = (SELECT id FROM rooms WHERE code = '{code}')"


async def test_it_names_every_broken_room_among_many_and_fails(rooms: Rooms, store: Store) -> None:
    turn, together, solo, waiting = await take_off(rooms, store)
    await store.pool.execute("DELETE FROM drafts")
    await store.pool.execute(COPY, COPIES)
    await store.pool.execute('UPDATE log SET move = \'{"type": "nothing"}\' WHERE seq = 3 AND ' + of(turn.code))
    await store.pool.execute("DELETE FROM log WHERE seq = 5 AND " + of(together.code))
    await store.pool.execute(
        'UPDATE rooms SET result = \'{"ranking": [[0]], "scores": [1000]}\' WHERE code = $1', solo.code
    )
    await store.pool.execute("UPDATE rooms SET commitment = 'x' WHERE code = $1", waiting.code)
    bad = await asyncio.to_thread(command, "check-logs", DATABASE_URL=store.url)
    assert (bad.returncode, bad.stderr) == (1, f"250 of {2 * COPIES + 4} rooms ...\n")
    *lines, last = bad.stdout.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith(f"{turn.code} little_town: move 3 does not replay: seat ")
    assert lines[0].endswith(': {"type":"nothing"}: MalformedMove: unknown_type')
    assert lines[1] == f"{together.code} roll_into_town: move 5 of the log is missing"
    assert lines[2].startswith(f"{solo.code} roll_into_town: it ends as ")
    assert lines[3] == f"{waiting.code} roll_into_town: its commitment is not that of its secret"
    assert last.startswith(f"{2 * COPIES + 4} rooms, ")
    assert last.endswith(" moves: 4 differences")
