"""JSON as we send it."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response


def dump(value: object) -> str:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class JSON(Response):
    """An answer of the API: never stored by a browser or a proxy, for it is one caller's."""

    media_type = "application/json"

    def __init__(self, content: object, status_code: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(content, status_code, headers)
        self.headers["Cache-Control"] = "no-store"

    def render(self, content: Any) -> bytes:
        return dump(content).encode()
