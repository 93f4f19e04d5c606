"""`check_logs`, and rooms whose log does not replay."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from app.rooms import Rooms
from app.rooms.check import check_logs
from app.rooms.table import Step, new_table, with_log
from app.store import Store
from engine import Config
from tests import toy_game
from tests.rooms.conftest import ALL_GAMES, Clock, Party, opened, party, refusal


async def finished(rooms: Rooms) -> Party:
    table = await party(rooms)
    await table.play(0, "two", "two", "two", "end")
    return table


async def differences(store: Store, games: dict[str, Any] = ALL_GAMES) -> list[tuple[str, int | None]]:
    found = [difference async for room in check_logs(store, games) for difference in room.differences]
    assert all(str(difference).startswith(f"{difference.code} {difference.game}: ") for difference in found)
    return [(difference.what, difference.seq) for difference in found]


async def test_good_rooms_replay(rooms: Rooms, store: Store) -> None:
    await finished(rooms)
    await (await party(rooms)).play(0, "one", "two")
    await rooms.create("toy", 2, {})
    checked = [room async for room in check_logs(store, ALL_GAMES)]
    assert [(room.moves, room.differences) for room in checked] == [(4, ()), (0, ()), (0, ())]


async def test_every_kind_of_difference_is_found(rooms: Rooms, store: Store) -> None:
    table = await finished(rooms)
    running = await party(rooms)
    await running.play(0, "one", "end")
    await running.play(1, "one", "two")
    waiting = await rooms.create("toy", 2, {})

    async def spoilt(statement: str) -> list[tuple[str, int | None]]:
        async with store.pool.acquire() as connection:
            for name in ("rooms", "seats", "log", "drafts"):
                await connection.execute(f"CREATE TABLE old_{name} AS TABLE {name}")
            await connection.execute(statement)
            found = await differences(store)
            await connection.execute("TRUNCATE rooms CASCADE")
            for name in ("rooms", "seats", "log", "drafts"):
                await connection.execute(f"INSERT INTO {name} OVERRIDING SYSTEM VALUE TABLE old_{name}")
                await connection.execute(f"DROP TABLE old_{name}")
        return found

    over, on, lobby = f"code = '{table.code}'", f"code = '{running.code}'", f"code = '{waiting.code}'"
    of_on = f"room_id = (SELECT id FROM rooms WHERE {on})"
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
    assert await spoilt("UPDATE log SET move = '7' WHERE seq = 0") == [("replay", 0), ("replay", 0)]
    assert await spoilt(f"DELETE FROM log WHERE seq = 0 AND {of_on}") == [("order", 0)]
    assert await spoilt(f"UPDATE drafts SET move = {wrong} WHERE position = 1") == [("draft", None)]
    assert await spoilt("UPDATE drafts SET seat = 9") == [("draft", None)]
    assert await spoilt(f"UPDATE rooms SET rules = NULL WHERE {on}") == [("rules", None)]
    assert await spoilt(f"UPDATE rooms SET rules = 99 WHERE {on}") == [("setup", None)]
    assert await spoilt(f"DELETE FROM seats WHERE seat = 1 AND {of_on}") == [("seed", None), ("seats", None)]
    assert await spoilt(f"UPDATE seats SET salt = 'zz' WHERE {of_on}") == [("unreadable", None)]
    assert await spoilt(f"UPDATE rooms SET options = '{{\"heap\": 7}}' WHERE {lobby}") == [("setup", None)]
    assert await spoilt(f"UPDATE rooms SET game = 'gone' WHERE {lobby}") == [("unknown_game", None)]
    assert await spoilt(f"UPDATE rooms SET commitment = '' WHERE {lobby}") == [("commitment", None)]
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


def test_of_a_move_that_fails_half_way_nothing_is_left() -> None:
    def apply(state: toy_game.State, seat: int, move: str) -> None:
        toy_game.apply(state, seat, move)
        assert state.heap > 2, "a rule of another version"

    game: Any = SimpleNamespace(**{**vars(toy_game), "apply": apply})
    first = new_table(game, Config(2, bytes(32)))
    moves = [(0, "one"), (0, "end"), (1, "two"), (1, "two"), (1, "end")]
    table = with_log(first, [Step(*move, False, datetime.now(UTC)) for move in moves], ((), ()))
    assert (table.broken, len(table.log), table.state.heap, table.state.taken) == (3, 3, 3, [1, 2])
    assert (first.state.heap, first.state.taken) == (6, [0, 0])
