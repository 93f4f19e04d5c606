"""Scenes of real games, without rooms: what a page is given, made from an engine state."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import engine.little_town as game
from app.web.words import game_words, render
from engine.core.config import Config
from engine.core.game import Json

NAMES = {0: "Ann", 1: "Ben & Co", 2: "Cleo", 3: "Dmitri"}


@dataclass
class Scene:
    """The parts of a room's scene that the game's page reads."""

    object: Json
    choices: Json | None
    explain: list[list[Json]]
    progress: list[Json]
    story: list[Json] = field(default_factory=list)
    seen_by_all: "Scene | None" = None
    made: dict[Any, Any] = field(default_factory=dict)
    log_id: None = None

    def explained(self, seat: int) -> list[Json]:
        """Of `explain`, that seat's."""
        return self.explain[seat]

    @property
    def public(self) -> "Scene":
        """A spectator's."""
        return self.seen_by_all or self


def start(seats: int = 3, seed: int = 1, **options: object) -> Any:
    """A game's first position."""
    return game.setup(Config(seats, bytes([seed]) * 32, options))


def scene_of(state: Any, me: int | None, story: list[Json] | None = None, undo: int = 0) -> Scene:
    """What the seat `me` (None: a spectator) sees of `state`."""
    active = game.active(state)
    seats = [
        {
            "seat": seat,
            "name": NAMES[seat],
            "connected": True,
            "active": seat in active,
            "doing": game.doing(state, seat),
        }
        for seat in range(len(state.players))
    ]
    return Scene(
        object={
            "code": "2222222",
            "game": "little_town",
            "status": "playing" if active else "over",
            "seats": seats,
            "undo": None if me is None else undo,
            "view": game.view(state, me),
        },
        choices=game.choices(state, me) if me is not None and active else None,
        explain=[game.explain(state, seat, me) for seat in range(len(state.players))],
        progress=[] if me is None else game.progress(state, me),
        story=story or [],
        seen_by_all=None if me is None else scene_of(state, None, story),
    )


def page(state: Any, me: int | None, story: list[Json] | None = None, undo: int = 0, read_only: bool = False) -> str:
    """The HTML inside #game; `read_only`: in a room that can only be looked at."""
    scene = scene_of(state, me, story, undo)
    if read_only:
        scene.object["read_only"], scene.choices = True, None
    return render("little_town/play.html", scene=scene, names=NAMES, me=me, words=game_words("little_town"))


def likely_move(state: Any, seat: int, rng: Random) -> Any:
    """A move that plays the game forward: building often, using what can be used."""
    moves = game.legal(state, seat)
    for kind, chance in (("build", 0.4), ("use", 0.85), ("end_turn", 0.95), ("feed", 1.0)):
        some = [move for move in moves if game.encode(move)["type"] == kind]
        if some and rng.random() < chance:
            return rng.choice(some)
    return rng.choice(moves)


def played(seats: int = 3, seed: int = 1, moves: int = 10_000, viewer: int | None = 0, **options: object) -> Any:
    """Play up to `moves` moves: every state on the way, each with the story so far as `viewer` may see it."""
    rng = Random(seed)
    state, story = start(seats, seed, **options), []
    yield state, story
    for number in range(moves):
        if not (active := game.active(state)):
            return
        seat = rng.choice(active)
        move = likely_move(state, seat, rng)
        before, state = state, state.copy()
        game.apply(state, seat, move)
        story = [*story, {"seq": number, "seat": seat, "facts": game.facts(before, seat, move, state, viewer)}]
        yield state, story
