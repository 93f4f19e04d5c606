"""The numbers of all games: a page, and each of its tables as CSV. Only counts, and nobody's name: no look is noted."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.admin import Numbers
from app.store.numbers import ABANDONED, Choice
from app.web.admin.gate import LoggedIn, admin_of
from app.web.admin.numbers_csv import TABLES, as_csv, part
from app.web.admin.numbers_view import own_parts, shown
from app.web.admin.rooms import one_of
from app.web.errors import Problem
from app.web.room_pages import PRIVATE
from app.web.room_view import title_of
from app.web.words import N_, gettext, ngettext, plain, render, words_of

SPANS = {"30": 30, "90": 90, "365": 365, "all": None}
"""How many days, today the last of them, the games began in."""
SPAN_WORDS = {
    "30": N_("in the last 30 days"),
    "90": N_("in the last 90 days"),
    "365": N_("in the last 365 days"),
    "all": N_("at any time"),
}
USUAL = "90"

router = APIRouter(include_in_schema=False)


@router.get("/admin/numbers")
async def page(request: Request, session: LoggedIn) -> Response:
    """The numbers of the games that are asked for."""
    games, query, today = request.app.state.games, request.query_params, _today(request)
    asked, since = asked_of(query, games), since_of(query, today)
    choice = _choice(query, games, since)
    told = await _numbers(request).of(choice)
    values = {
        **shown(told, since, today),
        **own_parts(told, choice.game, games),
        **_form(games, asked),
        "query": urlencode({name: text for name, text in asked.items() if text}),
        "files": [*TABLES, *told.parts],
        "abandoned_after": ABANDONED.days,
    }
    return HTMLResponse(render("admin/numbers.html", **values), headers=PRIVATE)


@router.get("/admin/numbers/{table}.csv")
async def table_file(request: Request, session: LoggedIn, table: str) -> Response:
    """One table of it as a file (RFC 4180). Those of a game's own are there when that game is asked for."""
    games, query = request.app.state.games, request.query_params
    choice = _choice(query, games, since_of(query, _today(request)))
    own = getattr(games.get(choice.game), "TALLY", {})
    if table not in TABLES and table not in own:
        raise Problem("not_found")
    told = await _numbers(request).of(choice)
    made = TABLES[table](told.counted) if table in TABLES else part(choice.game, own[table], told.parts[table])
    headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="machi-{table}.csv"'}
    return Response(as_csv(*made), media_type="text/csv; charset=utf-8; header=present", headers=headers)


def asked_of(query: Mapping[str, str], games: Mapping[str, Any]) -> dict[str, str]:
    """What the form says, field by field, in the order of the form. Raises `Problem("malformed")` for what it cannot.

    An option of a game is asked for by `option-NAME`, once the game is.
    """
    game = one_of("game", query, games)
    options = games[game].OPTIONS if game else {}
    known: dict[str, Any] = {"since": SPANS, "game": games, "seats": _seats(games)}
    known |= {f"option-{name}": [*map(str, values)] for name, values in options.items()}
    return {"since": USUAL} | {name: text for name in known if (text := one_of(name, query, known[name]))}


def since_of(query: Mapping[str, str], today: date) -> date | None:
    """The first day that is asked for; None: whichever that is."""
    days = SPANS[one_of("since", query, SPANS) or USUAL]
    return None if days is None else today - timedelta(days=days - 1)


def _choice(query: Mapping[str, str], games: Mapping[str, Any], since: date | None) -> Choice:
    asked = asked_of(query, games)
    game = asked.get("game", "")
    options = {
        name: value
        for name, values in (games[game].OPTIONS if game else {}).items()
        for value in values
        if str(value) == asked.get(f"option-{name}")
    }
    begin = datetime.combine(since or date(1970, 1, 1), time(), UTC)
    return Choice(begin, game, int(asked["seats"]) if "seats" in asked else None, options)


def _seats(games: Mapping[str, Any]) -> list[str]:
    """How many may play one of the games or another."""
    return [str(number) for number in sorted({number for each in games.values() for number in each.SEATS})]


def _form(games: Mapping[str, Any], asked: Mapping[str, str]) -> dict[str, Any]:
    options = _options(games, asked["game"]) if "game" in asked else {}
    return {
        "asked": dict.fromkeys(("game", "seats", *options), "") | dict(asked),
        "spans": {name: gettext(said) for name, said in SPAN_WORDS.items()},
        "choices": {name: title_of(name) for name in games},
        "seats": {number: ngettext("%(num)s player", "%(num)s players", int(number)) for number in _seats(games)},
        "options": options,
    }


def _options(games: Mapping[str, Any], game: str) -> dict[str, tuple[str, dict[str, str]]]:
    """What can be chosen of a game's own options: by field its name and its values, in words."""
    words = words_of(game)
    return {
        f"option-{name}": (
            plain(words.option_name(name)),
            {str(value): plain(words.option_value(name, value)) for value in values},
        )
        for name, values in games[game].OPTIONS.items()
    }


def _today(request: Request) -> date:
    return admin_of(request).now().astimezone(UTC).date()


def _numbers(request: Request) -> Numbers:
    found: Numbers = request.app.state.numbers
    return found
