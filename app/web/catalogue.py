"""The catalogues of texts as files: brought up to date with the texts in app/ and templates/ by `python -m app words`.

A file holds every text once, sorted by the English, without places: it changes only where words do. What is new comes
with an empty translation, what is gone goes.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po
from jinja2.ext import extract_from_ast

from app.web.words import LOCALE, ROOT, templates

Found = tuple[str | tuple[str, ...], str | None]
"""A text, or its forms for one and for many, and its context."""
APP = ROOT / "app"
WITH_CONTEXT = frozenset({"pgettext", "npgettext"})
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def texts() -> Catalog:
    """Every text that is said somewhere, untranslated."""
    found = Catalog()
    for message, context in (*_in_code(), *_in_templates()):
        found.add(message, context=context)
    return found


def _in_code() -> Iterator[Found]:
    for _file, _line, message, _comments, context in extract_from_dir(APP, keywords=DEFAULT_KEYWORDS):
        yield message, context


def _in_templates() -> Iterator[Found]:
    """What the templates' own environment would look up."""
    environment = templates()
    assert environment.loader is not None
    for name in environment.list_templates(extensions=["html", "svg"]):
        tree = environment.parse(environment.loader.get_source(environment, name)[0])
        for _line, function, message in extract_from_ast(tree, list(DEFAULT_KEYWORDS)):
            parts = message if isinstance(message, tuple) else (message,)
            said = [part for part in parts if isinstance(part, str)]  # None: not written here
            if said:
                context = said.pop(0) if function in WITH_CONTEXT else None
                yield (said[0] if len(said) == 1 else (said[0], said[1])), context


def paths() -> list[Path]:
    """The file of each language besides the source language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/machi.po"))


def read(path: Path) -> Catalog:
    """The catalogue in a file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], abort_invalid=True)


def refreshed(old: Catalog) -> Catalog:
    """`old` with exactly the present texts; translations are kept where the English is the same."""
    new = Catalog(locale=old.locale)
    for message in texts():
        if message.id:
            known = old.get(message.id, message.context)
            new.add(message.id, known.string if known else "", context=message.context)
    return new


def as_file(catalogue: Catalog) -> bytes:
    """The text of a catalogue's file."""
    file = BytesIO()
    header = HEADER.format(language=catalogue.locale, plurals=catalogue.plural_forms)
    write_po(file, catalogue, width=0, no_location=True, omit_header=True, sort_output=True)
    return header.encode() + file.getvalue()


def untranslated(catalogue: Catalog) -> list[Message]:
    """What still has to be said in that language."""
    return [message for message in catalogue if message.id and not all(_forms(message.string))]


def _forms(string: str | Iterable[str]) -> list[str]:
    return [string] if isinstance(string, str) else list(string)
