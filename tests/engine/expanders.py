"""How the choices of each game spread out into wire moves (each game's tests say it in their own folder)."""

from typing import Any

from tests.engine.little_town.expand import expand as expand_little_town
from tests.engine.roll_into_town.expand import expand as expand_roll_into_town

EXPANDERS: dict[str, Any] = {
    "little_town": expand_little_town,
    "roll_into_town": expand_roll_into_town,
    "toy": lambda game, state, seat, choices: [{"type": kind} for kind in choices["moves"]],
}
