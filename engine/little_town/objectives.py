"""The objectives: when they are achieved, and how far one's own are (LT-7).

A card about tiles needs no watching: a tile is never lost, so the card is achieved when its condition is true now. The
others are watched for every seat, held or not: what makes them true is public, the hands are not. The `watch_...`
functions are called after each step that can make their conditions true.

`progress(state, seat)` gives `[{"id": objective, "have": int, "need": int}, ...]` for the own hand as dealt. `have` is
at most `need`; an achieved card has `have == need`. Except empty_purse, which counts down: `have` is the coins, `need`
is 0, and an achieved one has 0 and 0.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine.core import IllegalMove, Json
from engine.little_town.data import SUPPLY, Amounts, Building
from engine.little_town.state import Player, State, Step
from engine.little_town.tile_cards import TILE_CARDS, achieved_by, always, reached

FULL_PURSE = 6  # coins
MIXED = 2  # kinds of resource
TOUR = 4  # tiles used in a turn
FAMOUS = 2  # tiles that gave points in a turn
HARVEST = 5  # resources received in a turn
LARDER = 2  # food for each worker


def is_achieved(state: State, seat: int, card: str) -> bool:
    """Would the seat have achieved that card, if it held it?"""
    return card in state.players[seat].met or card in _by_tiles(state, seat)


def _by_tiles(state: State, seat: int) -> frozenset[str]:
    """The cards that the seat's tiles achieve."""
    return state.tiles.once(achieved_by, state.board_name, len(state.players), seat)


def hand(state: State, seat: int) -> dict[str, bool]:
    """The cards of the hand, as dealt: is each achieved?"""
    player, by_tiles = state.players[seat], _by_tiles(state, seat)
    return {card: card in player.shown or card in player.met or card in by_tiles for card in player.hand}


def achieved(state: State, seat: int) -> list[str]:
    """The achieved cards of the hand, as dealt."""
    return [card for card, done in hand(state, seat).items() if done]


def check_show(state: State, seat: int, card: str) -> None:
    """Raise `IllegalMove` unless that seat can show that card now (LT-8)."""
    player, over = state.players[seat], state.phase == "over"
    if not over:
        if card not in player.hand:
            raise IllegalMove("not_yours", objective=card)
        if card in player.shown:
            raise IllegalMove("already_shown", objective=card)
    check_moment(card, over, is_achieved(state, seat, card), running(state))


def check_moment(card: str, over: bool, is_achieved: bool, running: int | None) -> None:
    """Raise `IllegalMove` unless an own card that not all have seen can be shown now. `running`: as that says."""
    if over:
        raise IllegalMove("game_over")
    if not is_achieved:
        raise IllegalMove("not_achieved", objective=card)
    if running is not None:
        raise IllegalMove("turn_running", turn=running)


def running(state: State) -> int | None:
    """The seat that has begun its turn or residence step."""
    return state.turn if state.step.moved else None


def showable(state: State, seat: int) -> list[str]:
    """The cards that the seat can show now, as dealt."""
    if state.phase == "over" or state.step.moved:
        return []
    shown = state.players[seat].shown
    return [card for card in achieved(state, seat) if card not in shown]


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


class _Measure(NamedTuple):
    """How far a seat is with a card that is not about tiles, and how far it has to get."""

    have: Callable[[State, int], int]
    need: dict[int, int]


def _in_step(number: Callable[[Step], int]) -> Callable[[State, int], int]:
    """A number of the seat's running turn or step; 0 when another seat's is running."""
    return lambda state, seat: number(state.step) if state.turn == seat else 0


def _food(state: State, seat: int) -> int:
    goods = state.players[seat].goods
    return goods["fish"] + goods["wheat"]


def _not_yet(state: State, seat: int) -> int:
    return 0


_OTHER_CARDS = {
    "full_larder": _Measure(_food, {players: LARDER * supply.workers for players, supply in SUPPLY.items()}),
    "fish_supper": _Measure(
        lambda state, seat: state.players[seat].goods["fish"],
        {players: supply.workers for players, supply in SUPPLY.items()},
    ),
    "full_purse": _Measure(lambda state, seat: state.players[seat].coins, always(FULL_PURSE)),
    "grand_tour": _Measure(_in_step(lambda step: step.tiles), always(TOUR)),
    "double_fame": _Measure(_in_step(lambda step: step.fame), always(FAMOUS)),
    "big_harvest": _Measure(_in_step(lambda step: step.received), always(HARVEST)),
    "two_inputs": _Measure(_not_yet, always(1)),
    "straight_from_the_field": _Measure(_not_yet, always(1)),
}


def progress(state: State, seat: int) -> list[Json]:
    """How far each own card is, as dealt; for its owner only."""
    need = _NEED[len(state.players)]
    return [
        {"id": card, "have": need[card] if done else _have(state, seat, card, need[card]), "need": need[card]}
        for card, done in hand(state, seat).items()
    ]


_NEED = {
    players: {"empty_purse": 0, **{card: each.need[players] for card, each in (TILE_CARDS | _OTHER_CARDS).items()}}
    for players in SUPPLY
}


def _have(state: State, seat: int, card: str, need: int) -> int:
    """How far the seat is with a card that it has not achieved."""
    if card == "empty_purse":
        return state.players[seat].coins
    if card in TILE_CARDS:
        return min(need, state.tiles.once(reached, state.board_name, seat)[card])
    return min(need, _OTHER_CARDS[card].have(state, seat))
