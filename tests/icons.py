"""Draws the icons of the installed app from static/favicon.svg: `python -m tests.icons`, as ./run test is run.

The results in static/icons/ are committed: they are ours and small, and a server needs no program that draws.
"""

import asyncio
import re
import sys

from playwright.async_api import Page, async_playwright

from tests.browser.visitors import ARGUMENTS, find_chromium
from tests.server import ROOT

FOLDER = ROOT / "static/icons"
SIZES = {"any-192": 192, "any-512": 512, "maskable-512": 512}
SAFE = 0.66
"""A maskable icon may be cut to a circle: what matters stays inside, the ground reaches every edge."""


def drawing(maskable: bool) -> str:
    """The favicon, or its house alone on a ground without corners."""
    svg = (ROOT / "static/favicon.svg").read_text()
    if not maskable:
        return svg
    ground = re.search(r"<rect[^>]*/>", svg)
    assert ground, "the favicon has a ground"
    house = svg[ground.end() : svg.rindex("</svg>")]
    middle = 16 * (1 - SAFE)
    whole = re.sub(r' rx="[^"]*"', "", ground[0])
    return f"{svg[: ground.start()]}{whole}<g transform='translate({middle} {middle}) scale({SAFE})'>{house}</g></svg>"


async def draw(page: Page, name: str, size: int) -> None:
    await page.set_viewport_size({"width": size, "height": size})
    style = "<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>"
    await page.set_content(style + drawing(name.startswith("maskable")))
    await page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)


async def draw_all() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = await browser.new_page()
        for name, size in SIZES.items():
            await draw(page, name, size)
        await browser.close()


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    asyncio.run(draw_all())
    return 0


if __name__ == "__main__":
    sys.exit(main())
