"""The catalogues hold every text that is said, and nothing else."""

from babel.messages.catalog import Catalog

from app.web.catalogue import as_file, refreshed, texts


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
