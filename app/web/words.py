"""Every visible sentence: gettext catalogues, the language spoken now, and the templates that speak it.

The source texts are English. A language is a file `locale/<language>/LC_MESSAGES/machi.po`, read at the start, so
nothing compiled is kept; `python -m app words` brings it up to date with the texts (app/web/catalogue.py). Texts are
looked up when they are said, in the language of the request at hand (app/web/language.py).
"""

import gettext as catalogue_format
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import orjson
from babel.core import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import FileSystemLoader, StrictUndefined, Template, TemplateNotFound
from markupsafe import Markup

from app.web.assets import asset
from app.web.bytecode import Bytecode
from app.web.composed import Pieces, written
from app.web.joined import joined
from app.web.kept import KeepingContext, Kept
from app.web.log_blocks import BLOCK, Move, addresses, lights, log_blocks
from app.web.look import THEMES, colours, theme
from app.web.marks import gathering, hole, varying
from app.web.picture import fitted
from app.web.pieces import PieceTag
from app.web.quick import QuickEnvironment
from app.web.shared import Shared

ROOT = Path(__file__).resolve().parents[2]
LOCALE = Path(__file__).with_name("locale")
SOURCE = "en"

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


def N_(message: str) -> str:  # noqa: N802  the usual gettext mark for a text that is said later
    """Mark a text for the catalogue without translating it yet."""
    return message


@cache
def catalogues() -> dict[str, catalogue_format.NullTranslations]:
    """Language to its catalogue; the source language always is one of them."""
    found: dict[str, catalogue_format.NullTranslations] = {SOURCE: catalogue_format.NullTranslations()}
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/machi.po")):
        language = path.parts[-3]
        with path.open("rb") as file:
            compiled = BytesIO()
            write_mo(compiled, read_po(file, locale=language))
        compiled.seek(0)
        found[language] = catalogue_format.GNUTranslations(compiled)
    return found


@cache
def languages() -> dict[str, str]:
    """Every language that can be spoken, with its name in itself: "ja" to "日本語"."""
    return {name: str(Locale.parse(name).get_display_name()) for name in catalogues()}


def language() -> str:
    """The language spoken now."""
    return _language.get()


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak `name`, one of `catalogues()`, inside the block."""
    token = _language.set(name)
    try:
        yield
    finally:
        _language.reset(token)


def _spoken() -> catalogue_format.NullTranslations:
    return catalogues()[_language.get()]


def gettext(message: str, **values: object) -> str:
    """`message` in the language spoken now, `%(name)s` replaced by `values`."""
    text = _spoken().gettext(message)
    return text % values if values else text


def space() -> str:
    """What stands between two sentences: nothing in Japanese."""
    return gettext("%(one)s %(next)s", one="", next="")


def person(name: str) -> str:
    """Somebody's name as it is said in a sentence or a list: Japanese adds a polite word."""
    return _spoken().pgettext("person", "%(name)s") % {"name": name}


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """The form for `number`, which is also `%(num)s`."""
    return _spoken().ngettext(singular, plural, number) % {"num": number, **values}


def _sentence(message: str, **values: object) -> Markup:
    """What `_()` says in templates. Always a format: a percent sign is written twice."""
    if not values:
        return _fixed_sentence(message, language())
    return Markup(_spoken().gettext(message)) % values  # noqa: S704  our own sentence, what is put in gets escaped


@cache
def _fixed_sentence(message: str, spoken: str) -> Markup:
    return Markup(catalogues()[spoken].gettext(message)) % {}  # noqa: S704


def _counted(singular: str, plural: str, number: int, **values: object) -> Markup:
    text = Markup(_spoken().ngettext(singular, plural, number))  # noqa: S704
    return text % {"num": number, **values}


@cache
def templates() -> QuickEnvironment:
    """The one environment for all templates: escaping, strict about missing names, `_()` and `{% trans %}`."""
    environment = QuickEnvironment(
        loader=FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=Bytecode.by(__name__, QuickEnvironment.__module__, PieceTag.__module__),
        extensions=["jinja2.ext.i18n", PieceTag],
    )
    environment.context_class = KeepingContext
    environment.policies["ext.i18n.trimmed"] = True
    environment.policies["json.dumps_function"] = _json
    environment.policies["json.dumps_kwargs"] = {}
    install = environment.install_gettext_callables  # type: ignore[attr-defined]
    install(
        lambda message: _spoken().gettext(message),
        lambda one, many, number: _spoken().ngettext(one, many, number),
        newstyle=True,
        pgettext=lambda context, message: _spoken().pgettext(context, message),
        npgettext=lambda context, one, many, number: _spoken().npgettext(context, one, many, number),
    )
    environment.globals |= {
        "language": language,
        "languages": languages,
        "asset": asset,
        "joined": joined,
        "colours": colours,
        "fitted": fitted,
        "theme": theme,
        "themes": THEMES,
        "tables": tables,
        "log_block": BLOCK,
        "log_blocks": log_blocks,
        "lights": lights,
        "to_reader": to_reader,
        "is_addressed": is_addressed,
        "words_of": words_of,
        "N_": N_,
        "gettext": _sentence,
        "_": _sentence,
        "ngettext": _counted,
        "kept": Kept(_language.get),
        "hole": hole,
        "varying": varying,
        "shared": Shared(_language.get),
        "space": space,
        "person": person,
    }
    return environment


def _json(value: object) -> str:
    """For `tojson`, which makes it fit to stand in HTML. Seats are keys, too."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def tables(game: str, part: str = "data") -> ModuleType:
    """The constants of a game (costs, effects, points): what its own templates may know besides their view."""
    return import_module(f"engine.{game}.{part}")


def render(template: str, **context: object) -> str:
    """The text of a template in the language spoken now."""
    with gathering() as said:
        text = templates().get_template(template).render(context)
    return written(text, said)


def render_pieces(template: str, context: dict[str, object]) -> Pieces:
    """The pieces of a template in the language spoken now."""
    with gathering() as said:
        text = templates().get_template(template).render(context)
    return Pieces(text, said)


def template_of(name: str) -> Template | None:
    """The template, where there is one of that name."""
    try:
        return templates().get_template(name)
    except TemplateNotFound:
        return None


def game_words(game: str) -> Any | None:
    """The macros of `templates/<game>/words.html` as a module, or None if the game has no words of its own."""
    found = template_of(f"{game}/words.html")
    return found.module if found else None


def words_of(game: str) -> Any:
    """The macros that word a game; for one without words of its own, macros that say its codes."""
    return game_words(game) or templates().get_template("plain_words.html").module


def to_reader(game: str) -> Collection[str]:
    """The facts of a game whose sentences say "you" to the seat that they name: its words' `TO_READER`."""
    codes: Collection[str] = getattr(words_of(game), "TO_READER", ())
    return codes


def is_addressed(game: str, moves: Sequence[Move], reader: int | None) -> bool:
    """Do the sentences about these moves say "you" to the reader?"""
    return addresses(to_reader(game), moves, reader)


def plain(markup: object) -> str:
    """What a macro said, as plain text on one line: for JSON messages and logs."""
    return " ".join(Markup(str(markup)).striptags().split())  # noqa: S704  its tags are taken away
