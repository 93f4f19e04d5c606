"""What the templates of a room are given: one viewer's scene, put into words and addresses."""

from functools import lru_cache
from typing import Any
from urllib.parse import unquote, urlsplit
from weakref import WeakKeyDictionary

import segno
from markupsafe import Markup
from starlette.requests import HTTPConnection

from app.rooms import Json, Scene
from app.web.assets import asset, assets
from app.web.composed import Pieces
from app.web.look import theme
from app.web.names import name_of
from app.web.rulebook import explain_address, rules_address
from app.web.security import Addresses
from app.web.words import N_, gettext, language, ngettext, plain, render_pieces, words_of

PIECES = "room/pieces.html"
SCREEN_PIECES = "room/table_pieces.html"
"""Of the shared screen (app.web.table_pages)."""


def title_of(game: str) -> str:
    """A game's name for people."""
    return plain(words_of(game).title()) or game.replace("_", " ").title()


def picture_of(game: str) -> str:
    """The address of a game's picture-card."""
    return asset(f"{game}/card.svg" if f"/static/{game}/card.svg" in assets() else "card.svg")


def is_loopback(origin: str) -> bool:
    """Does this address mean "this machine" to whoever opens it?"""
    host = urlsplit(origin).hostname or ""
    return host in {"localhost", "::1"} or host.startswith("127.") or host.endswith(".localhost")


@lru_cache(maxsize=256)
def qr_code(text: str) -> Markup:
    """`text` as a QR code: an SVG without a size of its own."""
    code = segno.make(text, error="m", micro=False)
    svg = code.svg_inline(border=2, dark="#33302a", light="#ffffff", omitsize=True, svgclass=None, lineclass=None)
    return Markup(svg)  # noqa: S704  made here, from modules only


def is_sandbox(room: Json) -> bool:
    """Does one person play every seat of this room?"""
    return bool((room.get("replayed") or {}).get("sandbox"))


def context(scene: Scene, connection: HTTPConnection) -> dict[str, Any]:
    """Everything that templates/room/*.html use. The keys that games' play.html may use are named in the design."""
    room = scene.object
    public = _public(scene.public, connection)
    line = headline(room, None if is_sandbox(room) else scene.seat)
    own = next((seat for seat in room["seats"] if seat["seat"] == scene.seat), None)
    return {
        **public,
        "scene": scene,
        "room": {"chosen_seed": False, "replayed": None, "imported": False, "read_only": False, "looked": None, **room},
        "present": scene.present,
        "me": scene.seat,
        "own_name": own["name"] if own else "",
        "doing": (own["doing"] or "") if own else "",
        "acts": own["active"] if own else False,
        "sandbox": is_sandbox(room),
        "headline": line,
        "page_title": _page_title(room, scene.seat, line, public["title"]),
        "my_name": my_name(connection),
        "problem": "",
        "pointed": {},
        "sit_now": False,
    }


def _public(scene: Scene, connection: HTTPConnection) -> dict[str, Any]:
    """What of it is the same for all who look at this moment of a room, from a spectator's scene."""
    key = _public, language(), origin_of(connection)
    made: dict[str, Any] | None = scene.made.get(key)
    if made is None:
        room = scene.object
        words = words_of(room["game"])
        options = tuple(room["options"].items())
        seats = seats_of(room, words)
        made = scene.made[key] = {
            **_fixed(language(), words, room["game"], room["code"], options, key[2]),
            "words": words,
            "names": {seat["seat"]: name_of(seat["seat"], seat["name"]) for seat in room["seats"]},
            "seats": seats,
            "up": [seat["seat"] for seat in seats if seat["active"]],
            "discs": [(seat["seat"], seat["name"], seat["state"], seat["look"], seat["summary"]) for seat in seats],
            "places": [(seat["seat"], seat["name"], seat["state"], seat["look"], seat["doing"]) for seat in seats],
        }
        if replayed := room.get("replayed"):  # said on every page of it, first: on a phone titles are cut
            mark = N_("Debug room: %(title)s") if replayed.get("debug") else N_("Replayed dice: %(title)s")
            made["title"] = gettext(mark, title=made["title"])
        if room.get("imported"):
            made["title"] = gettext("Imported: %(title)s", title=made["title"])
    return made


@lru_cache(maxsize=512)
def _fixed(
    _spoken: str, words: Any, game: str, code: str, options: tuple[tuple[str, object], ...], origin: str
) -> dict[str, Any]:
    """What of it stays as it is for a room, in one language, at one address of ours."""
    link = f"{origin}/r/{code}"
    return {
        "title": title_of(game),
        "options": _options(words, options),
        "card": picture_of(game),
        "play_template": f"{game}/play.html",
        "game_style": game_file(game, "play.css"),
        "game_script": game_file(game, "play.js"),
        "table_template": f"{game}/table.html",
        "table_style": game_file(game, "table.css"),
        "chart_template": f"{game}/chart.html",
        "chart_style": game_file(game, "chart.css"),
        "rules": _rules(game, code),
        "explanations": explain_address(game),
        "guide_template": f"{game}/guide.html",
        "link": link,
        "qr_code": qr_code,
        "loopback": is_loopback(origin),
    }


def pieces(scene: Scene, connection: HTTPConnection, template: str = PIECES) -> Pieces:
    """The parts of a room's page, or of another page with the same context, that change while it is open.

    Made once for all spectators who are shown the same scene in the same way. A seat mostly has one page, and to keep
    its pieces as long as its scene would take more memory than the rest of its socket.
    """
    if scene.seat is not None:
        return render_pieces(template, context(scene, connection))
    name = my_name(connection) if template == PIECES and scene.present["can_sit"] else ""  # shown to who may sit only
    way = template, language(), theme(), origin_of(connection), name
    made = _made.setdefault(scene, {})
    if way not in made:
        made[way] = render_pieces(template, context(scene, connection))
    return made[way]


_made: WeakKeyDictionary[Scene, dict[tuple[str, ...], Pieces]] = WeakKeyDictionary()


def origin_of(connection: HTTPConnection) -> str:
    """The address of ours that this caller uses; worked out once, for a socket asks at every move."""
    scope = connection.scope
    if "origin" not in scope:
        addresses: Addresses = connection.app.state.addresses
        scope["origin"] = addresses.origin(scope)
    origin: str = scope["origin"]
    return origin


def my_name(connection: HTTPConnection) -> str:
    """The name that this browser last sat down with, for the next time; "" if there is none."""
    return unquote(connection.cookies.get("machi_name", ""))[:20]


def headline(room: Json, me: int | None) -> str:
    """One short line that says what the table is at, for this viewer."""
    if room["status"] == "lobby":
        return gettext("Waiting for players") if len(room["seats"]) < room["places"] else gettext("Ready to start")
    if room["status"] == "closed":
        return gettext("Closed")
    if room["status"] == "over":
        return gettext("Game over")
    if room.get("read_only"):
        return gettext("Can only be looked at")
    active = {seat["seat"]: name_of(seat["seat"], seat["name"]) for seat in room["seats"] if seat["active"]}
    if me in active:
        return gettext("Your turn")
    if len(active) == 1:
        return gettext("%(name)s's turn", name=next(iter(active.values())))
    return ngettext("Waiting for %(num)s player", "Waiting for %(num)s players", len(active))


def _page_title(room: Json, me: int | None, line: str, title: str) -> str:
    mine = room["status"] == "playing" and any(seat["active"] and seat["seat"] == me for seat in room["seats"])
    return f"{'● ' if mine else ''}{line} – {title}"


def _options(words: Any, options: tuple[tuple[str, object], ...]) -> list[str]:
    said = [(plain(words.option_name(name)), plain(words.option_value(name, value))) for name, value in options]
    return [gettext(": ").join(each) for each in said]


def _rules(game: str, code: str) -> str | None:
    """The rules of the room's game, with the way back to the room; None where there are none."""
    address = rules_address(game)
    return f"{address}?room={code}" if address else None


def game_file(game: str, name: str) -> str | None:
    """A game's own file in static/, as `joined` and `asset` name it; None if it has none."""
    return f"{game}/{name}" if f"/static/{game}/{name}" in assets() else None


def seats_of(room: Json, words: Any) -> list[dict[str, Any]]:
    """The seats for bar and list: what each does in words, and how its disc looks."""
    playing = room["status"] == "playing"
    several = sum(seat["active"] for seat in room["seats"]) > 1
    return [_seat(language(), words, playing, several, tuple(seat.items())) for seat in room["seats"]]


@lru_cache(maxsize=4096)
def _seat(
    _spoken: str, words: Any, playing: bool, several: bool, content: tuple[tuple[str, Any], ...]
) -> dict[str, Any]:
    """One seat, as the room object has it in `content`."""
    seat = dict(content)
    turn = playing and seat["active"] and not several
    doing = plain(words.doing(seat["doing"])) if playing and seat["doing"] else ""
    name = name_of(seat["seat"], seat["name"])
    return {
        "seat": seat["seat"],
        "name": name,
        "connected": seat["connected"],
        "active": playing and seat["active"],
        "task": "" if seat.get("left") else doing,
        "doing": _doing(seat, doing),
        "summary": gettext(": ").join(filter(None, [name, _doing(seat, doing)])),
        "state": _state(seat, playing, several),
        "look": " ".join(_look(seat, turn, playing)),
    }


def _look(seat: Json, turn: bool, playing: bool) -> list[str]:
    """Classes of a disc: filled while the seat has something to do or nobody has, hollow when it is done or away."""
    if not seat["connected"]:
        return ["disc-turn", "disc-off"] if turn else ["disc-off"]
    return ["disc-turn"] if turn else ["disc-done"] if playing and not seat["active"] else []


def _doing(seat: Json, doing: str) -> str:
    if seat.get("left"):
        return gettext("has left, the program plays")
    away = "" if seat["connected"] else gettext("not connected")
    return gettext(", ").join(filter(None, [doing, away]))


def _state(seat: Json, playing: bool, several: bool) -> str:
    if seat.get("left"):
        return ""
    if not seat["connected"]:
        return "away"
    if not playing:
        return ""
    if seat["doing"] == "done":
        return "done"
    return "busy" if seat["active"] and several else ""
