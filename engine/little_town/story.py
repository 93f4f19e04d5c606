"""What a page shows of the past: read off the facts of a story, which its viewer may know.

A story is what happened, oldest first: `{"seat", "facts": [...]}` a move, with the facts of facts.py.
"""

from collections.abc import Sequence

from engine.core import Json
from engine.little_town.board import Cell


def last_at(story: Sequence[Json], viewer: int | None) -> dict[Cell, int]:
    """Where others did something since the viewer's own last move, and which seat; for a spectator, the last mover."""
    found: dict[Cell, int] = {}
    for entry in reversed(story):
        if entry["seat"] == viewer or (viewer is None and entry["seat"] != story[-1]["seat"]):
            break
        for fact in entry["facts"]:
            if "cell" in fact:
                row, column = fact["cell"]
                found[row, column] = entry["seat"]
    return found


def just_built(story: Sequence[Json]) -> tuple[list[int], Json] | None:
    """The cell that the last move built on, and what was paid for it; None where it built nothing."""
    facts = story[-1]["facts"] if story else []
    return next(((fact["cell"], fact["paid"]) for fact in facts if fact["fact"] == "built"), None)


def booked(story: Sequence[Json], seats: int) -> list[list[list[int]]]:
    """By seat, the cells whose use or cathedral brought points at once, each once, in the order of the first time."""
    found: list[dict[Cell, list[int]]] = [{} for _ in range(seats)]
    for entry in story:
        for fact in entry["facts"]:
            if not fact.get("points"):
                continue
            if fact["fact"] == "used":
                _note(found[entry["seat"]], fact["cell"])
            elif fact["fact"] == "cathedral":
                for cell in fact["cells"]:
                    _note(found[fact["seat"]], cell)
    return [list(cells.values()) for cells in found]


def _note(cells: dict[Cell, list[int]], cell: list[int]) -> None:
    row, column = cell
    cells[row, column] = cell
