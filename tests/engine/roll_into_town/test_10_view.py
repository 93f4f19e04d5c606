"""Section 10: the view."""

from engine import Config
from engine import roll_into_town as rit
from tests.engine.roll_into_town.notation import (
    NEXT,
    adjust,
    draw,
    entry,
    grow,
    harvest,
    play,
    position,
    rows_of,
)

SCORE = {"houses": 0, "taverns": 0, "river": 0, "coast": 0, "lighthouse": 0, "cathedral": 0, "total": 0}


def test_10_the_first_view() -> None:
    player = {
        "round": 1,
        "phase": "discover",
        "resources": {"food": 0, "stone": 0, "wood": 2},
        "map": rows_of(""),
        "rolled": [5, 2, 3, 3, 1],
        "dice": [5, 2, 3, 3, 1],
        "adjusted": [],
        "used": [],
        "drawn": 0,
        "allowed": 3,
        "town_hall_left": 3,
        "fountain_left": 0,
        "harvested": [],
        "growth": [],
        "score": SCORE,
    }
    view = rit.view(rit.setup(Config(2, bytes(32))), 0)
    assert view == {
        "game": "roll_into_town",
        "size": 7,
        "rounds": 12,
        "over": False,
        "players": [{"seat": 0, **player}, {"seat": 1, **player}],
        "result": None,
    }
    assert list(view) == ["game", "size", "rounds", "over", "players", "result"]
    assert list(view["players"][0]) == ["seat", *player]
    assert list(view["players"][0]["score"]) == list(SCORE)


def test_10_a_round_on_the_way() -> None:
    state = play(
        rit.setup(Config(1, bytes(32))),
        adjust(3, 1),
        adjust(1, -1),
        draw("river", 0, 1, die=3, ends="NS"),
        draw("coast", 0, 3, die=0, water="ESW"),
    )
    now = entry(state)
    assert now["map"] == rows_of(". r:NS . c:ESW")
    assert (now["rolled"], now["dice"]) == ([5, 2, 3, 3, 1], [5, 1, 3, 4, 1])
    assert (now["adjusted"], now["used"]) == ([1, 3], [0, 3])
    assert (now["drawn"], now["allowed"], now["town_hall_left"]) == (2, 3, 1)
    assert now["score"] == {**SCORE, "river": 1, "coast": 1, "total": 2}


def test_10_the_same_for_every_viewer() -> None:
    state = play(rit.setup(Config(2, bytes(32))), draw("tree", 0, 0, die=2), seat=1)
    assert rit.view(state, 0) == rit.view(state, 1) == rit.view(state, None)


def test_10_harvested_and_growth_in_row_order() -> None:
    state = position(". woodcutter t\n.\nt woodcutter\n.\nt t\n. . . . t\n. . . . t", "gather")
    state = play(state, harvest(2, 1), harvest(0, 1))
    assert entry(state)["harvested"] == [[0, 1], [2, 1]]
    assert entry(state)["growth"] == []
    state = play(state, NEXT)
    assert entry(state)["growth"] == [{"forest": [4, 0], "left": 1}, {"forest": [5, 4], "left": 1}]
    assert entry(play(state, grow((4, 0), (3, 0))))["growth"] == [{"forest": [5, 4], "left": 1}]


def test_10_growth_leaves_out_what_has_no_cell() -> None:
    assert entry(play(position("t t f\nf f\n.\nt t", "gather"), NEXT))["growth"] == [{"forest": [3, 0], "left": 1}]


def test_10_done_keeps_the_ended_round() -> None:
    state = rit.setup(Config(2, bytes(32)))
    state.players[0].harvested = 1 << 14
    state = play(state, adjust(3, 1), draw("mountain", 0, 0, die=1), NEXT, NEXT, NEXT, NEXT)
    now = entry(state)
    kept = ("round", "phase", "dice", "adjusted", "used", "drawn", "allowed", "harvested", "growth")
    assert [now[key] for key in kept] == [1, "done", [5, 2, 3, 4, 1], [3], [1], 1, 3, [[1, 2]], []]


def test_10_the_end() -> None:
    state = play(position("house t t f\n. f f", "upkeep", number=12, used=2, drawn=1), NEXT)
    view = rit.view(state, None)
    assert (view["over"], view["result"]) == (True, {"ranking": [[0]], "solo_rank": "dismissed"})
    now = view["players"][0]
    assert (now["round"], now["phase"], now["used"], now["drawn"], now["growth"]) == (12, "done", [1], 1, [])


def test_10_every_token() -> None:
    text = """
        . f m t ~ house mine
        woodcutter watermill tavern market fountain cathedral cathedral
        r:NE r:NS r:NW r:ES r:EW r:SW cathedral
        c:N c:E c:S @ c:W c:NE c:NS
        c:NW c:ES c:EW c:SW c:NES c:NEW c:NSW
        c:ESW c:NE+harbor .+top ~ c:W+harbor . .
        . . .+bottom . . . .
    """
    assert entry(position(text))["map"] == rows_of(text)
    for top in ("~+top", "c:W+top"):
        assert entry(position(top + "\nc:E+bottom"))["map"][0][0] == top


def test_10_played_tokens() -> None:
    """The same tokens, from moves: the sides of rivers and coasts, a harbor, both halves on a coast and on the sea."""
    state = play(position("c:S\n. c:W", dice=[4, 5, 5, 5, 5]), draw("river", 6, 1, ends="SW"))
    state = play(state, draw("coast", 2, 0, die=1, water="NES"), NEXT)
    assert entry(state)["map"] == rows_of("c:S\n~ c:W\nc:NES\n.\n.\n.\n. r:SW")
    state.players[0].stock = (0, 3, 2)
    lighthouse = {"type": "build", "building": "lighthouse", "cell": [2, 0]}
    state = play(state, lighthouse, {"type": "build", "building": "harbor", "cell": [0, 0]})
    assert entry(state)["map"] == rows_of("c:S+harbor\n~+top c:W\nc:NES+bottom\n.\n.\n.\n. r:SW")
