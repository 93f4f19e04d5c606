"""Texts are looked up when they are said, in the language of that moment."""

import gettext as catalogue_format

import pytest

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
