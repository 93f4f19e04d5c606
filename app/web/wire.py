"""JSON and forms as they come from outside, parsed once and strictly."""

import json
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

from fastapi.routing import APIRoute
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.errors import Problem

DEPTH = 20


def parse(data: bytes | str, unique: bool = False) -> Any:
    """The value of a JSON text; `unique`: in which no object has a key twice.

    Raises `Problem("malformed", "json")` for what is no JSON (NaN, Infinity and numbers that overflow to them
    included), not UTF-8, nested deeper than `DEPTH`, or holds text that no database column takes: NUL, or half of a
    surrogate pair.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
        value = (_UNIQUE if unique else _DECODER).decode(text)
        _check(value, DEPTH)
    except (ValueError, RecursionError) as error:
        raise Problem("malformed", "json") from error
    return value


async def form_of(request: Request) -> FormData:
    """The form of a request; raises `Problem("malformed")` for one that cannot be read."""
    try:
        return await request.form()
    except (HTTPException, ValueError):  # ValueError: nor decoded, as with the charset "undefined"
        raise Problem("malformed") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(number: str) -> float:
    value = float(number)
    if value in (float("inf"), float("-inf")):
        raise ValueError(number)
    return value


def _check(value: object, depth: int) -> None:
    if depth < 0:
        raise ValueError("nested too deeply")
    if isinstance(value, str):
        value.encode()
        if "\0" in value:
            raise ValueError("NUL")
    elif isinstance(value, list):
        for item in value:
            _check(item, depth - 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check(key, depth - 1)
            _check(item, depth - 1)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key twice")
    return made


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
_UNIQUE = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_once)


class StrictRequest(Request):
    """A request whose JSON is parsed by `parse`."""

    async def json(self) -> Any:
        """The body's value. Raises `Problem("malformed")`."""
        return parse(await self.body())


class StrictRoute(APIRoute):
    """A route that reads its body strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, given a `StrictRequest`."""
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return strict
