"""Refusals in words: every code that the app can refuse with has a status and a sentence."""

import re
from pathlib import Path

import pytest

from app.rooms import Refused
from app.web.errors import KINDS, Problem, body, message

ROOT = Path(__file__).resolve().parents[2]
RAISED = re.compile(r"(?:Refused|Problem)\(\s*\"([a-z_]+)\"")


def test_every_code_that_is_raised_has_words() -> None:
    raised = {code for path in (ROOT / "app").rglob("*.py") for code in RAISED.findall(path.read_text())}
    assert raised
    assert raised <= KINDS.keys()


def test_the_contract_has_its_statuses() -> None:
    expected = {
        "too_large": 413, "too_many": 429, "malformed": 422, "options": 422, "no_room": 404, "no_token": 401,
        "not_seated": 403, "not_started": 409, "started": 409, "over": 409, "closed": 409, "full": 409,
        "name_taken": 409, "too_few": 409, "free_seats": 409, "read_only": 409, "stale": 409,
        "nothing_to_undo": 409, "illegal": 409, "busy": 503,
    }  # fmt: skip
    assert expected.items() <= {code: kind.status for code, kind in KINDS.items()}.items()
    closes = {code: KINDS[code].close for code in ("no_token", "no_room", "too_large", "too_many", "restarting")}
    assert closes == {"no_token": 4401, "no_room": 4404, "too_large": 4413, "too_many": 4429, "restarting": 1001}


def test_the_shape_of_an_error() -> None:
    assert body(Problem("busy")) == {"error": {"code": "busy", "message": message(Problem("busy"))}}
    refused = Refused("illegal", "occupied", {"cell": [1, 2]}, {"game": "no such game", "code": "7KXQ2MW"})
    assert body(refused) == {
        "error": {
            "code": "illegal",
            "reason": "occupied",
            "facts": {"cell": [1, 2]},
            "message": "The rules do not allow that now.",
        },
        "room": {"game": "no such game", "code": "7KXQ2MW"},
    }


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (Refused("options", "seats", {"least": 2, "most": 4}), "This game is for 2 to 4 players."),
        (Refused("options", "option_value", {"option": "50%(s)d"}), "The option 50%(s)d cannot have that value."),
        (Refused("options", "seats"), "This game cannot be set up like that."),
        (Refused("options", "never heard of"), "This game cannot be set up like that."),
        (Refused("malformed", "name"), "A name has 1 to 20 characters."),
        (Refused("malformed", "type"), "The server cannot make sense of that."),
    ],
)
def test_messages_say_what_is_known(refused: Refused, words: str) -> None:
    assert message(refused) == words
