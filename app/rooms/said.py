"""JSON of what several viewers are told, made once for all of them.

Most of a room object is a view, and most of a view is the same for everybody. A game's `view_from` hands on the
parts of the spectator's view that stay as they are: whatever is the very same value there is the same text, too.
"""

from functools import cached_property

from orjson import Fragment

from app.rooms.results import Json
from app.store.store import to_json


class Said:
    """What of the views of one moment is common: `public` is the spectator's."""

    def __init__(self, public: Json) -> None:
        self._public = public

    def view(self, own: Json) -> Json:
        """A viewer's view, with text in place of what is common; `to_json` makes of both the same."""
        public, parts = self._public, self._parts
        return {
            key: parts[key] if key in parts and value is public[key] else self._own(value) for key, value in own.items()
        }

    def _own(self, value: object) -> object:
        """What not everybody is told; of a list only some items may be such."""
        if not isinstance(value, list):
            return value
        items = self._items
        return [items.get(id(item), item) for item in value]

    @cached_property
    def _parts(self) -> dict[str, Fragment]:
        return {key: fragment(value) for key, value in self._public.items()}

    @cached_property
    def _items(self) -> dict[int, Fragment]:
        """By identity what the lists hold; they stay as long as the view does."""
        lists = [value for value in self._public.values() if isinstance(value, list)]
        return {id(item): fragment(item) for items in lists for item in items if isinstance(item, dict)}


def fragment(value: object) -> Fragment:
    """The value's text, to stand for it in a larger value."""
    return Fragment(to_json(value))
