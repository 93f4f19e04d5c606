"""The rules: a game is its options, its seed and its log, folded into a state. Nothing else is known here."""

from typing import Any

from engine import little_town, roll_into_town
from engine.core import (
    BadConfig,
    Config,
    EngineError,
    Game,
    IllegalMove,
    MalformedMove,
    after,
    playout,
    replay,
)

GAMES: dict[str, Game[Any, Any]] = {
    "little_town": little_town,
    "roll_into_town": roll_into_town,
}

__all__ = [
    "GAMES",
    "BadConfig",
    "Config",
    "EngineError",
    "Game",
    "IllegalMove",
    "MalformedMove",
    "after",
    "playout",
    "replay",
]
