"""A page put together from what macros said, and compared with what a browser shows.

What a template renders is a text in which marks stand for what kept macros said (`Said`, app/web/kept.py), for texts
that change often (`{{ varying(text) }}`) and for frames with something in their holes (`Kept.frame`). What is around
all that is the page's `Skeleton`: the same for many moves and viewers, and read once. So of a page whose skeleton is
what the browser has only those places are looked at in which something else stands than before, and HTML is only
written out for what is sent.
"""

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple, TypeAlias

from app.web.pieces import OPENING_TAG, Filling, Frame, Gathered, Said, partial

Print: TypeAlias = "array[int] | int"
"""Of a filling, good in this process only: `Said.prints`, or a text's fingerprint."""
Memo = dict[tuple[str, bytes], str]
"""What has become of something said, written out: by its name, and by the prints of what stood there before."""

INSTEAD = re.compile(r"<!--\[([=!@]\d+)\]-->")
MARK = re.compile(r"<!--\[([\w-]*)\]-->")
SKELETONS = 200
"""How many are kept: some for each game, seat and language."""
LONG = 20_000
"""Characters of a skeleton that is not kept: a page that writes its pieces out, not by macros (the shared screen), has
another one each time."""
VARIES = "\0"  # stands for a text that varies where the end of an opening tag is looked for


class Node:
    """A piece of a skeleton: texts, other nodes, and fillings by their numbers; its opening tag is the `head`, its end
    without any content `ending`."""

    __slots__ = ("ending", "head", "items", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.head: list[str | int] = []
        self.ending = ""
        self.items: list[str | int | Node] = []

    def close(self, kinds: str) -> None:
        """All of it is there: take the opening tag apart from the rest. `kinds`: of fillings, "=" or "!"."""
        if not self.name:
            return
        first: list[str | int] = []
        for item in self.items:
            if isinstance(item, Node) or (isinstance(item, int) and kinds[item] == "="):
                break
            first.append(item)
        opening = OPENING_TAG.match("".join([VARIES if isinstance(item, int) else item for item in first]))
        if not opening:
            return
        end, self.ending = opening.end(), f"</{opening[1]}>"
        while end:
            item = self.items.pop(0)
            length = 1 if isinstance(item, int) else len(item) if isinstance(item, str) else 0
            if isinstance(item, str) and length > end:
                self.items.insert(0, item[end:])
                item, length = item[:end], end
            assert not isinstance(item, Node)
            self.head.append(item)
            end -= length

    def prints(self, outside: Sequence[int]) -> tuple[int, int]:
        """Fingerprints of its tag, and of its content without what pieces in it hold. `outside`: of each filling."""
        tag = [outside[item] if isinstance(item, int) else item for item in self.head]
        content = [
            outside[item] if isinstance(item, int) else item if isinstance(item, str) else item.name
            for item in self.items
        ]
        return hash((self.name, "tag", *tag)), hash((self.name, "content", *content))

    def html(self, fillings: Sequence[Filling]) -> str:
        """As a browser gets it."""
        return "".join([_html(item, fillings) for item in (*self.head, *self.items)])

    def all(self) -> "Iterator[Node]":
        """This one and all that stand in it, but for those in fillings."""
        yield self
        for item in self.items:
            if isinstance(item, Node):
                yield from item.all()


def _html(item: "str | int | Node", fillings: Sequence[Filling]) -> str:
    if isinstance(item, str):
        return item
    return item.html(fillings) if isinstance(item, Node) else _written(fillings[item])


def _written(filling: Filling) -> str:
    return filling if isinstance(filling, str) else filling.parts.html()


class Skeleton:
    """What is around the fillings. `page`: the node ""; `places`: of each filling its node, and is it in the tag?"""

    def __init__(self, texts: Sequence[str], kinds: str) -> None:
        """`texts`: before, between and behind the fillings; `kinds`: of each filling "=" for what was said, or "!"."""
        node = self.page = Node("")
        above: list[Node] = []
        for number, text in enumerate(texts):
            if number:
                node.items.append(number - 1)
            first, *rest = MARK.split(text)
            node.items.append(first)
            for name, behind in zip(rest[::2], rest[1::2], strict=True):
                if name:
                    above.append(node)
                    node = Node(name)
                    above[-1].items.append(node)
                else:
                    node.close(kinds)
                    node = above.pop()
                node.items.append(behind)
        self.places = [(node, in_tag) for _number, node, in_tag in sorted(self._places(), key=lambda place: place[0])]

    def _places(self) -> Iterator[tuple[int, Node, bool]]:
        for node in self.page.all():
            for items, in_tag in ((node.head, True), (node.items, False)):
                yield from ((item, node, in_tag) for item in items if isinstance(item, int))

    def prints(self, fillings: "Sequence[Print]") -> set[int]:
        """Of all its nodes, as they are with fillings that have these prints."""
        outside = [each if isinstance(each, int) else each[-1] for each in fillings]
        return {each for node in self.page.all() for each in node.prints(outside)}


@lru_cache(SKELETONS)
def _skeleton(texts: tuple[str, ...], parts: tuple[str | tuple[Frame, str], ...]) -> Skeleton:
    """`parts`: between the texts, the kind of a filling, or a frame with the kinds of its own."""
    whole, kinds = [texts[0]], ""
    for part, behind in zip(parts, texts[1:], strict=True):
        if isinstance(part, str):
            whole.append(behind)
            kinds += part
        else:
            frame, inner = part
            first, *rest = frame.texts
            whole[-1] += first
            whole += rest
            whole[-1] += behind
            kinds += inner
    return Skeleton(whole, kinds)


class Shown(NamedTuple):
    """What a browser shows, as a socket remembers it."""

    skeleton: Skeleton | None
    prints: "tuple[Print, ...]"

    def all(self) -> frozenset[int]:
        """The fingerprints of all its pieces."""
        known = self.skeleton.prints(self.prints) if self.skeleton else set()
        return frozenset(known.union(*[each for each in self.prints if not isinstance(each, int)]))


NOTHING = Shown(None, ())
"""A page that shows nothing yet."""


class Pieces:
    """A page as its pieces. What stands outside of all of them, the title and nothing else, is the piece ""."""

    def __init__(self, text: str, gathered: Gathered | None = None) -> None:
        """`text`: as it was rendered; `gathered`: what its marks stand for."""
        found = INSTEAD.split(text)
        self.fillings: list[Filling] = []
        parts: list[str | tuple[Frame, str]] = []
        for name in found[1::2]:
            assert gathered
            if name[0] == "@":
                frame, fillings = gathered.framed[name]
                self.fillings += fillings
                parts.append((frame, "".join(["!" if isinstance(each, str) else "=" for each in fillings])))
            else:
                self.fillings.append(gathered.said[name] if name[0] == "=" else gathered.texts[name])
                parts.append(name[0])
        texts = tuple(found[::2])
        make = _skeleton if sum(map(len, texts)) < LONG else _skeleton.__wrapped__
        self.skeleton: Skeleton = make(texts, tuple(parts))
        self.prints: tuple[Print, ...] = tuple(
            [hash(each) if isinstance(each, str) else each.prints for each in self.fillings]
        )

    @property
    def names(self) -> list[str]:
        """Of all pieces, the piece "" first. Raises ValueError where one comes twice."""
        names = [node.name for node in self.skeleton.page.all()]
        for filling in self.fillings:
            if not isinstance(filling, str):
                names += [inner.name for piece in filling.parts.pieces for inner in piece.all()]
        if len(set(names)) < len(names):
            raise ValueError(f"two pieces are named {next(name for name in names if names.count(name) > 1)!r}")
        return names

    def html(self, name: str = "") -> str:
        """A piece with all that is in it."""
        for node in self.skeleton.page.all():
            if node.name == name:
                return node.html(self.fillings)
        said = [filling for filling in self.fillings if not isinstance(filling, str)]
        inner = (inner for each in said for piece in each.parts.pieces for inner in piece.all())
        return next(piece.parts.html() for piece in inner if piece.name == name)

    def shown(self) -> Shown:
        """What a page that shows these has."""
        return Shown(self.skeleton, self.prints)

    def changes(self, known: Shown, memo: Memo | None = None) -> str:
        """What a page needs that shows what is `known`, as `<hx-partial>`s; "" for nothing.

        `memo`: of other viewers at the same moment, with whom some of it is shared.
        """
        changes = self._fillings(known, {} if memo is None else memo) if known.skeleton is self.skeleton else None
        if changes is None:
            changes = []
            self._note(self.skeleton.page, known.all(), changes)
        return "".join(changes)

    def _fillings(self, known: Shown, memo: Memo) -> list[str] | None:
        """What has become of the fillings; None where that is more than one can tell without the rest of the page."""
        changes: list[str] = []
        tags: dict[Node, None] = {}
        for number, (now, before) in enumerate(zip(self.prints, known.prints, strict=True)):
            if now is before or now == before:
                continue
            node, in_tag = self.skeleton.places[number]
            filling = self.fillings[number]
            if isinstance(filling, Said) and not isinstance(before, int):
                if filling.prints[-1] != before[-1]:
                    return None
                changes.append(_become(filling, before, memo))
            elif in_tag or not node.name:
                tags[node] = None
            else:
                return None
        return [self._tag(node) for node in tags] + changes

    def _tag(self, node: Node) -> str:
        if not node.name:
            return "".join([_html(item, self.fillings) for item in node.items if not self._is_piece(item)]).strip()
        opening = "".join([_html(item, self.fillings) for item in node.head])
        return partial(node.name, opening.lstrip() + node.ending, "attributes")

    def _is_piece(self, item: str | int | Node) -> bool:
        return isinstance(item, Node) or (isinstance(item, int) and not isinstance(self.fillings[item], str))

    def _note(self, node: Node, known: frozenset[int], changes: list[str]) -> None:
        outside = [each if isinstance(each, int) else each[-1] for each in self.prints]
        tag, content = node.prints(outside)
        if not node.name:
            if content not in known:
                changes.append(self._tag(node))
        elif content not in known:
            changes.append(partial(node.name, node.html(self.fillings)))
            return
        elif tag not in known:
            changes.append(self._tag(node))
        for item in node.items:
            if isinstance(item, Node):
                self._note(item, known, changes)
            elif isinstance(item, int):
                filling = self.fillings[item]
                if isinstance(filling, Said):
                    filling.note_changes(known, changes)


def written(text: str, gathered: Gathered) -> str:
    """A rendered text as a browser gets it; `gathered`: what its marks stand for."""

    def filled(mark: re.Match[str]) -> str:
        name = mark[1]
        if name[0] == "@":
            frame, fillings = gathered.framed[name]
            return MARK.sub("", "".join(chain(*zip_longest(frame.texts, map(_written, fillings), fillvalue=""))))
        return _written(gathered.said[name] if name[0] == "=" else gathered.texts[name])

    return INSTEAD.sub(filled, MARK.sub("", text))


def _become(said: Said, before: "array[int]", memo: Memo) -> str:
    key = said.name, before.tobytes()
    text = memo.get(key)
    if text is None:
        changes: list[str] = []
        said.note_changes(frozenset(before), changes)
        text = memo[key] = "".join(changes)
    return text
