"""Rooms among very many: searched, in order, page by page.

A page goes on behind the last row of the one before it (keyset), so the thousandth costs what the first does. A part
of a name is looked for by its pairs of letters (migration 0004). Where few rooms have the name, they are found first
and then put in order; where many have it, rooms are gone through in order until a page is full.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from app.store.folding import folded
from app.store.store import Store

Sort = Literal["newest", "oldest", "finished"]
Key = tuple[datetime, int]
"""Where a page ends: the time that it is ordered by, and the room's id."""

FEW = 10_000  # seats with a name: the rooms of so many are sorted, those of more are met soon enough on the way
FOLDED_AT_ONCE = 200  # seats, whose next changes wait for so long

_ORDERS = {"newest": ("created_at", "DESC"), "oldest": ("created_at", "ASC"), "finished": ("finished_at", "DESC")}


class Search(NamedTuple):
    """What is looked for; None or empty: anything. `code`: the whole; `begins`: its beginning. `name`: a part of a
    player's.

    `since`, `until`: when the room was made, from the one to before the other. Sorted by "finished" only rooms are
    found that are.
    """

    code: str = ""
    begins: str = ""
    name: str = ""
    game: str = ""
    status: str = ""
    rules: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    sort: Sort = "newest"


class Listed(NamedTuple):
    """A room in the list. `seats`: number, name, and is somebody connected? In their order. `moves`: of its log.

    `debug_of`: which room it is an admin's copy of.
    """

    id: int
    code: str
    status: str
    game: str
    places: int
    rules: int | None
    chosen_seed: bool
    replayed: bool
    sandbox: bool
    imported: bool
    debug_of: str | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    seats: list[tuple[int, str, bool]]
    moves: int


_LISTED = """
SELECT r.id, r.code, r.status, r.game, r.places, r.rules, r.chosen_seed IS NOT NULL, r.replayed IS NOT NULL,
  coalesce((r.replayed ->> 'sandbox')::bool, false), r.imported IS NOT NULL,
  CASE WHEN (r.replayed ->> 'debug')::bool THEN r.replayed ->> 'code' END,
  r.created_at, r.started_at, r.finished_at,
  ARRAY(SELECT ROW(seat, name, NOT is_left AND EXISTS (SELECT FROM connections WHERE seat_id = s.id))
    FROM seats s WHERE room_id = r.id ORDER BY seat),
  (SELECT count(*) FROM log WHERE room_id = r.id)
FROM rooms r
"""


class Query:
    """Conditions and the values of their parameters."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self.conditions: list[str] = []

    def need(self, condition: str, *values: object) -> None:
        """`condition`: with {} for each value."""
        numbers = []
        for value in values:
            self.values.append(value)
            numbers.append(f"${len(self.values)}")
        self.conditions.append(condition.format(*numbers))

    @property
    def where(self) -> str:
        """All of them, as the clause of a statement."""
        return f"WHERE {' AND '.join(self.conditions)}" if self.conditions else ""


async def find(store: Store, search: Search, after: Key | None, most: int) -> list[Listed]:
    """Up to `most` rooms, in the order of `search.sort`, from behind `after` on."""
    query = Query()
    plainly(query, search)
    if search.name:
        await _by_name(store, query, folded(search.name))
    column, direction = _ORDERS[search.sort]
    if after is not None:
        query.need(
            f"(r.{column}, r.id) {'<' if direction == 'DESC' else '>'} ({{}}::timestamptz, {{}}::bigint)", *after
        )
    rows = await store.pool.fetch(
        f"{_LISTED} {query.where} ORDER BY r.{column} {direction}, r.id {direction} LIMIT {most:d}",
        *query.values,
    )
    return [Listed(*row) for row in rows]


def key_of(listed: Listed, sort: Sort) -> Key:
    """Where a page ends whose last room this is."""
    time: datetime = getattr(listed, _ORDERS[sort][0])
    return time, listed.id


def plainly(query: Query, search: Search) -> None:
    """Need of `rooms r` what is looked for, but for the name."""
    if search.code:
        query.need("r.code = {}", search.code)
    if search.begins:
        query.need("starts_with(r.code, {})", search.begins)
    if search.game:
        query.need("r.game = {}", search.game)
    if search.status:
        query.need("r.status = {}", search.status)
    if search.rules is not None:
        query.need("r.rules = {}", search.rules)
    if search.since is not None:
        query.need("r.created_at >= {}", search.since)
    if search.until is not None:
        query.need("r.created_at < {}", search.until)
    if search.sort == "finished":
        query.need("r.finished_at IS NOT NULL")


async def _by_name(store: Store, query: Query, part: str) -> None:
    await fold(store)
    room_ids = await _rooms_with(store, part)
    if len(room_ids) <= FEW:
        query.need("r.id = ANY({}::bigint[])", [*set(room_ids)])
    else:  # as a value, so that no plan can begin with all seats
        query.need("(SELECT true FROM seats s WHERE s.room_id = r.id AND position({} IN s.folded) > 0 LIMIT 1)", part)


async def _rooms_with(store: Store, part: str) -> Sequence[int]:
    """The room of each seat with such a name; more than `FEW` are not all of them."""
    paired = "name_grams(folded) @> name_grams($1) AND" if len(part) > 1 else ""
    rows = await store.pool.fetch(
        f"SELECT room_id FROM seats WHERE {paired} position($1 IN folded) > 0 LIMIT {FEW + 1}",  # noqa: S608
        part,
    )
    return [row[0] for row in rows]


async def fold(store: Store) -> None:
    """Fold the names that an older program wrote, and those from before there was a search."""
    last: int | None = 0
    while last is not None:
        last = await _fold_some(store, last)


async def _fold_some(store: Store, after: int) -> int | None:
    """The next ones behind that seat; the last of them, None where no more can follow.

    A seat that just changes is left for the next search: whoever holds seats and waits for others may meet a move that
    holds those and waits for these.
    """
    async with store.pool.acquire() as connection, connection.transaction():
        rows = await connection.fetch(
            "SELECT id, name FROM seats WHERE folded = '' AND name <> '' AND id > $1 "  # noqa: S608
            f"ORDER BY id LIMIT {FOLDED_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED",
            after,
        )
        await connection.execute(
            "UPDATE seats s SET folded = v.folded FROM unnest($1::bigint[], $2::text[]) AS v(id, folded) "
            "WHERE s.id = v.id",
            [row["id"] for row in rows],
            [folded(row["name"]) or row["name"] for row in rows],
        )
    return rows[-1]["id"] if len(rows) == FOLDED_AT_ONCE else None
