"""Scripts have no words of their own: what they say stands in the page, worded by the server for its viewer."""

import re
from pathlib import Path

import pytest

from tests.setup.repository import text, tracked

SCRIPTS = [path for path in tracked() if path.parts[0] == "static" and path.suffix == ".js"]
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
INSERTED = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
LETTERS = re.compile(r"[^\W\d_]{2,}")
SHOWN = re.compile(r"(?:textContent|innerText|innerHTML|ariaLabel|title|placeholder)\s*=|\b(?:toast|announce)\(\s*$")
"""What shows or reads out a text."""
READS_AS_TEXT = re.compile(r"[A-Z][a-z]+ |.*[a-z]{2,} [a-z]{2,}.*[.!?…]$")


def said(source: str) -> list[str]:
    """The literals of a script that would be seen or heard."""
    code = COMMENT.sub("", source)
    found = []
    for match in LITERAL.finditer(code):
        literal = next(group for group in match.groups() if group is not None)
        literal = INSERTED.sub("", literal) if match[3] is not None else literal
        before = re.split(r"[;\n]", code[: match.start()])[-1]
        shown = SHOWN.search(before) and not before.endswith("== ")
        if LETTERS.search(literal) and (shown or READS_AS_TEXT.match(literal)):
            found.append(literal)
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=str)
def test_script_has_no_words_of_its_own(path: Path):
    assert said(text(path)) == []


def test_the_check_sees_words():
    bad = """toast("nope"); box.textContent = `${n} left`; // toast("a comment")
    const why = "Needs more wood"; const q = "sure you want this?";
    const fine = document.querySelector("#game .cell"); box.textContent = `${a} / ${b}`; x.key === "Escape";"""
    assert said(bad) == ["nope", " left", "Needs more wood", "sure you want this?"]
