"""Using what is beside the worker or the residence (LT-3.2 to LT-3.6, LT-3.8)."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from engine.core import IllegalMove
from engine.little_town import objectives
from engine.little_town.board import ADJACENT, BOARDS, YIELD, Cell
from engine.little_town.data import (
    BUILDINGS,
    FEE,
    NOTHING,
    PAWNED,
    RESOURCE_PRICE,
    RESOURCES,
    Amounts,
    Building,
)
from engine.little_town.moves import Use
from engine.little_town.payment import bill, check_affordable, check_coins_for, pay, take, ways_to_pay
from engine.little_town.state import Player, State, Step, Tile
from engine.little_town.turns import check_on_board, check_turn

Pair = tuple[str, ...]

TAKES: tuple[Pair, ...] = tuple(combinations_with_replacement(sorted(RESOURCES), PAWNED))
_GIVES: tuple[Pair, ...] = tuple(combinations_with_replacement(sorted(("coins", *RESOURCES)), PAWNED))


def check_use(state: State, seat: int, move: Use) -> None:
    _check_place_of_use(state, seat, move.cell)
    terrain = BOARDS[state.board_name].terrain.get(move.cell)
    if terrain:
        _check_plain(move, terrain)
        return
    tile = state.tiles.get(move.cell)
    if tile is None:
        raise IllegalMove("nothing_there", cell=list(move.cell))
    _check_tile(state.players[seat], move, tile, fee_of(tile, seat))


def _check_place_of_use(state: State, seat: int, cell: Cell) -> None:
    check_turn(state, seat)
    step = state.step
    if step.cell is None and not step.moved:
        raise IllegalMove("place_first")
    if step.cell is None:
        raise IllegalMove("building_turn")
    check_on_board(cell)
    if cell not in ADJACENT[step.cell]:
        raise IllegalMove("not_beside", cell=list(cell), worker=list(step.cell))
    if cell in step.used:
        raise IllegalMove("used_already", cell=list(cell))


def _check_plain(move: Use, name: str) -> None:
    """Terrain costs nothing, so there is nothing to name."""
    if move.coins_for:
        raise IllegalMove("no_coins_for", id=name)
    if move.give is not None:
        raise IllegalMove("not_a_pawnshop", id=name)


def _check_tile(player: Player, move: Use, tile: Tile, fee: int) -> None:
    building = BUILDINGS[tile.id]
    if not building.usable:
        raise IllegalMove("no_effect", building=tile.id)
    if player.coins < fee:
        raise IllegalMove("no_fee", owner=tile.owner, need=fee, have=player.coins)
    if building.pawns:
        _check_pawning(player, move, fee)
        return
    if move.give is not None:
        raise IllegalMove("not_a_pawnshop", id=tile.id)
    check_coins_for(building.pays, move.coins_for, tile.id)
    check_affordable(player, bill(building.pays, move.coins_for), fee)


def _check_pawning(player: Player, move: Use, fee: int) -> None:
    if move.coins_for:
        raise IllegalMove("no_coins_for", id="pawnshop")
    worth = sum(player.goods.values()) + (player.coins - fee) // RESOURCE_PRICE
    if worth < PAWNED:
        raise IllegalMove("nothing_to_give", need=PAWNED, have=worth)
    if move.give is None or move.take is None:
        raise IllegalMove("exchange_unnamed")
    check_affordable(player, of_pair(move.give), fee)


def fee_of(tile: Tile, seat: int) -> int:
    """What that seat pays the tile's owner for using it (LT-3.5)."""
    return 0 if tile.owner == seat else FEE


def of_pair(names: Sequence[str]) -> Amounts:
    """What the names of a pawnshop's `give` or `take` come to; "coins" stands for the price of a resource."""
    goods = tuple((name, names.count(name)) for name in sorted(set(names)) if name != "coins")
    return Amounts(RESOURCE_PRICE * names.count("coins"), goods)


def exchange(building: Building, move: Use) -> tuple[Amounts, Amounts]:
    """What using the tile so hands over, and what it promises."""
    if building.pawns:
        return of_pair(move.give or ()), of_pair(move.take or ())
    return bill(building.pays, move.coins_for), building.gains


def yield_of(terrain: str) -> Amounts:
    """What a terrain cell gives (LT-3.3)."""
    return _YIELDS[terrain]


_YIELDS = {terrain: Amounts(goods=((kind, 1),)) for terrain, kind in YIELD.items()}


def use(state: State, seat: int, move: Use) -> None:
    """The fee, the payment, the gain: each a step that objectives look at (LT-7)."""
    step = state.step
    step.moved = True
    step.used += (move.cell,)
    player = state.players[seat]
    terrain = BOARDS[state.board_name].terrain.get(move.cell)
    if terrain:
        _gain(state, player, yield_of(terrain))
        return
    tile = state.tiles[move.cell]
    building = BUILDINGS[tile.id]
    payment, gain = exchange(building, move)
    if tile.owner != seat:
        player.coins -= FEE
        state.players[tile.owner].coins += FEE
        objectives.watch_holdings(state)
    if payment != NOTHING:
        pay(state, player, payment)
        objectives.watch_holdings(state)
        objectives.watch_payment(step, player, building, payment)
    _count_tile(step, building)
    player.track += building.fame
    _gain(state, player, gain)


def _count_tile(step: Step, building: Building) -> None:
    step.tiles += 1
    if building.fame:
        step.fame += 1


def _gain(state: State, player: Player, gain: Amounts) -> None:
    received = take(state, player, gain)
    step = state.step
    step.gained |= frozenset(received)
    step.received += len(received)
    objectives.watch_holdings(state)
    objectives.watch_step(step, player)


def uses(state: State, seat: int) -> list[Use]:
    """Every use of what is beside the worker or residence of the seat to act: by cell, then way to pay."""
    step = state.step
    if step.cell is None:
        return []
    return [move for cell in ADJACENT[step.cell] if cell not in step.used for move in uses_of(state, seat, cell)]


def uses_of(state: State, seat: int, cell: Cell) -> list[Use]:
    """Every use of a cell that is beside the worker and not used yet."""
    if cell in BOARDS[state.board_name].terrain:
        return [Use(cell)]
    tile = state.tiles.get(cell)
    if tile is None:
        return []
    building, fee, player = BUILDINGS[tile.id], fee_of(tile, seat), state.players[seat]
    if not building.usable or player.coins < fee:
        return []
    if building.pawns:
        return [Use(cell, (), give, take) for give in gives(player, fee) for take in TAKES]
    return [Use(cell, way) for way in ways_to_pay(player, building.pays, fee)]


def gives(player: Player, fee: int) -> list[Pair]:
    """Every pair that the player can give to a pawnshop after the fee."""
    have = {"coins": (player.coins - fee) // RESOURCE_PRICE, **player.goods}
    return [(a, b) for a, b in _GIVES if have[a] and have[b] >= (2 if a == b else 1)]
