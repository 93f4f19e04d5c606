"""What a choice would bring, for `choices`: the difference that playing it makes, no rule of its own."""

from collections.abc import Sequence

from engine.core import Json
from engine.little_town import labour
from engine.little_town.board import ADJACENT, WIRE, Cell
from engine.little_town.data import BUILDINGS, NOTHING, RESOURCES
from engine.little_town.moves import Use
from engine.little_town.score import Occupied, occupied, points_on, tile_score
from engine.little_town.state import Player, State, own_tiles


def for_nothing(state: State, seat: int) -> Json:
    """What that seat's worker or residence can use without fee, payment or choice, and what all of it together brings.

    `{"cells": [[r, c], ...], "gains": {kind: n}}`; only cells that bring something, in row order; kinds as in `KINDS`,
    then points, each n > 0. What the stock lacks is not counted (LT-1.2).
    """
    step = state.step
    near = ADJACENT[step.cell] if state.turn == seat and step.cell else ()
    free = [cell for cell in near if cell not in step.used and _is_free(state, seat, cell)]
    if not free:
        return {"cells": [], "gains": {}}
    cells, trial, first = [], state.copy(), _holdings(state.players[seat])
    then = first
    for cell in free:
        before = then
        labour.use(trial, seat, Use(cell))
        then = _holdings(trial.players[seat])
        if then != before:
            cells.append(WIRE[cell])
    return {"cells": cells, "gains": {kind: then[kind] - n for kind, n in first.items() if then[kind] > n}}


def _is_free(state: State, seat: int, cell: Cell) -> bool:
    """Does using the cell cost nothing and ask nothing?"""
    tile = state.tiles.get(cell)
    if tile is None:
        return cell in state.board.terrain
    building = BUILDINGS[tile.id]
    asks = building.pawns or building.pays != NOTHING
    return building.usable and not asks and not labour.fee_of(tile, seat)


def _holdings(player: Player) -> dict[str, int]:
    return {"coins": player.coins, **{kind: player.goods[kind] for kind in RESOURCES}, "points": player.track}


def worth(state: State, seat: int, name: str, cells: Sequence[Cell]) -> int | list[int]:
    """The points of that tile at the end as things stand; for castle and watchtower on each of the cells."""
    points = BUILDINGS[name].points
    if points is not None:
        return points
    return points_on(state.board, state.tiles.once(occupied, seat), name, cells)


def beside(state: State, seat: int, cells: Sequence[Cell]) -> list[int]:
    """What any tile of that seat on each of the cells adds to its castle and takes from its watchtower.

    [] for a seat that has neither.
    """
    moody = [(cell, name) for cell, name in own_tiles(state, seat) if BUILDINGS[name].points is None]
    if not moody:
        return []

    def points(occupied: Occupied) -> int:
        return sum(tile_score(state.board, occupied, cell, name)[0] for cell, name in moody)

    tiles = state.tiles.once(occupied, seat)
    now = points(tiles)
    return [points(tiles.built(cell)) - now for cell in cells]
