"""What the switches of every page have in common: a choice is kept by the browser, and the page comes back."""

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match

from app.web.cookies import keep_cookie
from app.web.security import Addresses


def switched(request: Request, cookie: str, value: str) -> Response:
    """Let the browser keep `value` in `cookie` and go back to the page that the switch stood on.

    The browser says which page that was (`Referer`, sent to our own addresses: app/web/security.py), so no address
    comes from a form and nobody can be led away from here.
    """
    response = RedirectResponse(_page_before(request, request.app.state.addresses), 303)
    keep_cookie(response, request, cookie, value)
    return response


def _page_before(request: Request, addresses: Addresses) -> str:
    """Path and query of our own page that sent this form; of one that answered a form, the page it belongs to."""
    before, ours = request.headers.get("referer", ""), addresses.origin(request.scope) + "/"
    if not before.lower().startswith(ours):
        return "/"
    path, _, query = before[len(ours) :].partition("?")
    # One slash only: "//elsewhere" would be another site's address.
    path = "/" + path.lstrip("/")
    while not _is_page(request.app, path):
        path = path.rpartition("/")[0]
    return f"{path or '/'}?{query}" if query else path or "/"


def _is_page(app: FastAPI, path: str) -> bool:
    """Can this path be looked at? "" and "/" always can."""
    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    return path in {"", "/"} or any(route.matches(scope)[0] is Match.FULL for route in app.routes)
