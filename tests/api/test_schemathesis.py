"""schemathesis over the API's own description: whatever is sent, the answer is one that the description knows."""

import asyncio
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.api.conftest import Player, Running

# A call that is well formed is still refused: for its game, its room's state, its token.
REFUSABLE = [positive_data_acceptance]


def try_all(description: dict[str, Any], url: str, callers: list[Player | None], examples: int) -> list[str]:
    """Send well formed and wrong calls of every kind, for each caller's room with its token, and for rooms at random.

    The operations that were called.
    """
    schema = schemathesis.openapi.from_dict(description)
    called = []
    with requests.Session() as session:
        for found in schema.get_all_operations():
            operation = found.ok()
            called.append(operation.label)
            for caller in callers:
                for mode in modes(operation):
                    try_one(operation, mode, url, session, caller, examples)
    return called


def modes(operation: Any) -> list[GenerationMode]:
    """Wrong calls, too, where a call can be wrong in itself: any text may be a code."""
    can_be_wrong = len(operation.body) > 0 or "{seat}" in operation.path
    return [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if can_be_wrong else [])]


def try_one(
    operation: Any, mode: GenerationMode, url: str, session: requests.Session, caller: Player | None, examples: int
) -> None:
    """So many calls of one kind. Raises what schemathesis finds."""
    fixed: dict[str, Any] = {}
    if caller and "{code}" in operation.path:
        fixed = {"path_parameters": {"code": caller.code}, "headers": {"Authorization": f"Bearer {caller.token}"}}

    # The same calls at every run: what other ones would find is not the fault of who lands something else.
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode, **fixed))
    def call(case: Any) -> None:
        case.call_and_validate(base_url=url, session=session, excluded_checks=REFUSABLE)

    call()


# The server in this process uses `random` while hypothesis, in another thread, looks whether its strategies did.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
@pytest.mark.parametrize(("examples", "rooms"), [(2, 1), pytest.param(30, 3, marks=pytest.mark.long)])
async def test_every_answer_is_a_described_one(running: Running, examples: int, rooms: int) -> None:
    description = (await running.table.http.get("/api/openapi.json")).json()
    callers = [(await running.table.started())[0], (await running.table.lobby(sitting=1))[0], None][:rooms]
    url = f"http://127.0.0.1:{running.port}"
    called = await asyncio.to_thread(try_all, description, url, callers, examples)
    assert len(called) == sum(len(methods) for methods in description["paths"].values())
    assert (await running.table.make()).status_code == 201
