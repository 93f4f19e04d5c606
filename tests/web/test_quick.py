"""What our environment does quicker comes out as it does in Jinja's own."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi import FastAPI
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from app.web.quick import QuickEnvironment
from app.web.words import templates

IMPORTED = "{% macro say(x) %}<i>{{ x }}</i>{% endmacro %}"
VALUES = {
    "text": "<b>",
    "said": Markup("<b>"),
    "number": 3,
    "nothing": None,
    "object": {"name": "<i>", "items": [1], "get": 2, "inner": {"deep": Markup("&")}, 7: "seven"},
    "list": ["<", {"name": "x"}],
}


def rendered(kind: type[Environment], template: str) -> str:
    environment = kind(loader=DictLoader({"m": IMPORTED}), autoescape=True, undefined=StrictUndefined)
    return environment.from_string(template).render(VALUES)


@pytest.mark.parametrize(
    "template",
    [
        "{{ text }}{{ said }}{{ number }}{{ nothing }}",
        "{{ object.name }}{{ object['name'] }}{{ object.inner.deep }}{{ object[7] }}",
        "{% for key, value in object.inner.items() %}{{ key }}{{ value }}{% endfor %}{{ object.get('name') }}",
        "{{ list[1].name }}{{ list.count('<') }}{{ list[0] }}",
        "{% for each in list if each.name is defined %}{{ each.name }}{{ loop.index0 }}{% endfor %}",
        "{% macro of(x) %}{{ x.inner.deep }}{{ x.name.upper() }}{% endmacro %}{{ of(object) }}{{ of(object) }}",
        "{{ object.inner.deep.none is defined }}{{ object.inner.deep.striptags() }}",
        "{% from 'm' import say %}{{ say(text) }}{{ say(said) }}",
        "{% autoescape false %}{{ text }}{{ said }}{% endautoescape %}",
        "{{ (text ~ said) }}{{ text|upper }}{{ object is mapping }}{{ object.none is defined }}",
    ],
)
def test_a_template_says_the_same(template: str) -> None:
    assert rendered(QuickEnvironment, template) == rendered(Environment, template)


@pytest.mark.parametrize(
    "template", ["{{ object.none }}", "{{ object.inner.none }}", "{{ text.none }}", "{{ none_such }}"]
)
def test_a_missing_name_is_told(template: str) -> None:
    with pytest.raises(UndefinedError):
        rendered(QuickEnvironment, template)


async def test_no_visitor_waits_for_a_template_to_be_compiled(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    await app.state.getting_ready

    def compile_now(*_parts: object, **_more: object) -> None:
        raise AssertionError("compiled for a visitor")

    environment = templates()
    monkeypatch.setattr(environment, "compile", compile_now)
    for name in environment.list_templates():
        environment.get_template(name)


def test_threads_that_ask_for_a_template_get_the_same() -> None:
    environment = QuickEnvironment(loader=DictLoader({"m": IMPORTED * 50}))
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(environment.get_template, ["m"] * 8))
    assert len({id(template) for template in found}) == 1
