"""The shared screen: a room on a television or a laptop that everybody at the table looks at.

It shows what a spectator may see, whosever browser it is: the seat's token is neither read here nor on its socket
(`app.web.live_html.table`), so nothing private can come to stand on it.
"""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.web.room_pages import PRIVATE, rooms_of
from app.web.room_view import context
from app.web.words import render

router = APIRouter(include_in_schema=False)


@router.get("/r/{code}/table")
async def table(request: Request, code: str) -> Response:
    """One room for everybody's eyes: who is coming, the game, or its result."""
    scene = await rooms_of(request).look(code)
    name = scene.object["code"]
    if code != name:
        return RedirectResponse(f"/r/{name}/table", 303)
    return HTMLResponse(render("room/table.html", **context(scene, request)), headers=PRIVATE)
