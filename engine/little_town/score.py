"""Scores and where they come from (LT-5).

`explain` gives `[{"line": code, "part": part, "points": int, "cells": [[r, c], ...]}, ...]`, in this order:

- line "track", part "track": the score track (always there);
- one line per kind of tile owned, part "tiles", the line being the tile's id ("bakery", "wheat_field", ...) and cells
  the tiles; for "castle" and "watchtower" the cell of the tile itself, then the cells that count for it;
- line "coins", part "coins": 1 point for 3 coins (always there);
- one line per achieved objective that the viewer may know, part "objectives", the line being the objective's id and
  cells the tiles that count for it; none for an objective that is about something else.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.core import Json, check_seat
from engine.little_town.board import ADJACENT, AROUND, BIT, BOARDS, Board, Cell
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS, CASTLE_POINTS, COINS_PER_POINT, WATCHTOWER_POINTS
from engine.little_town.objectives import achieved
from engine.little_town.state import Player, State, Town, tiles_of
from engine.little_town.tile_cards import TILE_CARDS


def known_cards(state: State, seat: int, viewer: int | None) -> list[str]:
    """The achieved cards of that seat that the viewer may know: its own, all at the end, else those shown."""
    if viewer == seat or state.phase == "over":
        return achieved(state, seat)
    player = state.players[seat]  # a shown card was achieved, and nothing takes that away again
    return [card for card in player.hand if card in player.shown]


class Occupied(NamedTuple):
    """The cells with tiles, as sets (`board.BIT`): all of them, and those of one seat."""

    taken: int
    own: int

    def built(self, cell: Cell) -> "Occupied":
        """After one more tile of that seat, whichever."""
        return Occupied(self.taken | BIT[cell], self.own | BIT[cell])


def occupied(town: Town, seat: int) -> Occupied:
    return Occupied(
        taken=sum(BIT[cell] for cell in town),
        own=sum(BIT[cell] for cell, tile in town.items() if tile.owner == seat),
    )


_POINTS_EACH = {"castle": CASTLE_POINTS, "watchtower": WATCHTOWER_POINTS}


def _counting(board: Board, cells: Occupied, name: str) -> int:
    """The cells, as a set, that count for a castle or watchtower beside them."""
    return cells.own if name == "castle" else board.meadow & ~cells.taken


def points_on(board: Board, cells: Occupied, name: str, where: Iterable[Cell]) -> list[int]:
    """What that castle or watchtower is worth on each of those cells as things stand."""
    each, counting = _POINTS_EACH[name], _counting(board, cells, name)
    return [each * (counting & AROUND[cell]).bit_count() for cell in where]


def tile_score(board: Board, cells: Occupied, cell: Cell, name: str) -> tuple[int, list[Cell]]:
    """What that tile on that cell is worth as things stand, and the cells that count for it."""
    points = BUILDINGS[name].points
    if points is not None:
        return points, []
    counting = _counting(board, cells, name)
    counted = [other for other in ADJACENT[cell] if counting & BIT[other]]
    return _POINTS_EACH[name] * len(counted), counted


def explain(state: State, seat: int, viewer: int | None) -> list[Json]:
    """Where that seat's score comes from, as far as the viewer may know; sums to the score in the view."""
    check_seat(seat, len(state.players))
    player = state.players[seat]
    return [
        _line("track", "track", player.track),
        *state.tiles.once(_tiles, state.board_name, seat),
        _line("coins", "coins", player.coins // COINS_PER_POINT),
        *_objectives(state, seat, known_cards(state, seat, viewer)),
    ]


def explain_from(public: list[Json], state: State, seat: int) -> list[Json]:
    """`explain(state, seat, seat)`, made from what a spectator is told of that seat: there hidden cards are missing."""
    cards, known = known_cards(state, seat, seat), len(known_cards(state, seat, None))
    if len(cards) == known:
        return public
    return public[: len(public) - known] + _objectives(state, seat, cards)


def _objectives(state: State, seat: int, cards: Iterable[str]) -> list[Json]:
    return [state.tiles.once(_objective, state.board_name, seat, card) for card in cards]


def _objective(town: Town, board: str, seat: int, card: str) -> Json:
    line = _line(card, "objectives", OBJECTIVES[card].points)
    if card in TILE_CARDS:
        line["cells"] = [list(cell) for cell in TILE_CARDS[card].counting(BOARDS[board], tiles_of(town, seat))]
    return line


def _tiles(town: Town, board: str, seat: int) -> list[Json]:
    lines: dict[str, Json] = {}
    cells = town.once(occupied, seat)
    for cell, name in tiles_of(town, seat):
        points, counted = tile_score(BOARDS[board], cells, cell, name)
        line = lines.setdefault(name, _line(name, "tiles", 0))
        line["points"] += points
        line["cells"] += [list(where) for where in (cell, *counted)]
    return list(lines.values())


def _line(line: str, part: str, points: int) -> Json:
    return {"line": line, "part": part, "points": points, "cells": []}


def tile_points(state: State) -> list[int]:
    """What each seat's tiles are worth together."""
    return state.tiles.once(_tile_points, state.board_name, len(state.players))


def _tile_points(town: Town, board: str, players: int) -> list[int]:
    """One pass for all seats."""
    points = [0] * players
    for cell, (name, owner) in town.items():
        points[owner] += tile_score(BOARDS[board], town.once(occupied, owner), cell, name)[0]
    return points


def score(player: Player, tiles: int, known: Iterable[str]) -> Json:
    """A player's score by parts, with their total, for who knows these achieved cards of it: `explain`, summed up.

    `tiles`: what its tiles are worth.
    """
    coins = player.coins // COINS_PER_POINT
    objectives = sum(OBJECTIVES[card].points for card in known)
    total = player.track + tiles + coins + objectives
    return {"track": player.track, "tiles": tiles, "coins": coins, "objectives": objectives, "total": total}


def ranking(state: State) -> list[list[int]]:
    """Groups of seats, best first, tied seats together (LT-5.2). Counts hidden cards: not for eyes before the end."""
    by_total: dict[int, list[int]] = {}
    for seat, (player, tiles) in enumerate(zip(state.players, tile_points(state), strict=True)):
        by_total.setdefault(score(player, tiles, achieved(state, seat))["total"], []).append(seat)
    return [by_total[total] for total in sorted(by_total, reverse=True)]
