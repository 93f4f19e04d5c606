"""Which move belongs to which rule: who can act, what is legal, checking and playing a move (LT-8)."""

from engine.core import check_seat, is_seat, not_a_move
from engine.little_town import feeding, labour, objectives, rounds, turns
from engine.little_town.moves import Build, EndTurn, Feed, Move, Place, Show, Use
from engine.little_town.state import State, free_cells


def active(state: State) -> list[int]:
    """The seats that can act now, ascending; a possible `show` makes no seat active. Empty: the game is over."""
    if state.turn is not None:
        return [state.turn]
    if state.phase == "feed":
        return [seat for seat, player in enumerate(state.players) if not player.fed]
    return []


def legal(state: State, seat: int) -> list[Move]:
    """Every legal move of that seat now, none twice. Also what a seat that is not active can show.

    In this order: place by cell; build by tile (as in the market, wheat field last), way to pay and cell; use by cell
    and way to pay; end_turn; feed by fish, wheat, coins; show by card as dealt.
    """
    if not is_seat(seat, len(state.players)):
        return []
    moves: list[Move] = []
    if state.turn == seat:
        if state.phase == "turns" and not state.step.moved:
            moves += turns.placings(state)
            moves += turns.buildings(state, seat)
        else:
            moves += labour.uses(state, seat)
            moves.append(EndTurn())
    elif state.phase == "feed" and not state.players[seat].fed:
        moves += feeding.feedings(state, seat)
    moves += [Show(card) for card in objectives.showable(state, seat)]
    return moves


def check(state: State, seat: int, move: Move) -> None:
    """Return if the move is legal, else raise `IllegalMove`; the codes are listed in `choices`."""
    check_seat(seat, len(state.players))
    match move:
        case Place():
            turns.check_place(state, seat, move)
        case Use():
            labour.check_use(state, seat, move)
        case Build():
            turns.check_build(state, seat, move)
        case EndTurn():
            turns.check_end_turn(state, seat)
        case Feed():
            feeding.check_feed(state, seat, move)
        case Show(card):
            objectives.check_show(state, seat, card)
        case _:
            raise not_a_move()


def apply(state: State, seat: int, move: Move) -> None:
    """Play a legal move in place."""
    match move:
        case Place():
            turns.place(state, seat, move)
        case Use():
            labour.use(state, seat, move)
        case Build():
            turns.build(state, seat, move)
        case EndTurn():
            rounds.end_turn(state)
        case Feed():
            feeding.feed(state, seat, move)
            rounds.end_round_when_fed(state)
        case Show(card):
            state.players[seat].shown |= {card}


def settles(state: State, seat: int, move: Move) -> bool:
    """An ended turn, a feed and a shown card cannot be taken back (LT-3.9)."""
    check_seat(seat, len(state.players))
    return isinstance(move, EndTurn | Feed | Show)


def doing(state: State, seat: int) -> str:
    """What that seat is at: turn, residence, feed, wait or over."""
    check_seat(seat, len(state.players))
    if state.phase == "over":
        return "over"
    if state.turn == seat:
        return "residence" if state.phase == "residence" else "turn"
    if state.phase == "feed" and not state.players[seat].fed:
        return "feed"
    return "wait"


def sit_in(state: State, seat: int) -> Move:
    """The program's move for a given-up seat (LT-10)."""
    check_seat(seat, len(state.players))
    if state.phase == "feed":
        return feeding.proposal(state, seat)
    if state.phase == "turns" and not state.step.moved:
        return Place(free_cells(state)[0])
    return EndTurn()
