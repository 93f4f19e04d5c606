"""Bodies and addresses that are not even what a description can speak of; what it can is test_schemathesis.py's."""

import json
from random import Random
from typing import Any

import pytest

from tests.api.conftest import Table

WORDS = ["", "one", "type", "at", "move", "ünï", "a" * 300, "\u2028", "%s", "{}", "'; DROP TABLE rooms", "\x7f", "-1"]
NUMBERS = [0, 1, -1, 2**31, 2**63, 10**40, 0.5, 1e308, -0.0]
KEYS = ["game", "seats", "options", "name", "salt", "seed", "at", "move", "undo", "token", "id", "close_free", "type"]


def value(rng: Random, depth: int = 3) -> Any:
    """Any JSON value."""
    kind = rng.randrange(8 if depth else 5)
    if kind == 0:
        return rng.choice(WORDS)
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind in {2, 3}:
        return rng.choice([True, False, None])
    if kind == 4:
        return rng.choice(["toy", 2, {"heap": 6}, {"type": "one"}])
    if kind == 5:
        return [value(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {rng.choice(KEYS + WORDS): value(rng, depth - 1) for _ in range(rng.randrange(5))}


def content(rng: Random) -> bytes:
    """The bytes of a body: JSON, mostly spoilt."""
    body = json.dumps(value(rng)).encode()
    if rng.random() < 0.7:
        place = rng.randrange(len(body) + 1)
        body = body[:place] + rng.randbytes(rng.randrange(1, 4)) + body[place:]
    return body


@pytest.mark.parametrize("seed", range(2))
async def test_every_answer_is_a_described_one(table: Table, seed: int) -> None:
    rng = Random(seed)
    description = (await table.http.get("/api/openapi.json")).json()
    calls = [(path, method, spec) for path, methods in description["paths"].items() for method, spec in methods.items()]
    players = [*await table.started(), *await table.lobby(sitting=1)]
    for _ in range(150):
        path, method, spec = rng.choice(calls)
        player = rng.choice(players)
        code = rng.choice([player.code, player.code.lower(), "7KXQ2MW", "%F0%9F%8F%A0", "%00", "x" * 50])
        number = rng.choice([0, 1, 7, -1, "x", 10**20])
        address = path.format(code=code, seat=number, version=number)
        headers = {"content-type": rng.choice(["application/json"] * 4 + ["text/plain", "multipart/form-data", "?"])}
        if rng.random() < 0.7:
            headers["authorization"] = f"Bearer {rng.choice([player.token, 'wrong', ''])}"
        body = content(rng)
        response = await table.http.request(method, address, content=body, headers=headers)
        described = spec["responses"].keys() | ({"404"} if "seat" in path else set())
        assert str(response.status_code) in described, (method, address, body, response.text)
        if response.status_code >= 400:
            assert response.json()["error"]["code"] in json.dumps(spec["responses"][str(response.status_code)])
