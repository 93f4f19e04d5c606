"""How a room is put into words and pieces for its page."""

from typing import Any

import pytest

from app.web.room_view import headline, is_loopback, qr_code


def room(status: str, *active: int, names: tuple[str, ...] = ("Ann", "Bea", "Cem")) -> dict[str, Any]:
    seats = [{"seat": seat, "name": name, "active": seat in active} for seat, name in enumerate(names)]
    return {"status": status, "seats": seats, "places": 3}


@pytest.mark.parametrize(
    ("table", "me", "line"),
    [
        (room("lobby", names=("Ann", "Bea")), 0, "Waiting for players"),
        (room("lobby"), 0, "Ready to start"),
        (room("playing", 0), 0, "Your turn"),
        (room("playing", 0, 1), 0, "Your turn"),
        (room("playing", 1), 0, "Bea's turn"),
        (room("playing", 1), None, "Bea's turn"),
        (room("playing", 1, 2), 0, "Waiting for 2 players"),
        (room("playing", 0, 1, 2), None, "Waiting for 3 players"),
        (room("over"), 0, "Game over"),
        (room("closed"), None, "Closed"),
    ],
)
def test_headline(table: dict[str, Any], me: int | None, line: str) -> None:
    assert headline(table, me) == line


@pytest.mark.parametrize(
    ("origin", "here"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://machi.localhost", True),
        ("http://192.168.1.20:8000", False),
        ("http://den.lan:8000", False),
        ("https://machi.example", False),
    ],
)
def test_only_loopback_addresses_mean_this_machine(origin: str, here: bool) -> None:
    assert is_loopback(origin) is here


def test_a_qr_code_has_no_inline_style_that_the_policy_would_refuse() -> None:
    svg = qr_code("http://192.168.1.20:8000/r/7KXQ2MW")
    assert svg.startswith("<svg")
    assert "style" not in svg
