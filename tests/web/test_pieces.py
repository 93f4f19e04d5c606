"""Pieces of a page travel by themselves when they change."""

import pytest
from jinja2 import Environment

from app.web.composed import NOTHING, Pieces
from app.web.pieces import PieceTag, taken_apart

PAGE = """<title>{{ title }}</title>
{% piece "town" %}<div id="town" class="{{ look }}">{{ hint }}
{% for name in cells %}{% piece "cell-" ~ name %}<b id="cell-{{ name }}">{{ cells[name] }}</b>{% endpiece %}{% endfor %}
</div>{% endpiece %}"""
TOWN = {"title": "T", "look": "calm", "hint": "Go", "cells": {"a": "1", "b": "2"}}


def shown(**values: object) -> Pieces:
    environment = Environment(extensions=[PieceTag], autoescape=True)
    return Pieces(environment.from_string(PAGE).render({**TOWN, **values}))


def sent(before: Pieces, now: Pieces) -> str:
    return now.changes(before.shown())


def partial(name: str, html: str, swap: str = "outerMorph") -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="{swap}">{html}</hx-partial>'


def test_a_page_is_as_if_there_were_no_pieces() -> None:
    environment = Environment(extensions=[PieceTag], autoescape=True)
    bare = (
        PAGE.replace('{% piece "town" %}', "").replace('{% piece "cell-" ~ name %}', "").replace("{% endpiece %}", "")
    )
    marked = environment.from_string(PAGE).render(TOWN)
    assert taken_apart(marked).html() == environment.from_string(bare).render(TOWN)
    assert shown().html("cell-a") == '<b id="cell-a">1</b>'


def test_nothing_is_sent_when_nothing_has_changed() -> None:
    assert sent(shown(), shown()) == ""


def test_a_page_that_shows_nothing_gets_everything() -> None:
    assert shown().changes(NOTHING) == "<title>T</title>" + partial("town", shown().html("town"))


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
    assert shown(hint="<!--[cell-a]--><!--[]-->").names == ["", "town", "cell-a", "cell-b"]


def test_two_pieces_of_one_name_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="cell-a"):
        _ = Pieces("<!--[cell-a]--><b></b><!--[]--><!--[cell-a]--><b></b><!--[]-->").names
