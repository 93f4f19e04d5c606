"""The numbers and names of the rules: dice, icons, buildings, limits. Rule numbers as in the rules file."""

from dataclasses import dataclass

SEATS = range(1, 9)  # 1.1
OPTIONS: dict[str, tuple[object, ...]] = {"size": (7, 9, 11)}  # 1.3
OPEN_DRAFTS = False  # 8.3
RULES = 1

ROUNDS = 12  # 1.2
DICE = (0, 5, 5, 5, 5, 5, 5, 4, 4, 4, 3, 3, 3)  # 2, by round from 1
ICONS_A_ROUND = (0, 3, 3, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1)  # 2, by round from 1
MOST_DICE = 5

DISCOVER, CONSTRUCT, GATHER, UPKEEP = PHASES = ("discover", "construct", "gather", "upkeep")  # 1.2
DONE = "done"  # 10: waits for the others, or the game is over

FACES = range(1, 7)  # 2.1
WILD = 6
LAST_ICON_FACE = 5
FARM, MOUNTAIN, TREE, RIVER, COAST = ICONS = ("farm", "mountain", "tree", "river", "coast")  # 2.1: faces 1 to 5

ENDS = ("NE", "NS", "NW", "ES", "EW", "SW")  # 3.3, letters in the order N, E, S, W
WATERS = ("N", "E", "S", "W", *ENDS, "NES", "NEW", "NSW", "ESW")  # 3.4

FOOD, STONE, WOOD = range(3)
RESOURCES = ("food", "stone", "wood")
START = (0, 0, 2)  # 1.4
MOST = 9  # 1.4, of each resource

TOWN_HALL_USES = 3  # 2.2
FOUNTAIN_USES = 3  # 2.3
MOST_TRADES = 20  # 9, in a well-formed move
TRADE_RATE = 2  # 4.7


@dataclass(frozen=True, slots=True)
class Building:
    """`cost` is (food, stone, wood); `limit` is how many of it a player may have, None for any number."""

    cost: tuple[int, int, int]
    limit: int | None = None


BUILDINGS = {  # 4, in the order of the rules' table
    "house": Building((3, 2, 0)),
    "mine": Building((0, 0, 1)),
    "woodcutter": Building((0, 0, 1)),
    "harbor": Building((0, 0, 2)),
    "watermill": Building((0, 0, 3)),
    "tavern": Building((0, 0, 5)),
    "lighthouse": Building((0, 3, 0), limit=1),
    "market": Building((0, 4, 0), limit=1),
    "fountain": Building((0, 5, 0), limit=1),
    "cathedral": Building((0, 0, 7), limit=1),
}

HOUSE_POINTS = 2  # 7.1
RIVER_POINTS, CROSSING_RIVER_POINTS = 1, 2  # 7.3
CATHEDRAL_POINTS = 10  # 7.6

SOLO_RANK_SIZE = 7  # 7.8
SOLO_RANKS = (
    (81, "legendary"),
    (71, "great"),
    (61, "good"),
    (51, "decent"),
    (0, "dismissed"),
)  # 7.8: from so many points


def icons_of(face: int) -> tuple[str, ...]:
    """What a die showing `face` can be drawn as (2.1)."""
    return ICONS if face == WILD else ICONS[face - 1 : face]
