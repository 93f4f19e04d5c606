"""The drawing of scores by round: where each line, mark and label stands. Only numbers; templates draw them.

Across, everything is in percent of the drawing's width and down in pixels: so a drawing fills any screen while its
texts and marks stay as large as texts are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

HEIGHT = 264
MARGIN = 14
"""Pixels above and below the lines: half a mark, half a label."""
APART = 26
"""Pixels between two labels."""
MOST_TICKS = 6
MOST_COLUMNS = 8
"""Rounds whose numbers fit under the drawing on a phone."""


@dataclass(frozen=True, slots=True)
class Column:
    """A round; `label`: is its number said?"""

    number: int
    x: float
    label: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's: a point a round, and the height at which it is named."""

    seat: int
    points: tuple[tuple[float, float], ...]
    label: float


@dataclass(frozen=True, slots=True)
class Plot:
    """`ticks`: points and their heights, the lowest first. `lines`: by seat."""

    height: int
    ticks: tuple[tuple[int, float], ...]
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]


def plot(numbers: Sequence[int], scores: Sequence[Sequence[int]]) -> Plot:
    """The drawing of rounds with these `numbers` and, for each, the scores by seat; at least two rounds."""
    every = -(-len(numbers) // MOST_COLUMNS)
    columns = tuple(
        Column(number, round(100 * at / (len(numbers) - 1), 2), at % every == 0) for at, number in enumerate(numbers)
    )
    said = ticks(min(map(min, scores)), max(map(max, scores)))
    low, high = said[0], said[-1]

    def height(points: int) -> float:
        return round(HEIGHT - MARGIN - (points - low) / (high - low) * (HEIGHT - 2 * MARGIN), 1)

    paths = [
        tuple((column.x, height(of[seat])) for column, of in zip(columns, scores, strict=True))
        for seat in range(len(scores[0]))
    ]
    labels = spread([path[-1][1] for path in paths], MARGIN, HEIGHT - MARGIN, APART)
    return Plot(
        HEIGHT,
        tuple((points, height(points)) for points in said),
        columns,
        tuple(Line(seat, path, label) for seat, (path, label) in enumerate(zip(paths, labels, strict=True))),
    )


def ticks(low: int, high: int) -> list[int]:
    """Round numbers from `low` or less, and 0 or less, to `high` or more: few, and at even steps of at least 1.

    >>> ticks(0, 59), ticks(-3, 26), ticks(0, 0)
    ([0, 10, 20, 30, 40, 50, 60], [-5, 0, 5, 10, 15, 20, 25, 30], [0, 1])
    """
    low, high = min(low, 0), max(high, 1)
    step = next(step for step in _steps() if (high - low) / step <= MOST_TICKS)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def _steps() -> list[int]:
    return [base * 10**power for power in range(9) for base in (1, 2, 5)]


def spread(wanted: Sequence[float], top: float, bottom: float, apart: float) -> list[float]:
    """Heights near those `wanted`, in the same order, at least `apart`, between `top` and `bottom` if they fit.

    >>> spread([50, 52, 200], 10, 200, 20), spread([195, 100, 199], 10, 200, 20)
    ([50, 70, 200], [180, 100, 200])
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    heights = [wanted[at] for at in order]
    heights[0] = max(heights[0], top)
    for above, below in pairwise(range(len(heights))):
        heights[below] = max(heights[below], heights[above] + apart)
    heights[-1] = min(heights[-1], bottom)
    for above, below in reversed(list(pairwise(range(len(heights))))):
        heights[above] = min(heights[above], heights[below] - apart)
    return [heights[order.index(at)] for at in range(len(wanted))]
