"""What a move costs on the wire, over whole games, compressed as sent: the median at most 3 kB, none over 30 kB."""

from statistics import median

import pytest
from fastapi import FastAPI

from tests.web.table_talk import seated, viewer

MEDIAN = 3_000
MOST = 30_000
PLAIN_MEDIAN = 15_000  # uncompressed, for a browser or proxy that does not take part


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("little_town", 2, {"board": "A", "first_game": True}),
        ("little_town", 4, {"board": "B", "first_game": False}),
        ("roll_into_town", 1, {"size": 7}),
        ("roll_into_town", 3, {"size": 7}),
        pytest.param("roll_into_town", 8, {"size": 11}, marks=pytest.mark.long),
    ],
)
async def test_frames_of_whole_games_are_small(app: FastAPI, game: str, seats: int, options: dict[str, object]) -> None:
    table = await seated(app, game, seats, 7, **options)
    viewers = [viewer(app, table.tokens[0]), viewer(app, table.tokens[-1]), viewer(app, None)]
    for each in viewers:
        await each.look(table.rooms, table.code)
    async for _seat in table.game():
        for each in viewers:
            await each.look(table.rooms, table.code)
    for each in viewers:
        first, *moves = each.sizes
        told = f"{game}, {seats} seats: first {first}, then median {median(moves)}, at most {max(moves)} bytes"
        print(told)
        assert first <= MOST, told
        assert median(moves) <= MEDIAN, told
        assert max(moves) <= MOST, told
        assert median(each.texts[1:]) <= PLAIN_MEDIAN, told
