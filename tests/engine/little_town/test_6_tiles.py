"""LT-6 Tiles: cost, points and effect of each of the 25."""

from typing import Any

import pytest

from tests.engine.little_town.positions import (
    END,
    build,
    game,
    hold,
    offer,
    place,
    play,
    purse,
    put,
    refused,
    start,
    use,
)

# id: cost, points at the end (None: from the neighbours)
TILES: dict[str, tuple[dict[str, int], int | None]] = {
    "wheat_field": ({"wood": 1}, 3),
    "bakery": ({"wood": 2}, 4),
    "bar": ({"stone": 2, "wheat": 2}, 7),
    "brewery": ({"wood": 2}, 4),
    "carpenter": ({"wood": 2}, 4),
    "castle": ({"stone": 6}, None),
    "cathedral": ({"stone": 6}, 11),
    "church": ({"stone": 4}, 8),
    "fair": ({"wood": 4}, 6),
    "fishmonger": ({"wood": 1, "stone": 1}, 4),
    "fountain": ({"stone": 2}, 5),
    "gold_mine": ({"wood": 1, "stone": 1}, 4),
    "granary": ({"wood": 4}, 6),
    "grocery": ({"wood": 2}, 4),
    "library": ({"stone": 4}, 8),
    "pawnshop": ({"wood": 3}, 5),
    "pier": ({"wood": 3}, 5),
    "quarry": ({"wood": 3}, 5),
    "residence": ({"coins": 6}, 2),
    "restaurant": ({"wood": 2, "stone": 2}, 7),
    "statue": ({"stone": 4}, 10),
    "warehouse": ({"stone": 4}, 8),
    "watchtower": ({"wood": 3, "stone": 3}, None),
    "well": ({"wood": 1, "stone": 1}, 4),
    "workshop": ({"stone": 2}, 5),
}

# id: what the effect consumes, what it produces, points
EFFECTS: dict[str, tuple[dict[str, int], dict[str, int], int]] = {
    "wheat_field": ({}, {"wheat": 1}, 0),
    "bakery": ({"wheat": 1}, {"coins": 4}, 0),
    "bar": ({}, {}, 3),
    "brewery": ({"wheat": 1}, {}, 3),
    "carpenter": ({"coins": 1}, {"wood": 3}, 0),
    "church": ({"coins": 3}, {}, 5),
    "fair": ({"wood": 1, "stone": 1, "fish": 1, "wheat": 1}, {}, 7),
    "fishmonger": ({"fish": 1}, {"coins": 3}, 0),
    "fountain": ({"coins": 1}, {}, 3),
    "gold_mine": ({}, {"coins": 2}, 0),
    "granary": ({"wheat": 2}, {}, 5),
    "grocery": ({"coins": 1}, {"wheat": 1, "fish": 1}, 0),
    "library": ({}, {"coins": 3}, 0),
    "pier": ({}, {"fish": 2}, 0),
    "quarry": ({"coins": 2}, {"stone": 2}, 0),
    "restaurant": ({"wheat": 1, "fish": 1}, {}, 4),
    "warehouse": ({"stone": 2}, {}, 5),
    "well": ({}, {}, 2),
    "workshop": ({"wood": 2}, {}, 3),
}
WITHOUT_EFFECT = {"castle", "cathedral", "residence", "statue", "watchtower"}


def test_6_every_tile_is_here() -> None:
    assert len(TILES) == 25
    assert set(TILES) == set(EFFECTS) | WITHOUT_EFFECT | {"pawnshop"}


@pytest.mark.parametrize("name", TILES)
def test_6_cost(name: str) -> None:
    """Built with exactly its cost; refused with one thing less."""
    cost, _ = TILES[name]
    state = start()
    offer(state, name)
    hold(state, 0, **cost)
    assert purse(play(state, 0, build(name, 2, 4)), 0) == {}
    for kind in cost:
        hold(state, 0, **{**cost, kind: cost[kind] - 1})
        missing = [{"kind": kind, "need": cost[kind], "have": cost[kind] - 1}]
        assert refused(state, 0, build(name, 2, 4)) == {"code": "short", "missing": missing}


@pytest.mark.parametrize("name", [name for name, (_, points) in TILES.items() if points is not None])
def test_6_points_at_the_end_not_when_built(name: str) -> None:
    cost, points = TILES[name]
    state = start()
    offer(state, name)
    hold(state, 0, **cost)
    player = game.view(play(state, 0, build(name, 2, 4)), 0)["players"][0]
    assert player["score"]["tiles"] == points
    assert player["track"] == 0


@pytest.mark.parametrize("name", EFFECTS)
def test_6_effect_of_an_own_tile(name: str) -> None:
    """Used with exactly what it consumes; refused with one thing less."""
    consumed, produced, points = EFFECTS[name]
    state = start()
    put(state, name, (1, 5), 0)
    hold(state, 0, **consumed)
    state = play(state, 0, place(2, 5))
    used = play(state, 0, use(1, 5))
    assert purse(used, 0) == produced
    assert used.players[0].track == points
    assert sum(used.stock.values()) == 60 - sum(n for kind, n in produced.items() if kind != "coins")
    for kind in consumed:
        hold(state, 0, **{**consumed, kind: consumed[kind] - 1})
        assert refused(state, 0, use(1, 5))["code"] == "short"


@pytest.mark.parametrize("name", EFFECTS)
def test_6_effect_of_another_players_tile(name: str) -> None:
    consumed, produced, points = EFFECTS[name]
    state = start()
    put(state, name, (1, 5), 1)
    hold(state, 0, **{**consumed, "coins": consumed.get("coins", 0) + 1})
    hold(state, 1)
    used = play(state, 0, place(2, 5), use(1, 5))
    assert purse(used, 0) == produced
    assert used.players[0].track == points
    assert purse(used, 1) == {"coins": 1}


@pytest.mark.parametrize("name", [name for name, (consumed, _, _) in EFFECTS.items() if set(consumed) - {"coins"}])
def test_6_effect_with_coins_for_every_resource(name: str) -> None:
    consumed, produced, points = EFFECTS[name]
    state = start()
    put(state, name, (1, 5), 0)
    hold(state, 0, coins=3 * sum(consumed.values()))
    used = play(state, 0, place(2, 5), use(1, 5, coins_for=consumed))
    assert purse(used, 0) == produced
    assert used.players[0].track == points


@pytest.mark.parametrize("name", ["church", "quarry", "well", "pier"])
def test_6_no_coins_for_where_no_resource_is_paid(name: str) -> None:
    state = start()
    put(state, name, (1, 5), 0)
    hold(state, 0, coins=9)
    placed = play(state, 0, place(2, 5))
    assert refused(placed, 0, use(1, 5, coins_for={"wood": 1})) == {"code": "no_coins_for", "id": name}
    terrain = use(0, 0, coins_for={"wood": 1})
    assert refused(play(state, 0, place(1, 1)), 0, terrain) == {"code": "no_coins_for", "id": "mountain"}


def test_6_granary_with_one_wheat_and_coins_for_the_other() -> None:
    state = start()
    put(state, "granary", (1, 5), 0)
    hold(state, 0, coins=3, wheat=1)
    used = play(state, 0, place(2, 5), use(1, 5, coins_for={"wheat": 1}))
    assert purse(used, 0) == {}
    assert used.players[0].track == 5


def pawning(owner: int = 0, **goods: int) -> Any:
    state = start()
    put(state, "pawnshop", (1, 5), owner)
    hold(state, 0, **goods)
    return play(state, 0, place(2, 5))


@pytest.mark.parametrize(
    ("give", "take", "left"),
    [
        (["wood", "wood"], ["fish", "wheat"], {"stone": 1, "fish": 1, "wheat": 1, "coins": 6}),
        (["stone", "wood"], ["stone", "stone"], {"wood": 1, "stone": 2, "coins": 6}),
        (["coins", "wood"], ["fish", "fish"], {"coins": 3, "wood": 1, "stone": 1, "fish": 2}),
        (["coins", "coins"], ["wheat", "wheat"], {"wood": 2, "stone": 1, "wheat": 2}),
    ],
)
def test_6_pawnshop_any_two_for_any_two(give: list[str], take: list[str], left: dict[str, int]) -> None:
    state = pawning(coins=6, wood=2, stone=1)
    assert purse(play(state, 0, use(1, 5, give=give, take=take)), 0) == left


def test_6_pawnshop_of_another_player() -> None:
    """The fee comes first: 6 coins are too few for two resources, 7 are enough."""
    both = use(1, 5, give=["coins", "coins"], take=["fish", "fish"])
    assert refused(pawning(owner=1, coins=6), 0, both)["code"] == "nothing_to_give"
    assert purse(play(pawning(owner=1, coins=7), 0, both), 0) == {"fish": 2}
    assert refused(pawning(owner=1, coins=6, wood=1), 0, both) == {
        "code": "short",
        "missing": [{"kind": "coins", "need": 6, "have": 5}],
    }


def test_6_pawnshop_needs_two_things_and_names_them() -> None:
    assert refused(pawning(coins=5), 0, use(1, 5)) == {"code": "nothing_to_give", "need": 2, "have": 1}
    state = pawning(coins=5, wood=1)
    assert refused(state, 0, use(1, 5)) == {"code": "exchange_unnamed"}
    assert refused(state, 0, use(1, 5, coins_for={"wood": 1})) == {"code": "no_coins_for", "id": "pawnshop"}
    assert refused(state, 0, use(1, 5, give=["wood", "wood"], take=["fish", "fish"])) == {
        "code": "short",
        "missing": [{"kind": "wood", "need": 2, "have": 1}],
    }


def test_6_pawnshop_what_the_stock_lacks_is_lost() -> None:
    state = pawning(wood=2)
    hold(state, 1, fish=14)
    used = play(state, 0, use(1, 5, give=["wood", "wood"], take=["fish", "fish"]))
    assert purse(used, 0) == {"fish": 1}


def test_6_pawnshop_all_choices_once_and_sorted() -> None:
    """With 1 wood, 1 stone and 3 coins: 3 pairs to give; 10 pairs to take: 30 choices, and ending the turn."""
    state = pawning(coins=3, wood=1, stone=1)
    row = next(row for row in game.choices(state, 0)["use"] if row["id"] == "pawnshop")
    assert row["give"] == [["coins", "stone"], ["coins", "wood"], ["stone", "wood"]]
    assert row["take"] == [
        ["fish", "fish"],
        ["fish", "stone"],
        ["fish", "wheat"],
        ["fish", "wood"],
        ["stone", "stone"],
        ["stone", "wheat"],
        ["stone", "wood"],
        ["wheat", "wheat"],
        ["wheat", "wood"],
        ["wood", "wood"],
    ]
    wires = [game.encode(move) for move in game.legal(state, 0)]
    assert len([wire for wire in wires if "give" in wire]) == 30
    assert len(wires) == 31  # (2, 5) touches no terrain


def test_6_give_and_take_only_at_the_pawnshop() -> None:
    state = start()
    put(state, "well", (1, 5), 0)
    hold(state, 0, wood=2)
    pair = {"give": ["wood", "wood"], "take": ["fish", "fish"]}
    placed = play(state, 0, place(2, 5))
    assert refused(placed, 0, use(1, 5, **pair)) == {"code": "not_a_pawnshop", "id": "well"}
    terrain = play(state, 0, place(1, 1))
    assert refused(terrain, 0, use(0, 0, **pair)) == {"code": "not_a_pawnshop", "id": "mountain"}


def test_6_a_tile_is_used_again_by_another_worker() -> None:
    state = start()
    put(state, "well", (1, 5), 0)
    state = play(state, 0, place(2, 5), use(1, 5), END)
    state = play(state, 1, place(2, 4), use(1, 5), END)
    assert play(state, 0, place(2, 6), use(1, 5)).players[0].track == 4
