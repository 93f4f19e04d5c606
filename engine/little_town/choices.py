"""`legal`, factored for people, and a reason for each visible thing that cannot be chosen now.

The shape, all keys always present::

    {"phase": "turns",              # turns residence feed over, as in the view
     "doing": "turn",               # turn residence feed wait over, as `doing`
     "place": {
       "cells": [[r, c], ...],      # free cells in row order; [] when "why" is not null
       "why": null | reason},
     "build": {
       "cells": [[r, c], ...],      # free cells in row order, each for every tile without a reason; else []
       "why": null | reason,        # why nothing at all can be built: not your turn, no house left, ...
       "tiles": [                   # every tile still to be had: market order, then wheat_field
         {"building": "bakery", "cost": {"wood": 2},
          "points": 4,              # null: castle, watchtower
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
