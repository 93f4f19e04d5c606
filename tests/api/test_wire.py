"""JSON from outside is parsed strictly: what could break something further in is refused at the door."""

import pytest

from app.web.errors import Problem
from app.web.wire import DEPTH, parse


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'"\xed\xa0\x80"',
        b"NaN",
        b"[-Infinity]",
        b"1e999",
        b"9" * 5000,
        b'{"name": "a\\u0000b"}',
        b'{"a\\u0000b": 1}',
        b'["\\ud800"]',
        b"[" * 8000,
        b"[" * (DEPTH + 2) + b"]" * (DEPTH + 2),
        b'{"a":' * 900 + b"1" + b"}" * 900,
        b"\xef\xbb\xbf{}",
        b"{'a': 1}",
    ],
)
def test_malformed_json_is_refused(text: bytes) -> None:
    with pytest.raises(Problem) as refused:
        parse(text)
    assert (refused.value.code, refused.value.reason) == ("malformed", "json")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"at": 3, "move": {"type": "next"}}', {"at": 3, "move": {"type": "next"}}),
        (b'"\\ud83c\\udfe0"', "\N{HOUSE BUILDING}"),
        (b'"\\\\u0000"', "\\u0000"),
        (b"10000000000000000000000000000000", 10**31),
        ("[" * DEPTH + "1" + "]" * DEPTH, None),
    ],
)
def test_good_json_is_taken(text: bytes | str, value: object) -> None:
    assert parse(text) == value or value is None
