"""The refusals of a call as OpenAPI describes them: by status, each code with an example."""

from typing import Any

from app.web.errors import KINDS
from app.web.schemas import Refusal, RefusalWithRoom

WITH_ROOM = 409
ALWAYS = ("too_many", "busy")
SEATED = ("no_room", "no_token", "not_seated")


def refuses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that may refuse with these codes, and with those that any call may meet."""
    by_status: dict[int | str, list[str]] = {}
    for code in dict.fromkeys((*codes, *ALWAYS)):
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {status: _response(status, by_status[status]) for status in sorted(by_status, key=int)}


def _response(status: int | str, codes: list[str]) -> dict[str, Any]:
    return {
        "model": RefusalWithRoom if status == WITH_ROOM else Refusal,
        "description": " or ".join(f"`{code}`" for code in codes),
        "content": {"application/json": {"examples": {code: {"value": _example(code)} for code in codes}}},
    }


def _example(code: str) -> dict[str, Any]:
    error: dict[str, Any] = {"code": code, "message": KINDS[code].words}
    if code == "illegal":
        error |= {"reason": "occupied", "facts": {"cell": [1, 2]}}
    example: dict[str, Any] = {"error": error}
    if KINDS[code].status == WITH_ROOM:
        example["room"] = ROOM_EXAMPLE
    return example


ROOM_EXAMPLE: dict[str, Any] = {
    "code": "7KXQ2MW",
    "game": "roll_into_town",
    "options": {"size": 7},
    "rules": 1,
    "status": "playing",
    "commitment": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "seats": [
        {"seat": 0, "name": "Ann", "connected": True, "active": True, "doing": "construct"},
        {"seat": 1, "name": "Ben", "connected": True, "active": False, "doing": "done"},
    ],
    "places": 2,
    "version": 9,
    "seat": 0,
    "at": 12,
    "undo": 3,
    "view": {"game": "roll_into_town"},
}

PAST_EXAMPLE: dict[str, Any] = ROOM_EXAMPLE | {
    "status": "playing",
    "version": 37,
    "seat": None,
    "at": None,
    "undo": None,
    "history": {
        "latest": 214,
        "eyes": "open",
        "last": {
            "seq": 36,
            "seat": 1,
            "program": False,
            "accepted_at": "2026-11-29T19:12:00.123456+00:00",
            "facts": [{"fact": "phase", "phase": "gather"}],
        },
    },
}
