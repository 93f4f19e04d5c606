"""axe-core: what a machine can find of what keeps people from using a page."""

from functools import cache
from pathlib import Path

from playwright.async_api import Page

SOURCE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What scrolls goes under the bars at the bottom, and comes out again: no target is too small for that.
UNSTUCK = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".bottom-bar, .tabs { position: static !important; }");
    document.adoptedStyleSheets.push(sheet);
}"""
RUN = """async (tags) => {
    const options = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
    const { violations } = await axe.run(document, options);
    const where = (node) => `${node.target.join(" ")}: ${node.any.concat(node.all, node.none)[0]?.message ?? ""}`;
    return violations.map((found) => `${found.id}: ${found.nodes.map(where).slice(0, 5).join("; ")}`);
}"""


@cache
def source() -> str:
    """The program, as npm installed it."""
    return SOURCE.read_text()


async def violations(page: Page) -> list[str]:
    """What axe finds on the page as it is now: rule, places, what is wrong."""
    await page.evaluate(UNSTUCK)
    await page.evaluate(source())
    found: list[str] = await page.evaluate(RUN, TAGS)
    return found
