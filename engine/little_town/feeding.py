"""Feeding one's workers at the end of a round (LT-4.2)."""

from engine.core import IllegalMove
from engine.little_town import objectives
from engine.little_town.data import FOOD, HUNGER_PENALTY, RESOURCE_PRICE, Amounts
from engine.little_town.moves import Feed
from engine.little_town.payment import check_affordable, pay
from engine.little_town.state import State


def check_feeder(state: State, seat: int) -> None:
    """Raise `IllegalMove` unless that seat has to feed its workers now."""
    if state.phase == "over":
        raise IllegalMove("game_over")
    if state.phase != "feed":
        raise IllegalMove("wrong_phase", phase=state.phase)
    if state.players[seat].fed:
        raise IllegalMove("already_fed")


def check_feed(state: State, seat: int, move: Feed) -> None:
    check_feeder(state, seat)
    player = state.players[seat]
    check_affordable(player, payment_of(move))
    hungry = hungry_after(state, move)
    if hungry < 0:
        raise IllegalMove("too_much", eat=state.supply.workers - hungry, most=state.supply.workers)
    kept = {kind: player.goods[kind] - eaten for kind, eaten in zip(FOOD, (move.fish, move.wheat), strict=True)}
    if hungry and any(kept.values()):
        raise IllegalMove("food_first", hungry=hungry, **kept)


def payment_of(move: Feed) -> Amounts:
    goods = tuple((kind, n) for kind, n in (("fish", move.fish), ("wheat", move.wheat)) if n)
    return Amounts(move.coins, goods)


def hungry_after(state: State, move: Feed) -> int:
    """How much food is missing."""
    return state.supply.workers - move.fish - move.wheat - move.coins // RESOURCE_PRICE


def feed(state: State, seat: int, move: Feed) -> None:
    """Pay the food and the penalty, in one step (LT-7). The round's end is `rounds`' business."""
    player = state.players[seat]
    pay(state, player, payment_of(move))
    player.track -= HUNGER_PENALTY * hungry_after(state, move)
    player.fed = True
    objectives.watch_holdings(state)
    objectives.watch_meal(player, only_fish=move.fish == state.supply.workers)


def proposal(state: State, seat: int) -> Feed:
    """As much fish as possible, then wheat, then coins, then hunger: never a worse choice for the score."""
    player = state.players[seat]
    eat = state.supply.workers
    fish = min(eat, player.goods["fish"])
    wheat = min(eat - fish, player.goods["wheat"])
    bought = min(eat - fish - wheat, player.coins // RESOURCE_PRICE)
    return Feed(fish, wheat, RESOURCE_PRICE * bought)


def feedings(state: State, seat: int) -> list[Feed]:
    """Every way for that seat to feed its workers."""
    player = state.players[seat]
    eat, fish_kept, wheat_kept = state.supply.workers, player.goods["fish"], player.goods["wheat"]
    most_bought = player.coins // RESOURCE_PRICE
    return [
        Feed(fish, wheat, RESOURCE_PRICE * bought)
        for fish in range(min(eat, fish_kept) + 1)
        for wheat in range(min(eat - fish, wheat_kept) + 1)
        for bought in range(min(eat - fish - wheat, most_bought) + 1)
        if fish + wheat + bought == eat or (fish == fish_kept and wheat == wheat_kept)
    ]
