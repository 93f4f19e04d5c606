"""What the style sheets promise (top of static/machi.css): readable by day and by night, large and calm enough."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from app.web.look import colours
from tests.web.colour_sight import SIGHTS, contrast, seen

STATIC = Path(__file__).resolve().parents[2] / "static"
SHEETS = [*STATIC.glob("*.css"), *STATIC.glob("*/*.css")]
DRAWINGS = [STATIC / "icons.svg", *STATIC.glob("**/sprite.svg"), *STATIC.glob("**/card.svg"), STATIC / "town.svg"]
PAPERS = ["paper", "paper-2", "card", "glow"]
PLAYERS = [f"p{seat}" for seat in range(8)]
APART = 12
"""Difference of two colours in CIELAB, as an eye sees them: 1 is just noticeable side by side, 10 at a glance."""
LITERAL = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(", re.I)
SIZE = re.compile(r"font(?:-size)?:[^;{}]*?\b(\d*\.?\d+)(rem|px)")
TIME = re.compile(r"\b(\d*\.?\d+)(ms|s)\b")


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(
    ("least", "fronts", "grounds"),
    [
        (4.5, ["ink", "ink-2", "accent", "bad"], PAPERS),
        (4.5, ["ink", "ink-2"], ["grass"]),
        (3, ["edge", "star", "glow-line"], ["paper", "card"]),
        (4.5, ["on-accent"], ["accent", "accent-2"]),
        (4.5, ["on-bad"], ["bad"]),
        (4.5, ["on-label", "on-label-2"], ["label"]),
        (4.5, ["on-player"], PLAYERS),
        (3, PLAYERS, ["paper", "card", "grass"]),
    ],
)
def test_what_is_read_and_pressed_stands_out(theme: int, least: float, fronts: list[str], grounds: list[str]) -> None:
    weak = {
        (front, ground): round(contrast(colours()[front][theme], colours()[ground][theme]), 2)
        for front in fronts
        for ground in grounds
    }
    assert {pair: ratio for pair, ratio in weak.items() if ratio < least} == {}


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_players_are_told_apart_by_every_eye(theme: int, sight: str) -> None:
    shown = {name: seen(colours()[name][theme], sight) for name in PLAYERS}
    near = [(one, other) for one, other in combinations(PLAYERS, 2) if dist(shown[one], shown[other]) < APART]
    assert near == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(STATIC)))
def test_colours_come_from_tokens(sheet: Path) -> None:
    rules = sheet.read_text()
    if sheet.name == "machi.css":
        rules = rules[rules.index("/* --- ground") :]
    assert LITERAL.findall(rules) == []


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: str(path.relative_to(STATIC)))
def test_drawings_take_the_tokens(drawing: Path) -> None:
    """Not a few details, but whatever is large: a colour without a token stays as bright at night as by day."""
    used = set(re.findall(r"var\(--([\w-]+),", drawing.read_text()))
    assert used <= set(colours()) | {"player"}
    assert len(used) > len(re.findall(r'(?:fill|stroke)="#', drawing.read_text()))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(STATIC)))
def test_nothing_is_too_small_to_read(sheet: Path) -> None:
    sizes = [float(size) * (16 if unit == "rem" else 1) for size, unit in SIZE.findall(sheet.read_text())]
    assert [size for size in sizes if size < 12] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(STATIC)))
def test_nothing_moves_for_longer_than_400_ms(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
    times = [float(time) * (1000 if unit == "s" else 1) for time, unit in TIME.findall(text)]
    assert [time for time in times if time > 400] == []
