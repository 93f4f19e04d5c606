"""The tokens of cells (10)."""

from engine.roll_into_town.grid import STRIDE, bits, centre, letters_at
from engine.roll_into_town.state import Town

NAMED = ("house", "mine", "woodcutter", "watermill", "tavern", "market", "fountain", "cathedral")
PLAIN = {"farm": "f", "mountain": "m", "tree": "t", "sea": "~", **{name: name for name in NAMED}}


def rows(town: Town) -> list[list[str]]:
    """What every cell of the map holds, row by row."""
    tokens = _tokens(town)
    return [tokens[row * STRIDE : row * STRIDE + town.size] for row in range(town.size)]


def token(town: Town, cell: int) -> str:
    """What one cell of the map holds."""
    return _tokens(town)[cell]


def _tokens(town: Town) -> list[str]:
    tokens = ["."] * (town.size * STRIDE)
    for layer, word in PLAIN.items():
        for cell in bits(town.layer(layer)):
            tokens[cell] = word
    for cell in bits(town.river):
        tokens[cell] = "r:" + letters_at(cell, town.ends)
    for cell in bits(town.coast):
        tokens[cell] = "c:" + letters_at(cell, town.water)
    for cell in bits(centre(town.size)):
        tokens[cell] = "@"
    for layer in ("harbor", "bottom", "top"):
        for cell in bits(town.layer(layer)):
            tokens[cell] += "+" + layer
    return tokens
