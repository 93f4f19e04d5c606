"""Looking at a game that was kept as a file: the page that takes it, and what it has in common with the API.

A file costs its sender as much as a room with so long a log, before anybody looks at it: to refuse it may be as much
work as to keep it.
"""

import asyncio

from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms import Created, Refused, worked
from app.web.errors import Problem, message, status_of
from app.web.room_pages import PRIVATE, rooms_of
from app.web.wire import parse
from app.web.words import render

BYTES_A_MOVE = 150  # of an export

router = APIRouter(include_in_schema=False)


async def taken_in(request: Request, file: bytes) -> Created:
    """The room of that file. Raises `malformed` for what is no JSON, `bad_file`, `busy`."""
    worked.get()("copied", len(file) // BYTES_A_MOVE)
    content = await asyncio.to_thread(parse, file, unique=True)
    return await rooms_of(request).imports.take_in(content)


@router.get("/import")
async def choose() -> Response:
    """Choose a file."""
    return HTMLResponse(_page())


@router.post("/import")
async def import_game(request: Request) -> Response:
    """Take the file, and go to the beginning of its game; or say why it is refused."""
    try:
        made = await taken_in(request, await _chosen(request))
    except Refused as refused:
        if refused.code == "malformed":
            refused = Problem("bad_file", "format")
        return HTMLResponse(_page(message(refused)), status_of(refused), PRIVATE)
    return RedirectResponse(f"/r/{made.code}/history?move=0", 303)


async def _chosen(request: Request) -> bytes:
    """The file of the form; nothing where there is none."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return b""  # as other forms come: a megabyte of small fields would be taken apart before they are counted
    try:
        async with request.form(max_files=1, max_fields=1) as form:
            file = form.get("file")
            return await file.read() if isinstance(file, UploadFile) else b""
    except (HTTPException, ValueError):  # no form that can be read; or decoded, with a charset of "undefined"
        return b""


def _page(problem: str = "") -> str:
    return render("import.html", problem=problem)
