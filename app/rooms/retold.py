"""A finished game gone through once more, for what it adds to the numbers of all games."""

from typing import Any

from app.rooms.program import result_of
from app.rooms.results import Json
from app.store.tallies import Tally
from engine import Config, Game, after


class Retold:
    """A game played again move by move. Raises what the rules do with an old log, and ValueError for a hole in it."""

    def __init__(self, game: Game[Any, Any], config: Config) -> None:
        self._game = game
        self._config = config
        self._state = game.setup(config)
        self._story: list[Json] = []
        self._tells = hasattr(game, "tally")

    def play(self, seq: int, seat: int, wire: Any) -> None:
        """The next move, as it is stored."""
        if seq != len(self._story):
            raise ValueError(f"move {len(self._story)} is missing")
        game, before = self._game, self._state
        move = game.decode(wire)
        self._state = after(game, before, seat, move)
        facts = game.facts(before, seat, move, self._state, None) if self._tells else []
        self._story.append({"seat": seat, "facts": facts})

    def tally(self, result: Json | None) -> Tally:
        """What the game adds, which is over by now and has ended with this result; ValueError where it is not so."""
        if self._game.active(self._state) or result_of(self._game, self._state, self._config.seats) != result:
            raise ValueError("it does not end as it is stored")
        made: Tally = self._game.tally(self._state, self._story) if self._tells else {}  # type: ignore[attr-defined]
        return made
