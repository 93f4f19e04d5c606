"""Pieces: the parts of a page that travel by themselves when they change.

In a template `{% piece "market" %}<div id="market">…</div>{% endpiece %}` marks one element, named by its id; pieces
may stand in pieces, in loops, in macros and in what is included. It renders as if the two tags were not there. The
socket of an open page keeps a fingerprint of each piece, and sends

- nothing for a piece that is as it was,
- its opening tag alone where only that has changed (a class, a data attribute), not its content,
- else the piece with all that is in it; what changed in inner pieces only is sent as those.

So a piece should change rarely outside of its inner pieces: put what varies (`{% if %}`, `{% for %}`) inside one.

Pieces that a kept macro said (app/web/kept.py) are taken apart once and are then the same objects in every page that
shows them: a page is put together from them and compared with what a browser shows by their fingerprints, and HTML is
only written out for what is sent.
"""

import re
from array import array
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from typing import NamedTuple

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

# Marks are comments: what people write is escaped, so nobody can forge one, and one that stays does no harm.
# "<!--[name]-->" begins a piece, "<!--[]-->" ends it, "<!--[=7]-->" stands for what a macro said before.
OPENING = "<!--["
CLOSING = "<!--[]-->"
MENTIONED = "<!--[="
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
        if not self.name:  # what stands outside of all pieces, the page's title, goes as it is
            if self.tag not in known or self.content not in known:
                changes.append("".join(self.parts.texts).strip())
        elif self.content not in known:
            changes.append(self._partial("outerMorph", self.parts.html()))
            return
        elif self.tag not in known:
            changes.append(self._partial("attributes", self._empty()))
        for inner in self.parts.pieces:
            if inner.whole not in known:
                inner.note_changes(known, changes)

    def _partial(self, swap: str, html: str) -> str:
        return f'<hx-partial hx-target="#{self.name}" hx-swap="{swap}">{html}</hx-partial>'

    def _empty(self) -> str:
        """The element without its content."""
        opening = OPENING_TAG.match(self.parts.texts[0])
        return f"{opening[0].lstrip()}</{opening[1]}>" if opening else ""

    def all(self) -> "Iterator[Piece]":
        """This one and all that stand in it."""
        yield self
        for inner in self.parts.pieces:
            yield from inner.all()


class Said:
    """What a macro said that has pieces in it. Where it stands in what is rendered, `mark` stands for it."""

    __slots__ = ("mark", "name", "parts")
    numbers = count()

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.name = f"={next(self.numbers)}"
        self.mark = Markup(f"{OPENING}{self.name}]-->")  # noqa: S704  a mark of ours


def taken_apart(marked: str, said: Mapping[str, Said] | None = None) -> Parts:
    """Marked text as parts; `said`: what its marks of the third kind stand for, by name."""
    found = MARK.split(marked)
    texts, pieces, prints = [found[0]], list[Piece](), array("q")
    name, above = "", list[tuple[str, list[str], list[Piece], "array[int]"]]()
    for mark, text in zip(found[1::2], found[2::2], strict=True):
        if mark[:1] == "=":
            known = (said or {})[mark].parts
            texts[-1] += known.texts[0]
            texts += known.texts[1:]
            texts[-1] += text
            pieces += known.pieces
            prints += known.prints
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


KEPT_TEXT = 16_000  # characters
NOTHING = array("q")
"""The fingerprints of a page that shows nothing yet."""


class Pieces:
    """A page as its pieces: `page` is the piece "", whose own text, the page's title, stands outside of all others."""

    def __init__(self, text: str, said: Mapping[str, Said] | None = None) -> None:
        self.page = Piece("", taken_apart(text, said))
        self._changes: dict[bytes, str] = {}

    @property
    def names(self) -> list[str]:
        """Of all pieces, in the order of the page, the piece "" first. Raises ValueError where one comes twice."""
        names = [piece.name for piece in self.page.all()]
        if len(set(names)) < len(names):
            raise ValueError(f"two pieces are named {next(name for name in names if names.count(name) > 1)!r}")
        return names

    def html(self, name: str) -> str:
        """A piece with all that is in it."""
        return next(piece.parts.html() for piece in self.page.all() if piece.name == name)

    def prints(self) -> "array[int]":
        """Three fingerprints a piece, 8 bytes each, good in this process only: what a page that shows these has."""
        page = self.page
        return array("q", (page.tag, page.content, page.whole)) + page.parts.prints

    def changes(self, known: "array[int]") -> str:
        """What a page needs that shows the pieces with the fingerprints `known`, as `<hx-partial>`s; "" for nothing.

        Written once for all pages that show the same, unless it is so much that keeping it is the worse.
        """
        key = known.tobytes()
        text = self._changes.get(key)
        if text is None:
            changes: list[str] = []
            self.page.note_changes(frozenset(known), changes)
            text = "".join(changes)
            if len(text) <= KEPT_TEXT:
                self._changes[key] = text
        return text
