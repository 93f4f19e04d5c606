"""Refusals in words: every error code with its HTTP status, its sentence, and the code that a socket closes with.

A refusal is a `Refused` of app.rooms or a `Problem` of our own. Under /api it becomes
`{"error": {"code", "reason"?, "facts"?, "message"}}`, with `"room"` where there is one; elsewhere a page.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.rooms import Refused
from app.web.docs import methods_at
from app.web.file_words import BAD_FILE_REASONS
from app.web.reply import JSON
from app.web.words import N_, catalogues, game_words, gettext, plain, space, speaking

CLOSE_RESTART = 1001
CLOSE_BUSY = 1013


class Problem(Refused):
    """A refusal that the web part itself decides on; `headers` go with the answer."""

    def __init__(
        self,
        code: str,
        reason: str | None = None,
        facts: dict[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, reason, facts)
        self.headers = headers


@dataclass(frozen=True, slots=True)
class Kind:
    """What a code means to a caller: HTTP status, sentence, and how a socket that cannot go on closes."""

    status: int
    words: str
    close: int = 1008


KINDS = {
    "too_large": Kind(413, N_("That is more than this server takes at once."), 4413),
    "too_many": Kind(429, N_("That was too much in a short time. Please wait a moment."), 4429),
    "too_slow": Kind(408, N_("That took too long, so the connection was closed. Please try again."), 4408),
    "malformed": Kind(422, N_("The server cannot make sense of that.")),
    "options": Kind(422, N_("This game cannot be set up like that.")),
    "bad_file": Kind(422, N_("This file holds no game that could have been played.")),
    "no_room": Kind(404, N_("There is no room with this code."), 4404),
    "no_token": Kind(
        401, N_("Only somebody who has a seat here can do that; this seat's key is missing or old."), 4401
    ),
    "not_seated": Kind(403, N_("This key belongs to a seat in another room."), 4401),
    "not_started": Kind(409, N_("The game has not started yet.")),
    "started": Kind(409, N_("The game has already started.")),
    "not_over": Kind(409, N_("The game is still on: this can be seen when it is over.")),
    "over": Kind(409, N_("The game is over.")),
    "closed": Kind(409, N_("This room is closed.")),
    "full": Kind(409, N_("All seats are taken.")),
    "name_taken": Kind(409, N_("Somebody at this table already has that name, or one that looks like it.")),
    "too_few": Kind(409, N_("There are too few players to start.")),
    "sandbox": Kind(409, N_("One person plays every seat here: nobody else can sit down, and no seat can be left.")),
    "free_seats": Kind(409, N_("Some seats are still free.")),
    "cannot_vote_out": Kind(409, N_("Only a player who is up and has been away for 3 minutes can be voted out.")),
    "read_only": Kind(409, N_("This game was played under older rules and can only be looked at.")),
    "stale": Kind(409, N_("Something else happened first. Here is how it stands now.")),
    "nothing_to_undo": Kind(409, N_("There is nothing to take back.")),
    "illegal": Kind(409, N_("The rules do not allow that now.")),
    "busy": Kind(503, N_("The server is busy. Please try again in a moment."), CLOSE_BUSY),
    "not_found": Kind(404, N_("There is nothing at this address.")),
    "wrong_method": Kind(405, N_("This address does not take that kind of request.")),
    "foreign": Kind(403, N_("This request came from another site, so it was not carried out.")),
    "restarting": Kind(503, N_("The server is restarting. You will be connected again at once."), CLOSE_RESTART),
    "broken": Kind(500, N_("Something went wrong on our side. Nothing was lost.")),
}
UNREADABLE = 400
_OF_STATUS = {404: "not_found", 405: "wrong_method", 403: "foreign", 413: "too_large", 429: "too_many"}

# The engine's reasons for refused options are the same for all games, so they are worded here.
OPTION_REASONS = {
    "game": N_("There is no such game."),
    "seats": N_("This game is for %(least)s to %(most)s players."),
    "unknown_option": N_("This game has no option %(option)s."),
    "option_value": N_("The option %(option)s cannot have that value."),
}
MALFORMED_REASONS = {
    "name": N_("A name has 1 to 20 characters."),
    "name_characters": N_("Something in that name cannot be seen or read by everybody. Letters, digits and emoji can."),
    "json": N_("The body must be JSON (application/json)."),
    "version": N_("This game has %(latest)s moves so far."),
    "eyes": N_("No such seat is at this table."),
    "seat": N_("No such seat is at this table."),
    "reason": N_("A reason has 1 to %(most)s characters, on one line."),
    "name_same": N_("That is its name already."),
    "name_blank": N_("There is no name to take away."),
    "field": N_("The field %(field)s is missing, unknown, or not of the right kind."),
}

TOO_MANY_REASONS = {
    "codes": N_(
        "Too many codes without a room were tried from your network. Rooms that are not open there yet can be opened "
        "again in %(seconds)s seconds."
    ),
    "sockets": N_("Too many connections are open from your network. Close some, or wait a moment."),
    "seat": N_("This seat is open in too many places. Close some of them, or wait a moment."),
    "logins": N_("Too many passwords were tried. Try again in %(seconds)s seconds."),
    "watchers": N_("More people watch this room than the server takes."),
}
NOT_OVER_REASONS = {"eyes": N_("While the game is on, everybody looks at it with their own eyes only.")}
STALE_REASONS = {
    "renewed": N_("The new link has been made already. It was shown once only: if it is lost, make another one."),
}
REASONS = {
    "options": OPTION_REASONS,
    "bad_file": {**OPTION_REASONS, **BAD_FILE_REASONS},
    "malformed": MALFORMED_REASONS,
    "too_many": TOO_MANY_REASONS,
    "not_over": NOT_OVER_REASONS,
    "stale": STALE_REASONS,
}

ErrorPage = Callable[[Request, Refused, int], Awaitable[Response]]


def status_of(refused: Refused) -> int:
    """The HTTP status of a refusal."""
    return KINDS[refused.code].status


def message(refused: Refused, game: str | None = None) -> str:
    """One sentence for people, in the language spoken now. `game`: whose rules refused it, where they did."""
    reasons = REASONS.get(refused.code, {})
    if refused.reason in reasons:
        try:
            return gettext(reasons[refused.reason]) % refused.facts + _of_rule(refused.facts)
        except KeyError:
            return gettext(KINDS[refused.code].words)
    if refused.code == "illegal" and refused.reason and game:
        return _rule_words(game, refused.reason, refused.facts) or gettext(KINDS["illegal"].words)
    return gettext(KINDS[refused.code].words)


def in_all_languages(refused: Refused) -> str:
    """A line in every language, for somebody of whom it is not known, or not worth the work to find out, which."""
    lines = []
    for each in catalogues():
        with speaking(each):
            lines.append(message(refused))
    return "\n".join(lines)


def _of_rule(facts: Mapping[str, Any]) -> str:
    """What the rules say to the move at which a file breaks, as a further sentence; "" elsewhere."""
    rule = facts.get("rule")
    said = _rule_words(facts["game"], rule["reason"], rule["facts"]) if rule else ""
    return f"{space()}{said}" if said else ""


def _rule_words(game: str, reason: str, facts: Mapping[str, Any]) -> str:
    words = game_words(game)
    return plain(words.reason(reason, facts)) if words and hasattr(words, "reason") else ""


def error(refused: Refused, game: str | None = None) -> dict[str, Any]:
    """The object under `"error"`: code, reason and facts where there are some, message."""
    result: dict[str, Any] = {"code": refused.code}
    if refused.reason is not None:
        result["reason"] = refused.reason
    if refused.facts:
        result["facts"] = refused.facts
    game = game or (refused.room or {}).get("game")
    result["message"] = message(refused, game)
    return result


def body(refused: Refused) -> dict[str, Any]:
    """The JSON of a refusal: `"error"`, and `"room"` where the refusal depends on the state of a room."""
    result: dict[str, Any] = {"error": error(refused)}
    if refused.room is not None:
        result["room"] = refused.room
    return result


def is_api(scope: Scope) -> bool:
    """Is this address one of the API, answered in JSON?"""
    path: str = scope["path"]
    return path == "/api" or path.startswith("/api/")


async def answer(request: Request, refused: Refused) -> Response:
    """The answer to a request that was refused: JSON for the API, else the page of `app.state.error_page`."""
    status = status_of(refused)
    request.app.state.metrics.refused("http", refused.code, refused.reason)
    page: ErrorPage | None = getattr(request.app.state, "error_page", None)
    response: Response
    if is_api(request.scope):
        response = JSON(body(refused), status)
    elif page is not None:
        response = await page(request, refused, status)
    else:
        response = PlainTextResponse(message(refused), status)
    response.headers.update(_headers(refused))
    return response


def _headers(refused: Refused) -> Mapping[str, str]:
    if isinstance(refused, Problem) and refused.headers:
        return refused.headers
    if refused.code == "no_token":
        return {"WWW-Authenticate": "Bearer"}
    return {"Retry-After": "1"} if refused.code == "busy" else {}


async def _on_refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    return await answer(request, refused)


async def _on_http(request: Request, found: Exception) -> Response:
    """What the framework refuses by itself: unknown addresses, wrong methods, bodies that are no JSON."""
    assert isinstance(found, HTTPException)
    if found.status_code == UNREADABLE:
        return await answer(request, Problem("malformed", "json"))
    code = _OF_STATUS.get(found.status_code, "malformed" if found.status_code < 500 else "broken")
    headers = dict(found.headers or {})
    if code == "wrong_method":
        headers["Allow"] = _allowed(request, headers.get("Allow", ""))
    return await answer(request, Problem(code, headers=headers))


def _allowed(request: Request, told: str) -> str:
    """What may be asked of this address; `told` is the router's word, and it does not know that HEAD goes with GET."""
    described = methods_at(request.app, request.url.path) if is_api(request.scope) else []
    methods = set(described or told.split(", "))
    return ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))


async def _on_invalid(request: Request, found: Exception) -> Response:
    """An envelope that is not as described; the first thing wrong with it is named."""
    assert isinstance(found, RequestValidationError)
    first = found.errors()[0]
    place = [str(part) for part in first["loc"]][1:]
    if first["loc"][0] == "body" and not place:
        return await answer(request, Problem("malformed", "json"))
    return await answer(request, Problem("malformed", "field", {"field": ".".join(place)[:100]}))


class Mistakes:
    """ASGI: our own mistakes, answered and then passed on to the server, which logs them.

    The framework's handler for all exceptions would answer outside of every middleware, without our headers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http":
            return self.app(scope, receive, send)  # not awaited here: nothing of ours stays while a socket is open
        return self._request(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            if not started:
                response = await answer(Request(scope), Problem("broken"))
                await response(scope, receive, send)
            raise


def install(app: FastAPI) -> None:
    """Answer every exception of `app` as described above, but for mistakes: see `Mistakes`."""
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_invalid)
