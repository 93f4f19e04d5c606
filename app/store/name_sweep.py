"""A player's name in all rooms of a search: where it stands, and taking it out of those in which nothing goes on.

Rooms with people in them are changed one by one, as players change them (app/rooms/oversight.py).
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.store.folding import folded
from app.store.room_list import Query, Search, fold, plainly
from app.store.store import Store
from app.store.write import WAKEUP

AT_ONCE = 100  # rooms in one transaction
SHOWN = 20  # different names


class Found(NamedTuple):
    """How many seats of how many rooms have the name; `names`: the most frequent ones as they were typed."""

    seats: int
    rooms: int
    names: list[tuple[str, int]]


class Sweep(NamedTuple):
    """Seats of the rooms of a search that have the name that it looks for; not `whole`: as a part of theirs."""

    search: Search
    whole: bool

    def means(self, name: str) -> bool:
        """Is it about that name?"""
        part, text = folded(self.search.name), folded(name)
        return bool(name) and (part == text if self.whole else part in text)


async def count(store: Store, sweep: Sweep) -> Found:
    """How much there is."""
    await fold(store)
    query = _seats_of(sweep)
    rows = await store.pool.fetch(
        f"WITH found AS (SELECT s.name, s.room_id FROM seats s JOIN rooms r ON r.id = s.room_id {query.where}) "  # noqa: S608
        "SELECT name, count(*), (SELECT count(*) FROM found), (SELECT count(DISTINCT room_id) FROM found) "
        f"FROM found GROUP BY name ORDER BY count(*) DESC, name LIMIT {SHOWN}",
        *query.values,
    )
    return Found(rows[0][2], rows[0][3], [(row[0], row[1]) for row in rows]) if rows else Found(0, 0, [])


async def next_rooms(store: Store, sweep: Sweep, after: int) -> list[tuple[int, str, str]]:
    """The next rooms with such a seat, by id behind `after`: id, code, status."""
    query = _seats_of(sweep)
    query.need("r.id > {}", after)
    rows = await store.pool.fetch(
        f"SELECT DISTINCT r.id, r.code, r.status FROM seats s JOIN rooms r ON r.id = s.room_id {query.where} "  # noqa: S608
        f"ORDER BY r.id LIMIT {AT_ONCE}",
        *query.values,
    )
    return [(row[0], row[1], row[2]) for row in rows]


_BLANK = """
WITH held AS (SELECT id FROM rooms WHERE id = ANY($1::bigint[]) AND status IN ('over', 'closed')
    ORDER BY id FOR NO KEY UPDATE),
  door AS (UPDATE rooms r SET rev = rev + 1 FROM held WHERE r.id = held.id
    RETURNING r.id, r.rev, coalesce((r.replayed ->> 'sandbox')::bool, false) AS sandbox),
  blanked AS (UPDATE seats s SET name = '', folded = '', token_hash = CASE WHEN sandbox THEN token_hash
      ELSE sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) END
    FROM door WHERE s.room_id = door.id AND s.name <> '' AND {named} RETURNING s.room_id, s.seat),
  told AS (INSERT INTO events (room_id, at, kind, seat) SELECT room_id, now(), 'blanked', seat FROM blanked)
SELECT {wakeup}, (SELECT count(*) FROM blanked) FROM door
"""


async def blank(store: Store, sweep: Sweep, room_ids: Sequence[int]) -> int:
    """Take the name out of those of these rooms that are over or closed, and the keys of its seats; of how many seats.

    As `oversight.blank` does it, in one statement for all. Raises one of `UNREACHABLE`.
    """
    query = Query()
    query.values.append(room_ids)
    _named(query, sweep)
    statement = _BLANK.format(named=" AND ".join(query.conditions), wakeup=store.carrier.column(WAKEUP))
    rows = await store.pool.fetch(statement, *query.values)
    store.carrier.committed(row[0] for row in rows)
    return rows[0][1] if rows else 0


def _seats_of(sweep: Sweep) -> Query:
    query = Query()
    plainly(query, sweep.search)
    _named(query, sweep)
    return query


def _named(query: Query, sweep: Sweep) -> None:
    part = folded(sweep.search.name)
    if sweep.whole:
        query.need("s.folded = {}", part)
    else:
        query.need("position({} IN s.folded) > 0", part)
    if len(part) > 1:  # by the index
        query.need("name_grams(s.folded) @> name_grams({})", part)
