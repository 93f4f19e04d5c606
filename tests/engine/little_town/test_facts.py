"""What moves are told to have done: every code of `facts`."""

from typing import Any

from engine.little_town.state import State
from tests.engine.little_town.positions import (
    END,
    Json,
    build,
    deal,
    feed,
    game,
    hold,
    last_turn_of_round,
    place,
    play,
    put,
    send,
    show,
    start,
    use,
)


def told(state: State, seat: int, wire: Json, viewer: int | None = None) -> list[dict[str, Any]]:
    return game.facts(state, seat, game.decode(wire), play(state, seat, wire), viewer)


def used(cell: list[int], name: str, kind: str = "tile", **some: Any) -> dict[str, Any]:
    rest = {"paid": {}, "gained": {}, "lost": {}, "points": 0, **some}
    return {"fact": "used", "cell": cell, "kind": kind, "id": name, **rest}


def test_placed_and_terrain_used() -> None:
    state = start()
    assert told(state, 0, place(1, 1)) == [{"fact": "placed", "cell": [1, 1]}]
    state = play(state, 0, place(1, 1))
    assert told(state, 0, use(0, 2)) == [used([0, 2], "forest", "terrain", gained={"wood": 1})]
    hold(state, 1, wood=15)
    assert told(state, 0, use(0, 2)) == [used([0, 2], "forest", "terrain", lost={"wood": 1})]


def test_a_tile_used_with_fee_payment_gain_and_what_was_lost() -> None:
    state = start()
    put(state, "grocery", (1, 5), 1)
    hold(state, 1, fish=15)
    state = play(state, 0, place(2, 5))
    assert told(state, 0, use(1, 5)) == [
        {"fact": "fee", "seat": 1, "coins": 1},
        used([1, 5], "grocery", paid={"coins": 1}, gained={"wheat": 1}, lost={"fish": 1}),
    ]


def test_points_coins_for_resources_and_the_pawnshop() -> None:
    state = start()
    put(state, "brewery", (1, 5), 0)
    put(state, "pawnshop", (1, 4), 0)
    hold(state, 0, coins=7, wood=1)
    state = play(state, 0, place(2, 5))
    assert told(state, 0, use(1, 5, coins_for={"wheat": 1})) == [used([1, 5], "brewery", paid={"coins": 3}, points=3)]
    swap = use(1, 4, give=["wood", "coins"], take=["wood", "wood"])
    assert told(state, 0, swap) == [used([1, 4], "pawnshop", paid={"coins": 3, "wood": 1}, gained={"wood": 2})]


def test_coins_gained() -> None:
    state = start()
    put(state, "bakery", (1, 5), 0)
    hold(state, 0, wheat=1, coins=1)
    state = play(state, 0, place(2, 5))
    assert told(state, 0, use(1, 5)) == [used([1, 5], "bakery", paid={"wheat": 1}, gained={"coins": 4})]


def test_built_with_what_was_paid_and_cards_achieved() -> None:
    state = start()
    deal(state, 0, "builders_yard", "empty_purse", "timber_framer", "grand_tour")
    hold(state, 0, coins=3, wood=2)
    achieved = [
        {"fact": "achieved", "seat": 0, "objective": "builders_yard", "points": 2},
        {"fact": "achieved", "seat": 0, "objective": "empty_purse", "points": 3},
        {"fact": "achieved", "seat": 0, "objective": "timber_framer", "points": 2},
    ]
    built = {"fact": "built", "building": "quarry", "cell": [1, 1], "paid": {"coins": 3, "wood": 2}}
    assert told(state, 0, build("quarry", 1, 1, wood=1), 0) == [built, *achieved]
    assert told(state, 0, build("quarry", 1, 1, wood=1), 1) == [built]


def test_the_end_of_a_turn() -> None:
    assert told(play(start(), 0, place(1, 1)), 0, END) == [{"fact": "turn_ended"}]


def test_the_end_of_the_work_with_cathedral_and_residence() -> None:
    state = start()
    put(state, "cathedral", (2, 5), 0)
    put(state, "residence", (1, 7), 1)
    send(state, 1, (1, 5))
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4))
    cathedral = {"fact": "cathedral", "seat": 0, "points": 2, "cells": [[1, 5], [2, 4]]}
    assert told(state, 0, END) == [{"fact": "turn_ended"}, cathedral, {"fact": "residence", "seat": 1}]
    state = play(state, 0, END)
    assert told(state, 1, END) == [{"fact": "residence_ended"}, {"fact": "feeding", "round": 1}]


def test_a_cathedral_after_the_residence_step() -> None:
    state = start()
    put(state, "residence", (1, 7), 0)
    put(state, "cathedral", (2, 5), 1)
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4))
    assert told(state, 0, END) == [{"fact": "turn_ended"}, {"fact": "residence", "seat": 0}]
    assert told(play(state, 0, END), 0, END) == [
        {"fact": "residence_ended"},
        {"fact": "cathedral", "seat": 1, "points": 1, "cells": [[2, 4]]},
        {"fact": "feeding", "round": 1},
    ]


def test_feeding_and_the_next_round() -> None:
    state = start()
    deal(state, 0, "empty_purse")
    last_turn_of_round(state, 0)
    state = play(state, 0, place(2, 4), END)
    hold(state, 1, fish=2, wheat=1, coins=6)
    fed = {"fact": "fed", "fish": 2, "wheat": 1, "coins": 3, "hungry": 1, "points": -3}
    assert told(state, 1, feed(fish=2, wheat=1, coins=3)) == [fed]
    state = play(state, 1, feed(fish=2, wheat=1, coins=3))
    assert told(state, 0, feed(coins=3), 0) == [
        {"fact": "fed", "fish": 0, "wheat": 0, "coins": 3, "hungry": 4, "points": -12},
        {"fact": "achieved", "seat": 0, "objective": "empty_purse", "points": 3},
        {"fact": "round_ended", "round": 1},
        {"fact": "round_started", "round": 2, "seat": 1},
    ]
    state.round = 4
    assert told(state, 0, feed())[1:] == [{"fact": "round_ended", "round": 4}, {"fact": "game_over"}]


def test_a_card_shown() -> None:
    state = start()
    deal(state, 1, "grand_tour")
    state.players[1].met = frozenset({"grand_tour"})
    assert told(state, 1, show("grand_tour")) == [{"fact": "shown", "objective": "grand_tour", "points": 3}]
