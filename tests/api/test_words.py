"""Languages: how one is chosen, and that texts are looked up when they are said."""

import gettext as catalogue_format
from pathlib import Path

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from starlette.datastructures import Headers

from app.web import words


class Shouting(catalogue_format.NullTranslations):
    """A language of this test: everything with emphasis."""

    def gettext(self, message: str) -> str:
        return f"{message}!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{msgid1 if n == 1 else msgid2}!"


@pytest.fixture(autouse=True)
def _with_a_second_language(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {words.SOURCE: catalogue_format.NullTranslations(), "ja": Shouting()}
    monkeypatch.setattr(words, "catalogues", lambda: known)


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "ja"}, "ja"),
        ({"accept-language": "ja-JP,ja;q=0.9,en;q=0.8"}, "ja"),
        ({"accept-language": "de, en;q=0.5, ja;q=0.7"}, "ja"),
        ({"accept-language": "ja;q=0, en"}, "en"),
        ({"accept-language": "ja;q=x,,;;=,*" * 500}, "en"),
        ({"accept-language": "en", "cookie": "machi_language=ja"}, "ja"),
        ({"accept-language": "ja", "cookie": "machi_language=nowhere"}, "ja"),
    ],
)
def test_the_language_of_a_request(headers: dict[str, str], language: str) -> None:
    assert words.chosen_language(Headers(headers)) == language


def test_texts_are_looked_up_when_they_are_said() -> None:
    assert words.gettext("%(name)s sits down", name="Ann") == "Ann sits down"
    with words.speaking("ja"):
        assert words.gettext("sit down") == "sit down!"
        assert words.ngettext("%(num)s seat", "%(num)s seats", 2) == "2 seats!"
    assert words.ngettext("%(num)s seat", "%(num)s seats", 1) == "1 seat"


def test_templates_speak_the_language_of_the_moment_and_escape() -> None:
    template = words.templates().from_string("{{ _('hello %(name)s', name=name) }} {% trans %}bye{% endtrans %}")
    assert template.render(name="<b>") == "hello &lt;b&gt; bye"
    with words.speaking("ja"):
        assert template.render(name="Ann") == "hello Ann! bye!"


def test_a_macro_becomes_one_plain_line() -> None:
    module = words.templates().from_string("{% macro m(x) %}\n  {{ x }} <b>is</b>\n here {% endmacro %}").module
    assert words.plain(module.m("Tom & Ann")) == "Tom & Ann is here"  # type: ignore[attr-defined]


def test_texts_in_code_and_templates_can_be_extracted() -> None:
    with (words.ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    keywords = {**DEFAULT_KEYWORDS, "N_": None}
    found = extract_from_dir(words.ROOT, methods, options, keywords, directory_filter=with_texts)
    messages = {message for _file, _line, message, _comments, _context in found}
    assert {"The game is over.", "There is no such game.", "Machi for programs"} <= messages


def with_texts(folder: str) -> bool:
    return bool({"app", "templates"} & set(Path(folder).relative_to(words.ROOT).parts))
