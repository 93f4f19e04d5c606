"""What a move did, in order, as codes with numbers and cells.

Every fact is `{"fact": code, ...}`. The mover's seat is known from the log entry; a fact that can be about another
seat carries "seat". Amounts are `{kind: n}` with n > 0, kinds in the order coins wood stone fish wheat; {} for nothing.

===============  =========================================  ======================================================
fact             keys                                       of
===============  =========================================  ======================================================
placed           cell                                       place
fee              seat, coins                                use: what the tile's owner `seat` got, before `used`
used             cell, kind, id, paid, gained, lost,        use: kind "terrain" or "tile"; `lost`: what the stock
                 points                                     lacked (LT-1.2); `points`: booked on the track
built            building, cell, paid                       build
turn_ended                                                  end_turn in phase turns
residence_ended                                             end_turn in the residence step
cathedral        seat, points, cells                        end_turn: the cathedral's points at the round's end,
                                                            from the workers at `cells`; only if there are any
residence        seat                                       end_turn: the residence step of `seat` begins (LT-4.1)
feeding          round                                      end_turn: all work is done, everybody feeds
fed              fish, wheat, coins, hungry, points         feed: `hungry` food missing, `points` 0 or negative
round_ended      round                                      feed: the last of the round; workers return
round_started    round, seat                                feed: the next round, `seat` is its start player
game_over                                                   feed: the last of round 4
shown            objective, points                          show
achieved         seat, objective, points                    use, build, feed: only for that seat itself as viewer
===============  =========================================  ======================================================

`achieved` comes after the facts of the move itself, before `round_ended` and what follows. Hidden cards that the end
of the game reveals are no facts: the view has them.
"""

from collections.abc import Iterator

from engine.core import Json
from engine.little_town import feeding, labour, payment, rounds
from engine.little_town.board import Cell
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS, FEE, HUNGER_PENALTY, Amounts
from engine.little_town.moves import Build, EndTurn, Feed, Move, Place, Show, Use
from engine.little_town.objectives import achieved
from engine.little_town.state import State


def facts(before: State, seat: int, move: Move, after: State, viewer: int | None) -> list[Json]:
    """What the legal `move` of `seat` did between the two states, as far as the viewer may know."""
    match move:
        case Place(cell):
            return [_fact("placed", cell=list(cell))]
        case Use():
            return [*_used(before, seat, move, after), *_achieved(before, after, viewer)]
        case Build():
            return [_built(move), *_achieved(before, after, viewer)]
        case EndTurn():
            return list(_turn_ended(before, after))
        case Feed():
            return [_fed(before, move), *_achieved(before, after, viewer), *_round_ended(before, after)]
        case Show(card):
            return [_fact("shown", objective=card, points=OBJECTIVES[card].points)]


def facts_from(public: list[Json], before: State, seat: int, move: Move, after: State, viewer: int) -> list[Json]:
    """`facts` for a seat, made from what a spectator is told: `public` itself unless the seat has achieved a card."""
    return facts(before, seat, move, after, viewer) if _achieved(before, after, viewer) else public


def _fact(code: str, **keys: object) -> Json:
    return {"fact": code, **keys}


def _used(before: State, seat: int, move: Use, after: State) -> Iterator[Json]:
    tile = before.tiles.get(move.cell)
    if not tile:
        terrain = before.board.terrain[move.cell]
        yield _use(before, after, move.cell, "terrain", terrain, Amounts(), labour.yield_of(terrain), 0)
        return
    if tile.owner != seat:
        yield _fact("fee", seat=tile.owner, coins=FEE)
    building = BUILDINGS[tile.id]
    paid, gain = labour.exchange(building, move)
    yield _use(before, after, move.cell, "tile", tile.id, paid, gain, building.fame)


def _use(
    before: State, after: State, cell: Cell, kind: str, name: str, paid: Amounts, gain: Amounts, points: int
) -> Json:
    promised, given = gain.as_dict(), dict(paid.goods)
    # The payment was back in the stock before anything was taken (LT-1.8).
    there = {what: before.stock[what] + given.get(what, 0) - after.stock[what] for what in after.stock}
    gained = {what: n for what in promised if (n := there.get(what, promised[what]))}
    return _fact(
        "used",
        cell=list(cell),
        kind=kind,
        id=name,
        paid=paid.as_dict(),
        gained=gained,
        lost={what: less for what, n in promised.items() if (less := n - gained.get(what, 0))},
        points=points,
    )


def _built(move: Build) -> Json:
    paid = payment.bill(BUILDINGS[move.building].cost, move.coins_for)
    return _fact("built", building=move.building, cell=list(move.cell), paid=paid.as_dict())


def _achieved(before: State, after: State, viewer: int | None) -> list[Json]:
    """The viewer's own cards that were achieved; those of others are hidden."""
    if viewer is None or not _may_achieve(before, after, viewer):
        return []
    known = achieved(before, viewer)
    new = [card for card in achieved(after, viewer) if card not in known]
    return [_fact("achieved", seat=viewer, objective=card, points=OBJECTIVES[card].points) for card in new]


def _may_achieve(before: State, after: State, seat: int) -> bool:
    """Has anything changed that achieves cards: what the seat has met, or tiles?"""
    return len(before.tiles) != len(after.tiles) or before.players[seat].met != after.players[seat].met


def _turn_ended(before: State, after: State) -> Iterator[Json]:
    yield _fact("residence_ended") if before.phase == "residence" else _fact("turn_ended")
    for seat, player in enumerate(after.players):
        points = player.track - before.players[seat].track  # between turns only a cathedral brings any
        if points:
            cells = [list(cell) for cell in rounds.congregation(before, seat)]
            yield _fact("cathedral", seat=seat, points=points, cells=cells)
    if after.phase == "residence":
        yield _fact("residence", seat=after.turn)
    elif after.phase == "feed":
        yield _fact("feeding", round=after.round)


def _fed(before: State, move: Feed) -> Json:
    hungry = feeding.hungry_after(before, move)
    points = -HUNGER_PENALTY * hungry
    return _fact("fed", fish=move.fish, wheat=move.wheat, coins=move.coins, hungry=hungry, points=points)


def _round_ended(before: State, after: State) -> Iterator[Json]:
    if after.phase == "feed":
        return
    yield _fact("round_ended", round=before.round)
    if after.phase == "over":
        yield _fact("game_over")
    else:
        yield _fact("round_started", round=after.round, seat=after.start_player)
