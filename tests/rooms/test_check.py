"""`check_logs`, and rooms whose log does not replay."""

from typing import Any

from app.rooms import Rooms
from app.rooms.check import check_logs
from app.store import Store
from tests.rooms.conftest import ALL_GAMES, Clock, Party, opened, party, refusal


async def finished(rooms: Rooms) -> Party:
    table = await party(rooms)
    await table.play(0, "two", "two", "two", "end")
    return table


async def differences(store: Store, games: dict[str, Any] = ALL_GAMES) -> list[tuple[str, int | None]]:
    report = await check_logs(store, games)
    assert report.good == (not report.differences)
    return [(found.what, found.seq) for found in report.differences]


async def test_good_rooms_replay(rooms: Rooms, store: Store) -> None:
    await finished(rooms)
    await party(rooms)
    await rooms.create("toy", 2, {})
    report = await check_logs(store, ALL_GAMES)
    assert (report.rooms, report.moves, report.good) == (2, 4, True)


async def test_every_kind_of_difference_is_found(rooms: Rooms, store: Store) -> None:
    table = await finished(rooms)
    running = await party(rooms)
    await running.play(0, "one", "end")

    async def spoilt(statement: str) -> list[tuple[str, int | None]]:
        async with store.pool.acquire() as connection:
            before = await connection.fetch("SELECT id, status, result, seed, commitment, options, game FROM rooms")
            logs = await connection.fetch("SELECT * FROM log")
            await connection.execute(statement)
            found = await differences(store)
            await connection.executemany(
                "UPDATE log SET seat = $3, move = $4 WHERE room_id = $1 AND seq = $2",
                [(row["room_id"], row["seq"], row["seat"], row["move"]) for row in logs],
            )
            await connection.executemany(
                "UPDATE rooms SET status=$2, result=$3, seed=$4, commitment=$5, options=$6, game=$7 WHERE id=$1",
                [tuple(row) for row in before],
            )
        return found

    over, on = f"code = '{table.code}'", f"code = '{running.code}'"
    assert await spoilt(f"UPDATE rooms SET result = '{{}}' WHERE {over}") == [("result", None)]
    assert await spoilt(f"UPDATE rooms SET game = 'gone' WHERE {over}") == [("unknown_game", None)]
    assert await spoilt(f"UPDATE rooms SET options = '{{\"heap\": 7}}' WHERE {over}") == [("setup", None)]
    assert await spoilt(f"UPDATE rooms SET commitment = '' WHERE {over}") == [("commitment", None)]
    assert await spoilt(f"UPDATE rooms SET seed = sha256('x') WHERE {on}") == [("seed", None)]
    assert await spoilt(f"UPDATE rooms SET status = 'over' WHERE {on}") == [("not_over", None)]
    assert await spoilt(f"UPDATE rooms SET status = 'playing' WHERE {over}") == [("over", None)]
    wrong = '\'{"type": "three"}\''
    assert await spoilt(f"UPDATE log SET move = {wrong} WHERE seq = 1") == [("replay", 1), ("replay", 1)]
    assert await spoilt("UPDATE log SET seat = 1 WHERE seq = 0") == [("replay", 0), ("replay", 0)]
    assert await differences(store) == []


async def test_a_room_whose_log_does_not_replay_is_read_only_and_others_go_on(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        bad = await party(rooms)
        await bad.play(0, "one", "end")
        await bad.play(1, "one")
        good = await party(rooms)
    await store.pool.execute(
        'UPDATE log SET move = \'{"type": "end"}\' WHERE seq = 0 AND room_id = (SELECT id FROM rooms WHERE code = $1)',
        bad.code,
    )
    async with opened(store, clock) as rooms:
        bad.rooms = good.rooms = rooms
        room = await bad.look(1)
        assert (room["read_only"], room["status"], room["version"]) == (True, "playing", 0)
        assert (await refusal(rooms.play(bad.code, bad[1], room["at"], {"type": "one"}))).code == "read_only"
        assert (await refusal(rooms.undo(bad.code, bad[1], room["at"]))).code == "read_only"
        assert await rooms.moves(bad.code, bad[1]) == {"at": 1, "moves": []}
        assert (await rooms.look(bad.code, bad[1])).choices is None
        assert (await rooms.look(bad.code, bad[1])).story == []
        await rooms.leave(bad.code, bad[1])
        assert len((await rooms.log(bad.code))["moves"]) == 2
        assert (await good.play(0, "one"))["at"] == 1


async def test_a_room_of_a_game_that_is_gone_can_be_looked_at(store: Store, clock: Clock) -> None:
    async with opened(store, clock) as rooms:
        table = await party(rooms)
    await store.pool.execute("UPDATE rooms SET game = 'gone'")
    async with opened(store, clock) as rooms:
        table.rooms = rooms
        room = await table.look(0)
        assert (room["view"], room["read_only"]) == (None, True)
        assert (await refusal(rooms.play(table.code, table[0], 0, {"type": "one"}))).code == "read_only"
