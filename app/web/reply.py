"""JSON as we send it."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from app.store.store import to_json as dump

__all__ = ["JSON", "dump"]


class JSON(Response):
    """An answer of the API: never stored by a browser or a proxy, for it is one caller's."""

    media_type = "application/json"

    def __init__(self, content: object, status_code: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(content, status_code, headers)
        self.headers["Cache-Control"] = "no-store"

    def render(self, content: Any) -> bytes:
        return dump(content).encode()
