"""The short way of sockets.

What FastAPI and Starlette put around a route lives as long as its call. A request's call takes milliseconds, a socket's
takes hours: 8 kB for each of thousands. So sockets go to their functions as soon as all that guards them has let them.
"""

from collections.abc import Iterable

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket


class Direct:
    """ASGI: calls the function of a socket's route with what its path names; all else is the app's business."""

    def __init__(self, app: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        self.app = app
        self.routes = [route for route in routes if isinstance(route, WebSocketRoute)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            for route in self.routes:
                if match := route.path_regex.match(scope["path"]):
                    await route.endpoint(WebSocket(scope, receive, send), **match.groupdict())
                    return
        await self.app(scope, receive, send)
