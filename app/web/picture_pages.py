"""The final boards of a finished game as a picture to keep and to print: one SVG file, an upright A4 page.

A game draws its own: `templates/<game>/picture.svg` extends room/picture.svg and fills its block `board`, with the
context of `context` and `placed` (place and seat of each, best first). Without it the picture is the list of results.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.rooms import Refused
from app.web.picture import complete
from app.web.room_pages import PRIVATE, as_known, rooms_of
from app.web.room_view import context
from app.web.words import render, template_of

router = APIRouter(include_in_schema=False)


@router.get("/r/{code}/picture.svg")
async def picture(request: Request, code: str) -> Response:
    """The picture; before the end of the game the refusal of the export, for it shows what was hidden."""
    past, _ = await as_known(request, code, lambda token: rooms_of(request).past(code, token))
    if not past.over:
        raise Refused("not_over")
    if past.object.get("read_only"):
        raise Refused("read_only")
    if code != past.code:
        return RedirectResponse(f"/r/{past.code}/picture.svg", 303)
    name = f"machi-{past.object['game']}-{past.code}.svg"
    headers = PRIVATE | {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(drawn(context(past, request)), headers=headers, media_type="image/svg+xml")


def drawn(shown: Mapping[str, Any]) -> str:
    """The SVG file for the last moment of a finished game, in the language spoken now; `shown`: its `context`."""
    own = f"{shown['room']['game']}/picture.svg"
    template = own if template_of(own) else "room/picture.svg"
    return complete(render(template, **shown, placed=_placed(shown["present"]["result"]["ranking"])))


def _placed(ranking: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Place and seat, best first; who share a place have the same number.

    >>> _placed([[2], [0, 1], [3]])
    [(1, 2), (2, 0), (2, 1), (4, 3)]
    """
    placed = list[tuple[int, int]]()
    for group in ranking:
        place = len(placed) + 1
        placed += [(place, seat) for seat in group]
    return placed
