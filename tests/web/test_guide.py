"""The hints of a first game speak of things that the game's page has."""

import re
from pathlib import Path

import pytest

from app.web.words import render
from engine import GAMES

ROOT = Path(__file__).parents[2]
HINT = re.compile(r"<li hidden data-hint=\"([\w-]+)\" data-when='([^']+)' data-at=(['\"])(.+?)\3([^>]*)>([^<]+)</li>")
NAME = re.compile(r"[.#]([a-z][\w-]*)|\[([a-z-]+)")


@pytest.mark.parametrize("game", GAMES)
def test_every_hint_has_words_a_moment_and_a_place(game: str) -> None:
    page = render(f"{game}/guide.html")
    hints = HINT.findall(page)
    assert len(hints) == page.count("<li ")
    assert 5 <= len(hints) <= 6
    assert len({name for name, *_ in hints}) == len(hints)
    sources = [*(ROOT / "templates/room").glob("*.html"), *(ROOT / "templates" / game).rglob("*.html")]
    sources += (ROOT / "static" / game).glob("*.js")
    known = "".join(path.read_text() for path in sources if path.name != "guide.html")
    for _, when, _, place, clear, words in hints:
        assert 30 < len(words) < 160
        for name, attribute in NAME.findall(f"{when} {place} {clear}"):
            assert re.search(rf"\b{name or attribute}\b", known), name or attribute
