"""A line of the log: what it says for people and for machines, and what it never says."""

import asyncio
import json
import logging
import logging.config
import pickle
from typing import Any

import pytest

from app import logs

SECRET = "Zebulon"


def line(form: logs.Form, what: str, *parts: object, error: BaseException | None = None, **extra: object) -> str:
    """The line of a warning of the program."""
    raised = (type(error), error, error.__traceback__) if error else None
    record = logging.getLogger("app.rooms").makeRecord(
        "app.rooms", logging.WARNING, "rooms.py", 1, what, parts, raised, extra=extra
    )
    return logs.formatter(form).format(record)


def told(what: str, *parts: object, error: BaseException | None = None, **extra: object) -> dict[str, Any]:
    text = line("json", what, *parts, error=error, **extra)
    assert "\n" not in text
    found: dict[str, Any] = json.loads(text)
    return found


def raised(error: BaseException) -> BaseException:
    """With the calls that led to it."""
    try:
        raise error
    except BaseException as caught:
        return caught


def test_a_line_for_machines_is_one_object():
    found = told("%s moved", "somebody", room=12, seat=0, code="stale", seconds=0.004)
    assert found.pop("time").endswith("Z")
    assert found == {
        "event": "somebody moved",
        "level": "warning",
        "logger": "app.rooms",
        "room": 12,
        "seat": 0,
        "code": "stale",
        "seconds": 0.004,
    }


def test_a_line_for_people_is_short():
    text = line("text", "move refused", room=12, seat=1, reason="short")
    assert text[10] == "T"
    assert text[19:] == "Z WARNING move refused room=12 seat=1 reason=short"


def test_only_what_is_listed_is_said():
    assert SECRET not in line("json", "a move", room=1, player=SECRET, token=SECRET)
    assert SECRET not in line("text", "a move", room=1, player=SECRET, token=SECRET)


@pytest.mark.parametrize("form", ["json", "text"])
def test_an_exception_tells_its_kind_and_its_place_but_not_what_it_quotes(form: logs.Form):
    error = raised(KeyError(SECRET))
    error.__cause__ = raised(ValueError(SECRET))
    group = raised(ExceptionGroup("several", [error, raised(LookupError(SECRET))]))
    text = line(form, "it went wrong", error=group)
    assert SECRET not in text
    for kind in ("builtins.ExceptionGroup", "builtins.KeyError", "builtins.ValueError", "builtins.LookupError"):
        assert kind in text
    assert text.count(f"{__file__}:") == 4
    assert " in raised" in text


def test_the_words_of_a_mistake_in_the_code_are_said():
    found = told("it went wrong", error=raised(TypeError("'NoneType' object is not iterable")))
    assert found["exception"].endswith("\nbuiltins.TypeError: 'NoneType' object is not iterable")


async def test_a_forgotten_task_is_told_of_without_its_exceptions_words(caplog: pytest.LogCaptureFixture):
    async def failing() -> None:
        raise ValueError(SECRET)

    with caplog.at_level(logging.ERROR, logger="asyncio"):
        task = asyncio.create_task(failing())
        await asyncio.wait([task])
        del task  # it says so as it goes
    (record,) = [record for record in caplog.records if record.name == "asyncio"]
    assert SECRET in record.getMessage()
    text = logs.formatter("text").format(record)
    assert "Task exception was never retrieved" in text
    assert SECRET not in text


def test_others_are_not_heard_at_debug_where_they_quote_what_they_read():
    for level, theirs in (("debug", logging.INFO), ("warning", logging.WARNING)):
        chosen = logs.configuration(level, "json")
        assert pickle.loads(pickle.dumps(chosen)) == chosen  # each worker is sent it
        assert logging.getLevelName(chosen["root"]["level"]) == theirs
        assert chosen["loggers"]["app"]["level"] == level.upper()
