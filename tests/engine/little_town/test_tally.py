"""What a game adds to the numbers of all games: by hand, from positions and from a game that was scored by hand."""

from pathlib import Path
from typing import Any

from engine.little_town import TALLY, tally
from engine.little_town.state import State
from tests.engine.laws import story_of
from tests.engine.little_town.positions import END, Json, deal, game, hold, offer, place, play, put, start, use
from tests.engine.little_town.test_golden_games import recorded


def told(state: State, seat: int, *wires: Json) -> tuple[State, list[Json]]:
    """The state after these moves, and what is told of them."""
    positions = [state]
    for wire in wires:
        positions.append(play(positions[-1], seat, wire))
    return positions[-1], story_of(game, positions, [(seat, game.decode(wire)) for wire in wires])


def named(part: str, numbers: list[int]) -> dict[str, int]:
    return dict(zip(TALLY[part], numbers, strict=True))


def golden(name: str) -> Any:
    """The tally of a recorded game."""
    _, config, moves = recorded(Path(__file__).parent / "games" / f"{name}.json")
    positions = [game.setup(config)]
    for seat, move in moves:
        positions.append(positions[-1].copy())
        game.apply(positions[-1], seat, move)
    return tally(positions[-1], story_of(game, positions, moves))


def test_3_5_uses_by_the_owner_and_by_others() -> None:
    """Seat 0 uses its own well and then seat 1's gold mine, for a coin; terrain is no tile."""
    state = start()
    put(state, "well", (1, 5), 0)
    put(state, "gold_mine", (1, 4), 1)
    state, story = told(state, 0, place(2, 5), use(1, 5), use(1, 4), END)
    tiles = tally(state, story)["tiles"]
    one = {"offered": 1, "built": 1, "owners": 1, "winners": 1, "own_uses": 1, "other_uses": 0}
    assert named("tiles", tiles["well"]) == one
    assert tiles["gold_mine"][-2:] == [0, 1]
    assert tiles["bakery"] == [1, 0, 0, 0, 0, 0], "in the market, not built"
    assert "bar" not in tiles, "not of this game"


def test_1_4_wheat_fields_are_in_every_game_and_built_by_several() -> None:
    state = start()
    offer(state)
    assert tally(state, [])["tiles"] == {"wheat_field": [1, 0, 0, 0, 0, 0]}
    for cell, owner in (((1, 4), 0), ((1, 5), 0), ((2, 5), 1)):
        put(state, "wheat_field", cell, owner)
    assert tally(state, [])["tiles"]["wheat_field"][:4] == [1, 3, 2, 1], "seat 0 has 6 points and wins"


def test_5_2_all_who_are_first_have_won() -> None:
    state = start()
    offer(state)
    for seat in (0, 1):
        hold(state, seat, coins=3)
    put(state, "wheat_field", (1, 4), 0)
    put(state, "wheat_field", (1, 5), 1)
    found = tally(state, [])
    assert found["tiles"]["wheat_field"][:4] == [1, 2, 2, 2]
    assert found["parts"]["coins"] == [2, 2, 2, 2], "a point each for three coins"


def test_7_objectives_dealt_and_achieved() -> None:
    """Seat 0 has 6 coins and so a full purse; nobody has an empty one."""
    state = start()
    deal(state, 0, "empty_purse", "full_purse")
    deal(state, 1, "grand_tour")
    hold(state, 0, coins=6)
    hold(state, 1, coins=1)
    state.players[0].met |= {"full_purse"}
    state.phase = "over"
    assert tally(state, [])["objectives"] == {
        "empty_purse": [1, 0, 0],
        "full_purse": [1, 1, 1],
        "grand_tour": [1, 0, 0],
    }


def test_the_numbers_of_a_game_that_was_scored_by_hand() -> None:
    """By the words of `by_hand`: seat 2 has won. Its well it used twice in round 2, once in 3 and three times in 4."""
    found = golden("four_players_cathedral")
    tiles = found["tiles"]
    assert {name: numbers[:4] for name, numbers in tiles.items() if numbers[1]} == {
        "gold_mine": [1, 1, 1, 0],
        "restaurant": [1, 1, 1, 0],
        "wheat_field": [1, 5, 3, 0],
        "pier": [1, 1, 1, 0],
        "watchtower": [1, 1, 1, 0],
        "well": [1, 1, 1, 1],
        "cathedral": [1, 1, 1, 1],
        "bakery": [1, 1, 1, 0],
        "castle": [1, 1, 1, 0],
    }
    assert len(tiles) == 13, "12 in the market, and wheat fields"
    assert tiles["well"][4:] == [6, 3], "by the others: seat 0 in round 3, seat 1 in 2, seat 3 in 1"
    assert tiles["restaurant"][4:] == [1, 1], "seat 0 in round 3, seat 1 in round 2"
    achieved = {card: numbers for card, numbers in found["objectives"].items() if numbers[1]}
    assert achieved == {
        "fish_trade": [1, 1, 0],
        "two_inputs": [1, 1, 0],
        "stone_mason": [1, 1, 1],
        "fish_supper": [1, 1, 0],
        "full_larder": [1, 1, 0],
    }
    assert len(found["objectives"]) == 12, "four players with three cards"
    assert found["parts"] == {
        "track": [4, 6 - 3 + 16 + 2, 1, 16],
        "tiles": [4, 17 + 25 + 15 + 11, 1, 15],
        "coins": [4, 1, 1, 0],
        "objectives": [4, 2 + 2 + 2 + 5, 1, 2],
    }
