"""Friendly pages for everything that can go wrong outside the API, each with a next step."""

import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.rooms import Refused
from app.web.errors import message
from app.web.words import N_, gettext, render, space

TITLES = {
    "no_room": N_("No such room"),
    "not_found": N_("Nothing here"),
    "no_token": N_("You have no seat here"),
    "not_seated": N_("You have no seat here"),
    "foreign": N_("Not from here, please"),
    "wrong_method": N_("Not like that"),
    "too_large": N_("Too much at once"),
    "too_many": N_("Not so fast"),
    "too_slow": N_("That took too long"),
    "malformed": N_("That was not understood"),
    "options": N_("That was not understood"),
    "busy": N_("One moment, please"),
    "restarting": N_("One moment, please"),
    "broken": N_("Something broke"),
}
OTHER_TITLE = N_("That did not work")
MORE = {
    "no_room": N_("Codes have seven letters and digits; look at the link once more, or ask for it again."),
    "foreign": N_("Open the page from your own link and try again there."),
    "not_found": N_("Perhaps the address was cut off on its way to you."),
}
_ROOM = re.compile(r"/r/([0-9A-Za-z]{7})(?:/|$)")


async def error_page(request: Request, refused: Refused, status: int) -> Response:
    """The page for a refused request; for htmx a toast in the page that is open."""
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(toast(message(refused)), status)
    href, step = _next_step(request, refused)
    text = space().join(filter(None, [message(refused), gettext(MORE[refused.code]) if refused.code in MORE else ""]))
    title = gettext(TITLES.get(refused.code, OTHER_TITLE))
    page = render("error.html", status=status, title=title, text=text, href=href, step=step)
    return HTMLResponse(page, status, {"Cache-Control": "no-store"})


def toast(text: str) -> str:
    """A frame for htmx that shows `text` as a toast."""
    return render("toast.html", text=text)


def _next_step(request: Request, refused: Refused) -> tuple[str, str]:
    """Where to go from here: an address of our own and what the button says."""
    room = _ROOM.match(request.url.path)
    if room and refused.code != "no_room":
        return f"/r/{room[1].upper()}", gettext("Back to the room")
    if refused.code in {"too_many", "busy", "restarting", "broken"} and request.method == "GET":
        # One slash only: "//elsewhere" would be another site's address.
        return "/" + request.url.path.lstrip("/"), gettext("Try again")
    return "/", gettext("To the start page")
