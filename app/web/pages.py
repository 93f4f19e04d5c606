"""The start page and the making of a room."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms import Refused, good_name
from app.web import (
    chart_pages,
    history_pages,
    import_pages,
    live_html,
    picture_pages,
    receipt_pages,
    room_pages,
    rules_pages,
    table_pages,
)
from app.web.errors import Problem, message, status_of
from app.web.room_pages import remember_name, rooms_of, sit_there
from app.web.room_view import my_name, picture_of, title_of
from app.web.rulebook import rules_address
from app.web.wire import form_of
from app.web.words import plain, render, words_of
from engine import Game

FRIENDS = 4  # the number of seats that is offered first, where the game allows it

Games = Mapping[str, Game[Any, Any]]

router = APIRouter(include_in_schema=False)
router.include_router(room_pages.router)
router.include_router(table_pages.router)
router.include_router(receipt_pages.router)
router.include_router(chart_pages.router)
router.include_router(picture_pages.router)
router.include_router(history_pages.router)
router.include_router(live_html.router)
router.include_router(rules_pages.router)
router.include_router(import_pages.router)


@router.get("/")
async def home(request: Request) -> Response:
    """Choose a game and its options, say your name, make a room."""
    return HTMLResponse(_home(request))


@router.post("/rooms")
async def make_room(request: Request) -> Response:
    """Make a room from the form of the start page. Its maker sits down there, after the commitment was shown."""
    form = await form_of(request)
    name = _text(form, "name")
    try:
        name = good_name(name)
        game, seats, options = _asked(form, games_of(request))
        made = await rooms_of(request).create(game, seats, options)
    except Refused as refused:
        page = _home(request, _text(form, "game"), name, message(refused))
        return HTMLResponse(page, status_of(refused))
    response = RedirectResponse(f"/r/{made.code}", 303)
    remember_name(response, request, name)
    sit_there(response, request, made.code)
    return response


@router.get("/join")
async def join(code: str = "") -> Response:
    """From a room code that was told to the room."""
    return RedirectResponse(f"/r/{quote(code.strip().upper(), safe='')}" if code.strip() else "/", 303)


def games_of(request: Request) -> Games:
    """The games that this app knows, in their order on the page."""
    games: Games = request.app.state.games
    return games


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


def _asked(form: FormData, games: Games) -> tuple[str, int, dict[str, object]]:
    """Game, seats and options of the form. An option comes as the index of its value among those allowed."""
    game = _text(form, "game")
    if game not in games:
        raise Problem("options", "game")
    try:
        seats = int(_text(form, f"{game}.seats")[:4])
        chosen = {name: int(_text(form, f"{game}.{name}")[:4] or 0) for name in games[game].OPTIONS}
    except ValueError:
        raise Problem("malformed") from None
    options: dict[str, object] = {}
    for name, index in chosen.items():
        values = games[game].OPTIONS[name]
        if not 0 <= index < len(values):
            raise Problem("options", "option_value", {"option": name})
        options[name] = values[index]
    return game, seats, options


def _home(request: Request, chosen: str = "", name: str | None = None, problem: str = "") -> str:
    games = games_of(request)
    known = chosen if chosen in games else next(iter(games))
    name = my_name(request) if name is None else name
    cards = [_card(each, games[each]) for each in games]
    return render("home.html", games=cards, chosen=known, name=name[:20], problem=problem)


def _card(name: str, game: Game[Any, Any]) -> dict[str, Any]:
    """A game as the start page shows it."""
    words = words_of(name)
    least, most = game.SEATS[0], game.SEATS[-1]
    options = [
        {
            "name": option,
            "title": plain(words.option_name(option)),
            "choices": [plain(words.option_value(option, value)) for value in values],
        }
        for option, values in game.OPTIONS.items()
    ]
    return {
        "name": name,
        "title": title_of(name),
        "tagline": plain(words.tagline()),
        "picture": picture_of(name),
        "rules": rules_address(name),
        "least": least,
        "most": most,
        "seats": max(least, min(most, FRIENDS)),
        "options": options,
    }
