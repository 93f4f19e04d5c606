"""The JSON websocket: /api/rooms/{code}/live (design 5)."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.rooms import Refused, Scene
from app.web.errors import error
from app.web.reply import dump
from app.web.sockets import serve

router = APIRouter(prefix="/api")


class JsonVoice:
    """Room objects, `{"ok": true, "at"}` and `{"error": {...}, "room"}`."""

    kind = "json"

    async def turn(self) -> None:
        """At once: it is short."""

    def scene(self, scene: Scene) -> str:
        """The room object."""
        return scene.text

    def done(self, at: int, echo: Mapping[str, Any]) -> str:
        """Carried out."""
        return dump({"ok": True, "at": at, **echo})

    def refused(self, refused: Refused, scene: Scene | None, echo: Mapping[str, Any]) -> str:
        """Not carried out."""
        if scene is None:
            return dump({"error": error(refused), **echo})
        room = scene.object
        return dump({"error": error(refused, room["game"]), "room": room, **echo})


@router.websocket("/rooms/{code}/live")
async def live(websocket: WebSocket, code: str) -> None:
    """Watch a room and play in it."""
    await serve(websocket, code, JsonVoice(), keep_headers=False)
