"""Every address that the app answers."""

from collections.abc import Iterator

from fastapi import FastAPI
from starlette.routing import WebSocketRoute


def routes(app: FastAPI) -> Iterator[tuple[str, str]]:
    """(method, path), the path as it is declared: `("GET", "/r/{code}")`; a socket's method is "WS"."""
    for route in app.routes:
        # FastAPI puts the routes of an included router together only when it is asked.
        parts = route.effective_route_contexts() if hasattr(route, "effective_route_contexts") else [route]
        for part in parts:
            declared = getattr(part, "starlette_route", None) or part
            if isinstance(declared, WebSocketRoute):
                yield "WS", declared.path
            else:
                yield from ((method, declared.path) for method in sorted(declared.methods - {"HEAD"}))
