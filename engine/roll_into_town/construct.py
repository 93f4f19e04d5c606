"""Construct (4): what a building costs, how it can be paid, where it can stand.

Each `why_no_...` returns the refusal, or None when the rules allow it; `check` raises it, `choices` shows it.
"""

from functools import cache
from itertools import combinations_with_replacement, permutations

from engine.core import IllegalMove
from engine.roll_into_town.data import BUILDINGS, FOUNTAIN_USES, MOST, RESOURCES, TRADE_RATE
from engine.roll_into_town.grid import BOARD, STRIDE, E, W, around, bits, cell_at, opposite, place_of, shifted
from engine.roll_into_town.ground import why_not_blank
from engine.roll_into_town.moves import WIDEST, Build, Move, Trades
from engine.roll_into_town.state import Player, Stock, Town
from engine.roll_into_town.tokens import token


def payment(building: str, trades: Trades) -> Stock:
    """What is paid (9): the cost, less what is traded for, plus twice what is traded away."""
    cost = BUILDINGS[building].cost
    if not trades:
        return cost
    paid = list(cost)
    for given, got in trades:
        paid[RESOURCES.index(given)] += TRADE_RATE
        paid[RESOURCES.index(got)] -= 1
    return paid[0], paid[1], paid[2]


def why_no_trades(building: str, trades: Trades) -> IllegalMove | None:
    """Are these trades allowed where a market stands (4.7)?"""
    given, got = [trade[0] for trade in trades], [trade[1] for trade in trades]
    for resource, cost in zip(RESOURCES, BUILDINGS[building].cost, strict=True):
        if resource in given and resource in got:
            return IllegalMove("trade_both", resource=resource)
        if got.count(resource) > cost:
            return IllegalMove("trade_unused", resource=resource, cost=cost, traded=got.count(resource))
    return None


def _payments(building: str) -> list[tuple[Stock, Trades]]:
    """Every payment that a full store could afford, with its trades, the plain cost first."""
    cost = BUILDINGS[building].cost
    pairs = [(given, got) for given, got in permutations(RESOURCES, 2) if cost[RESOURCES.index(got)]]
    every = (
        trades for number in range(sum(cost) + 1) for trades in combinations_with_replacement(sorted(pairs), number)
    )
    legal = [(payment(building, trades), trades) for trades in every if why_no_trades(building, trades) is None]
    return [(paid, trades) for paid, trades in legal if max(paid) <= MOST]


PAYMENTS = {building: _payments(building) for building in BUILDINGS}
FLIPS = {building: (False, True) if building == "cathedral" else (False,) for building in BUILDINGS}  # 4.8


def affordable(player: Player, building: str) -> list[tuple[Stock, Trades]]:
    """The payments, and their trades, that the player can make for the building."""
    options = PAYMENTS[building] if player.town.market else PAYMENTS[building][:1]
    return [option for option in options if covers(player.stock, option[0])]


def covers(stock: Stock, paid: Stock) -> bool:
    return stock[0] >= paid[0] and stock[1] >= paid[1] and stock[2] >= paid[2]


def why_no_payment(player: Player, building: str, trades: Trades) -> IllegalMove | None:
    """Can the building be paid with these trades (4, 4.7, 9)?"""
    if trades:
        if not player.town.market:
            return IllegalMove("no_market")
        refusal = why_no_trades(building, trades)
        if refusal is not None:
            return refusal
    paid = payment(building, trades)
    if covers(player.stock, paid):
        return None
    owed = list(zip(RESOURCES, paid, player.stock, strict=True))
    return IllegalMove(
        "cannot_pay",
        building=building,
        pay={resource: pay for resource, pay, _ in owed if pay},
        has={resource: has for resource, pay, has in owed if pay},
        short={resource: pay - has for resource, pay, has in owed if pay > has},
    )


def why_no_more(town: Town, building: str) -> IllegalMove | None:
    """The table's limits (4)."""
    limit = BUILDINGS[building].limit
    standing = town.top if building == "lighthouse" else town.layer(building)
    return IllegalMove("limit", building=building, limit=limit) if limit and standing else None


def sites(town: Town, building: str, flip: bool = False) -> int:
    """The cells where it can stand (4.4-4.9): of a lighthouse the bottom, of a cathedral the tower's south cell."""
    match building:
        case "harbor":
            return town.coast & ~town.harbor & ~town.top & ~town.bottom
        case "watermill":
            return town.blank & _river_sides(town)
        case "lighthouse":
            free_coast = town.coast & ~town.harbor
            tops = town.blank | town.sea | free_coast
            return (free_coast | town.blank & around(town.coast)) & tops << STRIDE
        case "cathedral":
            nave = W if flip else E
            return town.blank & town.blank << STRIDE & shifted(town.blank, opposite(nave))
    return town.blank


def _river_sides(town: Town) -> int:
    """The neighbours of river cells at sides that are not ends (4.5)."""
    found = 0
    for side, ends in enumerate(town.ends):
        found |= shifted(town.river & ~ends, side)
    return found


def why_no_site(town: Town, building: str) -> IllegalMove | None:
    """Is there any place on the map for it?"""
    if any(sites(town, building, flip) for flip in FLIPS[building]):
        return None
    return IllegalMove("no_site", building=building)


def why_no_build(player: Player, move: Build) -> IllegalMove | None:
    """May this be built (4)?"""
    refusal = why_no_more(player.town, move.building) or why_no_payment(player, move.building, move.trades)
    if refusal is not None or sites(player.town, move.building, move.flip) >> move.cell & 1:
        return refusal
    return why_no_site(player.town, move.building) or _why_not_there(player.town, move)


def _why_not_there(town: Town, move: Build) -> IllegalMove | None:
    """What is wrong with a cell that is no site, on a map that has one."""
    if not BOARD[town.size] >> move.cell & 1:
        return why_not_blank(town, move.cell)
    match move.building:
        case "harbor":
            return _why_no_harbor(town, move.cell)
        case "lighthouse":
            return _why_no_lighthouse(town, move.cell)
        case "cathedral":
            return _why_no_cathedral(town, move.cell, move.flip)
    return why_not_blank(town, move.cell) or IllegalMove("needs_river_side", cell=place_of(move.cell))


def _why_no_harbor(town: Town, cell: int) -> IllegalMove:
    """What is wrong with a cell of the map where no harbor can stand (4.4)."""
    if not town.coast >> cell & 1:
        return IllegalMove("needs_coast", cell=place_of(cell), holds=token(town, cell))
    return IllegalMove("has_harbor" if town.harbor >> cell & 1 else "has_lighthouse", cell=place_of(cell))


def _why_no_lighthouse(town: Town, bottom: int) -> IllegalMove | None:
    """What is wrong with a cell of the map where no lighthouse's bottom can stand (4.9)."""
    if town.harbor >> bottom & 1:
        return IllegalMove("has_harbor", cell=place_of(bottom))
    if not town.coast >> bottom & 1:
        refusal = why_not_blank(town, bottom)
        if refusal is not None:
            return refusal
        if not town.blank & around(town.coast) & 1 << bottom:
            return IllegalMove("needs_coast_beside", cell=place_of(bottom))
    top = bottom - STRIDE
    if top < 0:
        return IllegalMove("top_off_map", cell=place_of(bottom))
    return IllegalMove("top_blocked", cell=place_of(top), holds=token(town, top))


def _why_no_cathedral(town: Town, south: int, flip: bool) -> IllegalMove | None:
    """4.8: the first of its cells, tower first, that is off the map or not blank."""
    row, column = place_of(south)
    for place in ([row, column], [row - 1, column], [row, column - 1 if flip else column + 1]):
        if not all(0 <= number < town.size for number in place):
            return IllegalMove("off_map", cell=place, size=town.size)
        refusal = why_not_blank(town, cell_at(*place))
        if refusal is not None:
            return refusal
    return None


def build(player: Player, move: Build) -> None:
    """Pay and build. Nothing here can make a cell blank or water it, so nothing floods (3.5)."""
    paid, town, cell = payment(move.building, move.trades), player.town, 1 << move.cell
    food, stone, wood = player.stock
    player.stock = (food - paid[0], stone - paid[1], wood - paid[2])
    match move.building:
        case "lighthouse":
            town.put("bottom", cell)
            town.put("top", cell >> STRIDE)
        case "cathedral":
            town.put("cathedral", cathedral_cells(move.cell, move.flip))
        case building:
            town.put(building, cell)
    if move.building == "fountain":
        player.fountain_left = FOUNTAIN_USES


def cathedral_cells(south: int, flip: bool) -> int:
    """4.8: the tower's two cells and the nave, as a set."""
    cell = 1 << south
    return cell | cell >> STRIDE | shifted(cell, W if flip else E)


def legal(player: Player) -> list[Move]:
    """By building in the order of the table, then payment, then cell; the flipped cathedral after the other."""
    moves: list[Move] = []
    for building in BUILDINGS:
        options = affordable(player, building)
        if not options or why_no_more(player.town, building):
            continue
        for flip in FLIPS[building]:
            cells = bits(sites(player.town, building, flip))
            for _, trades in options:
                by_cell = _builds(building, flip, trades)
                moves += [by_cell[cell] for cell in cells]
    return moves


@cache
def _builds(building: str, flip: bool, trades: Trades) -> list[Build]:
    """By cell. With a market and full stores thousands are legal at once: they are made once, for each of PAYMENTS."""
    return [Build(building, cell, trades, flip) for cell in range(WIDEST * STRIDE)]
