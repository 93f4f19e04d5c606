"""A position with all cards open: what no viewer may see while a game is on, and everybody when it is over."""

from typing import Any

from engine.core.game import Game, Json


def open_view(game: Game[Any, Any], state: Any, seats: int) -> Json:
    """A spectator's view with what each seat may see besides, in its place."""
    public = game.view(state, None)
    seen: Any = public
    for seat in range(seats):
        seen = _with(seen, public, game.view(state, seat))
    return dict(seen)


def _with(seen: Any, public: Any, own: Any) -> Any:
    """`seen`, and instead of what differs between the spectator's view and a seat's own that of the seat."""
    if own == public:
        return seen
    if isinstance(own, dict) and isinstance(public, dict):
        return {**seen, **{key: _with(seen.get(key), public.get(key), value) for key, value in own.items()}}
    if isinstance(own, list) and isinstance(public, list) and len(own) == len(public) == len(seen):
        return [_with(*each) for each in zip(seen, public, own, strict=True)]
    return own
