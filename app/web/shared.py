"""What a page shows to everybody is made once for each change of a room, from the scene of a spectator.

A game's templates say what that is: after `{% set public = shared(scene) %}` they ask for `public.holes(macro, ...)`
with a macro of an imported template, which is given a spectator's scene and the arguments that stand here. It is not
told for whom it is said, so nothing private can get into it; what differs for some viewers is an argument, and a part
of the key.
"""

import marshal
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from jinja2.runtime import Macro

from app.rooms import Json, Scene
from app.web.kept import Holes, filled
from app.web.log_blocks import addressed, same_blocks
from app.web.marks import now_gathered


class Made(NamedTuple):
    """Of one moment in one language, by macro or function and its arguments."""

    holes: dict[tuple[Macro, bytes], Holes]
    told: dict[tuple[Callable[..., Any], bytes], Any]


class Shared:
    """`shared(scene)` of the templates. What was made goes with the spectator's scene."""

    def __init__(self, language: Callable[[], str]) -> None:
        self.language = language

    def __call__(self, scene: Scene) -> "Public":
        """What viewers of that scene share with all others of the same moment who read the same language."""
        public = scene.public
        key = self, self.language()
        made = public.made.get(key)
        if made is None:
            made = public.made[key] = Made({}, {})
        return Public(public, made)


class Public:
    """One moment of a room, as everybody may see it. Arguments have to be plain data; ValueError else."""

    def __init__(self, scene: Scene, made: Made) -> None:
        self.scene = scene
        self._holes, self._told = made

    def holes(self, macro: Macro, *arguments: Any) -> Holes:
        """What `macro(<a spectator's scene>, holes, *arguments)` puts into the dict `holes`, for `Kept.frame`."""
        key = macro, marshal.dumps((arguments, now_gathered() is None), 2)
        found = self._holes.get(key)
        if found is None:
            found = self._holes[key] = filled(macro, (self.scene,), arguments)
        return found

    def reads_alike(self, story: Sequence[Json], reader: int | None, codes: Collection[str]) -> bool:
        """Does a log of this story say to its reader what it says to everybody? `codes`: as in `addressed`."""
        return reader not in self.of_story(addressed, codes) and same_blocks(story, self.scene.story)

    def of_story(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of the game makes of what happened, as a spectator knows it; it is not to be changed."""
        key = function, marshal.dumps(arguments, 2)
        if key not in self._told:
            self._told[key] = function(self.scene.story, *arguments)
        return self._told[key]
