"""Macros are rendered once for the same arguments, whoever looks: most of a page is the same for all viewers of a room,
and most of that as it was a move ago.

That cannot show anybody's secrets to somebody else. A macro of an imported template knows nothing but its arguments,
the language and what never changes (sprites' addresses, a game's tables), and all of that is the key under which its
HTML is kept. A macro that may know more (of the template at hand, or imported `with context`) and one whose arguments
are more than plain data (a scene) is rendered at every call. So macros must not ask `theme()`, nor change what they are
given.
"""

import marshal
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime
from types import FunctionType
from typing import Any

from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup

MOST = 16_000_000
"""How many bytes a process keeps, about: all that is said at some hundred tables."""
OVERHEAD = 300  # bytes that an entry takes besides its text


class Kept:
    """What macros said: `language()` is a part of the key, and of `most` bytes the least used go first."""

    def __init__(self, language: Callable[[], str], most: int = MOST) -> None:
        self.language = language
        self.most = most
        self.size = 0
        self.said: OrderedDict[tuple[Macro, str, Hashable], Markup] = OrderedDict()

    def __call__(self, macro: Macro, *arguments: Any) -> str:
        """`kept(macro, ...)` in a template: the same, for what is costly. ValueError where it could not be kept."""
        if plain((arguments, {})) is None or not is_imported(macro):
            raise ValueError(f"what the macro {macro.name} says cannot be kept")
        return self.call(macro, arguments, {})

    def call(self, macro: Macro, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> str:
        """What `macro(*arguments, **named)` says."""
        content = plain((arguments, named))
        if content is None:
            return macro(*arguments, **named)
        key = macro, self.language(), content
        found = self.said.get(key)
        if found is not None:
            self.said.move_to_end(key)
            return found
        said = macro(*arguments, **named)
        if type(said) is Markup and is_imported(macro):
            self._keep(key, said, _weight(content))
        return said

    def _keep(self, key: tuple[Macro, str, Hashable], said: Markup, weight: int) -> None:
        self.said[key] = said
        self.size += len(said) + weight
        while self.size > self.most:
            (_macro, _language, content), text = self.said.popitem(last=False)
            self.size -= len(text) + _weight(content)


def plain(value: Any) -> Hashable | None:
    """Plain data (texts, numbers, None, lists, dicts, constants of a game's tables) as a key; None for anything else.

    Equal keys mean equal content and types.
    """
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return _plain_parts(value)


def _plain_parts(value: Any) -> Hashable | None:
    """The same for what marshal does not take whole: sentences in HTML, and records that cannot change."""
    if isinstance(value, (tuple, list)):
        parts = tuple(map(plain, value))
        return None if None in parts else (type(value), parts)
    if isinstance(value, dict):
        return _plain_parts(tuple(value.items())) if value else ()
    if type(value) is Markup:
        return Markup, str(value)
    if isinstance(value, (TemplateModule, datetime)):
        return value  # a module is equal to itself only: one that knows a viewer's values is another at each rendering
    record = getattr(type(value), "__dataclass_params__", None)
    return (type(value), value) if record is not None and record.frozen and _has_hash(value) else None


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _weight(content: Hashable) -> int:
    return OVERHEAD + (len(content) if isinstance(content, bytes) else OVERHEAD)


def is_imported(macro: Macro) -> bool:
    """Is this a macro as `{% import %}` gives it: of a template that was rendered once, without anybody's values?"""
    template = macro._environment.get_template(macro._func.__globals__["name"])
    return macro.name is not None and getattr(template._module, macro.name, None) is macro


class KeepingContext(Context):
    """How templates call: macros through `environment.globals["kept"]`, plain functions without ceremony."""

    def call(self, called: Any, /, *arguments: Any, **named: Any) -> Any:
        """What Jinja's own `call` does, for macros at most once."""
        if type(called) is Macro:
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
            kept: Kept = self.environment.globals["kept"]  # type: ignore[assignment]
            return kept.call(called, arguments, named)
        if type(called) is FunctionType and not hasattr(called, "jinja_pass_arg"):
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
            return called(*arguments, **named)
        return super().call(called, *arguments, **named)
