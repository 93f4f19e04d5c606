"""What all viewers share is made from what a spectator sees, whoever is the first to look."""

from random import Random

import pytest
from fastapi import FastAPI

from app.rooms import Json, Scene
from app.web.composed import Pieces
from app.web.room_view import PIECES, context
from app.web.words import render_pieces, speaking, templates
from tests.web.table_talk import Talk, seated, viewer

SEATS = 3


def public_of(scene: Scene) -> object:
    return templates().globals["shared"](scene)  # type: ignore[operator]


async def page_of(app: FastAPI, table: Talk, token: str | None) -> Pieces:
    scene = await table.rooms.look(table.code, token)
    return render_pieces(PIECES, context(scene, viewer(app, token).voice.websocket))


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.long)])
async def test_what_is_public_of_a_seat_s_page_is_a_spectator_s(app: FastAPI, seed: int) -> None:
    table, rng = await seated(app, "little_town", SEATS, seed), Random(seed)
    compared = 0
    async for _seat in table.game():
        if rng.random() > 0.06:
            continue
        order: list[int | None] = [*range(SEATS), None]
        rng.shuffle(order)
        pages = {seat: await page_of(app, table, None if seat is None else table.tokens[seat]) for seat in order}
        everybodys = [f"player-{seat}" for seat in range(SEATS)] + ["lt-left"]
        cells = [name for name in pages[None].names if name.startswith("cell-")]
        assert len(cells) == 54
        for seat, page in pages.items():
            for name in everybodys + cells:
                if name != f"player-{seat}" and name in page.names:
                    assert page.html(name) == pages[None].html(name), (seat, name)
                    compared += 1
    assert compared > 50


async def test_it_is_told_a_spectator_s_scene(app: FastAPI) -> None:
    table = await seated(app, "little_town", SEATS, 1)
    async with table.rooms.listen(table.code):
        seats = [await table.rooms.look(table.code, token) for token in table.tokens]
        spectator = await table.rooms.look(table.code)
    assert all(seat.public is spectator for seat in seats)
    assert spectator.public is spectator
    assert spectator.seat is None
    assert spectator.choices is None


def test_it_is_said_once_in_each_language_and_never_by_who_knows_more() -> None:
    seen: list[Json] = []

    class Moment:
        """A scene of which nothing is asked."""

        def __init__(self) -> None:
            self.made: dict[object, object] = {}
            self.story = [{"round": 3}]
            self.public = self

    def noted(story: list[Json]) -> int:
        seen.extend(story)
        return int(story[-1]["round"])

    moment = Moment()
    public = public_of(moment)  # type: ignore[arg-type]
    assert public.of_story(noted) == public_of(moment).of_story(noted) == 3  # type: ignore[attr-defined,arg-type]
    assert seen == [{"round": 3}]
    with speaking("ja"):
        public_of(moment).of_story(noted)  # type: ignore[attr-defined,arg-type]
    assert len(seen) == 2
    knowing = templates().get_template("little_town/rivals.html").make_module({"secret": "spade"})
    with pytest.raises(ValueError, match="whose page"):
        public.holes(knowing.rivals_bar, {}, [])  # type: ignore[attr-defined]
