"""The first position (LT-1), drawn from the seed as randomness.md says."""

from engine.core import Config, checked_options, draw, shuffled
from engine.little_town import data
from engine.little_town.cards import OBJECTIVES, possible
from engine.little_town.state import Player, State

SEATS = range(2, 5)
OPTIONS: dict[str, tuple[object, ...]] = {"board": ("A", "B"), "first_game": (False, True)}
RULES = 1


def setup(config: Config) -> State:
    """The first position of a game; raises `BadConfig`."""
    options = checked_options(config, SEATS, OPTIONS, RULES)
    market = _market(config.seed, first_game=bool(options["first_game"]))
    hands, replaced = _deal(config.seed, config.seats, market)
    start = draw(config.seed, "start", 0, config.seats)
    supply = data.SUPPLY[config.seats]
    return State(
        board_name=str(options["board"]),
        players=[
            Player(data.START_COINS, dict.fromkeys(data.RESOURCES, 0), supply.workers, supply.houses, hand)
            for hand in hands
        ],
        stock=dict.fromkeys(data.RESOURCES, data.STOCK),
        market=market,
        wheat_fields=data.WHEAT_FIELDS,
        start_player=start,
        turn=start,
        replaced=replaced,
    )


def _market(seed: bytes, *, first_game: bool) -> tuple[str, ...]:
    if first_game:
        return data.FIRST_GAME
    return tuple(shuffled(seed, "buildings", data.UNIQUE)[: data.MARKET_SIZE])


def _deal(seed: bytes, seats: int, market: tuple[str, ...]) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Each seat's hand and the cards put aside (LT-1.5)."""
    cards = shuffled(seed, "objectives", list(OBJECTIVES))
    dealt = seats * data.SUPPLY[seats].cards
    hands = [cards[seat:dealt:seats] for seat in range(seats)]
    left = cards[dealt:]
    replaced: list[str] = []
    for hand in hands:
        for place, card in enumerate(hand):
            while not possible(card, market):
                replaced.append(card)
                card = left.pop(0)
            hand[place] = card
    return [tuple(hand) for hand in hands], tuple(replaced)
