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
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from itertools import chain, count, zip_longest
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from jinja2.environment import TemplateModule
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from app.rooms import Scene
from app.web.pieces import CLOSING, MENTIONED, OPENING, Filling, Frame, Framed, Gathered, Said, taken_apart
from app.web.quick import QuickContext, invoke

_dumps: Callable[[Any, int], bytes] = marshal.dumps  # a key: equal for equal content and types

MOST = 48_000_000
"""How many bytes a process keeps, about: all that is said at some hundred tables."""
OVERHEAD = 800  # bytes that an entry takes besides its text
PIECE = 1000  # and a piece in it
MENTION = 80  # and one that was said before

PLAIN = frozenset((FunctionType, MethodType, BuiltinFunctionType))  # what needs nothing of how Jinja calls
ONLY_MENTION = re.compile(r"\s*+<!--\[(=\d+)\]-->\s*+")
ONLY_MARK = re.compile(r"<!--\[([=!]\d+)\]-->")
HOLE = re.compile(r"<!--\[(~[\w-]+|=\d+)\]-->")

_gathered: ContextVar[Gathered | None] = ContextVar("gathered", default=None)
_numbers = count()
NO_HOLES: "Holes" = {}


@contextmanager
def gathering() -> Iterator[Gathered]:
    """Inside the block marks stand for what macros say with pieces in it and for texts that vary: here by name."""
    found = Gathered()
    token = _gathered.set(found)
    try:
        yield found
    finally:
        _gathered.reset(token)


def is_gathering() -> bool:
    """Is this inside of such a block?"""
    return _gathered.get() is not None


def varying(text: str) -> Markup:
    """Of a page a text that changes often: so what is around it stays the same. Not in a macro, which may be kept."""
    gathered, safe = _gathered.get(), escape(text)
    if gathered is None:
        return safe
    name = f"!{next(_numbers)}"
    gathered.texts[name] = str(safe)
    return Markup(f"{OPENING}{name}]-->")  # noqa: S704  a mark of ours


Holes = Mapping[str, Markup | Said]
"""What stands in the holes of a frame, by their names."""


Entry = Markup | Said | Frame | Holes


def hole(name: str) -> Markup:
    """What a macro says where `Kept.frame` puts something in later."""
    return Markup(f"<!--[~{name}]-->")  # noqa: S704  a mark of ours


class Kept:
    """What macros said: `language()` is a part of the key, and of `most` bytes the least used go first."""

    def __init__(self, language: Callable[[], str], most: int = MOST) -> None:
        self.language = language
        self.most = most
        self.size = 0
        self.said: OrderedDict[tuple[Macro, str, Hashable], tuple[Entry, int]] = OrderedDict()

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
        return self._said(macro, content, arguments, named)

    def by(self, source: Any, macro: Macro, content: Any, *arguments: Any) -> str:
        """What `macro(content, *arguments)` says, where the `content` is large and depends on plain data alone: the
        `source`, the macro and the arguments. A source of None: it depends on more."""
        if source is None:
            return self.call(macro, (content, *arguments))
        return self._said(macro, _dumps((source, arguments), 2), (content, *arguments))

    def _said(
        self, macro: Macro, content: Hashable, arguments: tuple[Any, ...], named: Mapping[str, Any] | None = None
    ) -> str:
        """What that macro says, kept under `content`."""
        key = macro, self.language(), content
        found = self.said.get(key)
        if found is not None:
            self.said.move_to_end(key)
            known = found[0]
            if type(known) is Markup:
                return known
            assert isinstance(known, Said)  # frames and holes have other keys
            return mark(known)
        said = macro(*arguments, **named) if named else invoke(macro, arguments)
        if type(said) is not Markup or not is_imported(macro):
            return said
        return mark(self._keep(key, said, _weight(content)))

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
        gathered = _gathered.get()
        key = macro, self.language(), (_dumps(arguments, 2), gathered is None)
        found = self.said.get(key)
        if found is None:
            frame = self._frame(macro, arguments, gathered)
            self._note(key, frame, OVERHEAD + sum(map(len, frame.texts)) + PIECE * len(frame.holes))
        else:
            self.said.move_to_end(key)
            assert isinstance(found[0], Frame)
            frame = found[0]
        fillings = [
            hole if isinstance(hole, Said) else _filling(own[hole] if hole in own else shared[hole], gathered)
            for hole in frame.holes
        ]
        if gathered is None:
            marked = [each if isinstance(each, str) else each.parts.marked() for each in fillings]
            return Markup("".join(chain(*zip_longest(frame.texts, marked, fillvalue=""))))  # noqa: S704  said as Markup
        name = f"@{next(_numbers)}"
        gathered.framed[name] = Framed(frame, fillings)
        return Markup(f"{OPENING}{name}]-->")  # noqa: S704  a mark of ours

    def _frame(self, macro: Macro, arguments: Sequence[Any], gathered: Gathered | None) -> Frame:
        if not is_imported(macro):
            raise ValueError(f"what the macro {macro.name} says cannot be kept")
        text, *parts = HOLE.split(macro(*arguments))
        texts, holes = [text], list[str | Said]()
        for mark, behind in zip(parts[::2], parts[1::2], strict=True):
            holes.append(mark[1:] if mark[0] == "~" else (gathered or Gathered()).said[mark])
            texts.append(behind)
        return Frame(texts, holes)

    def holes(self, macro: Macro, *arguments: Any) -> Holes:
        """What `macro(holes, *arguments)` puts into the dict `holes`, for `frame`. Arguments as there."""
        key = macro, self.language(), (_dumps(arguments, 2), _gathered.get() is None)
        found = self.said.get(key)
        if found is None:
            holes = filled(macro, (), arguments)
            self._note(key, holes, OVERHEAD + len(key[2][0]))
            return holes
        self.said.move_to_end(key)
        assert isinstance(found[0], dict)
        return found[0]

    def _keep(self, key: tuple[Macro, str, Hashable], text: Markup, weight: int) -> Markup | Said:
        """Keep a text; if it has pieces, taken apart."""
        said = apart(text)
        if said is not text:
            weight += PIECE * text.count(CLOSING) + MENTION * text.count(MENTIONED)
        self._note(key, said, weight + len(text))
        return said

    def _note(self, key: tuple[Macro, str, Hashable], said: Entry, weight: int) -> None:
        self.said[key] = said, weight
        self.size += weight
        while self.size > self.most:
            _key, (_said, least) = self.said.popitem(last=False)
            self.size -= least


def apart(text: Markup) -> Markup | Said:
    """What a macro said, taken apart if it has pieces; where it is only what another one said, that."""
    if OPENING not in text:
        return text
    gathered = _gathered.get()
    only = ONLY_MENTION.fullmatch(text) if gathered else None
    return gathered.said[only[1]] if gathered and only else Said(taken_apart(text, gathered))


def filled(macro: Macro, before: tuple[Any, ...], arguments: tuple[Any, ...]) -> Holes:
    """What `macro(*before, holes, *arguments)` puts into the dict `holes`. ValueError where it may know more."""
    if not is_imported(macro):
        raise ValueError(f"the macro {macro.name} may know whose page it is said for")
    holes: dict[str, Markup] = {}
    macro(*before, holes, *arguments)
    return {name: apart(Markup(text)) for name, text in holes.items()}  # noqa: S704  it was said as Markup


def _filling(said: Markup | Said, gathered: Gathered | None) -> Filling:
    """What stands in a hole; what several macros said there as if one had said it: so it is compared as one."""
    if isinstance(said, Said):
        return said
    if gathered and (only := ONLY_MARK.fullmatch(said)):
        name = only[1]
        return gathered.said[name] if name[0] == "=" else gathered.texts[name]
    known = apart(said)
    return known if isinstance(known, Said) else str(known)


def mark(said: Markup | Said) -> Markup:
    """What stands for it in the text at hand."""
    if not isinstance(said, Said):
        return said
    gathered = _gathered.get()
    if gathered is None:
        return Markup(said.parts.marked())  # noqa: S704  it was said as Markup
    gathered.said[said.name] = said
    return said.mark


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
    _simple.add(function)
    return True
