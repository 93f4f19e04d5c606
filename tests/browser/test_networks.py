"""Trials of the network: whatever a line does, the page goes on by itself, and shows nothing that never was.

The page's clock is wound forward where people would wait.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.async_api import CDPSession, expect

from tests.browser.conftest import Visit
from tests.browser.relay import LOSSES, Relay
from tests.browser.roll_into_town import go_on as go_further
from tests.browser.rooms import make_room, start
from tests.browser.test_connection import connection, go_on, place, stand_still, until
from tests.browser.test_watching import key
from tests.browser.truth import KEEP, Truth
from tests.browser.visitors import Visitor
from tests.patience import PATIENCE
from tests.server import Server

FIRST = "Something else happened first. Here is how it stands now."


TURN = ("place", "end_turn")  # of Little Town
# Keeps the answers that the page's sockets have been given, once the page has dealt with them.
KEEP_ANSWERS = """window.answers = [];
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", ({ data }) => { if (data.startsWith("{")) window.answers.push(data); });
  }
};"""


class Device:
    """A seat played from somewhere else, on a good line."""

    def __init__(self, http: httpx.AsyncClient, code: str, token: str) -> None:
        self._http = http
        self._bearer = {"authorization": f"Bearer {token}"}
        self._path = f"/api/rooms/{code}"

    async def offered(self) -> Any:
        """What it can do: `{"at", "moves"}`."""
        return (await self._http.get(f"{self._path}/moves", headers=self._bearer)).json()

    async def play(self, *kinds: str) -> None:
        """The first legal move of each kind, one after the other."""
        for kind in kinds:
            offered = await self.offered()
            frame = {"at": offered["at"], "move": next(move for move in offered["moves"] if move["type"] == kind)}
            answer = await self._http.post(f"{self._path}/moves", json=frame, headers=self._bearer)
            assert answer.status_code == 200, answer.text


@dataclass
class Trial:
    """Ann at her page behind the relay.

    `heard`: what came through her sockets. `other`: her seat from elsewhere. `ben`: who plays with her, without a page.
    """

    ann: Visitor
    relay: Relay
    truth: Truth
    heard: list[str]
    other: Device
    ben: Device

    async def winds(self, seconds: float) -> None:
        """So long passes for the page."""
        await self.ann.page.clock.run_for(round(1000 * seconds))

    async def is_at(self, *wanted: int) -> None:
        """Wait until the page is there: the seat's counter, the log's length, the draft's length."""

        async def there() -> bool:
            return await place(self.ann) == wanted

        await until(there)

    async def truth_at(self, at: int) -> None:
        """Wait until the seat's counter has really come there."""

        async def there() -> bool:
            return bool(self.truth.states[-1][0] >= at)

        await until(there)

    async def caught_up(self) -> None:
        """Wait until the page shows the room as it is."""

        async def level() -> bool:
            return bool(await self.ann.page.evaluate("window.states.at(-1)") == self.truth.states[-1])

        await until(level)

    async def play_on(self, game: str) -> None:
        """Ann plays elsewhere, Ben as well: a round of Roll Into Town is over, or a turn of Little Town each."""
        both = ("next",) * 4 if game == "roll_into_town" else TURN
        await self.other.play(*both)
        await self.ben.play(*both)

    async def tap(self, game: str) -> None:
        """Ann taps on a move."""
        if game == "roll_into_town":
            await go_on(self.ann)
        else:
            await self.ann.tap(self.ann.page.locator(".cell[data-lit=place]").first)

    async def waits(self) -> None:
        """Wait until the page has sent what was tapped, and waits for the answer."""
        await self.ann.page.locator("body.waiting").wait_for()

    async def goes_on(self, game: str) -> None:
        """Ann makes a move."""
        at = self.truth.states[-1][0]
        await self.tap(game)
        await self.truth_at(at + 1)

    async def open(self) -> None:
        await until(lambda: connection(self.ann, "open"))

    async def hears(self, count: int) -> None:
        """Wait until she has heard so many messages."""

        async def all_heard() -> bool:
            return len(self.heard) >= count

        await until(all_heard)

    async def has_answer(self, begin: str) -> None:
        """Wait until the page has been given an answer that begins like this, since this was last asked."""

        async def given() -> bool:
            return bool(
                await self.ann.page.evaluate("(begin) => answers.some((each) => each.startsWith(begin))", begin)
            )

        await until(given)
        await self.ann.page.evaluate("answers.length = 0")

    async def check(self) -> None:
        """The page shows the room as it is, nothing was shown that never was, and it was never loaded anew."""
        await self.caught_up()
        await self.truth.check(self.ann)
        assert await self.ann.page.evaluate("window.mark === 1")


Begin = Callable[[str], Awaitable[Trial]]


@pytest.fixture
async def begin(visit: Visit, server: Server) -> AsyncIterator[Begin]:
    """`await begin("roll_into_town")`: a game of Ann and Ben has begun, and she can move."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=server.url, timeout=PATIENCE))

        async def made(game: str) -> Trial:
            relay = await stack.enter_async_context(Relay(server.port))
            ann = await visit("Ann", phone=True, url=relay.url)
            heard: list[str] = []
            ann.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))))
            ann.forgive(LOSSES)
            await ann.context.add_init_script(KEEP)
            await ann.context.add_init_script(KEEP_ANSWERS)
            await ann.page.clock.install()
            code = await make_room(ann, game, 2)
            sat = await http.post(f"/api/rooms/{code}/seats", json={"name": "Ben"})
            await ann.page.locator(".lobby .place", has_text="Ben").wait_for()
            await start(ann)
            token = await key(ann, code)
            truth = await stack.enter_async_context(Truth(server, code, token))
            devices = (Device(http, code, each) for each in (token, sat.json()["token"]))
            trial = Trial(ann, relay, truth, heard, *devices)
            if not (await trial.other.offered())["moves"]:  # the lot fell on Ben to begin
                await trial.ben.play(*TURN)
            await trial.open()
            await trial.caught_up()
            await ann.page.evaluate("window.mark = 1")
            return trial

        yield made


@pytest.mark.long
@pytest.mark.parametrize("how", ["cut", "hush", "swallow", "mute", "move"])
async def test_a_move_on_a_line_that_fails_under_it_is_made_once(begin: Begin, how: str) -> None:
    trial = await begin("roll_into_town")
    trial.relay.hold()
    await go_on(trial.ann)
    await trial.waits()
    getattr(trial.relay, how)()
    trial.relay.let("up")
    trial.relay.let("down")
    await trial.winds(6)
    if how != "move":  # with another address new connections work at once
        await until(lambda: connection(trial.ann, "lost"))
        trial.relay.mend()
    await trial.winds(5)
    await trial.open()
    await trial.is_at(1, 0, 1)
    assert "lost" in await trial.ann.page.evaluate("window.connections")
    await go_further(trial.ann, "construct")
    await trial.check()


@pytest.mark.long
async def test_a_page_that_hears_but_is_not_heard_finds_out(begin: Begin) -> None:
    """What others do keeps coming; that her own move is not answered shows that the line is bad."""
    trial = await begin("roll_into_town")
    trial.relay.mute()
    await go_on(trial.ann)
    await trial.waits()
    for _ in range(3):
        count = len(trial.heard)
        await trial.ben.play("next")
        await trial.hears(count + 1)
        await trial.winds(2)
    assert await connection(trial.ann, "lost")
    trial.relay.mend()
    await trial.winds(5)
    await trial.is_at(1, 0, 1)
    await trial.check()


async def test_two_seconds_of_delay_each_way_are_slow_and_nothing_else(begin: Begin) -> None:
    trial = await begin("roll_into_town")
    await trial.ann.press("[data-next=discover]")
    await trial.ann.page.locator("[data-next=discover][data-sure]").wait_for()
    await stand_still(trial.ann)
    await trial.ann.page.evaluate("answers.length = 0")
    await trial.winds(3.5)
    await trial.has_answer('{"pong"')  # from here on the page waits for none
    trial.relay.hold()
    await trial.ann.press("[data-next=discover]")
    await trial.winds(2)
    trial.relay.let("up")
    await trial.truth_at(1)
    assert await place(trial.ann) == (0, 0, 0)
    await trial.winds(2)
    trial.relay.let("down")
    await trial.has_answer('{"ok"')
    for _ in range(2):  # asked for a sign of life, the server is as slow
        trial.relay.hold()
        await trial.winds(3.5)
        await trial.winds(4)
        trial.relay.let("up")
        trial.relay.let("down")
        await trial.has_answer('{"pong"')
    await trial.ann.page.clock.resume()
    await trial.is_at(1, 0, 1)
    assert "lost" not in await trial.ann.page.evaluate("window.connections")
    await trial.check()


@pytest.mark.parametrize("game", ["roll_into_town", pytest.param("little_town", marks=pytest.mark.long)])
async def test_a_move_for_what_is_past_is_refused_and_the_page_heals(begin: Begin, game: str) -> None:
    """Her page knows nothing yet of what she has played elsewhere, and she plays on it."""
    trial = await begin(game)
    trial.relay.hold()
    trial.relay.let("up")
    await trial.play_on(game)
    await trial.tap(game)
    await trial.waits()
    trial.relay.let("down")
    await expect(trial.ann.page.locator(".toast", has_text=FIRST)).to_be_visible()
    await trial.check()
    await trial.goes_on(game)
    await trial.check()


@pytest.mark.long
@pytest.mark.parametrize("moved", [False, True])
async def test_a_phone_that_slept_wakes_up_in_the_present(begin: Begin, moved: bool) -> None:
    """It slept through a round; with `moved` it had come into another network, and a last tap had got lost there.

    Its line sleeps with it: a page that hears of a phase without a choice passes that by itself.
    """
    trial = await begin("roll_into_town")
    if moved:
        trial.relay.move()
    trial.relay.hush()
    if moved:
        await trial.tap("roll_into_town")
        await trial.waits()
    phone: CDPSession = await trial.ann.context.new_cdp_session(trial.ann.page)
    await phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    await trial.play_on("roll_into_town")
    trial.relay.mend()
    await phone.send("Page.setWebLifecycleState", {"state": "active"})
    await trial.ann.page.clock.fast_forward(600_000)
    await trial.winds(3)
    await expect(trial.ann.page.locator(".toast", has_text=FIRST)).to_have_count(int(moved))
    await trial.check()
    await trial.goes_on("roll_into_town")
    await trial.check()
