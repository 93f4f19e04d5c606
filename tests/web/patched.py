"""A room's page as a browser would have it: frames put into it as htmx puts them."""

import re

PARTIAL = re.compile(r'<hx-partial hx-target="#([\w-]+)" hx-swap="(\w+)">(.*?)</hx-partial>', re.DOTALL)
INSIDE = r"""(?:[^>"']|"[^"]*"|'[^']*')"""
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)


class Patched:
    """`html`: what stands in the page's pieces, their title first."""

    def __init__(self, html: str) -> None:
        self.html = html

    def take(self, frame: str) -> None:
        """Put in what a frame brings."""
        if title := TITLE.match(frame):
            self.html = self.html.replace(TITLE.findall(self.html)[0], title[0], 1)
        for name, swap, html in PARTIAL.findall(frame):
            begin, content, end = self._element(name)
            if swap == "attributes":
                html = html[: html.rindex("</")] + self.html[content:end]
            self.html = self.html[:begin] + html.lstrip() + self.html[end:]

    def _element(self, name: str) -> tuple[int, int, int]:
        """Where the element begins, where its content does, and where it ends."""
        opening = re.search(rf"""<([a-z]+)\b{INSIDE}*?\sid="{name}"{INSIDE}*>""", self.html)
        assert opening, f"there is no #{name} to be changed"
        depth = 0
        for tag in re.finditer(rf"<(/?){opening[1]}\b", self.html[opening.start() :]):
            depth += -1 if tag[1] else 1
            if depth == 0:
                end = self.html.index(">", opening.start() + tag.start()) + 1
                return opening.start(), opening.end(), end
        raise AssertionError(f"#{name} does not end")
