"""Macros are rendered once for the same arguments, whoever looks: most of a page is the same for all viewers of a room,
and most of that as it was a move ago.

That cannot show anybody's secrets to somebody else. A macro of an imported template knows nothing but its arguments,
the language and what never changes (sprites' addresses, a game's tables), and all of that is the key under which its
HTML is kept. A macro that may know more (of the template at hand, or imported `with context`) and one whose arguments
are more than plain data (a scene) is rendered at every call. So macros must not ask `theme()`, nor change what they are
given.

What a macro says may have pieces in it (app/web/pieces.py). Those are taken apart once, and a page that is `gathering`
gets a mark in place of their text.
"""

import marshal
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from jinja2.environment import TemplateModule
from jinja2.runtime import Macro
from markupsafe import Markup

from app.rooms import Scene
from app.web.marks import apart, filling, framed, mark, now_gathered
from app.web.pieces import CLOSING, MENTIONED, Filling, Frame, Framed, Gathered, Said
from app.web.quick import QuickContext, invoke

_dumps: Callable[[Any, int], bytes] = marshal.dumps  # a key: equal for equal content and types

MOST = 48_000_000
"""How many bytes a process keeps, about: all that is said at some hundred tables."""
OVERHEAD = 800  # bytes that an entry takes besides its text
PIECE = 1000  # and a piece in it
MENTION = 80  # and one that was said before

PLAIN = frozenset((FunctionType, MethodType, BuiltinFunctionType))  # what needs nothing of how Jinja calls
HOLE = re.compile(r"<!--\[(~[\w-]+|=\d+)\]-->")

NO_HOLES: "Holes" = {}


Holes = Mapping[str, Filling]
"""What stands in the holes of a frame, by their names."""
Key = tuple[Macro, str, Hashable]
Entry = Markup | Said | Frame | Holes  # the latter two under keys that the others do not have


class Kept:
    """What macros said: `language()` is a part of the key, and of `most` bytes the least used go first."""

    def __init__(self, language: Callable[[], str], most: int = MOST) -> None:
        self.language = language
        self.most = most
        self.size = 0
        self.said: OrderedDict[Key, tuple[Entry, int]] = OrderedDict()

    def __call__(self, macro: Macro, *arguments: Any) -> str:
        """`kept(macro, ...)` in a template: the same, for what is costly. ValueError where it could not be kept."""
        if plain((arguments, {})) is None or not is_imported(macro):
            raise ValueError(f"what the macro {macro.name} says cannot be kept")
        return self.call(macro, arguments)

    def call(self, macro: Macro, arguments: tuple[Any, ...], named: Mapping[str, Any] | None = None) -> str:
        """What `macro(*arguments, **named)` says."""
        if arguments and isinstance(arguments[0], Scene):
            return macro(*arguments, **named) if named else invoke(macro, arguments)
        try:
            content: Hashable = _dumps((arguments, named) if named else (arguments,), 2)
        except ValueError:
            content = _plain_parts((arguments, named or {}))
            if content is None:
                return macro(*arguments, **named) if named else invoke(macro, arguments)
        key = macro, self.language(), content
        found = self.said.get(key)
        if found is None:
            return self._said(key, arguments, named)
        self.said.move_to_end(key)
        known = found[0]
        return known if type(known) is Markup else mark(known)  # type: ignore[arg-type]

    def by(self, source: Any, macro: Macro, content: Any, *arguments: Any) -> str:
        """What `macro(content, *arguments)` says, where the `content` is large and depends on plain data alone: the
        `source`, the macro and the arguments. A source of None: it depends on more."""
        if source is None:
            return self.call(macro, (content, *arguments))
        key = macro, self.language(), _dumps((source, arguments), 2)
        found = self.said.get(key)
        if found is None:
            return self._said(key, (content, *arguments))
        self.said.move_to_end(key)
        return mark(found[0])  # type: ignore[arg-type]

    def _said(self, key: Key, arguments: tuple[Any, ...], named: Mapping[str, Any] | None = None) -> str:
        """What a macro says for the first time, kept if it can be."""
        macro = key[0]
        text = macro(*arguments, **named) if named else invoke(macro, arguments)
        if type(text) is not Markup or not is_imported(macro):
            return text
        said, weight = apart(text), _weight(key[2]) + len(text)
        if said is not text:
            weight += PIECE * text.count(CLOSING) + MENTION * text.count(MENTIONED)
        self._note(key, said, weight)
        return mark(said)

    def frame(
        self,
        macro: Macro,
        arguments: Sequence[Any],
        shared: Holes,
        own: Holes = NO_HOLES,
    ) -> Markup:
        """What `macro(*arguments)` says around its holes: in place of each `hole(name)` stands `own[name]`, or else
        `shared[name]`, as `Public.holes` has it.

        So one text is kept for much that is seldom another, though what stands in it changes at each move. Arguments
        have to be plain data; ValueError else.
        """
        gathered = now_gathered()
        key = macro, self.language(), (_dumps(arguments, 2), gathered is None)
        found = self.said.get(key)
        if found is None:
            frame = self._frame(macro, arguments, gathered)
            self._note(key, frame, OVERHEAD + sum(map(len, frame.texts)) + PIECE * len(frame.holes))
        else:
            self.said.move_to_end(key)
            assert isinstance(found[0], Frame)
            frame = found[0]
        fillings: list[Filling] = []
        for hole in frame.holes:
            if not isinstance(hole, str):
                fillings.append(hole)
            elif hole in own:
                fillings.append(filling(own[hole]))
            else:
                fillings.append(shared[hole])
        return framed(Framed(frame, fillings))

    def _frame(self, macro: Macro, arguments: Sequence[Any], gathered: Gathered | None) -> Frame:
        if not is_imported(macro):
            raise ValueError(f"what the macro {macro.name} says cannot be kept")
        text, *parts = HOLE.split(macro(*arguments))
        texts, holes = [text], list[str | Said]()
        for name, behind in zip(parts[::2], parts[1::2], strict=True):
            holes.append(name[1:] if name[0] == "~" else (gathered or Gathered()).said[name])
            texts.append(behind)
        return Frame(texts, holes)

    def holes(self, macro: Macro, *arguments: Any) -> Holes:
        """What `macro(holes, *arguments)` puts into the dict `holes`, for `frame`. Arguments as there."""
        key = macro, self.language(), (_dumps(arguments, 2), now_gathered() is None)
        found = self.said.get(key)
        if found is None:
            holes = filled(macro, (), arguments)
            self._note(key, holes, OVERHEAD + len(key[2][0]))
            return holes
        self.said.move_to_end(key)
        assert isinstance(found[0], dict)
        return found[0]

    def _note(self, key: Key, said: Entry, weight: int) -> None:
        self.said[key] = said, weight
        self.size += weight
        while self.size > self.most:
            _key, (_said, least) = self.said.popitem(last=False)
            self.size -= least


def filled(macro: Macro, before: tuple[Any, ...], arguments: tuple[Any, ...]) -> Holes:
    """What `macro(*before, holes, *arguments)` puts into the dict `holes`. ValueError where it may know more."""
    if not is_imported(macro):
        raise ValueError(f"the macro {macro.name} may know whose page it is said for")
    holes: dict[str, Filling] = {}
    macro(*before, holes, *arguments)
    return {name: filling(said) for name, said in holes.items()}


def plain(value: Any) -> Hashable | None:
    """Plain data (texts, numbers, None, lists, dicts, constants of a game's tables) as a key; None for anything else.

    Equal keys mean equal content and types.
    """
    try:
        return _dumps(value, 2)
    except ValueError:
        return _plain_parts(value)


def _plain_parts(value: Any) -> Hashable | None:
    """The same for what marshal does not take whole: sentences in HTML, and records that cannot change."""
    if isinstance(value, (tuple, list)):
        parts: list[Hashable] = []
        for each in value:
            part = plain(each)
            if part is None:
                return None
            parts.append(part)
        return type(value), tuple(parts)
    if isinstance(value, dict):
        items = _plain_parts(tuple(value.items()))
        return None if items is None else (dict, items)
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


_imported: set[Macro] = set()
"""Those that are, and stay so."""


def is_imported(macro: Macro) -> bool:
    """Is this a macro as `{% import %}` gives it: of a template that was rendered once, without anybody's values?"""
    if macro in _imported:
        return True
    template = macro._environment.get_template(macro._func.__globals__["name"])
    if macro.name is None or getattr(template._module, macro.name, None) is not macro:
        return False
    _imported.add(macro)
    return True


class KeepingContext(QuickContext):
    """How templates call: macros through `environment.globals["kept"]`, plain functions without ceremony."""

    def said(self, called: Any, /, *arguments: Any) -> Any:
        """What `call` says of arguments in their order."""
        if type(called) is Macro:
            kept: Kept = self.environment.globals["kept"]  # type: ignore[assignment]
            return kept.call(called, arguments)
        return called(*arguments) if _is_simple(called) else super().call(called, *arguments)

    def call(self, called: Any, /, *arguments: Any, **named: Any) -> Any:
        """What Jinja's own `call` does, for macros at most once."""
        if type(called) is not Macro and not _is_simple(called):
            return super().call(called, *arguments, **named)
        if named:
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
        if type(called) is not Macro:
            return called(*arguments, **named)
        kept: Kept = self.environment.globals["kept"]  # type: ignore[assignment]
        return kept.call(called, arguments, named)


_simple: set[Any] = set()
"""Functions that are, by what they were defined as."""


def _is_simple(called: Any) -> bool:
    """Is this a function or method that takes its arguments and nothing else?"""
    kind = type(called)
    function = called.__func__ if kind is MethodType else called
    if kind not in PLAIN:
        return False
    if function in _simple:
        return True
    if kind is BuiltinFunctionType:
        return True
    if hasattr(function, "jinja_pass_arg"):
        return False
    if "<locals>" not in function.__qualname__:  # of those there may come ever more
        _simple.add(function)
    return True
