"""Paying and taking: coins in place of resources, shortages, the common stock (LT-1.2, LT-1.7, LT-1.8)."""

from itertools import product
from typing import NamedTuple

from engine.core import IllegalMove
from engine.little_town.data import RESOURCE_PRICE, Amounts
from engine.little_town.moves import CoinsFor
from engine.little_town.state import Player, State


class Purse(NamedTuple):
    """What can be paid with, by itself: as a player has it, or only the resources that a price asks for."""

    coins: int
    goods: dict[str, int]


def bill(cost: Amounts, coins_for: CoinsFor) -> Amounts:
    """What is really handed over for `cost` when `coins_for` is paid with coins (LT-1.7)."""
    if not coins_for:
        return cost
    replaced = dict(coins_for)
    goods = tuple((kind, left) for kind, n in cost.goods if (left := n - replaced.get(kind, 0)))
    return Amounts(cost.coins + RESOURCE_PRICE * sum(replaced.values()), goods)


def check_coins_for(cost: Amounts, coins_for: CoinsFor, name: str) -> None:
    """Raise `IllegalMove` when `coins_for` replaces what the cost of `name` does not ask for."""
    if not coins_for:
        return
    if not cost.goods:
        raise IllegalMove("no_coins_for", id=name)
    most = dict(cost.goods)
    for resource, n in coins_for:
        if n > most.get(resource, 0):
            raise IllegalMove("coins_for_most", resource=resource, most=most.get(resource, 0), asked=n)


def check_affordable(player: Player | Purse, payment: Amounts, spent: int = 0) -> None:
    """Raise `IllegalMove` when the player, `spent` coins less, cannot hand over the payment."""
    short = player.coins - spent < payment.coins
    for kind, n in payment.goods:
        short |= player.goods[kind] < n
    if not short:
        return
    have = {"coins": player.coins - spent, **player.goods}
    need = payment.as_dict()
    missing = [{"kind": kind, "need": n, "have": have[kind]} for kind, n in need.items() if n > have[kind]]
    raise IllegalMove("short", missing=missing)


def ways_to_pay(player: Player | Purse, cost: Amounts, spent: int = 0) -> list[CoinsFor]:
    """Every `coins_for` with which the player, `spent` coins less, can pay; the last name's number runs fastest."""
    spare = (player.coins - spent - cost.coins) // RESOURCE_PRICE
    goods = player.goods
    least = [max(0, n - goods[kind]) for kind, n in cost.goods]
    lowest = sum(least)
    if spare < lowest:
        return []
    if spare == 0 or not least:
        return [()]
    kinds = [kind for kind, _ in cost.goods]
    ranges = [range(low, n + 1) for low, (_, n) in zip(least, cost.goods, strict=True)]
    return [
        tuple((kind, n) for kind, n in zip(kinds, numbers, strict=True) if n)
        for numbers in product(*ranges)
        if sum(numbers) <= spare
    ]


def pay(state: State, player: Player, payment: Amounts) -> None:
    """Coins to the bank, resources back to the stock."""
    player.coins -= payment.coins
    for kind, n in payment.goods:
        player.goods[kind] -= n
        state.stock[kind] += n


def take(state: State, player: Player, gain: Amounts) -> list[str]:
    """Coins from the bank, resources from the stock as far as it has them; each resource received, by its kind."""
    player.coins += gain.coins
    received: list[str] = []
    for kind, n in gain.goods:
        there = min(n, state.stock[kind])
        state.stock[kind] -= there
        player.goods[kind] += there
        received += [kind] * there
    return received
