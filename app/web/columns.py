"""The drawing of how often something was: columns side by side, each of parts that stand on one another.

As in app/web/chart.py: only numbers, across in percent of the drawing's width and down in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.web.chart import ticks

HEIGHT = 132
TOP = 8
"""Pixels above the highest tick: half of what is written there."""
MOST_LABELS = 6
"""So many labels of seven letters fit under the drawing on a phone."""
FILLED = 0.84
"""Of the width that a column has, the rest being the space to the next one."""


@dataclass(frozen=True, slots=True)
class Part:
    """`kind`: which of the counts; none has height 0."""

    kind: int
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """`middle`: where its label stands; `label`: "" where it is not said."""

    x: float
    width: float
    middle: float
    label: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """`ticks`: numbers and their heights, the lowest first."""

    height: int
    ticks: tuple[tuple[int, float], ...]
    columns: tuple[Column, ...]


def columns(labels: Sequence[str], counts: Sequence[Sequence[int]]) -> Columns:
    """A column for each label and its counts, the first of which stands on the ground; there is at least one."""
    every, slot = -(-len(labels) // MOST_LABELS), 100 / len(labels)
    said = ticks(0, max(map(sum, counts)))
    scale = (HEIGHT - TOP) / said[-1]

    def column(at: int) -> Column:
        x, width = round((at + (1 - FILLED) / 2) * slot, 3), round(FILLED * slot, 3)
        label = labels[at] if at % every == 0 else ""
        return Column(x, width, round((at + 0.5) * slot, 3), label, tuple(_parts(counts[at], scale)))

    marks = tuple((number, round(HEIGHT - number * scale, 1)) for number in said)
    return Columns(HEIGHT, marks, tuple(column(at) for at in range(len(labels))))


def _parts(counts: Sequence[int], scale: float) -> list[Part]:
    parts, below = [], 0
    for kind, count in enumerate(counts):
        if count:
            parts.append(Part(kind, round(HEIGHT - (below + count) * scale, 2), round(count * scale, 2)))
        below += count
    return parts
