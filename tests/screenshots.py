"""Pictures of the running app, in the environment of ./run test.

`python -m tests.screenshots` takes the README's: each game on a desktop and on a phone. `python -m tests.screenshots
--all FOLDER [NAME ...]` takes every page and phase (tests/states/states.py), or those whose names begin like that, on
every screen, by day and by night, in every language.
"""

import argparse
import asyncio
import base64
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from app.web.words import catalogues
from tests.browser.visitors import ARGUMENTS, DESKTOP, EXPERIENCED, PHONE, find_chromium
from tests.server import ROOT, Server
from tests.states.rooms import Moment
from tests.states.states import STATES, State, World, world

PICTURES = ROOT / "static/readme"
README = [
    State("little_town", moment=Moment("little_town", "three_players_board_b", 241), seat=2),
    State("roll_into_town", moment=Moment("roll_into_town", "three_players", 298)),
]
SCREENS: dict[str, dict[str, Any]] = {
    "360x740": PHONE,
    "740x360": {**PHONE, "viewport": {"width": 740, "height": 360}},
    "768x1024": {**PHONE, "viewport": {"width": 768, "height": 1024}, "device_scale_factor": 1},
    "1280x800": DESKTOP,
}
THEMES = ["light", "dark"]
TO_WEBP = """async (png) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({type: "image/webp", quality: 0.85});
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
}"""


async def taken(page: Page, places: World, state: State, whole: bool, **cookies: str) -> bytes:
    """The state's page as PNG: as it is seen without scrolling, or `whole`."""
    await places.show(page, state, **cookies)
    await page.wait_for_load_state("networkidle")
    await page.evaluate("scrollTo(0, 0)")  # a click may have scrolled to its place
    return await page.screenshot(full_page=whole)


async def for_the_readme(browser: Browser, server: Server) -> None:
    """The two games on two screens, by day, in English."""
    encoder = await browser.new_page()
    async with world(server, README) as places:
        for name, screen in {"desktop": DESKTOP, "phone": PHONE}.items():
            context = await browser.new_context(**screen, locale="en", reduced_motion="reduce")
            await context.add_init_script(EXPERIENCED)
            page = await context.new_page()
            for state in README:
                png = await taken(page, places, state, whole=False)
                smaller = await encoder.evaluate(TO_WEBP, base64.b64encode(png).decode())
                (PICTURES / f"{state.name}-{name}.webp").write_bytes(bytes(smaller))
            await context.close()


async def of_everything(browser: Browser, server: Server, folder: Path, names: list[str]) -> None:
    """One folder for each screen, theme and language; a board as it is seen, other pages whole."""
    states = [state for state in STATES if not names or state.name.startswith(tuple(names))]
    async with world(server, states) as places:
        for (screen, how), theme, language in product(SCREENS.items(), THEMES, catalogues()):
            into = folder / f"{screen}-{theme}-{language}"
            into.mkdir(parents=True, exist_ok=True)
            context = await browser.new_context(**how, reduced_motion="reduce")
            await context.add_init_script(EXPERIENCED)
            page = await context.new_page()
            for state in states:
                whole = state.moment is None or not state.moment.record
                png = await taken(page, places, state, whole, machi_theme=theme, machi_language=language)
                (into / f"{state.name}.png").write_bytes(png)
            await context.close()


async def take(server: Server, arguments: argparse.Namespace) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        if arguments.all:
            await of_everything(browser, server, arguments.all, arguments.names)
        else:
            await for_the_readme(browser, server)
        await browser.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page and phase, into this folder")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only states whose names begin like this")
    arguments = parser.parse_args()
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            asyncio.run(take(server, arguments))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
