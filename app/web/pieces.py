"""Pieces: the parts of a page that travel by themselves when they change.

In a template `{% piece "market" %}<div id="market">…</div>{% endpiece %}` marks one element, named by its id; pieces
may stand in pieces, in loops, in macros and in what is included. It renders as if the two tags were not there. The
socket of an open page keeps a fingerprint of each piece, and sends

- nothing for a piece that is as it was,
- its opening tag alone where only that has changed (a class, a data attribute), not its content,
- else the piece with all that is in it; what changed in inner pieces only is sent as those.

So a piece should change rarely outside of its inner pieces: put what varies (`{% if %}`, `{% for %}`) inside one.
"""

import re
from array import array
from collections.abc import Collection, Iterator

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

# Marks are comments: what people write is escaped, so nobody can forge one, and one that stays does no harm.
MARK = re.compile(r"<!--\[([\w-]*)\]-->")
OPENING_TAG = re.compile(r"""\s*<([a-z]+)(?:[^>"']|"[^"]*"|'[^']*')*>""")


class PieceTag(Extension):
    """Jinja's `{% piece name %}…{% endpiece %}`."""

    tags = {"piece"}  # noqa: RUF012  as Jinja declares it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The body between two marks; the name may be any expression."""
        line = next(parser.stream).lineno
        name = parser.parse_expression()
        body = parser.parse_statements(("name:endpiece",), drop_needle=True)
        mark = nodes.MarkSafe(nodes.Concat([nodes.Const("<!--["), name, nodes.Const("]-->")]))
        opening = nodes.Output([mark], lineno=line)
        closing = nodes.Output([nodes.TemplateData("<!--[]-->")], lineno=line)
        return [opening, *body, closing]


def unmarked(html: str) -> str:
    """A whole page or part, as browsers get it."""
    return MARK.sub("", html)


class Pieces:
    """Marked HTML, taken apart. `own`: of each piece its text, in which every second item names an inner piece.

    What stands outside of all pieces, the page's title, is the piece "". Raises ValueError where a name comes twice.
    """

    def __init__(self, marked: str) -> None:
        self.own: dict[str, tuple[str, ...]] = {}
        above: list[tuple[str, list[str]]] = []
        name, parts = "", [""]
        text, *rest = MARK.split(marked)
        parts[-1] += text
        for inner, text in zip(rest[::2], rest[1::2], strict=True):
            if inner:
                above.append((name, parts))
                parts.append(inner)
                name, parts = inner, [text]
            else:
                self._keep(name, parts)
                name, parts = above.pop()
                parts.append(text)
        self._keep(name, parts)

    def _keep(self, name: str, parts: list[str]) -> None:
        if name in self.own:
            raise ValueError(f"two pieces are named {name!r}")
        self.own[name] = tuple(parts)

    def html(self, name: str) -> str:
        """A piece with all that is in it."""
        parts = self.own[name]
        return "".join(self.html(part) if at % 2 else part for at, part in enumerate(parts))

    def prints(self) -> "array[int]":
        """Two fingerprints a piece, 8 bytes each, good in this process only: what a page that shows these has."""
        return array("q", (each for name in self.own for each in self._prints(name)))

    def changes(self, known: Collection[int]) -> Iterator[str]:
        """What a page needs that shows the pieces with the fingerprints `known`, as `<hx-partial>`s."""
        return self._changes("", frozenset(known))

    def _changes(self, name: str, known: frozenset[int]) -> Iterator[str]:
        tag, content = self._prints(name)
        if not name and not {tag, content} <= known:
            yield "".join(self.own[name][::2]).strip()
        elif content not in known:
            yield f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{self.html(name)}</hx-partial>'
            return
        elif tag not in known:
            yield f'<hx-partial hx-target="#{name}" hx-swap="attributes">{self._empty(name)}</hx-partial>'
        for inner in self.own[name][1::2]:
            yield from self._changes(inner, known)

    def _prints(self, name: str) -> tuple[int, int]:
        first, *rest = self.own[name]
        tag = OPENING_TAG.match(first)
        end = tag.end() if tag else 0
        return hash((name, first[:end])), hash((name, first[end:], *rest))

    def _empty(self, name: str) -> str:
        """A piece's element without its content."""
        tag = OPENING_TAG.match(self.own[name][0])
        return f"{tag[0].lstrip()}</{tag[1]}>" if tag else ""
