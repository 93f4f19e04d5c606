"""Scenes of Roll Into Town straight from the engine, for rendering a page without a server."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import engine.roll_into_town as game
from app.web.words import game_words, templates
from engine import Config, after

NAMES = ["Ada", "Bo", "Chi", "Dov", "Eli", "Fay", "Gus", "Hal"]
Json = dict[str, Any]


@dataclass
class Scene:
    """The parts of app.rooms.Scene that a game's page may use."""

    object: Json
    choices: Json | None
    explain: list[list[Json]]
    story: list[Json]
    seen_by_all: "Scene | None" = None
    made: dict[Any, Any] = field(default_factory=dict)
    log_id: None = None

    @property
    def public(self) -> "Scene":
        """A spectator's."""
        return self.seen_by_all or self

    def explained(self, seat: int) -> list[Json]:
        """Of `explain`, that seat's."""
        return self.explain[seat]


class Table:
    """A game in progress: `state`, and the `story` of every move so far; a settled round's entries have a number."""

    def __init__(self, seats: int, seed: str, size: int = 7) -> None:
        self.seats = seats
        self.rng = Random(seed)
        self.state = game.setup(Config(seats, sha256(seed.encode()).digest(), {"size": size}))
        self.story: list[Json] = []

    def step(self) -> None:
        """A random move of a random seat, `next` only now and then where there is something else to do."""
        seat = self.rng.choice(game.active(self.state))
        moves = game.legal(self.state, seat)
        others = [move for move in moves if game.encode(move)["type"] not in ("next", "adjust")]
        self.play(seat, self.rng.choice(others if others and self.rng.random() < 0.9 else moves))

    def play(self, seat: int, move: Any) -> None:
        settled = game.settles(self.state, seat, move)
        state = after(game, self.state, seat, move)
        facts = game.facts(self.state, seat, move, state, None)
        self.story.append({"seq": None, "seat": seat, "facts": facts})
        if settled:
            self.story[-1]["seq"] = len(self.story)
        self.state = state

    def scene(self, me: int | None) -> Scene:
        active = game.active(self.state)
        seats = [
            {
                "seat": seat,
                "name": NAMES[seat],
                "connected": seat != 1,
                "active": seat in active,
                "doing": game.doing(self.state, seat),
            }
            for seat in range(self.seats)
        ]
        view = game.view(self.state, me)
        choices = game.choices(self.state, me) if me is not None and active else None
        explain = [game.explain(self.state, seat, me) for seat in range(self.seats)]
        return Scene(
            {"code": "2222222", "game": "roll_into_town", "seats": seats, "view": view, "undo": 1},
            choices,
            explain,
            self.story,
        )

    def page(self, me: int | None, read_only: bool = False) -> str:
        """What stands inside #game for `me`; `read_only`: in a room that can only be looked at."""
        scene = self.scene(me)
        if read_only:
            scene.choices = None
        names = dict(enumerate(NAMES[: self.seats]))
        words = game_words("roll_into_town")
        template = templates().get_template("roll_into_town/play.html")
        return template.render(scene=scene, names=names, me=me, words=words)


def positions(seats: int, seed: str, size: int = 7, every: int = 1) -> Iterator[Table]:
    """A table after every so many moves of a random game, the beginning and the end included."""
    table = Table(seats, seed, size)
    moves = 0
    while game.active(table.state):
        if moves % every == 0:
            yield table
        table.step()
        moves += 1
    yield table
