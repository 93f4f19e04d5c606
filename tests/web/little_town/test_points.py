"""Where points come from, as HTML: what lights up on the board, what is projected, and nothing that is hidden."""

import json
import re
from random import Random

import pytest

import engine.little_town as game
from engine.little_town.state import Tile
from tests.web.little_town.scenes import page, played
from tests.web.little_town.test_page import do, own_first_turn


def lines(html: str, seat: int) -> dict[str, list[list[int]]]:
    """Of each line of a player's points, during the game: its name, and the cells that it lights up."""
    article = re.search(rf'<article class="player p{seat}.*?</article>', html, re.DOTALL)
    assert article
    found = re.findall(r"data-cells='([^']*)'.*?<span class=\"grow\">([^<]*)<", article[0])
    return {name: json.loads(cells) for cells, name in found}


def test_the_score_track_lights_up_what_brought_its_points() -> None:
    state, seat = own_first_turn(board="A")
    state.tiles = state.tiles.built((1, 3), Tile("well", seat))
    story = []
    for wire in ({"type": "place", "cell": [2, 4]}, {"type": "use", "cell": [1, 3]}):
        after = do(state, seat, **wire)
        story.append({"seq": None, "seat": seat, "facts": game.facts(state, seat, game.decode(wire), after, None)})
        state = after
    for viewer in (0, 1, None):
        html = page(state, viewer, story)
        assert lines(html, seat)["Score track"] == [[1, 3]]
        assert lines(html, 1 - seat)["Score track"] == []
        assert lines(html, seat)["Well"] == [[1, 3]]


def test_coins_light_up_the_purse_that_they_lie_in() -> None:
    for state, story in list(played(3, seed=4))[::60]:
        html = page(state, 1, story)
        for seat in range(3):
            assert f'data-lights=".coins-{seat}"' in html
            assert re.search(rf'<ul class="plain player-has" id="has-{seat}">\s*<li class="coins-{seat}"', html)


def test_what_the_game_would_end_with_stands_beside_what_is_booked() -> None:
    """Track 2, a statue (10) and 3 coins (1): 13 now; an achieved objective (3) is in it for its owner only."""
    state, _ = own_first_turn()
    player = state.players[0]
    player.track, player.hand, player.met = 2, ("empty_purse",), frozenset({"empty_purse"})
    state.tiles = state.tiles.built((2, 4), Tile("statue", 0))
    assert "2 on the track, 16 if the game ended now" in page(state, 0)
    for viewer in (1, None):
        html = page(state, viewer)
        assert "2 on the track, 13 and hidden objectives if the game ended now" in html
        assert "16 if" not in html


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_on_a_page_depends_on_what_its_viewer_cannot_see(seats: int) -> None:
    """The others' hidden cards dealt anew: the same page, to the last character."""
    rng = Random(seats)
    for state, story in list(played(seats, seed=seats + 20, viewer=1))[:-1:12]:
        assert page(state, 1, story) == page(game.resample(state, 1, rng), 1, story)
    for state, story in list(played(seats, seed=seats + 30, viewer=None))[:-1:24]:
        assert page(state, None, story) == page(game.resample(state, None, rng), None, story)
