"""The notices above the board: one line for all who are missed, folded out where a vote is asked."""

from typing import Any

from app.web.words import templates

NAMES = {0: "Ann", 1: "Ben", 2: "Cem", 3: "Dov"}


def away(seat: int, votable: bool = False, votes: tuple[int, ...] = (), missing: tuple[int, ...] = (0,)) -> Any:
    return {"seat": seat, "votable": votable, "votes": list(votes), "missing": list(missing)}


def notice(*missed: Any, me: int | None = 0, read_only: bool = False) -> str:
    macro: Any = templates().get_template("room/notice.html").module
    said = macro.notice(
        me,
        NAMES,
        "2222222",
        "playing",
        read_only=read_only,
        from_file=False,
        may_sit=False,
        cut=0,
        left=[],
        away=missed,
    )
    return " ".join(said.split())


def test_nobody_is_missed() -> None:
    assert "<details" not in notice()
    assert "<details" not in notice(away(0))


def test_a_seats_notices_stand_in_the_bar_but_for_the_long_one_of_a_room_to_be_looked_at() -> None:
    assert "notices-seated" in notice()
    assert "notices-seated" not in notice(me=None)
    page = notice(read_only=True)
    assert "It can be looked at, but not played on." in page
    assert "notices-seated" not in page


def test_all_who_are_missed_stand_in_one_line() -> None:
    page = notice(away(1), away(3))
    assert page.count("<details") == 1
    assert '<details id="away" class="note note-warn small away">' in page
    assert "Ben, Dov are not connected" in page
    assert "Ben is not connected" in notice(away(0), away(1))
    assert "Everybody waits for Ben, who is not connected." in page
    assert "After 3 minutes" in page


def test_who_is_asked_for_a_vote_finds_the_line_open() -> None:
    page = notice(away(1), away(2, votable=True, votes=(3,)))
    assert '<details id="away-vote" class="note note-warn small away" open>' in page
    assert page.count("<form") == 1
    assert 'name="seat" value="2"' in page
    assert "1 of 2 players want the program to play for them." in page


def test_who_has_voted_or_only_watches_is_not_asked() -> None:
    voted = away(2, votable=True, votes=(0,), missing=(1,))
    assert 'id="away"' in notice(voted)
    assert "<form" not in notice(voted)
    assert "<form" not in notice(away(2, votable=True), me=None)
