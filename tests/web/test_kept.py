"""Macros are rendered once for what is the same for all, and nobody's secret with it."""

from dataclasses import dataclass

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from app.web.kept import OVERHEAD, KeepingContext, Kept, plain

MOST = 30 * (OVERHEAD + 100)
TEMPLATES = {
    "macros": "{% macro say(text) %}<i>{{ text }}{{ heard(text) }}</i>{% endmacro %}",
    "imported": '{% import "macros" as m %}{% for t in texts %}{{ m.say(t) }},{% endfor %}',
    "local": "{% macro say(text) %}{{ heard(text) }}{{ secret }}{% endmacro %}{{ say(1) }}",
    "with context": '{% from "macros" import say with context %}{{ say(1) }}{{ secret }}',
    "knows": "{% macro say(text) %}{{ heard(text) }}{{ secret }}{% endmacro %}",
    "told": '{% from "knows" import say with context %}{{ say(1) }}',
}


@dataclass(frozen=True)
class Tile:
    """A record of a game's tables."""

    name: str


@dataclass
class Scene:
    """What may change."""

    name: str


@dataclass(frozen=True)
class Box:
    """A record with something in it that may change."""

    content: list[str]


class Stage:
    """Templates that keep what macros say; `seen`: what macros were really called with."""

    def __init__(self) -> None:
        self.seen: list[object] = []
        self.language = "en"
        self.kept = Kept(lambda: self.language, MOST)
        self.environment = Environment(loader=DictLoader(TEMPLATES), autoescape=True)
        self.environment.context_class = KeepingContext
        self.environment.globals |= {"kept": self.kept, "heard": self.heard}

    def heard(self, text: object) -> str:
        self.seen.append(text)
        return ""

    def said(self, *texts: object) -> list[str]:
        return self.environment.get_template("imported").render(texts=texts).split(",")[:-1]


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_what_was_said_once_is_not_said_again(stage: Stage) -> None:
    assert stage.said("a<", "b", "a<") == ["<i>a&lt;</i>", "<i>b</i>", "<i>a&lt;</i>"]
    assert stage.said("b") == ["<i>b</i>"]
    assert stage.seen == ["a<", "b"]


def test_other_arguments_and_languages_are_other_things(stage: Stage) -> None:
    things = ["<", Markup("<"), 1, "1", True, None, Tile("1"), ("<", Tile("2")), ("<", Tile("3"))]
    for _ in range(2):
        assert stage.said(*things[:6]) == ["<i>&lt;</i>", "<i><</i>", *(f"<i>{each}</i>" for each in things[2:6])]
        stage.said(*things[6:])
    assert stage.seen == things
    stage.language = "ja"
    stage.said("<")
    assert stage.seen[-1] == "<"
    assert len(stage.seen) == len(things) + 1


@pytest.mark.parametrize("thing", [Scene("a"), object(), [Scene("a")], {"a": {"b": Scene("a")}}, plain, Box([])])
def test_what_may_change_is_never_kept(stage: Stage, thing: object) -> None:
    assert plain(thing) is None
    stage.said(thing)
    stage.said(thing)
    assert stage.seen == [thing, thing]
    assert not stage.kept.said


@pytest.mark.parametrize("name", ["local", "with context", "told"])
def test_a_macro_that_may_know_more_than_its_arguments_is_never_kept(stage: Stage, name: str) -> None:
    for secret in ("spade", "heart"):
        assert secret in stage.environment.get_template(name).render(secret=secret)
    assert stage.seen == [1, 1]
    assert not stage.kept.said


def test_kept_insists(stage: Stage) -> None:
    stage.environment.loader.mapping["insists"] = '{% import "macros" as m %}{{ kept(m.say, thing) }}'  # type: ignore
    assert stage.environment.get_template("insists").render(thing=1) == "<i>1</i>"
    with pytest.raises(ValueError, match="cannot be kept"):
        stage.environment.get_template("insists").render(thing=Scene("a"))


def test_what_was_not_said_for_long_is_forgotten(stage: Stage) -> None:
    stage.said(*(f"{number:050}" for number in range(50)), f"{49:050}", f"{0:050}")
    assert len(stage.seen) == 51
    assert stage.kept.size <= MOST
