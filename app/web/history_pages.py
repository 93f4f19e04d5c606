"""Looking back at a game, move by move: a page for each moment, and what changes from one to another."""

from collections.abc import Sequence

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms import By, Eyes, Past
from app.web.history_view import address, eyes_word, history_pieces, moment
from app.web.room_pages import PRIVATE, as_known, rooms_of
from app.web.words import render

router = APIRouter(include_in_schema=False)


@router.get("/r/{code}/history")
async def history(request: Request, code: str, move: int | None = None, by: By = "move", eyes: Eyes = None) -> Response:
    """The room after `move` moves, as who asks may see it; without a number after the last one."""
    (past,) = await _pasts(request, code, (move,), eyes)
    if code != past.code:
        return RedirectResponse(f"/r/{past.code}/history?{request.url.query}", 303)
    return HTMLResponse(render("room/history.html", **moment(past, request, by)), headers=PRIVATE)


@router.get("/r/{code}/history/change")
async def change(
    request: Request,
    code: str,
    shown: int,
    latest: int,
    seen_by: str,
    shown_by: By = "move",
    move: int | None = None,
    by: By = "move",
    eyes: Eyes = None,
) -> Response:
    """What a page needs that shows the moment `shown` to show `move`, or the last one: its pieces that differ.

    `latest`, `seen_by`: up to which move the page knows the game, and through whose eyes it shows it. Where these are
    other eyes by now (the game is over, or whoever asks has sat down), the page must be loaded as a whole: the answer
    is empty and names the address of the moment, as htmx does, in `HX-Redirect`.
    """
    before, after = await _pasts(request, code, (shown, move), eyes)
    if seen_by != eyes_word(after.eyes):
        whole = {"HX-Redirect": address(after, after.version, by, eyes)}
        return Response(status_code=204, headers=PRIVATE | whole)
    known = history_pieces(before, request, shown_by, latest).shown()
    return HTMLResponse(history_pieces(after, request, by).changes(known), headers=PRIVATE)


async def _pasts(request: Request, code: str, moves: Sequence[int | None], eyes: Eyes) -> list[Past]:
    pasts, _ = await as_known(request, code, lambda token: rooms_of(request).pasts(code, token, moves, eyes))
    return pasts
