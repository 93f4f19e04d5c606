"""The page of a game, as HTML: every phase renders for everybody, and says and offers what the rules do."""

import json
import re
from typing import Any

import pytest

import engine.little_town as game
from app.web.words import ROOT
from engine.little_town.data import BUILDINGS
from engine.little_town.state import Tile
from tests.web.little_town.scenes import page, played, scene_of, start

SPRITE = (ROOT / "static" / "little_town" / "sprite.svg").read_text()
SYMBOLS = set(re.findall(r'<symbol id="([\w-]+)"', SPRITE))


def do(state: Any, seat: int, **wire: Any) -> Any:
    """The state after a move in its wire form."""
    move = game.decode(wire)
    game.check(state, seat, move)
    after = state.copy()
    game.apply(after, seat, move)
    return after


def data(html: str, name: str) -> Any:
    """What an attribute holds as JSON; in single quotes, as tojson wants it."""
    found = re.search(rf"\bdata-{name}='([^']*)'", html)
    assert found
    return json.loads(found[1])


def cell(html: str, r: int, c: int) -> str:
    """The button of one cell."""
    found = re.search(rf'<button type="button" id="cell-{r}-{c}".*?</button>', html, re.DOTALL)
    assert found
    return found[0]


def note(html: str, r: int, c: int) -> str:
    """What is said before the use of a cell."""
    found = re.search(rf'<span hidden data-note="{r},{c}">(.*?)</span>', html)
    return found[1] if found else ""


def taken_at_once(html: str) -> str:
    """What the button says that takes all that is free."""
    found = re.search(r'data-take-free>.*?aria-label="(.*?)"', html)
    return found[1] if found else ""


def own_first_turn(seats: int = 2, **options: object) -> tuple[Any, int]:
    state = start(seats, **options)
    return state, state.turn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_moment_of_a_game_renders_for_everybody(seats: int) -> None:
    seen = set()
    for number, (state, story) in enumerate(played(seats, seed=seats)):
        if number % 15 == 0 or state.phase not in seen:
            for viewer in (0, seats - 1, None):
                html = page(state, viewer, story)
                assert html.count('class="cell') == 54
        seen.add(state.phase)
    assert {"turns", "feed", "over"} <= seen


def test_a_room_that_can_only_be_looked_at_shows_the_town_in_every_phase_and_offers_nothing() -> None:
    for state, story in list(played(2, seed=9))[::7]:
        html = page(state, 0, story, read_only=True)
        assert html.count('class="cell') == 54
        for offer in ("data-play=", "data-feed-now", "data-take-free", "data-note", "Tap a lit cell"):
            assert offer not in html
        for asked in ("’s turn", "Waiting for", "Still feeding"):
            assert asked not in html


def test_the_page_obeys_a_strict_content_security_policy() -> None:
    for state, story in list(played(3, seed=5))[::40]:
        html = page(state, 0, story)
        assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|javascript:", html)


def test_every_drawing_that_a_page_uses_is_in_the_sprite() -> None:
    used: set[str] = set()
    for state, story in list(played(4, seed=3))[::10]:
        used |= set(re.findall(r'little_town/sprite\.svg#([\w-]+)"', page(state, 1, story)))
    assert used <= SYMBOLS


def test_no_drawing_is_unused() -> None:
    """Tiles, terrain and pieces are named by what they show; the rest by name in a template, or inside the sprite."""
    folder = ROOT / "templates"
    named = {name for path in folder.rglob("*.html") for name in re.findall(r"""["']([\w-]+)["']""", path.read_text())}
    inside = set(re.findall(r'<use href="#([\w-]+)"', SPRITE))
    doubles = {f"{name}-{way}" for name in ("forest", "mountain", "lake") for way in ("lying", "standing")}
    pieces = {f"{name}-{seat}" for name in ("worker", "house") for seat in range(4)}
    assert set(BUILDINGS) | doubles | pieces | named | inside >= SYMBOLS


def test_everything_has_a_drawing() -> None:
    terrain = {"forest", "mountain", "lake"}
    doubles = {f"{name}-{way}" for name in terrain for way in ("lying", "standing")}
    pieces = {f"{name}-{seat}" for name in ("worker", "house") for seat in range(4)}
    resources = {"wood", "stone", "fish", "wheat", "coins", "points"}
    assert set(BUILDINGS) | terrain | doubles | pieces | resources <= SYMBOLS


def test_ids_are_unique() -> None:
    for state, story in list(played(2, seed=8))[::30]:
        ids = re.findall(r'\bid="([^"]+)"', page(state, 0, story))
        assert len(ids) == len(set(ids))


def test_cells_are_named_by_what_is_there_and_where() -> None:
    state, seat = own_first_turn(board="A")
    html = page(do(state, seat, type="place", cell=[1, 1]), seat)
    assert '<span class="sr">Mountain, row 1, column 1</span>' in cell(html, 0, 0)
    assert '<span class="sr">Grass, row 1, column 2</span>' in cell(html, 0, 1)
    name = ["Ann", "Ben &amp; Co"][seat]
    assert f'<span class="sr">Worker of {name}, row 2, column 2</span>' in cell(html, 1, 1)


def test_two_cells_of_one_terrain_share_a_drawing() -> None:
    state, seat = own_first_turn(board="B")
    html = page(state, seat)
    assert re.findall(r'land[^>]*viewBox="([\d ]+)".*?#([\w-]+)"', cell(html, 0, 3)) == [
        ("0 0 48 48", "mountain-lying"),
        ("0 0 48 48", "mountain-standing"),
    ]
    assert re.findall(r'land[^>]*viewBox="([\d ]+)".*?#([\w-]+)"', cell(html, 0, 4)) == [
        ("48 0 48 48", "mountain-lying"),
        ("0 48 48 48", "mountain-standing"),
    ]
    # A pair that stands on the wide board lies on the turned one, its first cell on the right.
    assert re.findall(r'land[^>]*viewBox="([\d ]+)".*?#([\w-]+)"', cell(html, 4, 0)) == [
        ("0 0 48 48", "lake-standing"),
        ("48 0 48 48", "lake-lying"),
    ]


def test_neighbours_of_a_worker_say_what_they_do_and_those_that_are_free_can_be_taken_at_once() -> None:
    state, seat = own_first_turn(board="A")
    html = page(do(state, seat, type="place", cell=[1, 4]), seat)
    assert data(html, "labour") == {"cell": [1, 4], "used": []}
    assert 'class="tag"' in cell(html, 0, 3)
    assert "data-note" not in html
    assert taken_at_once(html) == "1 stone, 1 fish"


def test_a_used_neighbour_says_why_it_cannot_be_used_again() -> None:
    state, seat = own_first_turn(board="A")
    state = do(do(state, seat, type="place", cell=[1, 4]), seat, type="use", cell=[0, 3])
    html = page(state, seat)
    assert note(html, 0, 3) == " – Used already by this worker."
    assert data(html, "labour")["used"] == [[0, 3]]
    assert taken_at_once(html) == "1 fish"
    for other in (1 - seat, None):
        assert data(page(state, other), "labour")["used"] == [[0, 3]]
        assert "data-note" not in page(state, other)


def test_a_tile_that_is_too_dear_says_what_is_missing() -> None:
    state, seat = own_first_turn(first_game=True)
    html = page(state, seat)
    statue = re.search(
        r'<section class="detail" data-panel="tile" data-building="statue".*?</section>', html, re.DOTALL
    )
    assert statue
    assert "Needs 4 stone, you have 0" in statue[0]
    assert "Tap a lit cell" not in statue[0]


def test_coins_for_resources_are_offered_where_there_is_a_choice() -> None:
    state, seat = own_first_turn(first_game=True)
    state.players[seat].goods["wood"], state.players[seat].coins = 2, 6
    html = page(state, seat)
    bakery = re.search(r'<section class="detail has-payer" [^>]*data-building="bakery".*?</section>', html, re.DOTALL)
    assert bakery
    assert bakery[0].count('class="step unit"') == 2
    assert data(bakery[0], "options") == [{}, {"wood": 1}, {"wood": 2}]
    assert "Tap a lit cell to build it there" in bakery[0]


def beside_worker(*tiles: tuple[str, int]) -> tuple[Any, int]:
    """A worker of the seat to act at [2, 4], and tiles from [1, 3] on: name, and 0 for own or 1 for the next seat."""
    state, seat = own_first_turn(board="A")
    for column, (name, whose) in enumerate(tiles, start=3):
        state.tiles = state.tiles.built((1, column), Tile(name, (seat + whose) % 2))
    player = state.players[seat]
    player.coins = 5
    player.goods |= {"wood": 1, "stone": 1, "fish": 0, "wheat": 1}
    return do(state, seat, type="place", cell=[2, 4]), seat


def test_a_use_with_a_choice_of_payment_has_a_sheet() -> None:
    state, seat = beside_worker(("bakery", 0), ("fishmonger", 0), ("well", 1))
    html = page(state, seat)
    # Wheat or 3 coins: a sheet. No fish: only the coins, nothing to choose.
    assert re.findall(r'data-panel="use" data-cell="([^"]+)"', html) == ["1,3"]
    assert data(html, "options") == [{}, {"wheat": 1}]


def test_another_players_tile_says_its_fee_and_is_not_taken_for_free() -> None:
    state, seat = beside_worker(("well", 1), ("well", 0))
    html = page(state, seat)
    assert note(html, 1, 3) == f" – pay {['Ann', 'Ben &amp; Co'][1 - seat]} 1 coin"
    assert "tag-fee" in cell(html, 1, 3)
    assert note(html, 1, 4) == ""
    assert f'data-owner="{seat}"' in cell(html, 1, 4)  # board.css leaves the fee out for the owner
    assert taken_at_once(html).count("2 points") == 1


def test_a_pawnshop_offers_what_can_be_given_and_taken() -> None:
    state, seat = beside_worker(("pawnshop", 0))
    html = page(state, seat)
    assert ["coins", "wood"] in data(html, "give")
    assert ["fish", "fish"] in data(html, "take")
    assert html.count('class="step pawn-kind"') == 9


def test_a_tile_without_effect_says_so() -> None:
    state, seat = beside_worker(("statue", 0))
    assert "Statue does nothing for workers" in note(page(state, seat), 1, 3)


def test_the_log_tells_the_newest_first() -> None:
    *_, (state, story) = played(2, seed=3, moves=30)
    told = re.findall(r'<li class="event.*?>(.*?)</li>', page(state, 0, story))
    assert told[-1].endswith("sends out a worker.") or " builds " in told[-1]
    assert len(told) > 20


def test_feeding_proposes_a_meal_and_offers_what_the_rules_allow() -> None:
    state = next(state for state, _ in played(3, seed=2) if state.phase == "feed" and not state.players[0].fed)
    html = page(state, 0)
    options = data(html, "options")
    assert options == scene_of(state, 0).choices["feed"]["options"]  # type: ignore[index]
    assert data(html, "proposal") in options
    assert "data-feed-now" in html
    assert "data-feed-now" not in page(state, None)


def test_an_achieved_objective_can_be_shown_and_others_see_it_then_only() -> None:
    for state, _story in played(2, seed=4):
        shows = [each["objective"] for each in game.choices(state, 0)["show"] if each["why"] is None]
        if shows:
            break
    button = f'data-play=\'{{"type": "show", "objective": "{shows[0]}"}}\''
    assert button in page(state, 0)
    assert 'data-play=\'{"type": "show"' not in page(state, 1)


def test_nobody_sees_another_hand() -> None:
    state, _ = own_first_turn()
    assert 'class="goal' in page(state, 0)
    assert 'class="goal ' not in page(state, None)
    assert "You are watching" in page(state, None)


def test_undo_is_there_when_something_can_be_taken_back() -> None:
    state, seat = own_first_turn()
    placed = do(state, seat, type="place", cell=[1, 1])
    assert "data-undo-move" not in page(state, seat, undo=0)
    assert "data-undo-move" in page(placed, seat, undo=1)
    assert "data-reset-turn" not in page(placed, seat, undo=1)
    assert "data-reset-turn" in page(placed, seat, undo=2)


def test_the_result_ranks_everybody_and_opens_every_objective() -> None:
    *_, (state, story) = played(3, seed=6)
    html = page(state, None, story)
    total = [
        game.view(state, None)["players"][seat]["score"]["total"] for group in game.ranking(state) for seat in group
    ]
    table = re.search(r'<table class="scores">.*?</table>', html, re.DOTALL)
    assert table
    assert [int(n) for n in re.findall(r'<td class="num">(-?\d+)</td></tr>', table[0])] == total
    assert html.count('class="card p') == 3
    assert "bottom-bar" not in html


def test_nothing_is_passed_by_the_page_itself() -> None:
    # end_turn and feed settle: a person decides.
    assert all("data-auto" not in page(state, 0, story) for state, story in list(played(2, seed=1))[::25])


def test_names_are_escaped() -> None:
    state, _ = own_first_turn()
    assert "Ben & Co" not in page(state, 0)
    assert "Ben &amp; Co" in page(state, 0)
