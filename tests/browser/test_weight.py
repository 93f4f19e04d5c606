"""What a first visit to a room costs a browser with an empty cache: bytes as they travel, and requests."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.browser.rooms import join, make_room, start
from tests.browser.visitors import Visitor

Visit = Callable[..., Awaitable[Visitor]]

MOST_BYTES = 120_000
MOST_REQUESTS = 12


class Scales:
    """Weighs what a page loads, headers included, as Chromium counts it."""

    def __init__(self) -> None:
        self.addresses: dict[str, str] = {}
        self.bytes: dict[str, int] = {}

    async def watch(self, visitor: Visitor) -> None:
        """Count from now on, with an empty cache."""
        session = await visitor.context.new_cdp_session(visitor.page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._loaded)
        await session.send("Network.enable")
        await session.send("Network.clearBrowserCache")

    def _asked(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _loaded(self, event: dict[str, Any]) -> None:
        url = self.addresses.get(event["requestId"], "")  # none: asked for by the page before
        if url.startswith("http"):
            self.bytes[url] = round(event["encodedDataLength"])

    def told(self) -> str:
        """One line a file, the heaviest first."""
        lines = [f"{size:7} {url}" for url, size in sorted(self.bytes.items(), key=lambda item: -item[1])]
        return "\n".join([f"{sum(self.bytes.values())} bytes in {len(self.bytes)} requests:", *lines])


@pytest.mark.parametrize(
    ("game", "seats"), [pytest.param("roll_into_town", 2, marks=pytest.mark.long), ("little_town", 2)]
)
async def test_a_room_is_light(visit: Visit, game: str, seats: int) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    code = await make_room(ann, game, seats)
    await join(ben, code)
    await start(ann)
    scales = Scales()
    await scales.watch(ben)
    await ben.page.goto(f"/r/{code}")
    await ben.page.wait_for_function("() => window.shown")
    await ben.page.wait_for_load_state("networkidle")
    advice = "join scripts and style sheets (app/web/joined.py), put signs into a sheet that is there already"
    assert len(scales.bytes) <= MOST_REQUESTS, f"more than {MOST_REQUESTS} requests; {advice}. {scales.told()}"
    assert sum(scales.bytes.values()) <= MOST_BYTES, f"more than {MOST_BYTES} bytes. {scales.told()}"


async def test_a_room_has_one_module_script(visit: Visit) -> None:
    ann = await visit("Ann")
    await make_room(ann, "little_town", 2)
    scripts = await ann.page.locator("script[type=module]").evaluate_all("all => all.map((each) => each.src)")
    assert len(scripts) == 1, (
        f"a second module script has modules of its own: name it in joined(...) instead. {scripts}"
    )
