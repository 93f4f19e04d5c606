"""Every address of the app, and how its answers are looked at. An address that is not here fails a test.

To add one: say what to ask of it. Whatever it answers is then compared between the two versions of a game that a viewer
must not be able to tell apart, and searched for keys; nobody needs to think of what it might give away.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.web.assets import asset


@dataclass(frozen=True)
class Moment:
    """Where the room stands for who asks. `wrong`: moves that this seat may not make now, in wire form.

    `latest`: the last position of the log.
    """

    code: str
    game: str
    seat: int
    token: str
    name: str
    at: int
    wrong: list[Any]
    latest: int


@dataclass(frozen=True)
class Ask:
    """One request. `path`: with `{code}`, `{game}`, `{latest}` and `{half}` of that.

    `json`, `form`: the body, made for the moment.
    """

    path: str
    json: Callable[[Moment], Any] | None = None
    form: Callable[[Moment], dict[str, str]] | None = None
    htmx: bool = False
    own_key: bool = False  # the answer holds the key of who asks, and is meant to

    def content(self, moment: Moment) -> dict[str, Any]:
        """What httpx wants to be given."""
        made: dict[str, Any] = {"headers": {"hx-request": "true"} if self.htmx else {}}
        if self.json:
            made["json"] = self.json(moment)
        if self.form:
            made["data"] = self.form(moment)
        return made


def nothing(moment: Moment) -> dict[str, str]:
    return {}


def old_rooms(moment: Moment) -> dict[str, str]:
    return {"before": "2025-06-01", "states": "lobby", "counted": "9", "reason": "none"}


def anns(moment: Moment) -> dict[str, str]:
    return {"name": "Ann", "whole": "1", "counted": "9", "reason": "none"}


def frame(number: int) -> Callable[[Moment], Any]:
    """A move that is not allowed."""
    return lambda moment: {"at": moment.at, "move": moment.wrong[number % len(moment.wrong)]}


R, API = "/r/{code}", "/api/rooms/{code}"
SIGHTS: dict[tuple[str, str], list[Ask]] = {
    ("GET", "/"): [Ask("/")],
    ("GET", "/join"): [Ask("/join?code={code}")],
    ("POST", "/rooms"): [Ask("/rooms", form=lambda moment: {"game": "none", "name": moment.name})],
    ("GET", R): [Ask(R), Ask(f"{R}?x=1"), *(Ask(f"{R}?seat={seat}") for seat in (0, 1))],
    ("GET", f"{R}/log"): [Ask(f"{R}/log")],
    ("GET", f"{R}/history"): [
        *(Ask(f"{R}/history?move={move}") for move in ("{half}", "{latest}", "9999")),
        *(Ask(f"{R}/history?move={{half}}&eyes={eyes}") for eyes in ("open", "0", "1")),
        Ask(f"{R}/history?by=turn"),
    ],
    ("GET", f"{R}/history/change"): [
        Ask(f"{R}/history/change?shown={{half}}&latest={{half}}&seen_by={{seat}}&by=round"),
        Ask(f"{R}/history/change?shown={{half}}&move={{latest}}&latest={{latest}}&seen_by="),
        Ask(f"{R}/history/change?shown=0&move={{half}}&latest={{latest}}&seen_by=1&eyes=1"),
    ],
    ("GET", f"{R}/table"): [Ask(f"{R}/table")],
    ("GET", f"{R}/picture.svg"): [Ask(f"{R}/picture.svg")],
    ("GET", f"{R}/receipt"): [Ask(f"{R}/receipt")],
    ("GET", f"{R}/seat"): [Ask(f"{R}/seat")],
    ("POST", f"{R}/seat"): [
        Ask(f"{R}/seat", form=lambda moment: {"token": moment.token}, own_key=True),
        Ask(f"{R}/seat", form=lambda moment: {"token": "wrong"}),
    ],
    ("GET", f"{R}/device"): [Ask(f"{R}/device", own_key=True)],
    ("POST", f"{R}/sit"): [Ask(f"{R}/sit", form=lambda moment: {"name": "Eve"})],
    ("POST", f"{R}/rename"): [
        Ask(f"{R}/rename", form=lambda moment: {"name": moment.name}, htmx=htmx) for htmx in (False, True)
    ],
    ("POST", f"{R}/start"): [Ask(f"{R}/start", form=nothing, htmx=htmx) for htmx in (False, True)],
    ("POST", f"{R}/vote-out"): [
        Ask(f"{R}/vote-out", form=lambda moment: {"seat": str(1 - min(moment.seat, 1))}, htmx=htmx)
        for htmx in (False, True)
    ],
    ("POST", f"{R}/what-if"): [
        Ask(f"{R}/what-if", form=lambda moment: {"version": "0"}),
        Ask(f"{R}/what-if", form=lambda moment: {"version": "0", "sandbox": "1"}),
    ],
    ("POST", f"{API}/what-if"): [
        Ask(f"{API}/what-if", json=lambda moment: {"version": 0}),
        Ask(f"{API}/what-if", json=lambda moment: {"version": 0, "sandbox": True}),
    ],
    ("POST", f"{R}/again"): [Ask(f"{R}/again", form=nothing)],
    ("GET", API): [Ask(API), *(Ask(f"{API}?seat={seat}") for seat in (0, 1))],
    ("GET", f"{API}/log"): [Ask(f"{API}/log")],
    ("GET", f"{API}/history/{{version}}"): [
        *(Ask(f"{API}/history/{version}") for version in ("{half}", "{latest}", "9999", "last")),
        *(Ask(f"{API}/history/{{half}}?eyes={eyes}") for eyes in ("open", "0", "1")),
    ],
    ("GET", f"{API}/export"): [Ask(f"{API}/export")],
    ("GET", f"{API}/scores"): [Ask(f"{API}/scores")],
    ("GET", f"{R}/chart"): [Ask(f"{R}/chart"), Ask(f"{R}/chart?round=1")],
    ("GET", f"{API}/moves"): [Ask(f"{API}/moves"), *(Ask(f"{API}/moves?seat={seat}") for seat in (0, 1))],
    ("POST", f"{API}/moves"): [
        *(Ask(f"{API}/moves", json=frame(number)) for number in range(3)),
        Ask(f"{API}/moves", json=lambda moment: {"at": moment.at + 7, "move": moment.wrong[0]}),
        Ask(f"{API}/moves", json=lambda moment: {"at": moment.at, "move": {"type": "nothing"}}),
    ],
    ("POST", f"{API}/undo"): [Ask(f"{API}/undo", json=lambda moment: {"at": moment.at + 7})],
    ("POST", f"{API}/seats"): [Ask(f"{API}/seats", json=lambda moment: {"name": "Eve"})],
    ("PATCH", f"{API}/seats/me"): [Ask(f"{API}/seats/me", json=lambda moment: {"name": moment.name})],
    ("POST", f"{API}/seats/{{seat}}/vote-out"): [Ask(f"{API}/seats/1/vote-out"), Ask(f"{API}/seats/9/vote-out")],
    ("POST", f"{API}/start"): [Ask(f"{API}/start")],
    ("GET", "/import"): [Ask("/import")],
    ("POST", "/import"): [Ask("/import", form=lambda moment: {"file": moment.code})],
    ("POST", "/api/import"): [
        Ask("/api/import", json=lambda moment: {"format": "machi-game", "version": 1, "game": moment.game}),
        Ask("/api/import", json=lambda moment: {"code": moment.code}),
    ],
    ("POST", "/api/rooms"): [Ask("/api/rooms", json=lambda moment: {"game": "none", "seats": 2, "options": {}})],
    ("GET", "/api/docs"): [Ask("/api/docs")],
    ("GET", "/api/openapi.json"): [Ask("/api/openapi.json")],
    ("GET", "/healthz"): [Ask("/healthz")],
    ("GET", "/readyz"): [Ask("/readyz")],
    ("GET", "/manifest.webmanifest"): [Ask("/manifest.webmanifest")],
    ("GET", "/worker.js"): [Ask("/worker.js")],
    ("GET", "/offline"): [Ask("/offline")],
    ("POST", "/language"): [Ask("/language", form=lambda moment: {"language": "ja"})],
    ("POST", "/theme"): [Ask("/theme", form=lambda moment: {"theme": "dark"})],
    ("GET", "/rules/{game}"): [Ask("/rules/{game}?room={code}")],
    ("GET", "/rules/{game}/explain/{digest}"): [Ask("/rules/{game}/explain/any")],
    ("GET", "/static/{version}/joined/{names:path}"): [Ask("/static/any/joined/machi.css")],
    ("GET", "/static/{path:path}"): [Ask(asset("town.svg"))],
    ("GET", "/assets/{path:path}"): [Ask("/assets/nothing")],
}
"""What changes nothing, or is refused: asked at many moments."""

ADMIN: dict[tuple[str, str], list[Ask]] = {
    ("GET", "/admin"): [Ask("/admin")],
    ("GET", "/admin/login"): [Ask("/admin/login?to=/admin/audit")],
    ("POST", "/admin/login"): [Ask("/admin/login", form=nothing)],
    ("POST", "/admin/logout"): [Ask("/admin/logout", form=nothing)],
    ("GET", "/admin/rooms"): [Ask("/admin/rooms"), Ask("/admin/rooms?code={code}")],
    ("GET", "/admin/rooms/{code}"): [Ask("/admin/rooms/{code}")],
    ("GET", "/admin/numbers"): [Ask("/admin/numbers"), Ask("/admin/numbers?game={game}&since=all")],
    ("GET", "/admin/numbers/{table}.csv"): [Ask("/admin/numbers/days.csv?since=all")],
    ("POST", "/admin/rooms/{code}/ask"): [
        Ask("/admin/rooms/{code}/ask", form=lambda moment: {"what": "renew", "seat": str(moment.seat)})
    ],
    ("POST", "/admin/rooms/{code}/do"): [
        Ask("/admin/rooms/{code}/do", form=lambda moment: {"what": "close", "reason": "none"})
    ],
    ("GET", "/admin/old-rooms"): [Ask("/admin/old-rooms")],
    ("POST", "/admin/old-rooms/ask"): [Ask("/admin/old-rooms/ask", form=old_rooms)],
    ("POST", "/admin/old-rooms/do"): [Ask("/admin/old-rooms/do", form=old_rooms)],
    ("POST", "/admin/names/ask"): [Ask("/admin/names/ask", form=anns)],
    ("POST", "/admin/names/do"): [Ask("/admin/names/do", form=anns)],
    ("GET", "/admin/rooms/{code}/moves"): [
        Ask("/admin/rooms/{code}/moves"),
        Ask("/admin/rooms/{code}/moves?move={half}&eyes=open"),
    ],
    ("POST", "/admin/rooms/{code}/moves"): [
        Ask("/admin/rooms/{code}/moves", form=lambda moment: {"move": "0", "eyes": "open"})
    ],
    ("POST", "/admin/rooms/{code}/copy"): [
        Ask("/admin/rooms/{code}/copy", form=lambda moment: {"move": "0", "agreed": "1"})
    ],
    ("GET", "/admin/rooms/{code}/events"): [Ask("/admin/rooms/{code}/events")],
    ("POST", "/admin/rooms/{code}/events"): [Ask("/admin/rooms/{code}/events", form=nothing)],
    ("GET", "/admin/rooms/{code}/check"): [Ask("/admin/rooms/{code}/check")],
    ("GET", "/admin/sessions"): [Ask("/admin/sessions")],
    ("POST", "/admin/sessions/end"): [Ask("/admin/sessions/end", form=lambda moment: {"which": "1"})],
    ("POST", "/admin/sessions/end-all"): [Ask("/admin/sessions/end-all", form=nothing)],
    ("GET", "/admin/audit"): [Ask("/admin/audit")],
}
"""There only with an admin's password, which nobody at the table has."""
SIGHTS |= ADMIN

PARTING: dict[tuple[str, str], list[Ask]] = {
    ("POST", f"{R}/leave"): [Ask(f"{R}/leave", form=nothing, own_key=True)],
    ("DELETE", f"{API}/seats/me"): [Ask(f"{API}/seats/me")],
}
"""Asked once, when all else has been looked at: the seat is given up by it."""

SOCKETS = ["/api/rooms/{code}/live", f"{R}/live", f"{R}/table/live"]
"""Open from the start of the game; what comes on them is compared after every move."""


def covered() -> set[tuple[str, str]]:
    """All addresses that are looked at."""
    return {*SIGHTS, *PARTING, *(("WS", path) for path in SOCKETS)}
