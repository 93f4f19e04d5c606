"""The program's log: a line for each event on the standard error, for people or, as JSON, for machines.

No line holds a name, a token, a card or an address. So what a line may say besides its event is listed here, and of an
exception that is no mistake in the code itself nothing is said but its kind and where it came from: the words of the
database's and of pydantic's quote what somebody typed.
"""

import logging
from collections.abc import Iterator, Mapping, MutableMapping
from traceback import extract_tb
from typing import Any, Literal

import structlog

FIELDS = ("room", "seat", "game", "route", "status", "code", "reason", "seconds")
"""What a line may say: by `extra` of the standard library's logging. `room` is its number, which opens no door; times
are in seconds."""
QUOTING = (OSError, RuntimeError, TypeError, AttributeError, NameError, ImportError)
"""Exceptions whose words are about the code or the system, and are said."""

Form = Literal["text", "json"]
Event = MutableMapping[str, Any]


def configuration(level: str, form: Form) -> dict[str, Any]:
    """What `logging.config.dictConfig` takes; it can be sent to another process.

    `level`: of our own events. Others' are heard from "info" on at most: at "debug" some quote what they read.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter, "form": form}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"level": "INFO" if level == "debug" else level.upper(), "handlers": ["stderr"]},
        "loggers": {"app": {"level": level.upper()}},
    }


def formatter(form: Form) -> logging.Formatter:
    """Makes a record a line."""
    last = structlog.processors.JSONRenderer(ensure_ascii=False) if form == "json" else _as_text
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=FIELDS),
            structlog.processors.TimeStamper("iso", utc=True, key="time"),
        ],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _first_line, _with_stack, last],
    )


def _first_line(_logger: object, _method: str, event: Event) -> Event:
    """asyncio adds what it was about, which quotes exceptions."""
    event["event"] = str(event["event"]).strip().split("\n", 1)[0]
    return event


def _with_stack(_logger: object, _method: str, event: Event) -> Event:
    """An exception as one field."""
    raised = event.pop("exc_info", None)
    error = raised[1] if isinstance(raised, tuple) else raised
    if isinstance(error, BaseException):
        event["exception"] = "\n".join(_told(error))
    return event


def _told(error: BaseException) -> Iterator[str]:
    """Where it came from, outermost call first, and what it is; before it what it came of, after it its parts."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield from _told(cause)
        yield "then:"
    for frame in extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield f"{type(error).__module__}.{type(error).__qualname__}{_words(error)}"
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from (f"  {line}" for line in _told(part))


def _words(error: BaseException) -> str:
    return f": {error}" if isinstance(error, QUOTING) else ""


def _as_text(_logger: object, _method: str, event: Mapping[str, Any]) -> str:
    """`2026-11-30T14:05:12Z WARNING the database cannot be reached  room=12`."""
    said = "".join(f" {name}={event[name]}" for name in FIELDS if name in event)
    line = f"{event['time'][:19]}Z {event['level'].upper()} {event['event']}{said}"
    return f"{line}\n{event['exception']}" if "exception" in event else line
