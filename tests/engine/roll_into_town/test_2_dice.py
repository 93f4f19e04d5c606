"""Section 2: dice, the town hall, the fountain."""

import pytest

from engine import Config
from engine import roll_into_town as rit
from tests.engine.roll_into_town.notation import (
    FOUNTAIN,
    NEXT,
    adjust,
    build,
    draw,
    entry,
    moves,
    play,
    position,
    refusal,
)


def test_2_dice_and_icons_of_each_round() -> None:
    state = rit.setup(Config(1, bytes(32)))
    table = []
    while rit.active(state):
        now = entry(state)
        table.append((now["rolled"], now["allowed"]))
        assert now["dice"] == now["rolled"]
        state = play(state, NEXT, NEXT, NEXT, NEXT)
    assert table == [  # the dice are those of vectors.json for this seed
        ([5, 2, 3, 3, 1], 3),
        ([3, 2, 2, 6, 5], 3),
        ([2, 2, 3, 4, 6], 3),
        ([3, 6, 1, 6, 2], 2),
        ([1, 3, 3, 2, 1], 2),
        ([1, 5, 5, 3, 5], 2),
        ([2, 4, 6, 2], 2),
        ([5, 5, 5, 4], 2),
        ([5, 6, 4, 4], 2),
        ([6, 1, 5], 1),
        ([3, 4, 5], 1),
        ([1, 2, 6], 1),
    ]


@pytest.mark.parametrize(
    ("face", "icons"),
    [
        (1, {"farm"}),
        (2, {"mountain"}),
        (3, {"tree"}),
        (4, {"river"}),
        (5, {"coast"}),
        (6, {"farm", "mountain", "tree", "river", "coast"}),
    ],
)
def test_2_1_faces(face: int, icons: set[str]) -> None:
    state = position(dice=[face] * 5)
    assert {move["icon"] for move in moves(state, type="draw", die=4)} == icons
    if face != 6:
        wrong = "farm" if face == 2 else "mountain"
        assert refusal(state, draw(wrong, 0, 0)) == {"code": "wrong_icon", "die": 0, "face": face, "icon": wrong}


def test_2_2_the_town_hall_changes_a_die_by_one() -> None:
    state = position(dice=[1, 2, 3, 4, 5])
    assert [(move["die"], move["delta"]) for move in moves(state, type="adjust")] == [
        (0, 1),
        *((die, delta) for die in (1, 2, 3) for delta in (-1, 1)),
        (4, -1),
    ]
    state = play(state, adjust(1, -1), adjust(2, 1))
    now = entry(state)
    assert (now["rolled"], now["dice"]) == ([1, 2, 3, 4, 5], [1, 1, 4, 4, 5])
    assert (now["adjusted"], now["town_hall_left"]) == ([1, 2], 1)
    assert refusal(state, draw("river", 0, 0, die=2, ends="NS")) == {}


def test_2_2_never_a_wild_no_wrap_around_and_a_wild_stays() -> None:
    state = position(dice=[1, 5, 6, 3, 3])
    assert refusal(state, adjust(0, -1)) == {"code": "off_scale", "die": 0, "face": 1, "delta": -1}
    assert refusal(state, adjust(1, 1)) == {"code": "off_scale", "die": 1, "face": 5, "delta": 1}
    assert refusal(state, adjust(2, -1)) == {"code": "wild_die", "die": 2}
    assert refusal(state, adjust(3, 2)) == {"code": "bad_delta", "delta": 2}
    assert refusal(state, adjust(3, 0)) == {"code": "bad_delta", "delta": 0}


def test_2_2_each_die_once_a_round_and_only_before_it_is_drawn() -> None:
    state = play(position(dice=[3, 3, 3, 3, 3]), adjust(0, 1), draw("tree", 0, 0, die=1))
    assert refusal(state, adjust(0, 1)) == {"code": "die_adjusted", "die": 0}
    assert refusal(state, adjust(1, 1)) == {"code": "die_used", "die": 1}
    assert refusal(state, adjust(2, 1)) == {}


def test_2_2_three_times_a_game() -> None:
    state = play(position(dice=[3, 3, 3, 3, 3]), adjust(0, 1), adjust(1, 1))
    state = play(state, NEXT, NEXT, NEXT, NEXT)  # round 2 rolls 3 2 2 6 5: the same die may be changed anew
    assert entry(state)["adjusted"] == []
    state = play(state, adjust(0, 1))
    assert entry(state)["town_hall_left"] == 0
    assert refusal(state, adjust(1, 1)) == {"code": "town_hall_empty", "uses": 3}


def test_2_2_also_when_no_icon_may_be_drawn_any_more() -> None:
    state = position(dice=[3, 3, 3, 3, 3], drawn=3, used=0b111)
    assert refusal(state, adjust(3, -1)) == {}


def test_2_2_for_that_player_alone() -> None:
    state = play(rit.setup(Config(2, bytes(32))), adjust(0, -1), seat=1)
    assert entry(state, 0)["dice"] == [5, 2, 3, 3, 1]
    assert entry(state, 1)["dice"] == [4, 2, 3, 3, 1]
    assert entry(state, 1)["rolled"] == [5, 2, 3, 3, 1]


def test_2_2_a_die_beyond_the_round_is_not_there() -> None:
    assert refusal(position(number=10), adjust(3, 1)) == {"code": "no_die", "die": 3, "dice": 3}
    assert refusal(position(number=7), draw("farm", 0, 0, die=4)) == {"code": "no_die", "die": 4, "dice": 4}


def test_2_3_the_fountain_gives_one_icon_more() -> None:
    state = position("fountain", number=4, fountain_left=3)
    state = play(state, draw("farm", 1, 0), draw("farm", 1, 1, die=1))
    assert refusal(state, draw("farm", 1, 2, die=2)) == {"code": "no_icon_left", "drawn": 2, "allowed": 2}
    state = play(state, FOUNTAIN)
    assert (entry(state)["allowed"], entry(state)["fountain_left"]) == (3, 2)
    state = play(state, draw("farm", 1, 2, die=2))
    assert entry(state)["drawn"] == 3
    assert refusal(state, draw("farm", 1, 3, die=3)) == {"code": "no_icon_left", "drawn": 3, "allowed": 3}


def test_2_3_three_uses_a_game_several_in_a_round() -> None:
    state = play(position("fountain", number=4, fountain_left=3), FOUNTAIN, FOUNTAIN, FOUNTAIN)
    assert (entry(state)["allowed"], entry(state)["fountain_left"]) == (5, 0)
    later = play(state, NEXT, NEXT, NEXT, NEXT)
    assert entry(later)["allowed"] == 2  # the extra icons were for that round
    assert refusal(later, FOUNTAIN) == {"code": "fountain_empty", "uses": 3}


def test_2_3_only_while_fewer_icons_than_dice_are_allowed() -> None:
    state = play(position("fountain", fountain_left=3), FOUNTAIN, FOUNTAIN)  # round 1: 3 icons, 5 dice
    assert refusal(state, FOUNTAIN) == {"code": "all_dice_allowed", "dice": 5}


def test_2_3_from_the_round_after_it_is_built() -> None:
    state = play(position(stone=5), NEXT)
    assert entry(state)["fountain_left"] == 0
    state = play(state, build("fountain", 0, 0))
    assert entry(state)["fountain_left"] == 3
    assert refusal(state, FOUNTAIN) == {"code": "phase", "phase": "construct", "needs": "discover"}
    assert refusal(play(state, NEXT, NEXT, NEXT), FOUNTAIN) == {}
    assert refusal(position(), FOUNTAIN) == {"code": "no_fountain"}


def test_2_4_each_die_is_drawn_once() -> None:
    state = play(position(), draw("farm", 0, 0, die=2))
    assert refusal(state, draw("farm", 0, 1, die=2)) == {"code": "die_used", "die": 2}
    assert {move["die"] for move in moves(state, type="draw")} == {0, 1, 3, 4}
    assert entry(state)["used"] == [2]
