"""The objectives: when they are achieved, and how far one's own are (LT-7).

The conditions are watched for every seat and every card, held or not: what makes them true is public, the hands are
not. The `watch_...` functions are called after each step that can make their conditions true.

`progress(state, seat)` gives `[{"id": objective, "have": int, "need": int}, ...]` for the own hand as dealt. `have` is
at most `need`; an achieved card has `have == need`. Except empty_purse, which counts down: `have` is the coins, `need`
is 0, and an achieved one has 0 and 0.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine.core import IllegalMove, Json
from engine.little_town.board import BY_SIDE, YIELD, Cell
from engine.little_town.cards import OBJECTIVES
from engine.little_town.data import BUILDINGS, Amounts, Building
from engine.little_town.state import Player, State, Step, own_tiles

GROUP = 3  # tiles of a neighbourhood
FULL_PURSE = 6  # coins
MIXED = 2  # kinds of resource
TOUR = 4  # tiles used in a turn
FAMOUS = 2  # tiles that gave points in a turn
HARVEST = 5  # resources received in a turn
LARDER = 2  # food for each worker
PAIR = 2  # tiles for coin_trade


def achieved(player: Player) -> list[str]:
    """The achieved cards of the hand, as dealt."""
    return [card for card in player.hand if card in player.met]


def check_show(state: State, seat: int, card: str) -> None:
    """Raise `IllegalMove` unless that seat can show that card now (LT-8)."""
    if state.phase == "over":
        raise IllegalMove("game_over")
    player = state.players[seat]
    if card not in player.hand:
        raise IllegalMove("not_yours", objective=card)
    if card in player.shown:
        raise IllegalMove("already_shown", objective=card)
    if card not in player.met:
        raise IllegalMove("not_achieved", objective=card)
    if state.step.moved:
        raise IllegalMove("turn_running", turn=state.turn)


def showable(state: State, seat: int) -> list[str]:
    """The cards that the seat can show now, as dealt."""
    if state.phase == "over" or state.step.moved:
        return []
    player = state.players[seat]
    return [card for card in player.hand if card in player.met and card not in player.shown]


def _meet(player: Player, card: str) -> None:
    if card not in player.met:
        player.met |= {card}


def watch_holdings(state: State) -> None:
    """After anybody's coins or food have changed."""
    larder = LARDER * state.supply.workers
    for player in state.players:
        if player.coins == 0:
            _meet(player, "empty_purse")
        elif player.coins >= FULL_PURSE:
            _meet(player, "full_purse")
        if player.goods["fish"] + player.goods["wheat"] >= larder:
            _meet(player, "full_larder")


def watch_payment(step: Step, player: Player, building: Building, payment: Amounts) -> None:
    """After paying for a tile's effect. `payment` is what was truly handed over, coins for resources as coins."""
    kinds = {kind for kind, _ in payment.goods}
    if not kinds.isdisjoint(step.gained):
        _meet(player, "straight_from_the_field")
    if len(kinds) >= MIXED and not building.pawns:
        _meet(player, "two_inputs")


def watch_step(step: Step, player: Player) -> None:
    """After a gain."""
    if step.tiles >= TOUR:
        _meet(player, "grand_tour")
    if step.fame >= FAMOUS:
        _meet(player, "double_fame")
    if step.received >= HARVEST:
        _meet(player, "big_harvest")


def watch_meal(player: Player, *, only_fish: bool) -> None:
    """After feeding; `only_fish`: one fish for each worker."""
    if only_fish:
        _meet(player, "fish_supper")


def watch_tiles(state: State, seat: int, new: str) -> None:
    """After a `new` tile of that seat: only the cards that it can bring nearer are looked at."""
    player = state.players[seat]
    tiles = own_tiles(state, seat)
    for card in _CARDS_OF[new]:
        if card in player.met:
            continue
        measure = _TILE_CARDS[card]
        need = measure.need(state)
        if len(tiles) >= need and measure.have(state, tiles) >= need:
            _meet(player, card)


Tiles = list[tuple[Cell, str]]


class _TileMeasure(NamedTuple):
    """How far own tiles go for a card (never further than there are tiles), and how far they have to go."""

    have: Callable[[State, Tiles], int]
    need: Callable[[State], int]


def _always(need: int) -> Callable[[State], int]:
    return lambda state: need


def _counted(card: str, need: int = 1) -> _TileMeasure:
    counted = frozenset(name for name, building in BUILDINGS.items() if OBJECTIVES[card].counts(building))
    return _TileMeasure(lambda state, tiles: sum(name in counted for _, name in tiles), _always(need))


def _largest_group(state: State, tiles: Tiles) -> int:
    """The number of tiles in the largest group connected by sides."""
    left = {cell for cell, _ in tiles}
    largest = 0
    while left:
        group = [left.pop()]
        for cell in group:  # grows while it is walked through
            found = left.intersection(BY_SIDE[cell])
            left -= found
            group += found
        largest = max(largest, len(group))
    return largest


# Every set of terrains, as bits, with the number of terrains outside it.
_TERRAIN_SETS = tuple((some, len(YIELD) - some.bit_count()) for some in range(1, 1 << len(YIELD)))


def _terrains_served(state: State, tiles: Tiles) -> int:
    """How many of forest, mountain and lake can each be given a different tile beside it.

    By Hall's theorem: the least, over every set of terrains, of the tiles beside that set plus the terrains outside it.
    """
    beside = [state.board.beside[cell] for cell, _ in tiles]
    served = len(YIELD)
    for some, outside in _TERRAIN_SETS:
        reached = outside
        for near in beside:
            if near & some:
                reached += 1
        served = min(served, reached)
    return served


_TILE_CARDS = {
    "neighbourhood": _TileMeasure(_largest_group, _always(GROUP)),
    "more_buildings_than_workers": _TileMeasure(
        lambda state, tiles: len(tiles), lambda state: state.supply.workers + 1
    ),
    "lake_mountain_forest": _TileMeasure(_terrains_served, _always(len(YIELD))),
    "wheat_trade": _counted("wheat_trade"),
    "fish_trade": _counted("fish_trade"),
    "coin_trade": _counted("coin_trade", PAIR),
    "builders_yard": _counted("builders_yard"),
    "stone_mason": _counted("stone_mason"),
    "timber_framer": _counted("timber_framer"),
}
_CARDS_OF = {
    name: tuple(card for card in _TILE_CARDS if OBJECTIVES[card].counts(building))
    for name, building in BUILDINGS.items()
}


class _Measure(NamedTuple):
    """The same for cards that are not about own tiles."""

    have: Callable[[State, int], int]
    need: Callable[[State], int]


def _in_step(number: Callable[[Step], int]) -> Callable[[State, int], int]:
    """A number of the seat's running turn or step; 0 when another seat's is running."""
    return lambda state, seat: number(state.step) if state.turn == seat else 0


def _food(state: State, seat: int) -> int:
    goods = state.players[seat].goods
    return goods["fish"] + goods["wheat"]


def _not_yet(state: State, seat: int) -> int:
    return 0


_OTHER_CARDS = {
    "full_larder": _Measure(_food, lambda state: LARDER * state.supply.workers),
    "fish_supper": _Measure(lambda state, seat: state.players[seat].goods["fish"], lambda state: state.supply.workers),
    "full_purse": _Measure(lambda state, seat: state.players[seat].coins, _always(FULL_PURSE)),
    "grand_tour": _Measure(_in_step(lambda step: step.tiles), _always(TOUR)),
    "double_fame": _Measure(_in_step(lambda step: step.fame), _always(FAMOUS)),
    "big_harvest": _Measure(_in_step(lambda step: step.received), _always(HARVEST)),
    "two_inputs": _Measure(_not_yet, _always(1)),
    "straight_from_the_field": _Measure(_not_yet, _always(1)),
}


def progress(state: State, seat: int) -> list[Json]:
    """How far each own card is, as dealt; for its owner only."""
    return [_progress(state, seat, card) for card in state.players[seat].hand]


def _progress(state: State, seat: int, card: str) -> Json:
    player = state.players[seat]
    if card == "empty_purse":
        return {"id": card, "have": 0 if card in player.met else player.coins, "need": 0}
    need = (_TILE_CARDS.get(card) or _OTHER_CARDS[card]).need(state)
    if card in player.met:
        return {"id": card, "have": need, "need": need}
    if card in _TILE_CARDS:
        have = _TILE_CARDS[card].have(state, own_tiles(state, seat))
    else:
        have = _OTHER_CARDS[card].have(state, seat)
    return {"id": card, "have": min(need, have), "need": need}
