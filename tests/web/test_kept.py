"""Macros are rendered once for what is the same for all, and nobody's secret with it."""

from dataclasses import dataclass

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from app.web.composed import Pieces
from app.web.kept import OVERHEAD, KeepingContext, Kept, plain
from app.web.marks import gathering, hole
from app.web.pieces import Piece, PieceTag, Said

MOST = 30 * (OVERHEAD + 100)
TEMPLATES = {
    "macros": "{% macro say(text) %}<i>{{ text }}{{ heard(text) }}</i>{% endmacro %}",
    "imported": '{% import "macros" as m %}{% for t in texts %}{{ m.say(t) }},{% endfor %}',
    "local": "{% macro say(text) %}{{ heard(text) }}{{ secret }}{% endmacro %}{{ say(1) }}",
    "with context": '{% from "macros" import say with context %}{{ say(1) }}{{ secret }}',
    "knows": "{% macro say(text) %}{{ heard(text) }}{{ secret }}{% endmacro %}",
    "pieces": "{% macro cell(n) %}{% piece 'cell-' ~ n %}<b id='cell-{{ n }}'>{{ heard(n) }}</b>{% endpiece %}"
    "{% endmacro %}"
    "{% macro row(many) %}{% piece 'row' %}<p id='row'>{% for n in many %}{{ cell(n) }}{% endfor %}</p>{% endpiece %}"
    "{% endmacro %}",
    "page": "{% from 'pieces' import row %}<title>T</title>{{ row(many) }}",
    "frames": "{% from 'pieces' import cell %}{% macro frame(n) %}{% piece 'frame' %}"
    "<div id='frame'>{{ heard(n) }}{{ hole('top') }}{{ cell(n) }}</div>{% endpiece %}{% endmacro %}",
    "framed": "{% from 'frames' import frame %}{% from 'pieces' import cell %}<title>T</title>"
    "{{ kept.frame(frame, [many[0]], {}, {'top': cell(many[1])}) }}",
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
        self.environment = Environment(loader=DictLoader(TEMPLATES), autoescape=True, extensions=[PieceTag])
        self.environment.context_class = KeepingContext
        self.environment.globals |= {"kept": self.kept, "heard": self.heard, "hole": hole}

    def heard(self, text: object) -> str:
        self.seen.append(text)
        return ""

    def said(self, *texts: object) -> list[str]:
        return self.environment.get_template("imported").render(texts=texts).split(",")[:-1]

    def page(self, *many: int, template: str = "page") -> Pieces:
        with gathering() as said:
            text = self.environment.get_template(template).render(many=many)
        return Pieces(text, said)


def row_of(page: Pieces) -> Piece:
    (said,) = page.fillings
    assert isinstance(said, Said)
    (row,) = said.parts.pieces
    return row


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


def test_pieces_that_were_said_before_are_the_same_objects(stage: Stage) -> None:
    first, again, other = stage.page(1, 2), stage.page(1, 2), stage.page(1, 3)
    assert first.html("row") == "<p id='row'><b id='cell-1'></b><b id='cell-2'></b></p>"
    assert other.html("row") == "<p id='row'><b id='cell-1'></b><b id='cell-3'></b></p>"
    assert stage.seen == [1, 2, 3]
    row, same, another = (row_of(page) for page in (first, again, other))
    assert same is row
    assert another.parts.pieces[0] is row.parts.pieces[0]
    assert again.changes(first.shown()) == ""
    assert other.changes(first.shown()).count("<b") == 2  # the row has another cell, so it goes whole


def test_a_page_is_remembered_in_24_bytes_a_piece_that_was_said(stage: Stage) -> None:
    (prints,) = stage.page(*range(100)).shown().prints
    assert not isinstance(prints, int)
    assert len(prints) * prints.itemsize == 8 + 24 * (1 + 100)


def test_pieces_stand_in_the_text_where_nobody_takes_them_apart(stage: Stage) -> None:
    stage.page(1)
    text = stage.environment.get_template("page").render(many=[1])
    assert text == "<title>T</title><!--[row]--><p id='row'><!--[cell-1]--><b id='cell-1'></b><!--[]--></p><!--[]-->"


def test_what_is_forgotten_while_a_page_is_made_stands_in_it_all_the_same(stage: Stage) -> None:
    stage.kept.most = 1
    assert stage.page(1, 2).html("row") == "<p id='row'><b id='cell-1'></b><b id='cell-2'></b></p>"
    assert not stage.kept.said


def test_a_frame_is_kept_while_what_stands_in_it_changes(stage: Stage) -> None:
    first, other = (stage.page(1, top, template="framed") for top in (2, 3))
    assert first.html("frame") == "<div id='frame'><b id='cell-2'></b><b id='cell-1'></b></div>"
    assert other.html("frame") == "<div id='frame'><b id='cell-3'></b><b id='cell-1'></b></div>"
    assert stage.seen == [2, 1, 1, 3]  # of the first page the hole's cell, the frame and its own; then only a hole's
    text = stage.environment.get_template("framed").render(many=[1, 2])
    assert "<b id='cell-2'></b><!--[]--><!--[cell-1]-->" in text


def test_a_frame_has_to_be_plain(stage: Stage) -> None:
    with pytest.raises(ValueError, match="unmarshallable"):
        stage.environment.get_template("framed").render(many=[Scene("a"), 1])
