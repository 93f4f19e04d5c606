"""What is a list on the page is not sent whole because one number in it changed, nor the tray because a panel came."""

import re

from fastapi import FastAPI

from tests.web.table_talk import seated, viewer

SENT = re.compile(r'<hx-partial hx-target="#([\w-]+)" hx-swap="outerMorph">')
NEVER = {"board", "discs", "lt-goals", "lt-left", "lt-rivals", "lt-tray", "places", "player-0", "room-bar"}
ONE_BY_ONE = {"disc-1", "doing-1", "has-1-men", "left-wood", "lt-feeding", "place-1", "rival-0"}


async def test_only_what_changed_of_a_list_is_sent(app: FastAPI) -> None:
    table = await seated(app, "little_town", 2, 7, board="A", first_game=True)
    viewers = [viewer(app, token) for token in (*table.tokens, None)]
    for each in viewers:
        each.voice.scene(await table.rooms.look(table.code, each.token))
    sent: set[str] = set()
    async for _seat in table.game():
        if await table.active():  # at the end all of the page is another
            for each in viewers:
                sent.update(SENT.findall(each.voice.scene(await table.rooms.look(table.code, each.token))))
    assert not sent & NEVER
    assert sent >= ONE_BY_ONE
