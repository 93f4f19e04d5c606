"""The room's page, kept up to date: the socket of app.web.sockets, speaking HTML for htmx.

After every change the pieces of the page that changed come as `<hx-partial>`s. Answers to frames are JSON:
`{"ok": true, "at", "id"}` or `{"error": {...}, "id", "html"}`, where `html` shows the page anew as it now stands.
"""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.rooms import Refused, Scene
from app.web.composed import NOTHING
from app.web.errors import error
from app.web.reply import dump
from app.web.room_view import PIECES, SCREEN_PIECES, pieces
from app.web.sockets import serve

router = APIRouter()


class HtmlVoice:
    """What one open page is told; it remembers what the page shows, so that only differences travel."""

    kind = "html"

    def __init__(self, websocket: WebSocket, template: str = PIECES) -> None:
        self.websocket = websocket
        self.template = template
        self.shown = NOTHING

    async def turn(self) -> None:
        """Others' pages and what comes on sockets come in between."""
        await self.websocket.app.state.slices.turn()

    def scene(self, scene: Scene) -> str:
        """The pieces that differ from those the page shows; "" when none does."""
        now = pieces(scene, self.websocket, self.template)
        text = now.changes(self.shown, scene.public.made.setdefault(HtmlVoice, {}))
        self.shown = now.shown()
        return text

    def done(self, at: int, echo: Mapping[str, Any]) -> str:
        """Carried out."""
        return dump({"ok": True, "at": at, **echo})

    def refused(self, refused: Refused, scene: Scene | None, echo: Mapping[str, Any]) -> str:
        """Not carried out; all pieces come with it, for whatever the page did in advance has to go."""
        if scene is None:
            return dump({"error": error(refused), **echo})
        self.shown = NOTHING
        return dump({"error": error(refused, scene.object["game"]), **echo, "html": self.scene(scene)})


@router.websocket("/r/{code}/live")
async def live(websocket: WebSocket, code: str) -> None:
    """Show a room as long as its page is open."""
    await serve(websocket, code, HtmlVoice(websocket))


@router.websocket("/r/{code}/table/live")
async def table(websocket: WebSocket, code: str) -> None:
    """Show a room on a screen for everybody: to nobody's seat, whatever cookies the browser has."""
    await serve(websocket, code, HtmlVoice(websocket, SCREEN_PIECES), seated=False)
