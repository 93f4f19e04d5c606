"""Finds what a page says in another language than its own: English words left over on a Japanese page."""

import re
from html.parser import HTMLParser

SAID = {"alt", "aria-description", "aria-label", "aria-roledescription", "placeholder", "title"}
"""Attributes that are shown or read out; data attributes are looked at, too, where they hold more than a word."""
NOT_SAID = {"data-explain"}
"""Names of texts, not texts."""
VERBATIM = {"code", "kbd", "pre", "script", "style"}
VOID = {"br", "hr", "img", "input", "link", "meta", "path", "use", "rect", "circle"}
WORD = re.compile(r"[A-Za-z]{2,}")
SENTENCE = re.compile(r"[A-Za-z]{2,}[,:;.!?’]? [A-Za-z]+")
LOOKS_LIKE_DATA = re.compile(r"[\[{/]|width=")
SAME_IN_JAPANESE = {
    *("API", "Cookie", "English", "HTTP", "JSON", "JavaScript", "Machi", "OpenAPI", "QR", "SHA", "TV", "WebSocket"),
    *("Enter", "Esc"),
    *("lan", "no", "not", "of", "or", "room", "run", "seated", "token", "too", "large", "many", "slow", "id"),
}
"""Names and, from the description of the API, codes."""


class _Words(HTMLParser):
    def __init__(self, known: set[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.known = known
        self.found: list[str] = []
        self.skipping: list[str] = []  # the tags that are open inside what is not looked at

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self.skipping or tag in VERBATIM or given.get("lang") == "en":
            if tag not in VOID:
                self.skipping.append(tag)
            return
        for name, value in given.items():
            said = value or ""
            looked_at = name in SAID or (name.startswith("data-") and name not in NOT_SAID and SENTENCE.search(said))
            if looked_at and not LOOKS_LIKE_DATA.match(said):
                self.note(said)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.skipping and self.skipping[-1] == tag:
            self.skipping.pop()

    def handle_endtag(self, tag: str) -> None:
        if self.skipping and tag not in VOID:
            self.skipping.pop()

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.note(data)

    def note(self, said: str) -> None:
        if set(WORD.findall(said)) - self.known:
            self.found.append(" ".join(said.split()))


def english(html: str, *names: str) -> list[str]:
    """What of a page or a sentence is English; `names` of people may stand anywhere."""
    words = _Words(SAME_IN_JAPANESE | {part for name in names for part in WORD.findall(name)})
    words.feed(html)
    words.close()
    return words.found
