"""What a seat can choose now, factored for people: it expands to exactly `legal`.

A *reason* is null (it can be chosen) or `{"code": ..., **facts}`, the same as `IllegalMove` carries (rules.py).
Cells are `[row, column]`, lists of cells in row order. `brings` says what a piece would bring where (prospects.py).

Discover:
```
{"phase": "discover", "next": null,
 "blank": [[0, 0], ...],
 "dice": [{"die": 0, "face": 6,                    # the face as this player has adjusted it
           "icons": ["farm", "mountain", "tree", "river", "coast"],   # what the face shows: one, or all for a wild
           "why": reason,                          # null: at least one of these icons can be drawn with this die now
           "adjust": [-1, 1],                      # deltas that the town hall can apply to this die; [] if ...
           "adjust_why": reason}, ...],            # ... none
 "icons": {"farm": reason, "mountain": reason, "tree": reason, "river": reason, "coast": reason},
                                                   # can the map take this icon anywhere, whatever the dice?
 "river": [{"cell": [0, 1], "ends": ["NE", "NS", "NW"]}, ...],        # all river pieces that can be drawn; [] if none
 "fountain": reason,                               # of the move {"type": "fountain"}
 "brings": {"farm": effects, ...}}                 # for each icon that some die can be drawn as now
```
A die whose `why` is null draws each of its `icons` whose reason is null: farm, mountain, tree and coast in every
`blank` cell (coast with each of the 14 waters: one to three of N, E, S, W), river as `river` says.

Construct:
```
{"phase": "construct", "next": null,
 "blank": [[0, 0], ...],
 "buildings": [{"building": "house", "cost": {"food": 3, "stone": 2}, "why": reason,
                "cells": "blank" | [[0, 0], ...],  # where: "blank" is every cell of `blank`; [] if `why`
                "pay": [[3, 2, 0], [1, 2, 4]]},    # [food, stone, wood] paid in each possible way; [] if `why`
               ...,
               {"building": "cathedral", ..., "spots": [[1, 0, "E"], [1, 1, "EW"]]}],     # instead of `cells`
 "brings": {"house": effects, ...}}                # for each building that can be built
```
All ten buildings, always, in the order of the rules' table; `cells` of the lighthouse are its bottoms. A spot of the
cathedral is the tower's south cell and the sides that its nave can lie on: E, W (`"flip": true`) or both.
Every pair of a place and a `pay` is a move. Without a market `pay` is the cost alone. With one it says what is paid:
a resource paid d short of its cost was traded for d times, one paid 2d beyond its cost was traded away d times. There
is only one list of trades that does this: list what was traded away and what was traded for, each in the order food,
stone, wood and as often as it was, and pair them in order: cost [3, 2, 0], pay [1, 2, 4] is
`"trades": [["wood", "food"], ["wood", "food"]]`.

Gather: every woodcutter, with the trees beside it now:
```
{"phase": "gather", "next": null,
 "harvest": [{"cell": [1, 2], "trees": [[0, 1], ...], "why": reason, "brings": effect}]}    # `brings` only if no `why`
```
Upkeep: every forest with trees due; `groups` are cells to grow into, shared by the forests of one connected group:
```
{"phase": "upkeep", "next": reason, "grow": [{"forest": [1, 2], "left": 1, "group": 0, "why": reason}],
 "groups": [[[0, 1], ...], ...],                   # a forest whose `why` is null grows into each cell of its group
 "brings": {"tree": effects}}                      # left out when nothing grows
```
A seat that has ended the round, or the game: `{"phase": "done", "next": {"code": "waiting", "round": 3}}` (or `over`).
"""

from functools import reduce
from operator import or_

from engine.core import IllegalMove, Json, check_seat
from engine.roll_into_town import construct, discover, gather, upkeep
from engine.roll_into_town.data import BUILDINGS, CONSTRUCT, DISCOVER, GATHER, ICONS, RESOURCES, UPKEEP, icons_of
from engine.roll_into_town.grid import bits, place_of, places
from engine.roll_into_town.prospects import Prospects
from engine.roll_into_town.river import river_sites
from engine.roll_into_town.rules import why_no_next
from engine.roll_into_town.state import Player, State, Town


def choices(state: State, seat: int) -> Json:
    """`legal`, factored as said above."""
    check_seat(seat, len(state.players))
    player = state.players[seat]
    offered = _OF_PHASE[player.phase](player) if player.phase in _OF_PHASE else {}
    return {"phase": player.phase, "next": _reason(why_no_next(state, player)), **offered}


def _reason(refusal: IllegalMove | None) -> Json | None:
    return None if refusal is None else {"code": refusal.code, **refusal.facts}


def _discover(player: Player) -> Json:
    town = player.town
    icons = {icon: discover.why_no_icon(town, icon) for icon in ICONS}
    prospects = Prospects(player)
    return {
        "blank": places(town.blank),
        "dice": [_die(player, die, icons) for die in range(len(player.dice))],
        "icons": {icon: _reason(refusal) for icon, refusal in icons.items()},
        "river": [{"cell": place_of(cell), "ends": ends} for cell, ends in river_sites(town)],
        "fountain": _reason(discover.why_no_fountain(player)),
        "brings": {icon: prospects.drawn(icon) for icon in _drawable(player, icons)},
    }


def _drawable(player: Player, icons: dict[str, IllegalMove | None]) -> list[str]:
    """The icons that some die can be drawn as now."""
    free = [face for die, face in enumerate(player.dice) if discover.why_no_die(player, die) is None]
    return [icon for icon in ICONS if icons[icon] is None and any(icon in icons_of(face) for face in free)]


def _die(player: Player, die: int, icons: dict[str, IllegalMove | None]) -> Json:
    face = player.dice[die]
    possible = [icons[icon] for icon in icons_of(face)]
    refusal = discover.why_no_die(player, die) or (None if None in possible else possible[0])
    changes = {delta: discover.why_no_adjust(player, die, delta) for delta in discover.DELTAS}
    legal = [delta for delta, why in changes.items() if why is None]
    return {
        "die": die,
        "face": face,
        "icons": list(icons_of(face)),
        "why": _reason(refusal),
        "adjust": legal,
        "adjust_why": None if legal else _reason(changes[1]),
    }


def _construct(player: Player) -> Json:
    buildings = [_building(player, name) for name in BUILDINGS]
    possible = [entry["building"] for entry in buildings if entry["why"] is None]
    prospects = Prospects(player)
    return {
        "blank": places(player.town.blank),
        "buildings": buildings,
        "brings": {name: prospects.built(name) for name in possible},
    }


def _building(player: Player, name: str) -> Json:
    town, options = player.town, construct.affordable(player, name)
    refusal = construct.why_no_more(town, name)
    if refusal is None and not options:
        refusal = construct.why_no_payment(player, name, ())
    refusal = refusal or construct.why_no_site(town, name)
    where = "spots" if name == "cathedral" else "cells"
    cost = {resource: number for resource, number in zip(RESOURCES, BUILDINGS[name].cost, strict=True) if number}
    return {
        "building": name,
        "cost": cost,
        "why": _reason(refusal),
        where: [] if refusal else _spots(town) if name == "cathedral" else _cells(town, name),
        "pay": [] if refusal else [list(paid) for paid, _ in options],
    }


def _cells(town: Town, name: str) -> str | list[list[int]]:
    sites = construct.sites(town, name)
    return "blank" if sites == town.blank else places(sites)


def _spots(town: Town) -> list[list[int | str]]:
    east, west = (construct.sites(town, "cathedral", flip) for flip in (False, True))
    return [[*place_of(cell), "E" * (east >> cell & 1) + "W" * (west >> cell & 1)] for cell in bits(east | west)]


def _gather(player: Player) -> Json:
    prospects = Prospects(player)
    return {"harvest": [_woodcutter(player, prospects, cell) for cell in bits(player.town.woodcutter)]}


def _woodcutter(player: Player, prospects: Prospects, cell: int) -> Json:
    trees, refusal = places(gather.trees_beside(player.town, cell)), gather.why_no_harvest(player, cell)
    brings = {} if refusal else {"brings": prospects.harvested(cell)}
    return {"cell": place_of(cell), "trees": trees, "why": _reason(refusal), **brings}


def _upkeep(player: Player) -> Json:
    forests = [forest for forest, left in player.growth if left]
    rooms = {forest: upkeep.room(player.town, forest) for forest in forests}
    groups = list(dict.fromkeys(rooms.values()))
    anywhere = reduce(or_, groups, 0)
    return {
        "grow": [
            {
                "forest": place_of(forest),
                "left": dict(player.growth)[forest],
                "group": groups.index(rooms[forest]),
                "why": _reason(upkeep.why_no_growth(player, forest)),
            }
            for forest in forests
        ],
        "groups": [places(cells) for cells in groups],
        **({"brings": {"tree": Prospects(player).grown(anywhere)}} if anywhere else {}),
    }


_OF_PHASE = {DISCOVER: _discover, CONSTRUCT: _construct, GATHER: _gather, UPKEEP: _upkeep}
