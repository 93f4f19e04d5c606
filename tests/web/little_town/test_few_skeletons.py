"""What is around all that changes is the same at all tables, from the first move to the last: so it is read once."""

from fastapi import FastAPI

from app.web.room_view import pieces
from tests.web.table_talk import Talk, seated, viewer

SEATS = 3


async def test_tables_share_the_skeleton_of_their_pages(app: FastAPI) -> None:
    one = await seated(app, "little_town", SEATS, 7)
    other = await seated(app, "little_town", SEATS, 8, board="B", first_game=False)
    await other.rooms.rename(other.code, other.tokens[0], "Zoe")
    first = [await skeleton(app, one, token) for token in (*one.tokens, None)]
    moves = 0
    async for _seat in other.game():
        if not await other.active():
            break
        for expected, token in zip(first, (*other.tokens, None), strict=True):
            assert await skeleton(app, other, token) is expected
        moves += 1
    assert moves > 50


async def skeleton(app: FastAPI, table: Talk, token: str | None) -> object:
    scene = await table.rooms.look(table.code, token)
    return pieces(scene, viewer(app, token).voice.websocket).skeleton
