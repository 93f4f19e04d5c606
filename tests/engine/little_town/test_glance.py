"""What a page shows to one viewer, taken together from its view and choices."""

from random import Random

import engine.little_town as game
from engine.core import Config, after
from engine.little_town import glance


def test_the_town_is_shown_cell_by_cell_as_the_view_has_it() -> None:
    rng = Random(4)
    state = game.setup(Config(3, b"g" * 32))
    seen = set()
    while active := game.active(state):
        seat = rng.choice(active)
        state = after(game, state, seat, rng.choice(game.legal(state, seat)))
        view, choices = game.view(state, seat), game.choices(state, seat)
        rows = glance.rows(view, choices, ([1, 1], {"wood": 1}), placing=False, me=seat)
        cells = {(r, c): what for r, row in enumerate(rows) for c, what in row.items()}
        assert {at for at, what in cells.items() if "tile" in what} == {tuple(tile["cell"]) for tile in view["tiles"]}
        assert {at for at, what in cells.items() if "worker" in what} == {
            tuple(worker["cell"]) for worker in view["workers"] if worker["cell"]
        }
        assert {at for at, what in cells.items() if "use" in what} == {tuple(use["cell"]) for use in choices["use"]}
        assert cells[1, 1]["paid"] == {"wood": 1}
        seen |= {key for what in cells.values() for key in what}
    assert seen >= {"tile", "owner", "worker", "use", "fee", "free", "near", "active", "used"}


def test_another_players_tile_costs_a_fee_while_placing_only() -> None:
    view = {"tiles": [{"id": "bakery", "cell": [2, 3], "owner": 1}], "workers": [], "active": None}
    assert glance.rows(view, None, None, placing=True, me=0)[2] == {3: {"tile": "bakery", "owner": 1, "fee": 1}}
    assert glance.rows(view, None, None, placing=True, me=1)[2] == {3: {"tile": "bakery", "owner": 1}}
    assert glance.rows(view, None, None, placing=False, me=0)[2] == {3: {"tile": "bakery", "owner": 1}}


def test_players_in_a_few_figures() -> None:
    state = game.setup(Config(2, b"g" * 32))
    view = game.view(state, 0)
    seats = [{"seat": 0, "active": True}, {"seat": 1, "active": False}]
    assert glance.up(seats) == [0]
    assert glance.built(view) == []
    assert [up for _track, _total, up in glance.rivals(view, seats)] == [True, False]
    hand = view["players"][0]["objectives"]
    assert glance.achieved(view["players"][0]) == (sum(card["achieved"] for card in hand), len(hand))
    assert glance.food(view["players"][0]).keys() == {"fish", "wheat", "coins"}
