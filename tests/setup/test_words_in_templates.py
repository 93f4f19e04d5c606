"""Every visible word of a template goes through gettext: outside `{% trans %}` and `{{ }}` there are no letters."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment

from tests.setup.repository import ROOT, text, tracked

VISIBLE_ATTRIBUTES = {"alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title"}
LETTERS = re.compile(r"[^\W\d_]+")
NAMES = {"Machi"}
"""Words that are the same in every language."""
VERBATIM = {"code", "kbd", "pre"}
NOT_TEXT = re.compile(r"""[\w-]+=(?:"[^"]*"|'[^']*')|#[\w-]+|\b[A-Z]*\d[A-Z\d]*\b""")
"""Attributes and anchors that a template gives to its parent as a block, and examples of a room's code."""

LEXER = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
TEMPLATES = [path for path in tracked() if path.parts[0] == "templates" and path.suffix in {".html", ".svg"}]


def skeleton(source: str) -> str:
    """The template without expressions, statements and what stands inside `{% trans %}`; lines are kept."""
    kept: list[str] = []
    translated, previous = False, ""
    for _, kind, value in LEXER.lex(source):
        if previous == "block_begin" and value in ("trans", "endtrans"):
            translated = value == "trans"
        kept.append(value if kind == "data" and not translated else "\n" * value.count("\n"))
        if kind != "whitespace":
            previous = kind
    return "".join(kept)


class Words(HTMLParser):
    """Collects visible letters: text, and attributes that are shown or read out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str]] = []
        self.verbatim = 0

    def note(self, words: str) -> None:
        if self.verbatim == 0 and set(LETTERS.findall(NOT_TEXT.sub("", words))) - NAMES:
            self.found.append((self.getpos()[0], words.strip()))

    def handle_data(self, data: str) -> None:
        self.note(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in VISIBLE_ATTRIBUTES:
                self.note(value or "")
        self.verbatim += tag in VERBATIM

    def handle_endtag(self, tag: str) -> None:
        self.verbatim -= tag in VERBATIM


def untranslated(source: str) -> list[tuple[int, str]]:
    words = Words()
    words.feed(skeleton(source))
    words.close()
    return words.found


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_template_has_no_words_of_its_own(path: Path):
    assert untranslated(text(path)) == []


def test_the_check_sees_words():
    assert TEMPLATES, ROOT
    bad = """<h1>{% trans %}Room{% endtrans %}</h1>
    <p title="{{ x }}">{{ _("Fine") }} &middot; Machi</p>
    <p title="Not fine">{% if a %}neither{% endif %}</p>"""
    assert untranslated(bad) == [(3, "Not fine"), (3, "neither")]
