"""Games in flight: what has to survive a migration, a backup, a check, with all that a database can hold of them."""

from random import Random
from typing import Any

from app.rooms import Json, Rooms
from app.store import Store
from tests.rooms.conftest import Party, party
from tests.rooms.test_games import choose

SEED = "5c" * 32


async def take_off(rooms: Rooms, store: Store) -> list[Party]:
    """Rooms of every kind: in a turn, in a round that two seats have not ended, finished, and not begun.

    In the first two there are drafts, a seat that was left, a vote against a seat, and a name of many bytes.
    """
    rng = Random(5)
    turn = await party(rooms, 3, "little_town", seed=SEED)
    together = await party(rooms, 3, "roll_into_town", seed=SEED)
    solo = await party(rooms, 1, "roll_into_town", seed=SEED)
    made = await rooms.create("roll_into_town", 3, {"size": 9}, "Zoë\\ \U0001f3e0")
    assert made.token
    waiting = Party(rooms, made, [made.token])
    for table in (turn, together):
        await go_on(table, rng, 30)
        while not await _has_draft(store, table):
            await go_on(table, rng, 1)
        await rooms.leave(table.code, table[2])
    await store.pool.execute("UPDATE seats SET votes = 4 WHERE seat = 1 AND room_id = $1", await _id(store, turn))
    await land(solo)
    return [turn, together, solo, waiting]


async def land(table: Party) -> Json:
    """Start the game if need be, and play it to its end with the tokens of its seats; the last room object."""
    if (await table.look())["status"] == "lobby":
        await table.rooms.start(table.code, table[0], close_free=True)
    await go_on(table, Random(9), 3000)
    room = await table.look()
    assert room["status"] == "over", room
    return room


async def go_on(table: Party, rng: Random, most: int) -> None:
    """Up to so many moves more, drawn at random."""
    for _ in range(most):
        active = [
            seat["seat"]
            for seat in (await table.look())["seats"]
            if seat["active"] and seat["seat"] < len(table.tokens)
        ]
        if not active:
            return
        token = table[rng.choice(active)]
        offered = await table.rooms.moves(table.code, token)
        if offered["moves"]:
            await table.rooms.play(table.code, token, offered["at"], choose(offered["moves"], rng))


async def seen(rooms: Rooms, tables: list[Party]) -> list[Any]:
    """All that anybody sees of these rooms."""
    shown: list[Any] = []
    for table in tables:
        for token in (None, *table.tokens):
            scene = await rooms.look(table.code, token)
            shown.append((scene.object, scene.story, scene.present | {"away": None}))
        shown.append(await rooms.log(table.code))
    return shown


async def _has_draft(store: Store, table: Party) -> bool:
    """Of a seat that stays."""
    query = "SELECT EXISTS (SELECT FROM drafts WHERE seat < 2 AND room_id = $1)"
    return bool(await store.pool.fetchval(query, await _id(store, table)))


async def _id(store: Store, table: Party) -> int:
    return int(await store.pool.fetchval("SELECT id FROM rooms WHERE code = $1", table.code))
