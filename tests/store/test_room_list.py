"""The list of rooms: what is looked for is found, in order, on pages that miss nothing and show nothing twice."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from app.store import Store, room_list
from app.store.room_list import FEW, Listed, Search, Sort, find, key_of
from tests.patience import PATIENCE
from tests.store.room_rows import fill, made

FIRST = datetime(2026, 1, 1, tzinfo=UTC)


async def codes(store: Store, **asked: object) -> list[str]:
    """Everything that is found."""
    return [room.code for room in await find(store, Search(**asked), None, 1000)]  # type: ignore[arg-type]


async def add(store: Store, code: str, *names: str, day: int = 0, **columns: object) -> None:
    """A room that was made on that day of 2026, with these players, their names not folded yet."""
    row = {"code": code, "status": "lobby", "game": "toy", "options": {}, "places": 4} | columns
    row["created_at"] = FIRST + timedelta(days=day)
    marks = ", ".join(f"${number}" for number, _ in enumerate(row, 1))
    room_id = await store.pool.fetchval(
        f"INSERT INTO rooms ({', '.join(row)}) VALUES ({marks}) RETURNING id", *row.values()
    )
    for seat, name in enumerate(names):
        await store.pool.execute(
            "INSERT INTO seats (room_id, seat, name, token_hash, salt, sat_at, seen_at) "
            "VALUES ($1, $2, $3, sha256($4::text::bytea), '', now(), now())",
            *(room_id, seat, name, f"{code} {seat}"),
        )


@pytest.fixture
async def few(store: Store) -> Store:
    """A handful of rooms, each another way."""
    await add(store, "BBBBBB2", "Ann", "Ben", day=0, status="playing", rules=1, started_at=FIRST)
    await add(store, "BBBBBB3", "Hannah", "Ёжик", day=1, game="other")
    await add(
        store, "CCCCCC2", "たろう", "Ｊｏｈｎ", day=1, status="over", rules=2, finished_at=FIRST + timedelta(days=9)
    )
    await add(
        store, "CCCCCC3", "STRASSE", "100%_\\", day=2, status="over", rules=1, finished_at=FIRST + timedelta(days=3)
    )
    await add(store, "DDDDDD2", day=3, status="closed", chosen_seed=b"1", replayed={"sandbox": True}, imported=b"1")
    return store


CASES: list[tuple[dict[str, object], str]] = [
    ({}, "D2 C3 C2 B3 B2"),
    ({"sort": "oldest"}, "B2 B3 C2 C3 D2"),
    ({"sort": "finished"}, "C2 C3"),
    ({"begins": "BBBBBB"}, "B3 B2"),
    ({"code": "CCCCCC2"}, "C2"),
    ({"begins": "B_"}, ""),
    ({"code": "BBBBBB"}, ""),
    ({"name": "ann"}, "B3 B2"),
    ({"name": "ANNA"}, "B3"),
    ({"name": "n"}, "C2 B3 B2"),
    ({"name": "ёж"}, "B3"),
    ({"name": "ろう"}, "C2"),
    ({"name": "john"}, "C2"),
    ({"name": "straße"}, "C3"),
    ({"name": "%_\\"}, "C3"),
    ({"name": "nobody"}, ""),
    ({"name": "annben"}, ""),
    ({"game": "other"}, "B3"),
    ({"status": "over"}, "C3 C2"),
    ({"status": "over", "rules": 1}, "C3"),
    ({"rules": 1, "name": "b"}, "B2"),
    ({"since": FIRST + timedelta(days=1), "until": FIRST + timedelta(days=2)}, "C2 B3"),
    ({"until": FIRST}, ""),
]


async def test_what_is_looked_for_is_found(few: Store) -> None:
    for asked, found in CASES:
        assert [f"{code[0]}{code[-1]}" for code in await codes(few, **asked)] == found.split(), asked


async def test_a_line_says_who_sits_there_and_what_is_special(few: Store) -> None:
    special, *_, oldest = await find(few, Search(), None, 10)
    assert special.seats == []
    assert all((special.chosen_seed, special.replayed, special.sandbox, special.imported))
    assert (oldest.seats, oldest.moves) == ([(0, "Ann", False), (1, "Ben", False)], 0)
    assert not any((oldest.chosen_seed, oldest.replayed, oldest.sandbox, oldest.imported))


async def pages(store: Store, search: Search, most: int) -> list[Listed]:
    """All rooms, page by page, each page full but the last."""
    found: list[Listed] = []
    after = None
    while page := await find(store, search, after, most):
        found += page
        after = key_of(page[-1], search.sort)
        if len(page) < most:
            break
    return found


SORTS: list[Sort] = ["newest", "oldest", "finished"]


@pytest.mark.parametrize("few", [100, FEW])
async def test_pages_miss_nothing_and_show_nothing_twice(
    store: Store, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many rooms were made in the same second. All have the name: they are gone through in order, or sorted."""
    monkeypatch.setattr(room_list, "FEW", few)
    count = 700
    await fill(store, count)
    for sort, asked in product(SORTS, ({}, {"name": "ann"}, {"name": "ann", "game": "toy"})):
        search = Search(**asked, sort=sort)  # type: ignore[arg-type]
        whole = await find(store, search, None, count)
        assert await pages(store, search, 90) == whole
        assert len({room.id for room in whole}) == len(whole)
        assert len(whole) == sum(
            (sort != "finished" or room.finished) and (not asked.get("game") or room.game == "toy")
            for room in made(count)
        )


async def test_names_of_before_are_folded_when_they_are_searched(few: Store) -> None:
    """Of rooms from before there was a search, and those that an older program makes beside this one."""
    assert await few.pool.fetchval("SELECT count(*) FROM seats WHERE folded = ''") == 8
    await codes(few)
    assert await few.pool.fetchval("SELECT count(*) FROM seats WHERE folded = ''") == 8, "not needed: not touched"
    await codes(few, name="x")
    assert await few.pool.fetchval("SELECT count(*) FROM seats WHERE folded = ''") == 0
    await few.pool.execute("UPDATE seats SET name = '', folded = '' WHERE name = 'Ann'")
    assert await codes(few, name="ann") == ["BBBBBB3"]


async def unfolded(store: Store) -> int:
    count: int = await store.pool.fetchval("SELECT count(*) FROM seats WHERE folded = ''")
    return count


async def test_who_gets_another_name_from_an_older_program_is_found_by_that(few: Store) -> None:
    """It runs beside this one for a while, and knows of no other column than the name."""
    await codes(few, name="x")
    await few.pool.execute("UPDATE seats SET name = 'Zoe' WHERE name = 'Ann'")
    assert await codes(few, name="zoe") == ["BBBBBB2"]
    assert await codes(few, name="ann") == ["BBBBBB3"]
    await few.pool.execute("UPDATE seats SET name = 'Ida', folded = 'ida' WHERE name = 'Zoe'")
    await few.pool.execute("UPDATE seats SET name = name, votes = 0")
    assert await unfolded(few) == 0, "by this one"


async def test_no_search_waits_for_a_move_and_so_no_move_for_a_search_that_waits(
    few: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_list, "FOLDED_AT_ONCE", 3)
    async with few.pool.acquire() as moving:
        move = moving.transaction()
        await move.start()
        await moving.execute("UPDATE seats SET votes = 1 WHERE name = 'Ben'")
        async with asyncio.timeout(PATIENCE):
            assert await codes(few, name="ann") == ["BBBBBB3", "BBBBBB2"]
        assert await unfolded(few) == 1
        await move.commit()
    assert await codes(few, name="ben") == ["BBBBBB2"]
