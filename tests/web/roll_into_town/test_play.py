"""The page of Roll Into Town at every position of random games: complete, true to the engine, and well formed."""

import json
import re
from html.parser import HTMLParser

import pytest

import engine.roll_into_town as game
from tests.web.roll_into_town.scenes import NAMES, Table, positions
from tests.web.roll_into_town.test_map import symbols

VOID = {"use", "path", "br", "input", "img", "circle", "rect"}


class Page(HTMLParser):
    """Every element of a page as its attributes, and that tags close where they opened."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[dict[str, str]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append({"tag": tag, **{name: value or "" for name, value in attrs}})
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append({"tag": tag, **{name: value or "" for name, value in attrs}})

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def having(self, attribute: str) -> list[dict[str, str]]:
        return [element for element in self.elements if attribute in element]

    def one(self, attribute: str) -> dict[str, str]:
        (found,) = self.having(attribute)
        return found


def first(seed: str, phase: str, seats: int = 1) -> Table:
    """The first position of a random game at which seat 0 is in that phase."""
    return next(table for table in positions(seats, seed) if game.doing(table.state, 0) == phase)


@pytest.mark.parametrize(("seats", "size", "every"), [(1, 7, 3), (3, 7, 11), (2, 9, 11), (8, 11, 97)])
def test_positions_render_well_formed_for_every_viewer(seats: int, size: int, every: int) -> None:
    known = set(symbols())
    for table in positions(seats, f"render {seats} {size}", size, every):
        for me in (0, seats - 1, None):
            page = Page(table.page(me))
            used = {element["href"].partition("#") for element in page.elements if element["tag"] == "use"}
            assert {name for address, _, name in used if "roll_into_town" in address} <= known
            assert not page.having("style")
            assert not page.having("onclick")


def test_what_a_button_plays_is_legal_and_what_is_not_says_why() -> None:
    for table in positions(2, "buttons", every=5):
        for me in game.active(table.state):
            legal = [game.encode(move) for move in game.legal(table.state, me)]
            page = Page(table.page(me))
            for button in page.having("data-play"):
                if button.get("aria-disabled") == "true":
                    assert json.loads(button["data-play"]) not in legal
                    assert button["data-why"]
                else:
                    assert json.loads(button["data-play"]) in legal


def test_the_page_passes_a_phase_by_itself_where_only_next_is_legal_and_it_settles_nothing() -> None:
    seen = set()
    for table in positions(2, "passing", every=4):
        for me in game.active(table.state):
            legal = game.legal(table.state, me)
            alone = len(legal) == 1 and not game.settles(table.state, me, legal[0])
            assert bool(Page(table.page(me)).having("data-auto")) == alone
            seen.add((game.doing(table.state, me), alone))
    assert {("construct", True), ("construct", False), ("gather", True), ("upkeep", False)} <= seen


def test_all_adjustments_and_the_fountain_are_offered_as_buttons() -> None:
    for table in positions(1, "town hall", every=2):
        if not game.active(table.state) or game.doing(table.state, 0) != "discover":
            continue
        offered = [json.loads(button["data-play"]) for button in Page(table.page(0)).having("data-play")]
        for move in map(game.encode, game.legal(table.state, 0)):
            assert move["type"] == "draw" or move in offered


def test_cells_are_buttons_named_by_place_and_content() -> None:
    table = Table(1, "cells")
    cells = Page(table.page(0)).having("data-cell")
    assert len(cells) == 49
    assert all(cell["tag"] == "button" for cell in cells)
    assert cells[0]["aria-label"] == "row 1, column 1: empty"
    assert cells[24]["aria-label"] == "row 4, column 4: town hall"


def test_every_button_has_a_name() -> None:
    table = Table(3, "names")
    for _ in range(40):
        table.step()
    html = table.page(0)
    for attributes, content in re.findall(r"<button([^>]*)>(.*?)</button>", html, re.DOTALL):
        assert 'aria-label="' in attributes + content or re.sub(r"<[^>]*>", "", content).strip()


def test_ten_buildings_are_shown_and_those_that_cannot_be_built_say_why() -> None:
    table = first("ten", "construct")
    page = Page(table.page(0))
    assert [button["data-building"] for button in page.having("data-building")] == list(game_buildings())
    entries = game.choices(table.state, 0)["buildings"]
    disabled = {button["data-building"] for button in page.having("data-building") if "aria-disabled" in button}
    assert disabled == {entry["building"] for entry in entries if entry["why"]}
    assert table.page(0).count('class="rit-why') == 2 * len(disabled)  # in the list, and for the chosen one


def game_buildings() -> list[str]:
    return [
        "house",
        "mine",
        "woodcutter",
        "harbor",
        "watermill",
        "tavern",
        "lighthouse",
        "market",
        "fountain",
        "cathedral",
    ]


def test_the_round_can_be_ended_only_when_nothing_has_to_grow() -> None:
    for table in positions(1, "grow", every=2):
        if game.active(table.state) and game.doing(table.state, 0) == "upkeep":
            choices = game.choices(table.state, 0)
            button = Page(table.page(0)).one("data-next")
            assert ("aria-disabled" in button) == (choices["next"] is not None)


def test_who_waits_sees_who_is_still_busy() -> None:
    table = Table(3, "waiting")
    while game.doing(table.state, 0) != "done":
        move = game.legal(table.state, 0)[-1] if game.doing(table.state, 0) == "upkeep" else None
        nexts = [each for each in game.legal(table.state, 0) if game.encode(each)["type"] == "next"]
        table.play(0, nexts[0] if nexts else move)
    html = table.page(0)
    assert "Waiting for the others" in html
    assert f"{NAMES[1]}: Discover" in html
    assert not Page(html).having("data-next")
    assert not Page(html).having("data-undo-move")
    (busy,) = (each for each in Page(html).elements if each.get("class") == "rit-list plain" and "tabindex" in each)
    assert (busy["tabindex"], busy["aria-label"]) == ("0", "Who still plays this round")


def test_growing_forests_can_be_scrolled_by_keyboard() -> None:
    for table in positions(1, "forests 1"):
        if game.active(table.state) and game.doing(table.state, 0) == "upkeep" and game.choices(table.state, 0)["grow"]:
            labels = [each.get("aria-label") for each in Page(table.page(0)).elements if each.get("tabindex") == "0"]
            assert "Growing forests" in labels
            return
    pytest.fail("no forest in the whole game")


def test_gathering_says_what_the_town_gave() -> None:
    for table in positions(1, "income"):
        if game.active(table.state) and game.doing(table.state, 0) == "gather":
            (income,) = (fact for fact in table.story[-1]["facts"] if fact["fact"] == "income")
            assert ("Your town gave you neither" in table.page(0)) == (not income["food"] and not income["stone"])
            if income["food"]:
                assert f"Your town gave you {income['food']} food" in table.page(0)
                return
    pytest.fail("no income in the whole game")


def test_a_spectator_sees_all_maps_and_no_choices() -> None:
    table = Table(3, "spectator")
    html = table.page(None)
    page = Page(html)
    assert [f'aria-label="Map of {name}"' in html for name in NAMES[:3]] == [True] * 3
    assert not page.having("data-play")
    assert not page.having("data-cell")


def test_a_room_that_can_only_be_looked_at_shows_the_own_map_in_every_phase_and_offers_nothing() -> None:
    for table in positions(2, "read only", every=3):
        page = Page(table.page(0, read_only=True))
        assert len(page.having("data-cell")) == 49
        for offer in ("data-play", "data-next", "data-die", "data-building", "data-undo-move", "data-auto"):
            assert not page.having(offer)


def test_the_end_shows_ranking_breakdown_and_all_maps() -> None:
    *_, table = positions(3, "the end")
    html = table.page(1)
    (winner, *_others), *_ = game.ranking(table.state)
    assert f"{NAMES[winner]} wins!" in html or "win together!" in html
    for name in NAMES[:3]:
        assert f'aria-label="Map of {name}"' in html
    for player in game.view(table.state, None)["players"]:
        assert f'<td class="num">{player["score"]["total"]}</td>' in html
    assert not Page(html).having("data-next")


def test_the_end_of_a_solo_game_says_the_rank() -> None:
    *_, table = positions(1, "solo")
    rank = {"dismissed": "The mayor is dismissed", "decent": "A decent mayor"}
    assert rank[game.view(table.state, None)["result"]["solo_rank"]] in table.page(0)
