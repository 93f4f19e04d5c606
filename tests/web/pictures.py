"""Finished games as their pictures are given them, without a room: from records, and by play at random."""

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from app.web.picture_pages import drawn
from app.web.room_view import title_of
from app.web.words import words_of
from engine import GAMES, Config, replay
from engine.core import open_view, playout

RECORDS = sorted(Path("tests/engine").glob("*/games/*.json"))


def recorded(path: Path) -> tuple[str, Any, int]:
    """Game, last state and seats of a recorded game."""
    record = json.loads(path.read_text())
    name = record["game"]
    config = Config(record["seats"], bytes.fromhex(record["seed"]), record["options"])
    rows = [(row["seat"], row["move"]) if isinstance(row, dict) else row for row in record["log"]]
    game = GAMES[name]
    return name, replay(game, config, [(seat, game.decode(move)) for seat, move in rows]), config.seats


def at_random(name: str, seats: int, **options: object) -> tuple[str, Any, int]:
    """The same of a game that was played at random."""
    game = GAMES[name]
    state, _ = playout(game, game.setup(Config(seats, bytes(32), options)), Random(1))
    return name, state, seats


def pictured(name: str, state: Any, seats: int, called: str = "Player {}") -> str:
    """The picture of that game, whose players are `called` so, with their number in it."""
    game = GAMES[name]
    view = open_view(game, state, seats)
    result = {"ranking": game.ranking(state), "scores": [player["score"]["total"] for player in view["players"]]}
    shown = {
        "title": title_of(name),
        "options": ["Size: 7"],
        "words": words_of(name),
        "names": {seat: called.format(seat) for seat in range(seats)},
        "present": {"result": result, "finished_at": datetime(2026, 1, 2, tzinfo=UTC)},
        "room": {"code": "7KXQ2MW", "game": name, "view": view},
    }
    return drawn(shown)
