"""How long requests take, by the template of their route: counted, and at the level "debug" said."""

import logging
from collections.abc import Awaitable
from time import monotonic
from typing import Any

from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.metrics import Metrics
from app.rooms import came

OTHER = "other"  # no route of ours, or a HEAD, which is answered by the route of a GET

logger = logging.getLogger(__name__)


class Timed:
    """ASGI, before everything."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.paths: dict[tuple[Any, str], str] = {}  # of routes by what they call and their folder

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http":
            return self.app(scope, receive, send)  # not awaited here: nothing of ours stays while a socket is open
        return self._request(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = monotonic()
        status = 0

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        before = came.set(began)
        try:
            await self.app(scope, receive, send_noting)
        finally:
            came.reset(before)
            self._note(scope, status, monotonic() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = self._route(scope)
        self.metrics.requests.labels(route, f"{status // 100}xx" if status else "none").inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("request", extra={"route": route, "status": status, "seconds": round(seconds, 6)})

    def _route(self, scope: Scope) -> str:
        """Starlette's own routes leave no more than what they called."""
        if (route := scope.get("route")) is not None:
            return str(route.path)
        if not self.paths:
            routes = [route for route in scope["app"].routes if isinstance(route, Route)]
            self.paths = {(route.endpoint, _folder(route.path)): route.path for route in routes}
        return self.paths.get((scope.get("endpoint"), _folder(scope["path"])), OTHER)


def _folder(path: str) -> str:
    """Two of our routes call the same function for different folders."""
    return path.split("/", 2)[1] if path.startswith("/") else ""  # OPTIONS * has none
