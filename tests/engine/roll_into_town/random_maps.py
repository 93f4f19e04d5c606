"""Random maps, denser and stranger than play makes them, with their sea at rest (3.5)."""

from random import Random

from tests.engine.roll_into_town.slow_map import Rows, flooded

WEIGHTS = {
    ".": 30,
    "t": 20,
    "coast": 30,
    "woodcutter": 6,
    "house": 6,
    "river": 6,
    "tavern": 3,
    "m": 3,
    "mine": 3,
    "f": 3,
}
ENDS = ("NE", "NS", "NW", "ES", "EW", "SW")
WATERS = (*"NESW", *ENDS, "NES", "NEW", "NSW", "ESW")


def random_map(rng: Random) -> Rows:
    """Rivers are scattered pieces here; one map in two has a lighthouse, one in three a cathedral's cell."""
    size = rng.choice((7, 7, 9, 11))
    words = rng.choices(list(WEIGHTS), list(WEIGHTS.values()), k=size * size)
    rows = [[_token(rng, words.pop()) for _ in range(size)] for _ in range(size)]
    if rng.random() < 1 / 3:
        rows[0][0] = "cathedral"
    rows[size // 2][size // 2] = "@"
    if rng.random() < 1 / 2:
        row, column = rng.randrange(1, size // 2), rng.randrange(size)
        rows[row - 1][column], rows[row][column] = (
            rng.choice((".+top", "c:SW+top")),
            rng.choice((".+bottom", "c:N+bottom")),
        )
    return flooded(rows)


def _token(rng: Random, word: str) -> str:
    if word == "coast":
        return "c:" + rng.choice(WATERS) + rng.choice(("", "", "+harbor"))
    return "r:" + rng.choice(ENDS) if word == "river" else word


def as_text(rows: Rows) -> str:
    return "\n".join(" ".join(row) for row in rows)
