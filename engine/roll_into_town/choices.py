"""What a seat can choose now, factored for people: it expands to exactly `legal`.

A *reason* is null (it can be chosen) or `{"code": ..., **facts}`, the same as `IllegalMove` carries (rules.py).
Cells are `[row, column]`, lists of cells in row order.

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
 "fountain": reason}                               # of the move {"type": "fountain"}
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
               {"building": "cathedral", ..., "spots": [[1, 0, "E"], [1, 1, "EW"]]}]}     # instead of `cells`
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
{"phase": "gather", "next": null, "harvest": [{"cell": [1, 2], "trees": [[0, 1], ...], "why": reason}]}
```
Upkeep: every forest with trees due; `groups` are cells to grow into, shared by the forests of one connected group:
```
{"phase": "upkeep", "next": reason, "grow": [{"forest": [1, 2], "left": 1, "group": 0, "why": reason}],
 "groups": [[[0, 1], ...], ...]}                   # a forest whose `why` is null grows into each cell of its group
```
A seat that has ended the round, or the game: `{"phase": "done", "next": {"code": "waiting", "round": 3}}` (or `over`).
"""
