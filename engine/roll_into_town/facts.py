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
