"""The JSON API: one function a call, nothing but the way from HTTP to app.rooms and back."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from app.rooms import Created, Rooms
from app.web import docs
from app.web.api_errors import PAST_EXAMPLE, ROOM_EXAMPLE, SEATED, refuses
from app.web.errors import Problem
from app.web.import_pages import taken_in
from app.web.reply import JSON
from app.web.schemas import (
    ExportedGame,
    LegalMoves,
    Log,
    NewName,
    NewRoom,
    NewSeat,
    PastRoomObject,
    RoomMade,
    RoomObject,
    ScoresObject,
    SeatTaken,
    Start,
    TakeBack,
    Turn,
    WhatIf,
)
from app.web.security import Addresses
from app.web.tokens import caller_token
from app.web.wire import StrictRoute

router = APIRouter(prefix="/api", route_class=StrictRoute)
BODY = ("too_large", "too_slow", "malformed")
ENDED = ("over", "closed")
UNPLAYABLE = ("not_started", *ENDED, "read_only")
SHOWS_ROOM: dict[int | str, dict[str, Any]] = {
    200: {"model": RoomObject, "content": {"application/json": {"example": ROOM_EXAMPLE}}}
}
# Who may call: whoever has a seat here; or anybody, who then sees what a spectator does.
SEAT: dict[str, Any] = {"security": [{docs.SEAT: []}]}
ANYBODY: dict[str, Any] = {"security": [{docs.SEAT: []}, {}]}
FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {docs.JSON_TYPE: {"schema": {"$ref": "#/components/schemas/ExportedGame"}}},
    }
}
Code = Annotated[str, Path(description="the room's code, in any case", examples=["7KXQ2MW"])]


def rooms_of(request: Request) -> Rooms:
    """The app's rooms."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def nothing() -> Response:
    """The answer to a call that was carried out and has nothing to say."""
    return Response(status_code=204, headers={"Cache-Control": "no-store"})


@router.post(
    "/rooms",
    status_code=201,
    tags=["rooms"],
    responses={201: {"model": RoomMade}, **refuses(*BODY, "options")},
)
async def make_room(request: Request, new: NewRoom) -> Response:
    """Make a room. With a name its maker also sits down and gets the token of the seat."""
    made = await rooms_of(request).create(new.game, new.seats, new.options, new.name, new.salt, new.seed)
    return _made(request, made)


def _made(request: Request, made: Created) -> Response:
    """The answer to a call that made a room."""
    addresses: Addresses = request.app.state.addresses
    url = f"{addresses.origin(request.scope)}/r/{made.code}"
    answer: dict[str, Any] = {"code": made.code, "url": url, "commitment": made.commitment}
    if made.token is not None:
        answer |= {"seat": made.seat, "token": made.token}
    if made.tokens:
        answer |= {"tokens": made.tokens}
    return JSON(answer, 201, {"Location": url})


@router.get("/rooms/{code}", tags=["rooms"], openapi_extra=ANYBODY, responses={**SHOWS_ROOM, **refuses(*SEATED)})
async def look(request: Request, code: Code) -> Response:
    """The room as this caller may see it; without a token as a spectator does."""
    scene = await rooms_of(request).look(code, caller_token(request, code))
    return JSON(scene.object)


@router.post(
    "/rooms/{code}/seats",
    status_code=201,
    tags=["seats"],
    responses={
        201: {"model": SeatTaken},
        **refuses(*BODY, "no_room", "started", *ENDED, "sandbox", "read_only", "full", "name_taken"),
    },
)
async def sit(request: Request, code: Code, new: NewSeat) -> Response:
    """Take a free place; in a running game a seat that its player has left."""
    seated = await rooms_of(request).sit(code, new.name, new.salt)
    return JSON({"seat": seated.seat, "token": seated.token}, 201)


@router.patch(
    "/rooms/{code}/seats/me",
    status_code=204,
    tags=["seats"],
    openapi_extra=SEAT,
    responses=refuses(*BODY, *SEATED, *ENDED, "name_taken"),
)
async def rename(request: Request, code: Code, new: NewName) -> Response:
    """Take another name."""
    await rooms_of(request).rename(code, caller_token(request, code), new.name)
    return nothing()


@router.delete(
    "/rooms/{code}/seats/me",
    status_code=204,
    tags=["seats"],
    openapi_extra=SEAT,
    responses=refuses(*SEATED, *ENDED, "sandbox"),
)
async def leave(request: Request, code: Code) -> Response:
    """Leave: before the start the place is free again, later the program plays until somebody takes the seat up."""
    await rooms_of(request).leave(code, caller_token(request, code))
    return nothing()


@router.post(
    "/rooms/{code}/seats/{seat}/vote-out",
    status_code=204,
    tags=["seats"],
    openapi_extra=SEAT,
    responses=refuses("malformed", *SEATED, *UNPLAYABLE, "sandbox", "cannot_vote_out"),
)
async def vote_out(
    request: Request, code: Code, seat: Annotated[int, Path(description="the absent seat", examples=[1])]
) -> Response:
    """Vote that a seat which must act, and has not been connected for 3 minutes, counts as left."""
    await rooms_of(request).vote_out(code, caller_token(request, code), seat)
    return nothing()


@router.post(
    "/rooms/{code}/start",
    status_code=204,
    tags=["rooms"],
    openapi_extra=SEAT,
    responses=refuses(*BODY, *SEATED, "closed", "too_few", "free_seats", "read_only"),
)
async def start(request: Request, code: Code, how: Annotated[Start | None, Body()] = None) -> Response:
    """Start the game; any seated player may. A room that has started stays as it is."""
    await rooms_of(request).start(code, caller_token(request, code), how is not None and how.close_free)
    return nothing()


@router.get(
    "/rooms/{code}/moves",
    tags=["play"],
    openapi_extra=SEAT,
    responses={200: {"model": LegalMoves}, **refuses(*SEATED, "not_started")},
)
async def legal_moves(request: Request, code: Code) -> Response:
    """Every move that this seat may make now, in wire form; none once the game is over."""
    return JSON(await rooms_of(request).moves(code, caller_token(request, code)))


@router.post(
    "/rooms/{code}/moves",
    tags=["play"],
    openapi_extra=SEAT,
    responses={**SHOWS_ROOM, **refuses(*BODY, *SEATED, *UNPLAYABLE, "stale", "illegal")},
)
async def play(request: Request, code: Code, turn: Turn) -> Response:
    """Make a move. The same frame sent again is answered as before and not carried out again."""
    scene = await rooms_of(request).play(code, caller_token(request, code), turn.at, turn.move)
    return JSON(scene.object)


@router.post(
    "/rooms/{code}/undo",
    tags=["play"],
    openapi_extra=SEAT,
    responses={**SHOWS_ROOM, **refuses(*BODY, *SEATED, *UNPLAYABLE, "stale", "nothing_to_undo")},
)
async def undo(request: Request, code: Code, back: TakeBack) -> Response:
    """Take back the last move that has not settled."""
    scene = await rooms_of(request).undo(code, caller_token(request, code), back.at)
    return JSON(scene.object)


@router.get(
    "/rooms/{code}/log",
    tags=["play"],
    openapi_extra=ANYBODY,
    responses={200: {"model": Log}, **refuses(*SEATED)},
)
async def log(request: Request, code: Code) -> Response:
    """The settled moves, as far as this caller may see; after the end also what proves that the dice were fair."""
    return JSON(await rooms_of(request).log(code, caller_token(request, code)))


@router.get(
    "/rooms/{code}/history/{version}",
    tags=["play"],
    openapi_extra=ANYBODY,
    responses={
        200: {"model": PastRoomObject, "content": {"application/json": {"example": PAST_EXAMPLE}}},
        **refuses("malformed", *SEATED, "not_started", "not_over", "closed"),
    },
)
async def history(
    request: Request,
    code: Code,
    version: Annotated[int, Path(description="a position: how many moves of the log had been made", examples=[37])],
    eyes: Annotated[
        Literal["open"] | int | None,
        Query(description="after the end only: a seat whose eyes to look through, or `open` (the default): all cards"),
    ] = None,
) -> Response:
    """The room as it was, as this caller was allowed to see it then; after the end everything."""
    return JSON((await rooms_of(request).past(code, caller_token(request, code), version, eyes)).object)


@router.get(
    "/rooms/{code}/export",
    tags=["play"],
    openapi_extra=ANYBODY,
    responses={200: {"model": ExportedGame}, **refuses("no_room", "not_started", "not_over", "closed")},
)
async def export(request: Request, code: Code) -> Response:
    """The whole finished game as one file: what it was made from, every move, the result."""
    game = await rooms_of(request).export(code, caller_token(request, code))
    name = f"machi-{game['game']}-{code.upper()}.json"
    return JSON(game, 200, {"Content-Disposition": f'attachment; filename="{name}"'})


@router.get(
    "/rooms/{code}/scores",
    tags=["play"],
    openapi_extra=ANYBODY,
    responses={200: {"model": ScoresObject}, **refuses(*SEATED, "not_started", "not_over", "closed", "read_only")},
)
async def scores(request: Request, code: Code) -> Response:
    """Of a finished game: the scores after each round, where the points came from, the moves that changed most."""
    course = await rooms_of(request).course(code, caller_token(request, code))
    return JSON(course.object)


@router.post(
    "/rooms/{code}/what-if",
    status_code=201,
    tags=["rooms"],
    openapi_extra=ANYBODY,
    responses={
        201: {"model": RoomMade},
        **refuses(*BODY, *SEATED, "not_started", "not_over", "closed", "read_only"),
    },
)
async def what_if(request: Request, code: Code, moment: WhatIf) -> Response:
    """Make a room that goes on from a moment of this finished game, with the same dice and cards to come.

    It needs as many players, who sit down in it as in any; its room object says `replayed`, and it has no commitment.
    With `sandbox` you play every seat yourself: the room has started, each seat has its name of before, and the answer
    holds a token for each; act for a seat with its own. Nobody else can sit down there, no seat can be left.
    """
    token = caller_token(request, code)
    return _made(request, await rooms_of(request).what_if(code, token, moment.version, moment.sandbox))


@router.post(
    "/import",
    status_code=201,
    tags=["rooms"],
    openapi_extra=FILE,
    responses={201: {"model": RoomMade}, **refuses(*BODY, "bad_file")},
)
async def import_game(request: Request) -> Response:
    """Take in the file of a finished game, of up to 1 MB, to look at it: the room in which it is over.

    It is played again by the rules; a file that breaks them, or that contradicts itself, is refused with the place.
    Nobody can take a seat in that room, and its room object says `imported`: names and times are as the file says.
    Files that say the same lead to the same room.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != docs.JSON_TYPE:
        raise Problem("malformed", "json")
    return _made(request, await taken_in(request, await request.body()))
