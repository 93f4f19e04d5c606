"""The rules of each game as a page, and the explanations that its board shows on demand."""

import re

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.web import rulebook
from app.web.assets import ASK_AGAIN, FOR_GOOD
from app.web.errors import Problem
from app.web.room_view import picture_of, title_of
from app.web.words import plain, render, words_of

router = APIRouter(include_in_schema=False)
_ROOM = re.compile(r"[0-9A-Za-z]{7}")


@router.get("/rules/{game}")
async def rules(request: Request, game: str, room: str = "") -> Response:
    """The rules of a game; with `room`, the code of the room that they were opened from, a way back to it."""
    if not _known(request, game) or rulebook.rules_address(game) is None:
        raise Problem("not_found")
    tagline = plain(words_of(game).tagline())
    room = room.upper() if _ROOM.fullmatch(room) else ""
    page = render(f"{game}/rules.html", title=title_of(game), tagline=tagline, picture=picture_of(game), room=room)
    return HTMLResponse(page)


@router.get("/rules/{game}/explain/{digest}")
async def explain(request: Request, game: str, digest: str) -> Response:
    """All explanations of a game as HTML; under the digest of their text they may be kept for good."""
    found = rulebook.explanations(game) if _known(request, game) else None
    if found is None:
        raise Problem("not_found")
    text, known = found
    headers = {"Cache-Control": FOR_GOOD if digest == known else ASK_AGAIN, "Vary": "Accept-Language, Cookie"}
    return HTMLResponse(text, headers=headers)


def _known(request: Request, game: str) -> bool:
    return game in request.app.state.games
