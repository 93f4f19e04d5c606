"""Looking back at a game, move by move: a page for each moment, and what changes from one to another."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms import Eyes, Past
from app.web.history_view import By, history_pieces, moment
from app.web.room_pages import PRIVATE, rooms_of, scene_of
from app.web.words import render

router = APIRouter(include_in_schema=False)


@router.get("/r/{code}/history")
async def history(request: Request, code: str, move: int | None = None, by: By = "move", eyes: Eyes = None) -> Response:
    """The room after `move` moves, as who asks may see it; without a number after the last one."""
    past = await _past(request, code, move, eyes)
    if code != past.code:
        return RedirectResponse(f"/r/{past.code}/history?{request.url.query}", 303)
    return HTMLResponse(render("room/history.html", **moment(past, request, by)), headers=PRIVATE)


@router.get("/r/{code}/history/change")
async def change(
    request: Request, code: str, shown: int, move: int, shown_by: By = "move", by: By = "move", eyes: Eyes = None
) -> Response:
    """What a page needs that shows the moment `shown` to show `move`: its pieces that differ."""
    before, after = await _past(request, code, shown, eyes), await _past(request, code, move, eyes)
    known = history_pieces(before, request, shown_by).prints()
    return HTMLResponse(history_pieces(after, request, by).changes(known), headers=PRIVATE)


async def _past(request: Request, code: str, move: int | None, eyes: Eyes) -> Past:
    _, token = await scene_of(request, code)  # a key that is no longer good is as none
    return await rooms_of(request).past(code, token, move, eyes)
