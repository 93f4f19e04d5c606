"""Input is anything (design 4): for seats, moves, wire forms and configurations that are none, only ValueErrors."""

from typing import Any

import pytest

from engine import GAMES, BadConfig, Config, IllegalMove, MalformedMove, after, replay

NO_SEATS = [-1, 2, 99, 10**30, None, True, False, 1.0, float("nan"), "0", [], (0,)]
HUGE = 10**5000  # more digits than Python turns into a string


def first(name: str) -> tuple[Any, Any, int, Any]:
    """A game, its first position for two, a seat that can act, and a legal move of it."""
    game = GAMES[name]
    state = game.setup(Config(2, bytes(32)))
    seat = game.active(state)[0]
    return game, state, seat, game.legal(state, seat)[0]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("stranger", NO_SEATS, ids=repr)
def test_who_has_no_seat_has_no_moves(name: str, stranger: Any) -> None:
    game, state, _, move = first(name)
    assert game.legal(state, stranger) == []
    for refused in (
        lambda: after(game, state, stranger, move),
        lambda: replay(game, Config(2, bytes(32)), [(stranger, move)]),
        lambda: game.check(state, stranger, move),
        lambda: game.choices(state, stranger),
        lambda: game.doing(state, stranger),
        lambda: game.settles(state, stranger, move),
        lambda: game.explain(state, stranger, None),
        lambda: game.sit_in(state, stranger),
    ):
        with pytest.raises(IllegalMove) as refusal:
            refused()
        assert (refusal.value.code, refusal.value.facts) == ("no_seat", {"seats": 2})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [-1, 2, 99, "0", []], ids=repr)
def test_who_has_no_seat_sees_what_a_spectator_sees(name: str, viewer: Any) -> None:
    game, state, seat, _ = first(name)
    assert game.view(state, viewer) == game.view(state, None)
    assert game.explain(state, seat, viewer) == game.explain(state, seat, None)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_move_of_the_game_is_illegal(name: str) -> None:
    game, state, seat, move = first(name)
    [other] = [other for other in GAMES if other != name]
    for stranger in (
        first(other)[3],
        GAMES[other].sit_in(*first(other)[1:3]),
        game.encode(move),
        None,
        "next",
        [],
        int,
    ):
        with pytest.raises(IllegalMove) as refusal:
            after(game, state, seat, stranger)
        assert refusal.value.code == "not_a_move"


def nested(levels: int = 50_000) -> list[Any]:
    """Deeper than anything that calls itself can go."""
    deep: list[Any] = []
    for _ in range(levels):
        deep = [deep]
    return deep


DEEP = nested()


@pytest.mark.parametrize(
    "key", [None, 1, HUGE, 1.5, ("cell",), "\ud800", ""], ids=lambda key: str(key)[:9] if key != HUGE else "huge"
)
@pytest.mark.parametrize("name", GAMES)
def test_a_key_that_is_none_of_the_move_is_malformed(name: str, key: Any) -> None:
    game, state, seat, _ = first(name)
    for move in game.legal(state, seat)[:: max(1, len(game.legal(state, seat)) // 20)]:
        with pytest.raises(MalformedMove) as refusal:
            game.decode({**game.encode(move), key: 1})
        assert refusal.value.code == "unknown_key"
        assert isinstance(refusal.value.facts["key"], str)
    with pytest.raises(MalformedMove):
        game.decode({**game.encode(game.sit_in(state, seat)), key: 1})
    with pytest.raises(BadConfig):
        game.setup(Config(2, bytes(32), {key: 1}))


@pytest.mark.parametrize(
    "value",
    [DEEP, {"a": DEEP}, float("nan"), float("inf"), -0.0, -HUGE, b"x", (1, 1)],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize(
    "wire",
    [
        {"type": "place", "cell": [1, 1]},
        {"type": "use", "cell": [1, 1], "coins_for": {"wood": 1}},
        {"type": "use", "cell": [1, 1], "give": ["fish", "fish"], "take": ["fish", "wood"]},
        {"type": "build", "building": "bakery", "cell": [1, 1], "coins_for": {"wood": 1}},
        {"type": "feed", "fish": 1, "wheat": 1, "coins": 3},
        {"type": "show", "objective": "empty_purse"},
        {"type": "adjust", "die": 0, "delta": 1},
        {"type": "draw", "die": 0, "icon": "river", "cell": [1, 2], "ends": "NE"},
        {"type": "draw", "die": 0, "icon": "coast", "cell": [1, 2], "water": "NE"},
        {"type": "build", "building": "house", "cell": [1, 2], "trades": [["wood", "stone"]]},
        {"type": "build", "building": "cathedral", "cell": [1, 2], "flip": True},
        {"type": "harvest", "cell": [1, 2]},
        {"type": "grow", "forest": [1, 2], "cell": [1, 3]},
    ],
    ids=lambda wire: wire["type"],
)
def test_no_value_breaks_decode(wire: dict[str, Any], value: Any) -> None:
    [game] = [game for game in GAMES.values() if reads(game, wire)]
    for key, good in wire.items():
        if (key, value) == ("delta", -HUGE):
            continue  # a whole number: well formed, and illegal
        for bad in (value, [good, value], [value, value], [[value, value]], {"wood": value}):
            with pytest.raises(MalformedMove):
                game.decode({**wire, key: bad})


def reads(game: Any, wire: dict[str, Any]) -> bool:
    try:
        game.decode(wire)
    except MalformedMove:
        return False
    return True


def test_a_huge_number_where_any_will_do_is_illegal() -> None:
    for name, wire in (
        ("roll_into_town", {"type": "adjust", "die": 0, "delta": HUGE}),
        ("little_town", {"type": "feed", "fish": HUGE, "wheat": HUGE, "coins": 3 * HUGE}),
    ):
        game, state, seat, _ = first(name)
        with pytest.raises(IllegalMove):
            after(game, state, seat, game.decode(wire))
