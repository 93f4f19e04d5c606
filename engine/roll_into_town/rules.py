"""Who may do what: every move is judged and played here.

Codes of `IllegalMove`, each with its facts, besides those of every game (core/calls.py). Cells are `[row, column]`;
`holds` is the cell's token as in the view.

Any move
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

from engine.core import IllegalMove, check_seat, is_seat, not_a_move
from engine.roll_into_town import construct, discover, gather, upkeep
from engine.roll_into_town.data import CONSTRUCT, DISCOVER, DONE, GATHER, ICONS_A_ROUND, PHASES, ROUNDS, UPKEEP
from engine.roll_into_town.grid import bits
from engine.roll_into_town.moves import Adjust, Build, Draw, Fountain, Grow, Harvest, Move, Next
from engine.roll_into_town.state import Player, State

_PHASE = {Adjust: DISCOVER, Fountain: DISCOVER, Draw: DISCOVER, Build: CONSTRUCT, Harvest: GATHER, Grow: UPKEEP}
_LEGAL = {DISCOVER: discover.legal, CONSTRUCT: construct.legal, GATHER: gather.legal, UPKEEP: upkeep.legal}


def active(state: State) -> list[int]:
    """Seats that can act now, ascending; empty when the game is over (8.1, 8.2)."""
    return [seat for seat, player in enumerate(state.players) if player.phase != DONE]


def legal(state: State, seat: int) -> list[Move]:
    """Every legal move of that seat now; `next`, where it is legal, comes last."""
    if not is_seat(seat, len(state.players)):
        return []
    player = state.players[seat]
    if player.phase == DONE:
        return []
    moves = _LEGAL[player.phase](player)
    return moves if why_no_next(state, player) else [*moves, Next()]


def check(state: State, seat: int, move: Move) -> None:
    """Return if the move is legal for that seat now, else raise `IllegalMove`."""
    check_seat(seat, len(state.players))
    refusal = why_not(state, seat, move)
    if refusal is not None:
        raise refusal


def why_not(state: State, seat: int, move: Move) -> IllegalMove | None:
    """The refusal of a move, or None if it is legal."""
    player = state.players[seat]
    if isinstance(move, Next):
        return why_no_next(state, player)
    needs = _PHASE.get(type(move))
    if needs is None:
        return not_a_move()
    if player.phase != needs:
        return why_done(state, player) or IllegalMove("phase", phase=player.phase, needs=needs)
    match move:
        case Adjust(die, delta):
            return discover.why_no_adjust(player, die, delta)
        case Fountain():
            return discover.why_no_fountain(player)
        case Draw():
            return discover.why_no_draw(player, move)
        case Build():
            return construct.why_no_build(player, move)
        case Harvest(cell):
            return gather.why_no_harvest(player, cell)
        case Grow():
            return upkeep.why_no_grow(player, move)


def why_done(state: State, player: Player) -> IllegalMove | None:
    """A player who has ended the round waits for the others (8.2)."""
    if player.phase != DONE:
        return None
    return IllegalMove("over") if state.over else IllegalMove("waiting", round=state.round)


def why_no_next(state: State, player: Player) -> IllegalMove | None:
    """Any phase may be ended, upkeep only when 6.3 leaves nothing compulsory."""
    return upkeep.why_no_end(player) if player.phase == UPKEEP else why_done(state, player)


def apply(state: State, seat: int, move: Move) -> None:
    """Play a legal move, in place."""
    player = state.players[seat]
    match move:
        case Adjust():
            discover.adjust(player, move)
        case Fountain():
            discover.use_fountain(player)
        case Draw():
            discover.draw_icon(player, move)
        case Build():
            construct.build(player, move)
        case Harvest():
            gather.harvest(player, move)
        case Grow():
            upkeep.grow(player, move)
        case Next():
            _end_phase(state, player)


def _end_phase(state: State, player: Player) -> None:
    """1.2: the next phase, or after upkeep the round's end for this player (8.1)."""
    if player.phase == UPKEEP:
        player.phase, player.growth = DONE, ()
        if not active(state) and state.round < ROUNDS:
            _begin_round(state)
        return
    player.phase = PHASES[PHASES.index(player.phase) + 1]
    if player.phase == GATHER:
        gather.begin(player)
    elif player.phase == UPKEEP:
        upkeep.begin(player)


def _begin_round(state: State) -> None:
    """The same dice for everybody (8.2)."""
    state.round += 1
    for player in state.players:
        player.phase, player.dice, player.allowed = DISCOVER, state.rolled, ICONS_A_ROUND[state.round]
        player.adjusted = player.used = player.drawn = player.harvested = 0


def settles(state: State, seat: int, move: Move) -> bool:
    """The last `next` of a round cannot be taken back (8.1)."""
    check_seat(seat, len(state.players))
    return isinstance(move, Next) and state.players[seat].phase == UPKEEP


def sit_in(state: State, seat: int) -> Move:
    """8.4: `next`; in upkeep first what is due, the first forest into its first cell."""
    check_seat(seat, len(state.players))
    player = state.players[seat]
    if player.phase == UPKEEP:
        for forest, _ in upkeep.due(player):
            return Grow(forest, bits(upkeep.room(player.town, forest))[0])
    return Next()
