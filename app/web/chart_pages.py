"""How a finished game went, on one page: the scores by round, where the points came from, the moves that changed most.

A game may add a part of its own, about the table as it stood when a round was over: `templates/<game>/chart.html`, a
template with the context of `context` and `view` (a spectator's, of that moment) and `shown` (the round's number).
"""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.rooms import Course
from app.web.chart import plot
from app.web.room_pages import PRIVATE, rooms_of, scene_of
from app.web.room_view import context
from app.web.words import render

router = APIRouter(include_in_schema=False)


@router.get("/r/{code}/chart")
async def chart(request: Request, code: str, round: str = "") -> Response:  # noqa: A002  the address's word
    """The page; `round`: which one's table is shown, the last one by itself."""
    scene, token = await scene_of(request, code)
    course = await rooms_of(request).course(code, token)
    values = {**context(scene, request), **_told(course), **_shown(course, round)}
    return HTMLResponse(render("room/chart.html", **values), headers=PRIVATE)


def _told(course: Course) -> dict[str, Any]:
    numbers = [each.number for each in course.rounds]
    return {
        "course": course,
        "plot": plot(numbers, [each.scores for each in course.rounds]),
        "totals": course.rounds[-1].scores,
        "turns": [(point, _new_leader(point.before, point.after)) for point in course.turning_points],
    }


def _new_leader(before: tuple[int, ...], after: tuple[int, ...]) -> int | None:
    """Who leads alone after a move and did not before; None at a table of one."""
    first = [seat for seat, points in enumerate(after) if points == max(after)]
    if len(after) == 1 or len(first) > 1:
        return None
    led = [seat for seat, points in enumerate(before) if points == max(before)]
    return None if led == first else first[0]


def _shown(course: Course, asked: str) -> dict[str, Any]:
    """The round that is asked for; for what is none of the game's, the last one."""
    found = next((each for each in course.rounds if str(each.number) == asked), course.rounds[-1])
    return {"shown": found.number, "view": found.view}
