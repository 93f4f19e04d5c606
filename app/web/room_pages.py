"""A room's pages and forms. Every form works as a plain POST; with htmx the page stays open, and its socket shows
what came of that: an answer that showed it as well could come late, and put an older picture over a newer one.

Forms carry no CSRF token: app.web.limits refuses whatever another site makes a browser send.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar
from urllib.parse import quote

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms import Refused, Rooms, Scene
from app.web.compression import SECRET
from app.web.cookies import drop_cookie, keep_cookie
from app.web.errors import Problem, message, status_of
from app.web.room_view import context, is_loopback, is_sandbox, qr_code
from app.web.security import Addresses
from app.web.tokens import caller_token, forget, keep
from app.web.words import render

NO_SEAT = {"no_token", "not_seated"}
PRIVATE = {"Cache-Control": "no-store"}

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Form()]
T = TypeVar("T")


def rooms_of(request: Request) -> Rooms:
    """The app's rooms."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def remember_name(response: Response, request: Request, name: str) -> None:
    """Let the browser offer this name the next time its owner sits down."""
    keep_cookie(response, request, "machi_name", quote(name.strip()))


def sit_there(response: Response, request: Request, code: str) -> None:
    """Let the room's page, once, send the form for sitting down by itself: it has shown the commitment before."""
    keep_cookie(response, request, "machi_sit", code, seconds=60)


async def scene_of(request: Request, code: str) -> tuple[Scene, str | None]:
    """The scene for whoever asks and the token that it was made for; a key that is no longer good is as none."""
    return await as_known(request, code, lambda token: rooms_of(request).look(code, token))


async def as_known(request: Request, code: str, ask: Callable[[str | None], Awaitable[T]]) -> tuple[T, str | None]:
    """What `ask` answers to the token of whoever asks, and that token; a key that is no longer good is as none."""
    token = caller_token(request, code)
    try:
        return await ask(token), token
    except Refused as refused:
        if refused.code not in NO_SEAT:
            raise
    return await ask(None), None


@router.get("/r/{code}")
async def room(request: Request, code: str) -> Response:
    """One room: the lobby, the game or its result."""
    scene, token = await scene_of(request, code)
    name = scene.object["code"]
    if code != name:
        return RedirectResponse(f"/r/{name}", 303)
    if address := _own_seat_address(request, scene, token):
        return RedirectResponse(address, 303)
    just_made = request.cookies.get("machi_sit") == name
    response = _page(scene, request, sit_now=just_made and scene.seat is None and scene.present["can_sit"])
    if just_made:
        drop_cookie(response, request, "machi_sit")
    if token is None and caller_token(request, code):
        forget(response, request, code)
    return response


def _own_seat_address(request: Request, scene: Scene, token: str | None) -> str | None:
    """Where the page of a sandbox is, for who plays every seat there: its address names one. None: here.

    Without a name it is the first that must act; a seat that is not there has no page.
    """
    room, named = scene.object, "seat" in request.query_params
    if named and token is None and caller_token(request, room["code"]):
        return f"/r/{room['code']}"
    if named or scene.seat is None or not is_sandbox(room):
        return None
    seat = next((seat["seat"] for seat in room["seats"] if seat["active"]), 0)
    return f"/r/{room['code']}?seat={seat}"


@router.get("/r/{code}/log")
async def log(request: Request, code: str) -> Response:
    """All that has happened, in words, as far as who asks may know it."""
    scene, _ = await scene_of(request, code)
    return HTMLResponse(render("room/log_page.html", **context(scene, request)), headers=PRIVATE)


@router.post("/r/{code}/sit")
async def sit(request: Request, code: str, name: Text = "", salt: Text = "") -> Response:
    """Take a free place, or take over a seat that was left. Whoever has a seat keeps it."""
    scene, _ = await scene_of(request, code)
    if scene.seat is not None:
        return _back(code)
    try:
        seated = await rooms_of(request).sit(code, name, salt)
    except Refused as refused:
        scene, _ = await scene_of(request, code)
        return _page(scene, request, status_of(refused), problem=message(refused), my_name=name[:20])
    response = _back(code)
    keep(response, request, code, seated.token)
    remember_name(response, request, name)
    return response


@router.post("/r/{code}/rename")
async def rename(request: Request, code: str, name: Text = "") -> Response:
    """Give the own seat another name."""
    token = caller_token(request, code)
    response = await _changed(request, code, rooms_of(request).rename(code, token, name))
    remember_name(response, request, name)
    return response


@router.post("/r/{code}/leave")
async def leave(request: Request, code: str) -> Response:
    """Leave. Before the start the key is worth nothing any more; later it is the way back, shown on a last page.

    The browser forgets it either way: with the key its next socket would take the seat up again.
    """
    scene, token = await scene_of(request, code)
    await rooms_of(request).leave(code, token)
    response = _back(code)
    if scene.object["status"] == "playing" and token is not None:
        values = {"code": scene.object["code"], "back": f"/r/{code}/seat#{token}", **way_to_seat(request, code, token)}
        response = HTMLResponse(render("left.html", **values), headers=SECRET)
    forget(response, request, code)
    return response


@router.post("/r/{code}/start")
async def start(request: Request, code: str, close_free: Text = "") -> Response:
    """Start the game, closing free seats if told so."""
    return await _changed(request, code, rooms_of(request).start(code, caller_token(request, code), close_free == "1"))


@router.post("/r/{code}/vote-out")
async def vote_out(request: Request, code: str, seat: Annotated[int, Form()]) -> Response:
    """Vote that the program plays for an absent seat."""
    return await _changed(request, code, rooms_of(request).vote_out(code, caller_token(request, code), seat))


@router.post("/r/{code}/again")
async def again(request: Request, code: str) -> Response:
    """Go on to the room that follows this one. As after making a room one sits down there, by the name of here."""
    following = await rooms_of(request).play_again(code, caller_token(request, code))
    response = _back(following.code)
    remember_name(response, request, following.name)
    sit_there(response, request, following.code)
    return response


@router.post("/r/{code}/what-if")
async def what_if(request: Request, code: str, version: Annotated[int, Form()], sandbox: Text = "") -> Response:
    """Go on from a moment of this finished game, in a new room. Who had a seat sits down there by the name of here.

    `sandbox` "1": whoever asks has every seat there.
    """
    scene, token = await scene_of(request, code)
    made = await rooms_of(request).what_if(code, token, version, sandbox == "1")
    response = _back(made.code)
    if made.token is not None:
        keep(response, request, made.code, made.token)
    elif scene.seat is not None:
        remember_name(response, request, scene.object["seats"][scene.seat]["name"])
        sit_there(response, request, made.code)
    return response


@router.get("/r/{code}/seat")
async def seat_link(request: Request, code: str) -> Response:
    """Where a seat link leads: the key is behind #, so it was not sent; the page's button sends it."""
    scene, _ = await scene_of(request, code)
    return HTMLResponse(render("seat.html", code=scene.object["code"], problem=""), headers=PRIVATE)


@router.post("/r/{code}/seat")
async def take_seat(request: Request, code: str, token: Text = "") -> Response:
    """Keep the key of a seat in this browser too."""
    token = token.strip().rpartition("#")[2]
    try:
        if not token.isascii() or not 1 <= len(token) <= 100:
            raise Problem("no_token")
        await rooms_of(request).look(code, token)
    except Refused as refused:
        if refused.code not in NO_SEAT:
            raise
        return HTMLResponse(render("seat.html", code=code, problem=message(refused)), status_of(refused), PRIVATE)
    response = _back(code)
    keep(response, request, code, token)
    return response


@router.get("/r/{code}/device")
async def device(request: Request, code: str) -> Response:
    """The own seat link, for another device: only for who has the seat's key already."""
    scene, token = await scene_of(request, code)
    if scene.seat is None or token is None:
        raise Problem("no_token")
    page = render("device.html", code=scene.object["code"], **way_to_seat(request, code, token))
    return HTMLResponse(page, headers=SECRET)


def way_to_seat(request: Request, code: str, token: str) -> dict[str, object]:
    """The way to a seat: the key stands behind #, which browsers never send."""
    addresses: Addresses = request.app.state.addresses
    origin = addresses.origin(request.scope)
    link = f"{origin}/r/{code}/seat#{token}"
    return {"link": link, "qr": qr_code(link), "loopback": is_loopback(origin)}


def _back(code: str) -> Response:
    """To the room's page, by GET."""
    return RedirectResponse(f"/r/{code}", 303)


def _page(scene: Scene, request: Request, status: int = 200, **more: object) -> Response:
    return HTMLResponse(render("room/room.html", **{**context(scene, request), **more}), status, PRIVATE)


async def _changed(request: Request, code: str, change: Awaitable[None]) -> Response:
    """Carry out a change; then the room's page, or for htmx nothing: the page that is open has a socket."""
    await change
    return Response(status_code=204) if request.headers.get("hx-request") == "true" else _back(code)
