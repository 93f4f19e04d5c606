"""The core that all games share: errors, configuration, the protocol, play, draws from a seed."""

from engine.core.calls import check_seat, is_seat, key_name, not_a_move
from engine.core.config import Config, checked_options
from engine.core.draws import commitment, draw, game_seed, shuffled
from engine.core.errors import BadConfig, EngineError, IllegalMove, MalformedMove
from engine.core.game import Game, Json, State
from engine.core.open_view import open_view
from engine.core.play import after, playout, replay

__all__ = [
    "BadConfig",
    "Config",
    "EngineError",
    "Game",
    "IllegalMove",
    "Json",
    "MalformedMove",
    "State",
    "after",
    "check_seat",
    "checked_options",
    "commitment",
    "draw",
    "game_seed",
    "is_seat",
    "key_name",
    "not_a_move",
    "open_view",
    "playout",
    "replay",
    "shuffled",
]
