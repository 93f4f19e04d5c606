"""`legal`, factored for people, and a reason for each visible thing that cannot be chosen now.

The shape, all keys always present::

    {"phase": "turns",              # turns residence feed over, as in the view
     "doing": "turn",               # turn residence feed wait over, as `doing`
     "place": {
       "cells": [[r, c], ...],      # free cells in row order; [] when "why" is not null
       "why": null | reason},
     "build": {
       "cells": [[r, c], ...],      # free cells in row order, each for every tile without a reason; else []
       "beside": [n, ...],          # on each of the cells, what any tile there adds to the own castle and takes from
                                    # the own watchtower; [] for who has neither, or with "why"
       "why": null | reason,        # why nothing at all can be built: not your turn, no house left, ...
       "tiles": [                   # every tile still to be had: market order, then wheat_field
         {"building": "bakery", "cost": {"wood": 2},
          "points": 4,              # at the end; castle and watchtower as things stand: a list by "cells"
          "coins_for": [{}, {"wood": 1}, ...],   # each way to pay, {} = as printed; [] when "why" is not null
          "why": null | reason}, ...]},
     "use": [                       # every terrain cell and tile beside the own worker or residence, in row order
       {"cell": [r, c], "kind": "terrain", "id": "forest" | "mountain" | "lake",
        "owner": null, "fee": 0, "coins_for": [{}], "why": null | reason},
       {"cell": [r, c], "kind": "tile", "id": "bakery",
        "owner": 1, "fee": 0 | 1,
        "coins_for": [{}, {"wheat": 1}],         # each way to pay the effect's cost; [] when "why" is not null
        "why": null | reason},
       {"cell": [r, c], "kind": "tile", "id": "pawnshop",
        "owner": 0, "fee": 0 | 1,
        "give": [["coins", "wood"], ...],        # instead of coins_for: every pair that can be given,
        "take": [["fish", "fish"], ...],         # and every pair to take, freely combined; both [] with a reason
        "why": null | reason}, ...],
     "for_nothing": {"cells": [[r, c], ...], "gains": {"wood": 1, "points": 2}},    # of `use`: what costs nothing,
                                    # asks nothing and brings something, and what all of it together brings
     "end_turn": null | reason,     # null: legal
     "feed": null | {               # null outside phase feed
       "eat": 5,                    # food that the own workers need
       "options": [[fish, wheat, coins], ...],   # [] when "why" is not null
       "proposal": [fish, wheat, coins] | null,  # one of the options; null when "why" is not null
       "why": null | reason},
     "show": [                      # own cards not shown yet, as dealt
       {"objective": "empty_purse", "why": null | reason}, ...]}

`use` is [] for a seat that has no labour in progress. `show` may be possible for a seat that is not active.

A reason is `{"code": ..., **numbers}`: the code and facts that `IllegalMove` carries for that choice. The codes:

=================  ========================  =====================================================================
code               facts                     meaning
=================  ========================  =====================================================================
game_over                                    the game is over
wrong_phase        phase                     no such move in this phase (place while feeding, ...)
not_your_turn      turn                      seat `turn` is to act
already_moved                                place, build: this turn's worker is placed already
place_first                                  use, end_turn: before the worker is placed
building_turn                                use: this turn's worker went to the construction site
off_board          cell                      the board has no such cell
terrain_here       cell, terrain             place, build: the cell is forest, mountain or lake
tile_here          cell, building            place, build: the cell has a tile
worker_here        cell, owner               place, build: the cell has a worker
no_house                                     build: no house left (LT-3.7)
not_in_market      building                  build: that tile is not to be had, or no longer
not_beside         cell, worker              use: the cell is not beside the worker (or residence) at `worker`
nothing_there      cell                      use: neither terrain nor tile
no_effect          building                  use: a tile without an effect on labour (LT-3.6)
used_already       cell                      use: each at most once a placement
no_fee             owner, need, have         use: the fee of `need` coins to seat `owner` cannot be paid (LT-3.5)
short              missing                   use, build, feed: not enough; `missing` is [{kind, need, have}, ...],
                                             kind wood stone fish wheat coins. For coins `need` is all that this
                                             move asks for after the fee, `have` what the fee leaves
no_coins_for       id                        coins_for at a terrain, tile or building without resources to pay
coins_for_most     resource, most, asked     coins_for replaces more than the `most` in the cost
nothing_to_give    need, have                pawnshop: coins and resources come to `have` of the `need` it takes
exchange_unnamed                             pawnshop without give and take
not_a_pawnshop     id                        give and take anywhere else
already_fed                                  feed: this seat has fed its workers
too_much           eat, most                 feed: `eat` is more than the `most` that the workers eat (LT-4.2)
food_first         hungry, fish, wheat       feed: `hungry` food is missing while `fish` and `wheat` are kept
turn_running       turn                      show: seat `turn` has begun its turn or residence step
not_yours          objective                 show: a card that this seat does not hold
not_achieved       objective                 show: not achieved yet
already_shown      objective                 show: all have seen it
=================  ========================  =====================================================================
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engine.core import IllegalMove, Json, check_seat
from engine.little_town import feeding, labour, objectives, prospects, turns
from engine.little_town.board import ADJACENT, WIRE, Cell
from engine.little_town.data import BUILDINGS
from engine.little_town.moves import Feed, Use
from engine.little_town.payment import Purse, check_affordable, ways_to_pay
from engine.little_town.rules import doing
from engine.little_town.state import State, free_cells


def choices(state: State, seat: int) -> Json:
    """What that seat can choose now, in the shape that the module's docstring describes."""
    check_seat(seat, len(state.players))
    if state.turn is not None and state.turn != seat:
        waiting = _waiting(state.phase, state.turn, tuple(turns.to_be_had(state)))
        return {**waiting, "show": _show(state, seat)}
    return worked_out(state, seat)


def worked_out(state: State, seat: int) -> Json:
    """The same without the short cut for who has to wait."""
    why = _why(turns.check_worker, state, seat)
    free = [] if why else free_cells(state)
    cells = [WIRE[cell] for cell in free]
    return {
        "phase": state.phase,
        "doing": doing(state, seat),
        "place": {"cells": cells, "why": why},
        "build": _build(state, seat, why, free, cells),
        "use": _use(state, seat),
        "for_nothing": prospects.for_nothing(state, seat),
        "end_turn": _why(turns.check_end_turn, state, seat),
        "feed": _feed(state, seat) if state.phase == "feed" else None,
        "show": _show(state, seat),
    }


@lru_cache(maxsize=1024)
def _waiting(phase: str, turn: int, names: tuple[str, ...]) -> Json:
    """The choices, but for cards to show, of each seat that has to wait while seat `turn` acts: as `worked_out` has
    them, once for all who wait. Not to be changed.
    """
    why = {"code": "not_your_turn", "turn": turn}
    return {
        "phase": phase,
        "doing": "wait",
        "place": {"cells": [], "why": why},
        "build": {"cells": [], "beside": [], "why": why, "tiles": _barred(names, tuple(why.items()))},
        "use": [],
        "for_nothing": {"cells": [], "gains": {}},
        "end_turn": why,
        "feed": None,
    }


def _why(check: Callable[..., None], *args: Any) -> Json | None:
    """The reason for which the check refuses, if it does."""
    try:
        check(*args)
    except IllegalMove as refusal:
        return {"code": refusal.code, **refusal.facts}
    return None


def _build(state: State, seat: int, no_worker: Json | None, free: list[Cell], cells: list[list[int]]) -> Json:
    """`no_worker`: why none can be placed at all. `cells`: the free ones, as JSON has them."""
    why = no_worker or _why(turns.check_builder, state, seat)
    names = turns.to_be_had(state)
    if why:
        return {"cells": [], "beside": [], "why": why, "tiles": _barred(tuple(names), tuple(why.items()))}
    return {
        "cells": cells,
        "beside": prospects.beside(state, seat, free),
        "why": None,
        "tiles": [_tile(state, seat, name, free) for name in names],
    }


@lru_cache(maxsize=256)
def _barred(names: tuple[str, ...], why: tuple[tuple[str, Any], ...]) -> list[Json]:
    """Tiles that a seat cannot build now, whichever: made once for all seats that wait. Not to be changed."""
    return [
        {
            "building": name,
            "cost": BUILDINGS[name].cost.as_dict(),
            "points": [] if BUILDINGS[name].points is None else BUILDINGS[name].points,
            "coins_for": [],
            "why": dict(why),
        }
        for name in names
    ]


def _tile(state: State, seat: int, name: str, cells: list[Cell]) -> Json:
    building, player = BUILDINGS[name], state.players[seat]
    priced = _priced(name, player.coins, tuple([player.goods[kind] for kind, _ in building.cost.goods]))
    if building.points is None:
        return {**priced, "points": prospects.worth(state, seat, name, cells)}
    return priced


@lru_cache(maxsize=4096)
def _priced(name: str, coins: int, goods: tuple[int, ...]) -> Json:
    """That tile, which is to be had, for a seat with so many coins and of the cost's resources. Not to be changed."""
    building = BUILDINGS[name]
    purse = Purse(coins, {kind: n for (kind, _), n in zip(building.cost.goods, goods, strict=True)})
    ways = ways_to_pay(purse, building.cost)
    return {
        "building": name,
        "cost": building.cost.as_dict(),
        "points": building.points,
        "coins_for": [dict(way) for way in ways],
        "why": None if ways else _why(check_affordable, purse, building.cost),
    }


def _use(state: State, seat: int) -> list[Json]:
    if state.turn != seat or state.step.cell is None:
        return []
    near = ADJACENT[state.step.cell]
    return [_beside(state, seat, cell) for cell in near if cell in state.board.terrain or cell in state.tiles]


def _beside(state: State, seat: int, cell: Cell) -> Json:
    terrain, tile = state.board.terrain.get(cell), state.tiles.get(cell)
    moves = [] if cell in state.step.used else labour.uses_of(state, seat, cell)
    ways: Json = {"coins_for": [dict(move.coins_for) for move in moves]}
    if tile and BUILDINGS[tile.id].pawns:
        gives = labour.gives(state.players[seat], labour.fee_of(tile, seat)) if moves else []
        ways = {"give": [list(pair) for pair in gives], "take": [list(pair) for pair in labour.TAKES if moves]}
    return {
        "cell": WIRE[cell],
        "kind": "tile" if tile else "terrain",
        "id": tile.id if tile else terrain,
        "owner": tile.owner if tile else None,
        "fee": labour.fee_of(tile, seat) if tile else 0,
        **ways,
        "why": None if moves else _why(labour.check_use, state, seat, Use(cell)),
    }


def _feed(state: State, seat: int) -> Json:
    why = _why(feeding.check_feeder, state, seat)
    options = [] if why else feeding.feedings(state, seat)
    return {
        "eat": state.supply.workers,
        "options": [_food(option) for option in options],
        "proposal": None if why else _food(feeding.proposal(state, seat)),
        "why": why,
    }


def _food(move: Feed) -> list[int]:
    return [move.fish, move.wheat, move.coins]


def _show(state: State, seat: int) -> list[Json]:
    over, running, shown = state.phase == "over", objectives.running(state), state.players[seat].shown
    return [
        _to_show(card, over, done, running) for card, done in objectives.hand(state, seat).items() if card not in shown
    ]


@lru_cache(maxsize=1024)
def _to_show(card: str, over: bool, is_achieved: bool, running: int | None) -> Json:
    """Of an own card that not all have seen. Not to be changed."""
    return {"objective": card, "why": _why(objectives.check_moment, card, over, is_achieved, running)}
