"""The catalogues hold every text that is said, well formed, in words of their language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from app.web.catalogue import as_file, paths, read, refreshed, texts, untranslated

PLACEHOLDER = re.compile(r"%\((\w+)\)s|%%|%")
OF_A_LANGUAGE = {"ja": re.compile(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")}
"""What writing in a language cannot do without."""
LETTERS = re.compile(r"[A-Za-z]{2,}")
SAME_EVERYWHERE = {"API", "Machi", "WebSocket", "The websocket"}
"""Texts without a word of their own language, by their English."""


def translated() -> Iterator[tuple[Path, Message, str]]:
    """Every translation: its file, the message, and each form of what it says."""
    for path in paths():
        for message in read(path):
            forms = [message.string] if isinstance(message.string, str) else list(message.string)
            yield from ((path, message, form) for form in forms if message.id and form)


def sources(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def test_texts_are_found_in_code_and_templates() -> None:
    found = {message.id for message in texts()}
    assert {"The game is over.", "There is no such game.", "Machi for programs"} <= found


def test_what_is_translated_is_kept_when_texts_change() -> None:
    old = Catalog(locale="ja")
    old.add("A text that nobody says", "誰も言わない文")
    old.add("Machi for programs", "プログラムからMachiを使う")
    new = refreshed(old)
    assert "A text that nobody says" not in new
    assert new["Machi for programs"].string == "プログラムからMachiを使う"
    assert new["The game is over."].string == ""
    assert as_file(refreshed(new)) == as_file(new)


def test_a_translation_has_the_placeholders_of_its_source() -> None:
    """Those of its last form: the singular may say "one" where others have a number. Tags are kept, too."""
    for path, message, form in translated():
        *_, source = sources(message)
        wanted = sorted(match[0] for match in PLACEHOLDER.finditer(source))
        assert sorted(match[0] for match in PLACEHOLDER.finditer(form)) == wanted, (path, source, form)
        assert re.findall(r"</?\w+>", form) == re.findall(r"</?\w+>", source), (path, source, form)
        assert (form[0] == "\n", form[-1] == "\n") == (source[0] == "\n", source[-1] == "\n")


def test_a_translation_is_in_its_language() -> None:
    for path, message, form in translated():
        source = sources(message)[0]
        words = LETTERS.search(PLACEHOLDER.sub("", source))
        if words and source not in SAME_EVERYWHERE:
            assert OF_A_LANGUAGE[path.parts[-3]].search(form), (path, source, form)


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.parts[-3]))
def test_everything_that_is_said_is_translated_and_nothing_else_is_there(path: Path) -> None:
    """`./run words` brings a file to this, and names what is missing."""
    kept = read(path)
    assert [message.id for message in untranslated(kept)] == []
    assert [message.id for message in kept if message.fuzzy] == []
    assert not kept.obsolete
    said, known = ({(message.id, message.context) for message in each} for each in (refreshed(kept), kept))
    assert said == known
    assert path.read_bytes() == as_file(kept)


def test_a_room_has_one_name_in_japanese() -> None:
    said = [form for path, _, form in translated() if "ja" in path.parts]
    assert any("ルーム" in form for form in said)
    assert [form for form in said if "部屋" in form] == []
