"""/api/docs: the OpenAPI description as a page of our own, without scripts, for people who write bots and tests."""

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import compile_path

from app.web.words import render

URL = "/api/openapi.json"
SEAT = "seat"  # the name of the one way in which a caller shows who it is
JSON_TYPE = "application/json"
ABOUT: dict[str, Any] = {
    "title": "Machi",
    "version": "1",
    "description": (
        "Two town-building games with friends, for programs. Send and get JSON; play with the token that sitting down "
        "gave you, as `Authorization: Bearer <token>`. A move carries `at`, the counter of the room object it was "
        "chosen for: so nothing is ever done twice. The websocket `/api/rooms/{code}/live` sends the room object at "
        "once and after every change, and takes `{at, move}`, `{at, undo: true}` and `{token}`; see /api/docs."
    ),
    "openapi_tags": [
        {"name": "rooms", "description": "Make a room, look at it, start the game."},
        {"name": "seats", "description": "Sit down, take another name, leave."},
        {"name": "play", "description": "Legal moves, moves, undo, the log, the scores."},
    ],
}
router = APIRouter()
_CODE = re.compile("`([^`]*)`")


@dataclass(frozen=True, slots=True)
class Field:
    """One key of an object."""

    name: str
    kind: str
    needed: bool
    about: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API, as the page shows it."""

    method: str
    path: str
    tag: str
    summary: str
    about: str
    takes: str | None
    body: str
    status: int
    gives: str | None
    answer: str
    refusals: tuple[tuple[int, str, str], ...]


@router.get("/api/docs", include_in_schema=False)
async def page(request: Request) -> Response:
    """The description as a page."""
    app: FastAPI = request.app
    shown = {"calls": calls(app), "objects": objects(app), "about": ABOUT, "openapi": URL, "prose": _prose}
    return HTMLResponse(render("api/docs.html", **shown))


def _prose(text: str) -> Markup:
    """Text with its `code` set as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704  escaped


def install(app: FastAPI) -> None:
    """Describe how tokens are sent, and our own errors only: FastAPI adds to every route one that we never answer."""
    described = app.openapi

    def openapi() -> dict[str, Any]:
        description = described()
        schemas = description["components"]["schemas"]
        told = "The token that sitting down gave; a browser's cookie of the room is as good."
        description["components"]["securitySchemes"] = {SEAT: {"type": "http", "scheme": "bearer", "description": told}}
        if schemas.pop("HTTPValidationError", None):
            del schemas["ValidationError"]
            for methods in description["paths"].values():
                for spec in methods.values():
                    _drop_unused(spec["responses"])
        return description

    app.openapi = openapi  # type: ignore[method-assign]


def _drop_unused(responses: dict[str, Any]) -> None:
    if "422" in responses and "examples" not in responses["422"]["content"][JSON_TYPE]:
        del responses["422"]


@cache
def _addresses(app: FastAPI) -> list[tuple[re.Pattern[str], set[str]]]:
    paths = app.openapi()["paths"].items()
    return [(compile_path(path)[0], {method.upper() for method in methods}) for path, methods in paths]


def methods_at(app: FastAPI, path: str) -> list[str]:
    """What may be asked of this address: the router itself names the first of several routes only."""
    return sorted(set().union(*(methods for address, methods in _addresses(app) if address.match(path))))


@cache
def calls(app: FastAPI) -> list[Call]:
    """Every call, in the order of the description."""
    description = app.openapi()
    schemas = description["components"]["schemas"]
    return [
        _call(path, method, spec, schemas)
        for path, methods in description["paths"].items()
        for method, spec in methods.items()
    ]


@cache
def objects(app: FastAPI) -> dict[str, tuple[str, list[Field]]]:
    """Every object that is sent or answered: name to what it is and its keys."""
    schemas = app.openapi()["components"]["schemas"]
    return {name: (spec.get("description", ""), _fields(spec)) for name, spec in schemas.items()}


def _call(path: str, method: str, spec: dict[str, Any], schemas: dict[str, Any]) -> Call:
    status, answer = next((int(code), found) for code, found in spec["responses"].items() if code.startswith("2"))
    refusals = tuple(
        (int(code), name, example["value"]["error"]["message"])
        for code, found in spec["responses"].items()
        if not code.startswith("2")
        for name, example in found["content"][JSON_TYPE]["examples"].items()
    )
    return Call(
        method.upper(),
        path,
        spec["tags"][0],
        spec["summary"],
        spec["description"],
        _name_of(spec.get("requestBody")),
        _example(spec.get("requestBody"), schemas),
        status,
        _name_of(answer),
        _example(answer, schemas),
        refusals,
    )


def _name_of(content: dict[str, Any] | None) -> str | None:
    """The name of the object that a body or an answer has."""
    if not content or "content" not in content:
        return None
    return _kind(content["content"][JSON_TYPE]["schema"]).removesuffix(" or null")


def _example(content: dict[str, Any] | None, schemas: dict[str, Any]) -> str:
    """An example of a body or an answer as JSON text; "" where it has none."""
    name = _name_of(content)
    if name is None or content is None:
        return ""
    described = content["content"][JSON_TYPE].get("example")
    fields = schemas[name]["properties"].items()
    example = described or {key: found["examples"][0] for key, found in fields if "examples" in found}
    return json.dumps(example, indent=2)


def _fields(spec: dict[str, Any]) -> list[Field]:
    needed = spec.get("required", [])
    return [
        Field(name, _kind(found), name in needed, found.get("description", ""))
        for name, found in spec.get("properties", {}).items()
    ]


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words: `integer or null`, `list of SeatObject`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f'"{value}"' for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return str(schema.get("type", "anything"))
