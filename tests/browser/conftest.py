"""Browser stories: a real server with its own Postgres, and as many people with real Chromium as a story needs.

Everything is asynchronous and lives on the session's event loop, so one test can drive several people. Each xdist
worker has one server and one Chromium; each person has a context of its own.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.visitors import ARGUMENTS, WAIT, Visitor, arrive, find_chromium
from tests.server import Server

Visit = Callable[..., Awaitable[Visitor]]
expect.set_options(timeout=WAIT)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The program: CHROMIUM, or one on the path. None is a failure, never a skipped test."""
    return find_chromium()


@pytest.fixture(scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """One Chromium for all stories of this process."""
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        await running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server, shared by the stories of this process: make your own rooms. It must stop in good order."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    assert running.stop() == 0, running.log.read_text()[-4000:]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A running server for this story alone, which may stop, kill and start it."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture
async def visit(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Visit]:
    """`await visit("Ann")`, `await visit("Ben", phone=True)`, `await visit("Cy", url=own_server.url)`: people arrive.

    When the story is over, nobody may have seen an error in the console, a failed request or an error status, but what
    the story forgave. A failed story leaves a picture of each page in its folder.
    """
    people: list[Visitor] = []

    async def come(
        name: str,
        *,
        url: str = "",
        phone: bool = False,
        first_game: bool = False,
        worker: bool = False,
        zone: str | None = None,
    ) -> Visitor:
        base = url or request.getfixturevalue("server").url
        how = {"phone": phone, "first_game": first_game, "worker": worker}
        people.append(await arrive(browser, name, base, tmp_path, **how, zone=zone))
        return people[-1]

    yield come
    troubles = {person.name: person.left() for person in people}
    for person in people:
        if troubles[person.name]:
            await person.shot("trouble")
        await person.context.close()
    assert not any(troubles.values()), troubles
