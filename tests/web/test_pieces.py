"""Pieces of a page travel by themselves; what all see alike is rendered once, and nobody's secret with it."""

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from app.web.pieces import Kept, Pieces, PieceTag, unmarked

PAGE = """<title>{{ title }}</title>
{% piece "town" %}<div id="town" class="{{ look }}">{{ hint }}
{% for name in cells %}{% piece "cell-" ~ name %}<b id="cell-{{ name }}">{{ cells[name] }}</b>{% endpiece %}{% endfor %}
</div>{% endpiece %}"""
TOWN = {"title": "T", "look": "calm", "hint": "Go", "cells": {"a": "1", "b": "2"}}
LOCAL = "{% macro say(text) %}{{ text }}{{ secret }}{% endmacro %}{{ kept(say, 1) }}"
WITH_CONTEXT = '{% from "macros" import say with context %}{{ kept(say, 1) }}'
MACROS = "{% macro say(text) %}<i>{{ text }}{{ seen.append(text) or '' }}</i>{% endmacro %}"


def shown(**values: object) -> Pieces:
    environment = Environment(extensions=[PieceTag], autoescape=True)
    return Pieces(environment.from_string(PAGE).render({**TOWN, **values}))


def sent(before: Pieces, now: Pieces) -> str:
    return "".join(now.changes(before.prints()))


def partial(name: str, html: str, swap: str = "outerMorph") -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="{swap}">{html}</hx-partial>'


def test_a_page_is_as_if_there_were_no_pieces() -> None:
    environment = Environment(extensions=[PieceTag], autoescape=True)
    bare = (
        PAGE.replace('{% piece "town" %}', "").replace('{% piece "cell-" ~ name %}', "").replace("{% endpiece %}", "")
    )
    assert unmarked(environment.from_string(PAGE).render(TOWN)) == environment.from_string(bare).render(TOWN)
    assert shown().html("cell-a") == '<b id="cell-a">1</b>'


def test_nothing_is_sent_when_nothing_has_changed() -> None:
    assert sent(shown(), shown()) == ""


def test_a_page_that_shows_nothing_gets_everything() -> None:
    assert "".join(shown().changes(())) == "<title>T</title>" + partial("town", shown().html("town"))


def test_the_smallest_piece_around_a_change_is_sent() -> None:
    now = shown(cells={"a": "1", "b": "3"})
    assert sent(shown(), now) == partial("cell-b", '<b id="cell-b">3</b>')
    now = shown(hint="Wait", cells={"a": "1", "b": "3"})
    assert sent(shown(), now) == partial("town", now.html("town"))
    now = shown(cells={"a": "1"})
    assert sent(shown(), now) == partial("town", now.html("town"))


def test_a_changed_opening_tag_goes_without_the_content() -> None:
    now = shown(look='"a > b"')
    assert sent(shown(), now) == partial("town", '<div id="town" class="&#34;a &gt; b&#34;"></div>', "attributes")
    now = shown(look="wild", cells={"a": "1", "b": "3"})
    assert sent(shown(), now) == partial("town", '<div id="town" class="wild"></div>', "attributes") + partial(
        "cell-b", '<b id="cell-b">3</b>'
    )


def test_a_title_goes_alone() -> None:
    assert sent(shown(), shown(title="U")) == "<title>U</title>"


def test_nobody_forges_a_mark() -> None:
    assert shown(hint="<!--[cell-a]--><!--[]-->").own.keys() == {"", "town", "cell-a", "cell-b"}


def test_two_pieces_of_one_name_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="cell-a"):
        Pieces("<!--[cell-a]--><b></b><!--[]--><!--[cell-a]--><b></b><!--[]-->")


def test_a_page_is_remembered_in_16_bytes_a_piece() -> None:
    prints = shown().prints()
    assert len(prints) * prints.itemsize == 16 * len(shown().own)


# --- kept ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def seen() -> list[str]:
    """What the macro `say` was really called with."""
    return []


@pytest.fixture
def speech() -> dict[str, str]:
    """The language spoken now."""
    return {"now": "en"}


@pytest.fixture
def environment(seen: list[str], speech: dict[str, str]) -> Environment:
    """Templates with a macro `say` in "macros" and `kept`, which remembers 500 characters."""
    loader = DictLoader({"macros": MACROS, "local": LOCAL, "with context": WITH_CONTEXT})
    made = Environment(loader=loader, autoescape=True)
    made.globals |= {"seen": seen, "kept": Kept(lambda: speech["now"], 500)}
    return made


def said(environment: Environment, *texts: object) -> list[str]:
    template = environment.from_string(
        '{% import "macros" as m %}{% for t in texts %}{{ kept(m.say, t) }},{% endfor %}'
    )
    return template.render(texts=texts).split(",")[:-1]


def test_what_was_said_once_is_not_said_again(environment: Environment, seen: list[str]) -> None:
    assert said(environment, "a<", "b", "a<") == ["<i>a&lt;</i>", "<i>b</i>", "<i>a&lt;</i>"]
    assert said(environment, "b") == ["<i>b</i>"]
    assert seen == ["a<", "b"]


def test_other_arguments_and_languages_are_other_things(
    environment: Environment, seen: list[str], speech: dict[str, str]
) -> None:
    assert said(environment, "<", Markup("<"), 1, "1", True, None) == [
        f"<i>{t}</i>" for t in ("&lt;", "<", 1, 1, True, None)
    ]
    speech["now"] = "ja"
    said(environment, "<")
    assert seen == ["<", "<", 1, "1", True, None, "<"]


def test_only_plain_data_is_taken(environment: Environment) -> None:
    for thing in (object(), said, [object()]):
        with pytest.raises(ValueError, match="unmarshallable"):
            said(environment, thing)


@pytest.mark.parametrize(
    "template",
    ["local", "with context"],
)
def test_a_macro_that_may_know_more_than_its_arguments_is_refused(environment: Environment, template: str) -> None:
    with pytest.raises(ValueError, match="may know more"):
        environment.get_template(template).render(secret="the card")


def test_what_was_not_said_for_long_is_forgotten(environment: Environment, seen: list[str]) -> None:
    said(environment, *(f"{number:050}" for number in range(10)), f"{9:050}", f"{0:050}")
    assert len(seen) == 11
    assert environment.globals["kept"].size <= 500
