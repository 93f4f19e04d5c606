"""The catalogues of texts as files: brought up to date with the texts in app/ and templates/ by `python -m app words`.

A file holds every text once, sorted by the English, without places: it changes only where words do. What is new comes
with an empty translation, what is gone goes.
"""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from app.web.words import LOCALE, ROOT

FOLDERS = frozenset({"app", "templates"})
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None}
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
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = Catalog()
    for _file, _line, message, _comments, context in extract_from_dir(
        ROOT, methods, options, KEYWORDS, directory_filter=_is_ours
    ):
        found.add(message, context=context)
    return found


def _is_ours(folder: str) -> bool:
    return FOLDERS.intersection(Path(folder).relative_to(ROOT).parts[:1]) != frozenset()


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
