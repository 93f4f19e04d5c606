"""A second scorer, written from section 7 alone: slow, cell by cell on the tokens of the view, sharing no code."""

from typing import Any

Rows = list[list[str]]


def slow_score(rows: Rows) -> dict[str, int]:
    score = {
        "houses": 2 * count(rows, lambda token: token == "house"),
        "taverns": houses_served(rows),
        "river": river_points(rows),
        "coast": count(rows, is_coast),
        "lighthouse": 0,
        "cathedral": 0,
    }
    if count(rows, lambda token: token.endswith("+top")):
        score["lighthouse"] = count(rows, is_coast) + count(rows, is_sea)
    if count(rows, lambda token: token == "cathedral"):
        score["cathedral"] = 10
    return {**score, "total": sum(score.values())}


def count(rows: Rows, wanted: Any) -> int:
    return sum(1 for row in rows for token in row if wanted(token))


def is_coast(token: str) -> bool:
    return token.startswith("c:")


def is_sea(token: str) -> bool:
    return token in ("~", "~+top")


def houses_served(rows: Rows) -> int:
    """7.2: each house with a tavern in one of the eight cells around it."""
    size, served = len(rows), 0
    for r in range(size):
        for c in range(size):
            if rows[r][c] == "house":
                near = [
                    rows[r + down][c + right]
                    for down in (-1, 0, 1)
                    for right in (-1, 0, 1)
                    if 0 <= r + down < size and 0 <= c + right < size
                ]
                served += "tavern" in near
    return served


def river_points(rows: Rows) -> int:
    """7.3: follow the river's ends out of the map."""
    last, exits, length = len(rows) - 1, set(), 0
    for r, row in enumerate(rows):
        for c, token in enumerate(row):
            if token.startswith("r:"):
                length += 1
                for end in token[2:]:
                    if (end, {"N": r, "S": r, "W": c, "E": c}[end]) in (("N", 0), ("W", 0), ("S", last), ("E", last)):
                        exits.add(end)
    return length * (2 if {"N", "S"} <= exits or {"E", "W"} <= exits else 1)
