"""What a move did, in order, as codes with numbers and cells; the same for every viewer.

Codes and their keys (every fact also has `"fact"`; cells are `[row, column]`, lists of cells in row order):

    adjusted        die, from, to, left         town hall: a die's face changed; `left` uses remain in the game
    fountain        allowed, left               one more icon this round: `allowed` in all; `left` uses remain
    drew            die, face, icon, cell       ... river: also `ends`; ... coast: also `water`
    river_complete  doubled                     its open end has left the map; `doubled`: through opposite sides (7.3)
    sea             cells                       cells that have become sea (3.5)
    built           building, cells, paid, trades   cells: one; lighthouse: top, bottom; cathedral: three.
                                                `paid`: {"wood": 3}; `trades`: [[from, to, times], ...]
    phase           phase                       the player goes on to construct, gather or upkeep
    income          food, stone, lost           gained when gather begins; `lost`: {"food": 1}, beyond 9 (1.4)
    harvested       cell, trees, wood, lost     the woodcutter in `cell` felled `trees`; `wood` gained, `lost` beyond 9
    forests         due                         upkeep: new trees due in all; left out when 0
    grew            forest, cell, left          `left`: still due from this forest
    round_ended     round, lost                 the player has ended the round; `lost`: trees that found no cell (6.3)
    round_began     round, dice                 everybody has: the next round's dice
    game_over       ranking                     everybody has ended round 12; groups of seats, best first
"""

from collections import Counter

from engine.core import Json
from engine.roll_into_town import gather
from engine.roll_into_town.data import GATHER, RESOURCES, UPKEEP
from engine.roll_into_town.grid import place_of, places
from engine.roll_into_town.moves import Adjust, Build, Draw, Fountain, Grow, Harvest, Move, Next, encode
from engine.roll_into_town.score import crosses, ranking
from engine.roll_into_town.state import Player, State, Stock


def facts(before: State, seat: int, move: Move, after: State, viewer: int | None) -> list[Json]:
    """What the legal `move` of `seat` did between the two states."""
    old, new = before.players[seat], after.players[seat]
    match move:
        case Adjust(die):
            left = new.town_hall_left
            return [{"fact": "adjusted", "die": die, "from": old.dice[die], "to": new.dice[die], "left": left}]
        case Fountain():
            return [{"fact": "fountain", "allowed": new.allowed, "left": new.fountain_left}]
        case Draw():
            return _drew(old, move, new)
        case Build():
            return [_built(old, move, new)]
        case Harvest():
            return _harvested(old, move, new)
        case Grow(forest, cell):
            left = dict(new.growth)[forest]
            return [{"fact": "grew", "forest": place_of(forest), "cell": place_of(cell), "left": left}]
        case Next():
            return _ended_round(old, before, after) if old.phase == UPKEEP else _next_phase(old, new)


def facts_from(public: list[Json], before: State, seat: int, move: Move, after: State, viewer: int) -> list[Json]:
    """`facts` for a seat, made from what a spectator is told: a move does nothing that a seat alone would know."""
    return public


def _drew(old: Player, move: Draw, new: Player) -> list[Json]:
    drawn = {key: value for key, value in encode(move).items() if key not in ("type", "die")}
    told: list[Json] = [{"fact": "drew", "die": move.die, "face": old.dice[move.die], **drawn}]
    if new.town.river != old.town.river and not new.town.river_next:
        told.append({"fact": "river_complete", "doubled": crosses(new.town)})
    return told + _sea(old, new)


def _sea(old: Player, new: Player) -> list[Json]:
    flooded = new.town.sea & ~old.town.sea
    return [{"fact": "sea", "cells": places(flooded)}] if flooded else []


def _built(old: Player, move: Build, new: Player) -> Json:
    filled = (old.town.blank & ~new.town.blank) | (new.town.harbor & ~old.town.harbor)
    halves = (new.town.top | new.town.bottom) & ~(old.town.top | old.town.bottom)
    return {
        "fact": "built",
        "building": move.building,
        "cells": places(filled | halves),
        "paid": _amounts(_less(old.stock, new.stock)),
        "trades": [[given, got, times] for (given, got), times in Counter(move.trades).items()],
    }


def _harvested(old: Player, move: Harvest, new: Player) -> list[Json]:
    felled = old.town.tree & ~new.town.tree
    wood = _less(new.stock, old.stock)[2]
    lost = felled.bit_count() - wood
    fact = {"fact": "harvested", "cell": place_of(move.cell), "trees": places(felled), "wood": wood, "lost": lost}
    return [fact, *_sea(old, new)]


def _next_phase(old: Player, new: Player) -> list[Json]:
    told: list[Json] = [{"fact": "phase", "phase": new.phase}]
    if new.phase == GATHER:
        gained, earned = _less(new.stock, old.stock), gather.income(old.town)
        told.append({"fact": "income", "food": gained[0], "stone": gained[1], "lost": _amounts(_less(earned, gained))})
    elif new.phase == UPKEEP and new.growth:
        told.append({"fact": "forests", "due": sum(due for _, due in new.growth)})
    return told


def _ended_round(old: Player, before: State, after: State) -> list[Json]:
    told: list[Json] = [{"fact": "round_ended", "round": before.round, "lost": sum(left for _, left in old.growth)}]
    if after.over:
        told.append({"fact": "game_over", "ranking": ranking(after)})
    elif after.round != before.round:
        told.append({"fact": "round_began", "round": after.round, "dice": list(after.rolled)})
    return told


def _less(more: Stock, less: Stock) -> Stock:
    return more[0] - less[0], more[1] - less[1], more[2] - less[2]


def _amounts(stock: Stock) -> dict[str, int]:
    return {resource: number for resource, number in zip(RESOURCES, stock, strict=True) if number}
