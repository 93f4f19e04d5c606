"""Machi as an installed app, where the address is https or loopback: its manifest, its worker, what it says offline.

The worker (static/worker.js) only steps in where the network fails. It keeps nothing of its own but the page that says
so; the last board of a room is kept by that room's page (static/snapshot.js).
"""

import json

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.web.assets import asset, assets, made, sent, version
from app.web.joined import joined
from app.web.look import colours, theme
from app.web.words import gettext, language, render

ICONS = {"any-192": "192x192", "any-512": "512x512", "maskable-512": "512x512"}
"""Files static/icons/*.png, made by `python -m tests.icons` and committed: a server needs no program that draws."""

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a system is told about the app when it is installed."""
    night = theme() == "dark"
    told = {
        "id": "/",
        "name": "Machi",
        "short_name": "Machi",
        "description": gettext("Build little towns with friends."),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": colours()["paper"][night],
        "theme_color": colours()["card"][night],
        "icons": [
            {"src": asset(f"icons/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": name.partition("-")[0]}
            for name, sizes in ICONS.items()
        ],
    }
    return sent(request, made(json.dumps(told).encode(), "application/manifest+json"), for_good=False)


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    """The worker, at the top so that it is there for every page. With each version of the files it is another one."""
    needed = ["/offline", joined("machi.css", "pages.css"), asset("offline.js"), asset("card.svg"), asset("icons.svg")]
    facts = json.dumps({"version": version(), "needed": needed})
    script = f"self.machi = {facts};\n".encode() + assets()["/static/worker.js"].body
    return sent(request, made(script, "text/javascript"), for_good=False)


@router.get("/offline")
async def offline() -> Response:
    """What is shown without a network. The worker fetches it beforehand."""
    return HTMLResponse(render("offline.html"))
