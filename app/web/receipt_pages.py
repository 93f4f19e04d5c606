"""The fairness receipt of a finished game: a page on which the browser computes all chance again (static/receipt.js).

The server adds only what the game has shown, from its first position and its log; a game that has a receipt.html says
there which draws it made and how its things look. What the draws must have been the browser finds out by itself.
"""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.web.room_pages import PRIVATE, scene_of
from app.web.room_view import context, game_file
from app.web.words import render

router = APIRouter(include_in_schema=False)


@router.get("/r/{code}/receipt")
async def receipt(request: Request, code: str) -> Response:
    """What proves that the dice and cards of a finished game were fair; before its end, when that will be."""
    scene, _ = await scene_of(request, code)
    room = scene.object
    if code != room["code"]:
        return RedirectResponse(f"/r/{room['code']}/receipt", 303)
    chance = "given" if room["commitment"] is None else "drawn"
    values = {
        "chance": chance if room["status"] == "over" else "",
        "receipt_template": f"{room['game']}/receipt.html",
        "receipt_script": game_file(room["game"], "receipt.js"),
    }
    return HTMLResponse(render("room/receipt.html", **context(scene, request), **values), headers=PRIVATE)
