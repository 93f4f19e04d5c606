"""People at the site: each a browser context of its own (cookies, storage, screen), watched for errors."""

import os
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, Request, Response

from engine import GAMES
from tests.patience import PATIENCE

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
WAIT = 1000 * PATIENCE  # ms
TRIES = 10  # of a tap
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.machi.test 127.0.0.1",
]
"""As root and without a network; made-up names under machi.test lead to this machine."""


def find_chromium() -> str:
    """The program: CHROMIUM, or one on the path. AssertionError where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert found, "no Chromium: ./run test finds or installs one, or set CHROMIUM=/path/to/it"
    return found


# Without a worker what fails fails as in browsers that have none, and nothing is fetched behind the story.
NO_WORKER = "delete Navigator.prototype.serviceWorker;"
# What the page has finished showing: its seat's counter and the length of its log, once all its scripts know them.
SHOWN = """document.addEventListener("machi:shown", () => {
  const data = document.querySelector("#game")?.dataset;
  window.shown = data ? [data.at ?? "", data.log] : null;
});"""
# `heard()` changes with every click that the page hears, and is another one on every page. `isHeld`: a busy machine
# took so long from the finger's coming to its going that this was a long press, which explains (HOLD of explain.js) and
# does nothing else. What stops a shorter one is a fault, and is left to the test to find.
HEARD = """{
  const born = Math.random();
  let clicks = 0;
  let came = 0;
  window.heard = () => `${born} ${clicks}`;
  addEventListener("pointerdown", () => { window.isHeld = false; came = performance.now(); }, true);
  addEventListener("contextmenu", () => { window.isHeld = true; clicks += 1; }, true);
  addEventListener("click", (event) => {
    clicks += 1;
    event.stopImmediatePropagation = () => {
      window.isHeld = performance.now() - came > 440 && !("explaining" in document.body.dataset);
      Event.prototype.stopImmediatePropagation.call(event);
    };
  }, true);
}"""
# What the page's Content-Security-Policy had to stop.
STOPPED = """window.stopped = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) => {
  window.stopped.push(`${effectiveDirective}: ${blockedURI} ${sourceFile}`);
});"""

# Who has played before has seen the hints for a first game.
EXPERIENCED = f"""try {{
  for (const game of {list(GAMES)}) localStorage.setItem(`machi:hints:${{game}}`, '{{"seen": [], "skipped": true}}');
}} catch {{ /* no page yet */ }}"""


def is_elsewhere(url: str) -> bool:
    """Does this request leave the servers of this machine? No page of ours may ask anybody else for anything."""
    parts = urlsplit(url)
    return parts.scheme not in {"data", "blob"} and not re.fullmatch(
        r"127\.0\.0\.1|(.+\.)?machi\.test", parts.hostname or ""
    )


@dataclass
class Visitor:
    """One person with one device. `troubles` must be empty at the end of the test; see `forgive`."""

    name: str
    context: BrowserContext
    page: Page
    touch: bool
    shots: Path
    troubles: list[str] = field(default_factory=list)
    forgiven: list[re.Pattern[str]] = field(default_factory=list)

    async def another_page(self) -> Page:
        """A second tab of the same browser, watched like the first."""
        page = await self.context.new_page()
        self.watch(page)
        return page

    async def press(self, selector: str) -> None:
        """Tap or click the one visible element for `selector`, as this device does."""
        await self.tap(self.page.locator(selector))

    async def tap(self, target: Locator, timeout: float = WAIT, *, force: bool = False) -> None:
        """Tap or click one element, as this device does. `timeout`: ms, of each of its steps.

        The click of a finger's tap comes a little after it: this waits until the page has heard it.
        """
        if not self.touch:
            await target.click(timeout=timeout, force=force)
            return
        for _ in range(TRIES):
            before = await target.evaluate("() => window.heard()", timeout=timeout)
            await target.tap(timeout=timeout, force=force)
            await self.page.wait_for_function("(before) => window.heard?.() !== before", arg=before, timeout=timeout)
            if not await self._held():
                return
        raise AssertionError(f"{TRIES} taps were long presses: {target}")

    async def _held(self) -> bool:
        """Was the last tap a long press?"""
        with suppress(Error):  # the page was left: then it was a tap
            return bool(await self.page.evaluate("window.isHeld"))
        return False

    async def laid_out(self) -> None:
        """Wait for the frame after the next: what a script measures in one is in the page by then."""
        await self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    async def resize(self, width: int, height: int) -> None:
        """Another size of the screen, once the page is laid out for it."""
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        await self.laid_out()

    async def shot(self, name: str) -> Path:
        """A picture of the whole page."""
        path = self.shots / f"{name}-{self.name}.png"
        await self.page.screenshot(path=path, full_page=True)
        return path

    async def sideways(self) -> int:
        """By how many CSS pixels the page is wider than the screen; 0: no sideways scrolling."""
        root = "document.documentElement"
        return int(await self.page.evaluate(f"Math.max(0, {root}.scrollWidth - {root}.clientWidth)"))

    def forgive(self, pattern: str) -> None:
        """Troubles that match are what the test is about (a refused page, a lost network)."""
        self.forgiven.append(re.compile(pattern))

    def left(self) -> list[str]:
        """Troubles that were not forgiven."""
        return [trouble for trouble in self.troubles if not any(rule.search(trouble) for rule in self.forgiven)]

    def watch(self, page: Page) -> None:
        """Collect console errors and warnings, exceptions, failed requests and error statuses of `page`."""
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(f"exception: {error}"))
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _asked(self, request: Request) -> None:
        if is_elsewhere(request.url):
            self.troubles.append(f"elsewhere: {request.method} {request.url}")

    def _failed(self, request: Request) -> None:
        # A page that is left aborts what it still loads: that is no failure.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"request: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"status {response.status}: {response.request.method} {response.url}")


async def arrive(
    browser: Browser,
    name: str,
    base_url: str,
    shots: Path,
    *,
    phone: bool = False,
    first_game: bool = False,
    worker: bool = False,
    zone: str | None = None,
) -> Visitor:
    """A new person with an empty browser, on a desktop or a touch phone of 360 px; pages open under `base_url`.

    `first_game`: somebody who gets the hints for a first game; all others have skipped them.
    `worker`: a browser that lets the app work without a network. `zone`: of their clock; None: this machine's.
    """
    device = PHONE if phone else DESKTOP
    context = await browser.new_context(
        **device, base_url=base_url, locale="en", reduced_motion="reduce", timezone_id=zone
    )
    context.set_default_timeout(WAIT)
    await context.add_init_script(SHOWN)
    await context.add_init_script(HEARD)
    if not worker:
        await context.add_init_script(NO_WORKER)
    if not first_game:
        await context.add_init_script(EXPERIENCED)
    page = await context.new_page()
    visitor = Visitor(name, context, page, phone, shots)
    visitor.watch(page)
    return visitor
