"""How the choices of each game spread out into wire moves (each game's tests say it in their own folder)."""

from typing import Any

EXPANDERS: dict[str, Any] = {
    "toy": lambda game, state, seat, choices: [{"type": kind} for kind in choices["moves"]],
}
