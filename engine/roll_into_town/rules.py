"""Who may do what: every move is judged and played here.

Codes of `IllegalMove`, each with its facts. Cells are `[row, column]`; `holds` is the cell's token as in the view.

Any move
    no_seat             seats                   there is no such seat
    over                                        the game has ended
    waiting             round                   this seat has ended the round
    phase               phase, needs            the move belongs to the phase `needs`
Discover
    no_die              die, dice               only `dice` dice are rolled in this round
    die_used            die                     already drawn (2.4), or an adjustment after drawing it (2.2)
    die_adjusted        die                     changed once this round already (2.2)
    town_hall_empty     uses                    all `uses` changes of the game are spent (2.2)
    wild_die            die                     a wild is never changed (2.2)
    bad_delta           delta                   a change is +1 or -1 (2.2)
    off_scale           die, face, delta        the result would not be 1-5 (2.2)
    no_fountain                                 none is built (2.3)
    fountain_empty      uses                    all `uses` uses are spent (2.3)
    all_dice_allowed    dice                    every die may be drawn already (2.3)
    no_icon_left        drawn, allowed          the round's icons are drawn (3.1)
    wrong_icon          die, face, icon         the die does not show that icon (2.1)
    no_blank                                    no cell of the map is blank (3.1)
    off_map             cell, size              the cell is not on this map
    not_blank           cell, holds             (3.1, 4)
    river_complete                              (3.3)
    river_blocked       cell, holds             the open end points into a cell that is not blank (3.3)
    river_elsewhere     cell                    the river goes on in `cell` (3.3)
    river_back          cell, side              one end must face back to `side` (3.3)
    no_border                                   no border cell is blank for a first piece (3.3)
    not_border          cell                    the first piece lies on the border (3.3)
    river_inside        cell, ends              no end of the first piece leaves the map (3.3)
Construct
    limit               building, limit         only `limit` of it may stand (4)
    no_market                                   trades need one (4.7)
    trade_both          resource                traded away and traded for (4.7)
    trade_unused        resource, cost, traded  more traded for than the cost uses up (4.7)
    cannot_pay          building, pay, has, short   objects of resource to number: to be paid (after the move's
                                                trades), what the player has of these, and how many are missing
    no_site             building                no place on the map for it
    needs_coast         cell, holds             harbor (4.4)
    has_harbor          cell                    (4.4, 4.9)
    has_lighthouse      cell                    harbor (4.4)
    needs_river_side    cell                    watermill (4.5)
    needs_coast_beside  cell                    lighthouse's bottom (4.9)
    top_off_map         cell                    nothing lies north of the lighthouse's bottom (4.9)
    top_blocked         cell, holds             the lighthouse's top cannot stand in `cell` (4.9)
Gather
    not_woodcutter      cell, holds             (5.4)
    harvested           cell                    used this round (5.4)
    no_tree_beside      cell                    (5.4)
Upkeep
    no_forest           forest                  no forest of this phase begins there (6.1)
    forest_grown        forest                  all its new trees are grown (6.1)
    forest_stuck        forest, left            no cell to grow into (6.3)
    not_beside_forest   forest, cell            (6.2)
    must_grow           left                    trees that must still be grown before the round ends (6.3)
"""
