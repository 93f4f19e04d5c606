"""A law: a page that has been kept up to date by frames is the page that is rendered afresh with nothing kept."""

import re
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from random import Random

import pytest
from fastapi import FastAPI

from app.web.kept import Kept
from app.web.room_view import PIECES, SCREEN_PIECES, context, pieces
from app.web.shared import Shared
from app.web.words import language, render_pieces, speaking, templates
from tests.web.patched import Patched
from tests.web.table_talk import Talk, lobby, seated, viewer

SPACE = re.compile(r"\s+")


class Looker:
    """An open page in one language: `page` is kept up by frames."""

    def __init__(self, app: FastAPI, token: str | None, language: str, template: str = PIECES) -> None:
        self.viewer = viewer(app, token)
        self.viewer.voice.template = template
        self.language = language
        self.page: Patched | None = None

    async def check(self, table: Talk) -> None:
        """Take the next frame; then the page is what a new one would be."""
        scene = await table.rooms.look(table.code, self.viewer.token)
        voice = self.viewer.voice
        with speaking(self.language):
            frame = voice.scene(scene)
            with nothing_kept():
                afresh = render_pieces(voice.template, context(scene, voice.websocket))
        assert afresh.names.count("") == 1  # and no other name comes twice
        if self.page is None:
            self.page = Patched(afresh.html(""))
        self.page.take(frame)
        assert SPACE.sub(" ", self.page.html) == SPACE.sub(" ", afresh.html(""))


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Inside the block every macro is rendered at each call, whoever asked for the same before."""
    known = templates().globals
    before = {name: known[name] for name in ("kept", "shared")}
    known |= {"kept": Kept(language, most=0), "shared": Shared(language)}
    try:
        yield
    finally:
        known |= before


async def watched_game(app: FastAPI, game: str, seats: int, seed: int, often: float, **options: object) -> None:
    """A whole random game with its lobby, moves taken back, a new name and somebody who leaves, before the eyes of two
    seats, a spectator, somebody who reads Japanese and the shared screen; each looks up `often` (0 to 1)."""
    rng = Random(seed)
    table = await lobby(app, game, seats, seed, **options)
    lookers = [
        Looker(app, table.tokens[0], "en"),
        Looker(app, table.tokens[-1], "en"),
        Looker(app, None, "en"),
        Looker(app, table.tokens[-1], "ja"),
        Looker(app, None, "en", SCREEN_PIECES),
    ]
    for each in lookers:
        await each.check(table)
    await table.rooms.start(table.code, table.tokens[0])
    there = AsyncExitStack()  # two who are connected: for such what each is told is worked out together
    for token in {table.tokens[0], table.tokens[-1]}:
        await there.enter_async_context(table.rooms.listen(table.code, token))
    moves = 0
    async for seat in table.game():
        moves += 1
        if moves == 20:
            await table.rooms.rename(table.code, table.tokens[0], "Ann <b> & Co")
        if moves == 30 and seats > 1:
            await table.rooms.leave(table.code, table.tokens[-1])
        if rng.random() < 0.1:
            await take_back(table, seat)
        for each in lookers:
            if rng.random() < often:
                await each.check(table)
    assert (await table.rooms.look(table.code)).object["status"] == "over"
    for each in lookers:
        await each.check(table)
    await there.aclose()


async def take_back(table: Talk, seat: int) -> None:
    """Undo that seat's last move, if it can still be taken back."""
    room = (await table.rooms.look(table.code, table.tokens[seat])).object
    if room["undo"]:
        await table.rooms.undo(table.code, table.tokens[seat], room["at"])


@pytest.mark.parametrize(("game", "seats", "often"), [("little_town", 2, 0.04), ("roll_into_town", 2, 0.04)])
async def test_a_page_kept_up_is_a_page_rendered_afresh(app: FastAPI, game: str, seats: int, often: float) -> None:
    await watched_game(app, game, seats, 3, often)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("little_town", 4, {"board": "B", "first_game": False}),
        ("little_town", 3, {"board": "A", "first_game": True}),
        ("roll_into_town", 4, {"size": 11}),
        ("roll_into_town", 1, {"size": 7}),
        ("toy", 3, {"heap": 12}),
    ],
)
async def test_the_same_for_other_tables(app: FastAPI, game: str, seats: int, options: dict[str, object]) -> None:
    await watched_game(app, game, seats, 5, 0.3, **options)


async def test_spectators_share_what_is_made_for_them_and_seats_share_nothing(app: FastAPI) -> None:
    table = await seated(app, "toy", 2, 1)
    async with table.rooms.listen(table.code):
        public = await table.rooms.look(table.code)
        own = await table.rooms.look(table.code, table.tokens[0])
        one, other, player = viewer(app, None), viewer(app, None), viewer(app, table.tokens[0])
        shown = pieces(public, one.voice.websocket)
        assert shown is pieces(public, other.voice.websocket)
        assert pieces(own, player.voice.websocket) is not shown
        with speaking("ja"):
            assert pieces(public, one.voice.websocket) is not shown
        texts = [each.voice.scene(public) for each in (one, other)]
        assert texts[0] == texts[1] != player.voice.scene(own)
