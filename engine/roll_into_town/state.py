"""What a position is made of. Mutable, with hand-written copies; every field is an immutable value or one of these.

Sets of cells and of dice are integers, a bit for each (grid.py).
"""

from dataclasses import dataclass

from engine.core import Config, checked_options, draw
from engine.roll_into_town.data import (
    DICE,
    DISCOVER,
    DONE,
    FACES,
    ICONS_A_ROUND,
    OPTIONS,
    ROUNDS,
    RULES,
    SEATS,
    START,
    TOWN_HALL_USES,
)
from engine.roll_into_town.grid import BOARD, centre

Sides = tuple[int, int, int, int]
Stock = tuple[int, int, int]
Dice = tuple[int, ...]


@dataclass(slots=True)
class Town:
    """One player's map (1.3). Each layer is a set of cells and is named as the cells' tokens are.

    `blank`: cells that hold nothing (1.6). `ends`, `water`: for each side N, E, S, W the river cells with an end there,
    the coasts with water there. `river_next`: the cell that the river's open end points into, empty if the river is
    complete or not begun; `river_back`: the side at which the piece in that cell must face back.
    `top`, `bottom`: the lighthouse's halves; `harbor`: coasts with a harbor. These three lie over other layers.
    """

    size: int
    blank: int
    farm: int = 0
    mountain: int = 0
    tree: int = 0
    river: int = 0
    coast: int = 0
    sea: int = 0
    house: int = 0
    mine: int = 0
    woodcutter: int = 0
    watermill: int = 0
    tavern: int = 0
    market: int = 0
    fountain: int = 0
    cathedral: int = 0
    harbor: int = 0
    top: int = 0
    bottom: int = 0
    ends: Sides = (0, 0, 0, 0)
    water: Sides = (0, 0, 0, 0)
    river_next: int = 0
    river_back: int = 0

    def copy(self) -> "Town":
        return Town(
            self.size,
            self.blank,
            self.farm,
            self.mountain,
            self.tree,
            self.river,
            self.coast,
            self.sea,
            self.house,
            self.mine,
            self.woodcutter,
            self.watermill,
            self.tavern,
            self.market,
            self.fountain,
            self.cathedral,
            self.harbor,
            self.top,
            self.bottom,
            self.ends,
            self.water,
            self.river_next,
            self.river_back,
        )

    def layer(self, name: str) -> int:
        """The set of cells of a layer."""
        layer: int = getattr(self, name)
        return layer

    def put(self, name: str, cells: int) -> None:
        """Add cells to a layer; they are no longer blank."""
        setattr(self, name, self.layer(name) | cells)
        self.blank &= ~cells


@dataclass(slots=True)
class Player:
    """One seat. `stock` is (food, stone, wood); `dice` this round's dice as this player has adjusted them.

    `adjusted`, `used`: sets of dice. `harvested`: woodcutters used this round. `growth`: in upkeep (forest, trees still
    due) for each forest, in row order, those with 0 due included; else empty.
    """

    town: Town
    dice: Dice
    allowed: int
    phase: str = DISCOVER
    stock: Stock = START
    adjusted: int = 0
    used: int = 0
    drawn: int = 0
    town_hall_left: int = TOWN_HALL_USES
    fountain_left: int = 0
    harvested: int = 0
    growth: tuple[tuple[int, int], ...] = ()

    def copy(self) -> "Player":
        return Player(
            self.town.copy(),
            self.dice,
            self.allowed,
            self.phase,
            self.stock,
            self.adjusted,
            self.used,
            self.drawn,
            self.town_hall_left,
            self.fountain_left,
            self.harvested,
            self.growth,
        )


@dataclass(slots=True)
class State:
    """A position. `rolls`: the dice of all rounds, by round from 1; what lies beyond `round` is hidden (8.2)."""

    size: int
    rolls: tuple[Dice, ...]
    round: int
    players: list[Player]

    def copy(self) -> "State":
        return State(self.size, self.rolls, self.round, [player.copy() for player in self.players])

    @property
    def rolled(self) -> Dice:
        return self.rolls[self.round]

    @property
    def over(self) -> bool:
        return self.round == ROUNDS and all(player.phase == DONE for player in self.players)


def setup(config: Config) -> State:
    """The first position. Raises `BadConfig`."""
    size = checked_options(config, SEATS, OPTIONS, RULES)["size"]
    assert isinstance(size, int)
    rolls = tuple(_roll(config.seed, number) for number in range(ROUNDS + 1))
    blank = BOARD[size] & ~centre(size)
    players = [Player(Town(size, blank), rolls[1], ICONS_A_ROUND[1]) for _ in range(config.seats)]
    return State(size, rolls, 1, players)


def _roll(seed: bytes, number: int) -> Dice:
    """The dice of round `number` (2; randomness.md)."""
    return tuple(FACES[draw(seed, f"dice/{number}", die, len(FACES))] for die in range(DICE[number]))
