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
        view, uses = game.view(state, None), game.choices(state, seat)["use"]
        rows = glance.rows(view["tiles"], view["workers"])
        cells = {(r, c): what for r, row in enumerate(rows) for c, what in row.items()}
        assert {at: what["owner"] for at, what in cells.items() if "tile" in what} == {
            tuple(tile["cell"]): tile["owner"] for tile in view["tiles"]
        }
        assert {at: what["worker"] for at, what in cells.items() if "worker" in what} == {
            tuple(worker["cell"]): worker["owner"] for worker in view["workers"] if worker["cell"]
        }
        noted = glance.notes(uses)
        assert [note["cell"] for note in noted] == [use["cell"] for use in uses if use["why"] or use["fee"]]
        seen |= {note["why"]["code"] if note["why"] else "fee" for note in noted}
    assert seen >= {"used_already", "no_fee", "fee"}


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
