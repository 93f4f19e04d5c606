"""What happened in a room besides its log: events, unfinished turns, counters; and whether its log replays."""

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.admin import Happenings, Session
from app.rooms.check import Difference
from app.web.admin.gate import LoggedIn
from app.web.admin.moves import machine_of
from app.web.names import name_of
from app.web.room_pages import PRIVATE
from app.web.words import N_, gettext, render

EVENTS = {
    "created": N_("The room was made"),
    "sat": N_("Sat down"),
    "took_over": N_("Took over a seat that had been left"),
    "renamed": N_("Took another name"),
    "left": N_("Left"),
    "returned": N_("Came back"),
    "voted": N_("Voted to go on without somebody"),
    "voted_out": N_("Was voted out"),
    "started": N_("Started the game"),
    "again": N_("Made the room for playing again"),
    "finished": N_("The game was over"),
    "connected": N_("Connected"),
    "disconnected": N_("Connection ended"),
    "undone": N_("Took a move back"),
    "refused": N_("A move was refused"),
    "closed": N_("The room was closed"),
    "renewed": N_("Got a new seat link"),
    "freed": N_("The seat was freed"),
    "blanked": N_("The name was taken away"),
    "imported": N_("The room was made of a file"),
    "cut": N_("Moves of an unfinished turn were dropped"),
}
DIFFERENCES = {
    "unknown_game": N_("This program does not know the game."),
    "setup": N_("Its options and rules are refused: %(found)s"),
    "rules": N_("It has started, but no version of the rules is stored."),
    "seats": N_("Its %(stored)s places have the seats %(found)s."),
    "order": N_("Move %(move)s of the log is missing."),
    "replay": N_("Move %(move)s does not replay: %(stored)s: %(found)s"),
    "draft": N_("Of the %(stored)s moves in unfinished turns only %(found)s fit."),
    "result": N_("It ends as %(found)s, stored is %(stored)s."),
    "not_over": N_("It is stored as over, but its log does not end the game."),
    "over": N_("Its log ends the game, but it is stored as being played."),
    "seed": N_("Its seed does not come from its secret and salts."),
    "commitment": N_("Its commitment is not that of its secret."),
    "unreadable": N_("Its rows make no room: %(found)s"),
}
Before = Annotated[int | None, Query(ge=0, lt=2**63)]

router = APIRouter(include_in_schema=False)


@router.get("/admin/rooms/{code}/events")
async def events(request: Request, session: LoggedIn, code: str, before: Before = None) -> Response:
    """A page of the room's events, newest first; while its game is on without what only one seat knows of."""
    return await _page(request, session, code, before)


@router.post("/admin/rooms/{code}/events")
async def look(
    request: Request, session: LoggedIn, code: str, before: Annotated[int | None, Form(ge=0, lt=2**63)] = None
) -> Response:
    """The same with that: the form has said that the table will be told of it."""
    return await _page(request, session, code, before, agreed=True)


@router.get("/admin/rooms/{code}/check")
async def check(request: Request, session: LoggedIn, code: str) -> Response:
    """Does the room's log replay, and where does it break?"""
    found = await machine_of(request).check(session, code)
    said = [told(each) for each in found.differences]
    page = render("admin/check.html", code=found.code, moves=found.moves, differences=said)
    return HTMLResponse(page, headers=PRIVATE)


def told(difference: Difference) -> str:
    """A difference in words."""
    seq = difference.seq
    values = {"move": None if seq is None else seq + 1, "stored": difference.stored, "found": difference.found}
    return gettext(DIFFERENCES[difference.what]) % values


async def _page(request: Request, session: Session, code: str, before: int | None, agreed: bool = False) -> Response:
    found = await machine_of(request).happenings(session, code, before, agreed)
    row = found.room.row
    values = {
        "code": row.code,
        "found": found,
        "names": {seat.seat: name_of(seat.seat, seat.name) for seat in found.room.seats},
        # A look at what is hidden is a form that is sent, and so is every page from there.
        "method": "post" if found.running and found.open else "get",
        "first": before is None,
        "lines": [
            {"event": event, "what": gettext(EVENTS[event.kind]) if event.kind in EVENTS else event.kind}
            for event in found.events
        ],
        "seats": _seats(found),
    }
    return HTMLResponse(render("admin/events.html", **values), headers=PRIVATE)


def _seats(found: Happenings) -> list[dict[str, Any]]:
    room = found.room
    return [
        {
            "row": seat,
            "name": name_of(seat.seat, seat.name),
            "connected": seat.id in room.connected,
            "votes": ", ".join(map(str, seat.votes)),
            "draft": [draft for draft in found.drafts if draft.seat == seat.seat],
        }
        for seat in room.seats
    ]
