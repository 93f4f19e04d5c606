"""Pieces: the parts of a page that travel by themselves when they change.

In a template `{% piece "market" %}<div id="market">…</div>{% endpiece %}` marks one element, named by its id; pieces
may stand in pieces, in loops, in macros and in what is included. It renders as if the two tags were not there. The
socket of an open page keeps a fingerprint of each piece, and sends

- nothing for a piece that is as it was,
- its opening tag alone where only that has changed (a class, a data attribute), not its content,
- else the piece with all that is in it; what changed in inner pieces only is sent as those.

So a piece should change rarely outside of its inner pieces: put what varies (`{% if %}`, `{% for %}`) inside one.

Pieces that a kept macro said (app/web/kept.py) are taken apart once and are then the same objects in every page that
shows them. How a page is put together from them and compared with what a browser shows: app/web/composed.py.
"""

import re
from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

# Marks are comments: what people write is escaped, so nobody can forge one, and one that stays does no harm.
# "<!--[name]-->" begins a piece, "<!--[]-->" ends it, "<!--[=7]-->" stands for what a macro said before, "<!--[!7]-->"
# for a text that changes often, "<!--[@7]-->" for a frame with what stands in it.
OPENING = "<!--["
CLOSING = "<!--[]-->"
MENTIONED = "<!--[="
VARYING = "<!--[!"
FRAMED = "<!--[@"
MARK = re.compile(r"<!--\[(=?[\w-]*)\]-->")
OPENING_TAG = re.compile(r"""\s*+<([a-z]++)(?:[^>"']++|"[^"]*+"|'[^']*+')*+>""")


class PieceTag(Extension):
    """Jinja's `{% piece name %}…{% endpiece %}`."""

    tags = {"piece"}  # noqa: RUF012  as Jinja declares it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The body between two marks; the name may be any expression."""
        line = next(parser.stream).lineno
        name = parser.parse_expression()
        body = parser.parse_statements(("name:endpiece",), drop_needle=True)
        mark = nodes.MarkSafe(nodes.Concat([nodes.Const(OPENING), name, nodes.Const("]-->")]))
        opening = nodes.Output([mark], lineno=line)
        closing = nodes.Output([nodes.TemplateData(CLOSING)], lineno=line)
        return [opening, *body, closing]


class Parts(NamedTuple):
    """Rendered text taken apart: text, piece, text, ..., text. `prints`: of all pieces in it, however deep."""

    texts: tuple[str, ...]
    pieces: "tuple[Piece, ...]"
    prints: "array[int]"

    def html(self) -> str:
        """As a browser gets it."""
        first, *rest = self.texts
        return first + "".join([piece.parts.html() + text for piece, text in zip(self.pieces, rest, strict=True)])

    def marked(self) -> str:
        """With marks around the pieces, as it was before it was taken apart."""
        first, *rest = self.texts
        inner = zip(self.pieces, rest, strict=True)
        return first + "".join(f"{OPENING}{each.name}]-->{each.parts.marked()}{CLOSING}{text}" for each, text in inner)


def partial(name: str, html: str, swap: str = "outerMorph") -> str:
    """The piece `name` for htmx, anew."""
    return f'<hx-partial hx-target="#{name}" hx-swap="{swap}">{html}</hx-partial>'


def attributes(name: str, html: str) -> str:
    """The opening tag of the piece `name`, anew; `html`: how it begins."""
    opening = OPENING_TAG.match(html)
    return partial(name, f"{opening[0].lstrip()}</{opening[1]}>" if opening else "", "attributes")


class Piece:
    """One piece, its own text and what stands in it. Never changes.

    `tag`, `content`, `whole`: fingerprints of its opening tag, of its content without what inner pieces hold, and of
    all; good in this process only.
    """

    __slots__ = ("content", "name", "parts", "tag", "whole")

    def __init__(self, name: str, parts: Parts) -> None:
        first, *rest = parts.texts
        opening = OPENING_TAG.match(first)
        end = opening.end() if opening else 0
        self.name = name
        self.parts = parts
        self.tag: int = hash((name, first[:end]))
        self.content: int = hash((name, first[end:], *rest, *[piece.name for piece in parts.pieces]))
        self.whole: int = hash((self.tag, self.content, *[piece.whole for piece in parts.pieces]))

    def note_changes(self, known: Collection[int], changes: list[str]) -> None:
        """Add what a page needs that shows the pieces with the fingerprints `known`, as `<hx-partial>`s."""
        if self.content not in known:
            changes.append(partial(self.name, self.parts.html()))
            return
        if self.tag not in known:
            changes.append(attributes(self.name, self.parts.texts[0]))
        for inner in self.parts.pieces:
            if inner.whole not in known:
                inner.note_changes(known, changes)

    def all(self) -> "Iterator[Piece]":
        """This one and all that stand in it."""
        yield self
        for inner in self.parts.pieces:
            yield from inner.all()


class Said:
    """What a macro said that has pieces in it. Where it stands in what is rendered, `mark` stands for it.

    `prints`: those of all pieces in it, then a fingerprint of what is around them.
    """

    __slots__ = ("mark", "name", "parts", "prints")
    numbers = count()

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.prints = parts.prints  # nobody else's: no second copy
        self.prints.append(hash((parts.texts, *[piece.name for piece in parts.pieces])))
        self.name = f"={next(self.numbers)}"
        self.mark = Markup(f"{OPENING}{self.name}]-->")  # noqa: S704  a mark of ours

    def note_changes(self, known: Collection[int], changes: list[str]) -> None:
        """Add what has become of its pieces, where a page shows pieces with the fingerprints `known`."""
        for piece in self.parts.pieces:
            if piece.whole not in known:
                piece.note_changes(known, changes)


class Frame:
    """What a macro said around its holes. `texts`: before, between and behind them. `holes`: names, or what it says."""

    __slots__ = ("holes", "texts")

    def __init__(self, texts: Sequence[str], holes: "Sequence[str | Said]") -> None:
        self.texts = tuple(texts)
        self.holes = tuple(holes)


Filling = Said | str
"""What stands in a hole: something said, or a text without pieces, which may be another one each time."""


class Framed(NamedTuple):
    """A frame and what stands in its holes."""

    frame: Frame
    fillings: list[Filling]


@dataclass(slots=True)
class Gathered:
    """What marks in a text stand for, by their names: what macros said, texts that change often, frames."""

    said: dict[str, Said] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    framed: dict[str, Framed] = field(default_factory=dict)


def taken_apart(marked: str, gathered: Gathered | None = None) -> Parts:
    """Marked text as parts; `gathered`: what its marks of the third kind stand for. ValueError where it has others: a
    text that varies, or a frame, may not stand in what is kept."""
    if VARYING in marked or FRAMED in marked:
        raise ValueError("a text that varies, or a frame, in what a macro said")
    found = MARK.split(marked)
    texts, pieces, prints = [found[0]], list[Piece](), array("q")
    name, above = "", list[tuple[str, list[str], list[Piece], "array[int]"]]()
    for mark, text in zip(found[1::2], found[2::2], strict=True):
        if mark[:1] == "=":
            known = (gathered or Gathered()).said[mark].parts
            texts[-1] += known.texts[0]
            texts += known.texts[1:]
            texts[-1] += text
            pieces += known.pieces
            prints += known.prints[:-1]
        elif mark:
            above.append((name, texts, pieces, prints))
            name, texts, pieces, prints = mark, [text], [], array("q")
        else:
            piece = Piece(name, Parts(tuple(texts), tuple(pieces), prints))
            name, texts, pieces, prints = above.pop()
            texts.append(text)
            pieces.append(piece)
            prints.extend((piece.tag, piece.content, piece.whole))
            prints += piece.parts.prints
    return Parts(tuple(texts), tuple(pieces), prints)
