"""The score of a map, and who wins (7)."""

from itertools import groupby

from engine.core import Json, check_seat
from engine.roll_into_town.data import (
    CATHEDRAL_POINTS,
    CROSSING_RIVER_POINTS,
    HOUSE_POINTS,
    RIVER_POINTS,
    SOLO_RANK_SIZE,
    SOLO_RANKS,
)
from engine.roll_into_town.grid import BOARD, E, N, S, W, around, opposite, places, shifted
from engine.roll_into_town.state import State, Town


def leaves(town: Town, side: int) -> bool:
    """Does the river leave the map at this side? Only its two outer ends ever do (7.3)."""
    return bool(town.ends[side] & ~shifted(BOARD[town.size], opposite(side)))


def crosses(town: Town) -> bool:
    """Does the river leave the map through opposite sides (7.3)?"""
    return (leaves(town, N) and leaves(town, S)) or (leaves(town, E) and leaves(town, W))


def cells_that_score(town: Town) -> dict[str, int]:
    """For each line of the score, the set of cells that it counts."""
    return {
        "houses": town.house,
        "taverns": town.house & around(town.tavern),  # 7.2: a house counts once, so a tavern scores at most 8
        "river": town.river,
        "coast": town.coast,
        "lighthouse": town.coast | town.sea if town.top else 0,
        "cathedral": town.cathedral,
    }


def score(town: Town) -> dict[str, int]:
    """The points of each line (7.1 to 7.6), and `total`."""
    points = {line: cells.bit_count() for line, cells in cells_that_score(town).items()}
    points["houses"] *= HOUSE_POINTS
    points["river"] *= CROSSING_RIVER_POINTS if crosses(town) else RIVER_POINTS
    points["cathedral"] = CATHEDRAL_POINTS if town.cathedral else 0
    return {**points, "total": sum(points.values())}


def explain(state: State, seat: int, viewer: int | None) -> list[Json]:
    """The lines of a seat's score, always all six, in the order of the view's `score`."""
    check_seat(seat, len(state.players))
    town = state.players[seat].town
    points = score(town)
    return [
        {"line": line, "points": points[line], "cells": places(cells)} for line, cells in cells_that_score(town).items()
    ]


def ranking(state: State) -> list[list[int]]:
    """Groups of seats, best first: total, then houses (7.7)."""
    scores = [score(player.town) for player in state.players]

    def strength(seat: int) -> tuple[int, int]:
        return scores[seat]["total"], scores[seat]["houses"]

    best_first = sorted(range(len(scores)), key=strength, reverse=True)
    return [list(group) for _, group in groupby(best_first, key=strength)]


def solo_rank(state: State) -> str | None:
    """The word for a lone player's score on the smallest map (7.8)."""
    if len(state.players) != 1 or state.size != SOLO_RANK_SIZE:
        return None
    total = score(state.players[0].town)["total"]
    return next(rank for least, rank in SOLO_RANKS if total >= least)
