"""What is said before and after a choice, as HTML: what it brings, why it cannot be, what is left undone."""

from typing import Any

import engine.little_town as game
from engine.core import Json
from engine.little_town.state import Tile, Town
from tests.web.little_town.scenes import page, played
from tests.web.little_town.test_page import cell, do, own_first_turn

RING = 'class="ring '


def test_cells_say_what_they_would_bring_to_a_worker_and_why_they_are_taken() -> None:
    state, seat = own_first_turn(board="A")
    state.tiles = Town([((1, 1), Tile("well", 1 - seat)), ((1, 2), Tile("statue", seat))])
    html = page(state, seat)
    name = ["Ann", "Ben &amp; Co"][1 - seat]
    assert 'data-brings="Well: +2 points"' in cell(html, 1, 1)
    assert f'data-owner="{1 - seat}"' in cell(html, 1, 1)
    assert f'data-fee=" (1 coin to {name})"' in cell(html, 1, 1)
    assert "tag-fee" in cell(html, 1, 1)
    assert 'data-brings="+1 stone"' in cell(html, 0, 0)
    assert "data-fee" not in cell(html, 0, 0)
    assert "data-brings" not in cell(html, 1, 2)
    assert 'class="tag' not in cell(html, 1, 2)
    assert "Mountain: workers and buildings need grass" in cell(html, 0, 0)
    assert "Well stands here" in cell(html, 1, 1)


def test_the_cells_are_the_same_for_whoever_looks_whatever_can_be_chosen() -> None:
    """What a worker would get is shown to who can choose it only: see tests/browser/test_little_town.py."""
    for state, story in list(played(3, seed=6))[::8]:
        boards = [[cell(html, row, column) for row in range(6) for column in range(9)] for html in views(state, story)]
        assert all(board == boards[0] for board in boards)


def views(state: Any, story: list[Json]) -> list[str]:
    """The page of each seat and a spectator's."""
    return [page(state, viewer, story) for viewer in (*range(len(state.players)), None)]


def test_others_last_moves_are_pointed_at_until_ones_own_next() -> None:
    state, seat = own_first_turn(board="A")
    moves = [(seat, {"type": "place", "cell": [1, 1]}), (seat, {"type": "use", "cell": [0, 0]})]
    story = []
    for number, (mover, wire) in enumerate(moves):
        after = do(state, mover, **wire)
        facts = game.facts(state, mover, game.decode(wire), after, None)
        story.append({"seq": number, "seat": mover, "facts": facts})
        state = after
    other = page(state, 1 - seat, story)
    assert f'class="ring row-1 column-1 p{seat}"' in other
    assert f'class="ring row-0 column-0 p{seat}"' in other
    assert other.count(RING) == 2
    assert RING not in page(state, seat, story)
    assert page(state, None, story).count(RING) == 2
    answered = [*story, {"seq": 2, "seat": 1 - seat, "facts": [{"fact": "placed", "cell": [4, 0]}]}]
    assert RING not in page(state, 1 - seat, answered)


def test_ending_a_turn_with_something_free_asks_first() -> None:
    state, seat = own_first_turn(board="A")
    assert "data-end" not in page(state, seat)
    placed = do(state, seat, type="place", cell=[1, 4])
    assert 'data-sure="Leave 2 unused?"' in page(placed, seat)
    done = do(do(placed, seat, type="use", cell=[0, 3]), seat, type="use", cell=[0, 5])
    html = page(done, seat)
    assert "data-sure" not in html
    assert 'data-end data-play=\'{"type": "end_turn"}\'' in html


def test_the_label_of_a_build_says_what_is_really_paid() -> None:
    """Without wood a wheat field costs 3 coins; with wood it costs that; where both can be chosen, the card says it."""
    state, seat = own_first_turn()
    player = state.players[seat]
    for coins, wood, paid in ((3, 0, "3 coins · "), (2, 1, "1 wood · "), (3, 1, "")):
        player.coins, player.goods["wood"] = coins, wood
        card = page(state, seat).split('id="detail-wheat_field"')[1].split("</section>")[0]
        assert f"<p data-deal hidden>{paid}points at the end:" in card
        assert "built already" not in card


def test_why_nothing_can_be_built_is_said_once_and_cards_stay_as_they_are() -> None:
    state, seat = own_first_turn(board="A")
    before, placed = (page(each, seat) for each in (state, do(state, seat, type="place", cell=[1, 4])))
    waiting = page(state, 1 - seat)
    assert "data-barred=" not in before
    assert "data-barred=" not in waiting
    assert placed.count('data-barred="This turn\'s worker is placed already."') == 1
    assert cards(placed) == cards(waiting) != cards(before)
    assert "Needs" in "".join(cards(before))
    assert "Needs" not in "".join(cards(placed))


def cards(html: str) -> list[str]:
    """The card of each tile."""
    return [each.split("</section>")[0] for each in html.split('<section class="detail')[1:]]
