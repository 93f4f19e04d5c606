"""Which games have a rules page (templates/<game>/rules.html) and explanations (templates/<game>/explain.html)."""

import hashlib
from functools import cache

from app.web.words import language, render, template_of


def rules_address(game: str) -> str | None:
    """Where a game's rules are; None if it has none."""
    return f"/rules/{game}" if template_of(f"{game}/rules.html") else None


def explain_address(game: str) -> str | None:
    """Where a game's explanations are in the language spoken now; None if it has none."""
    found = explanations(game)
    return f"/rules/{game}/explain/{found[1]}" if found else None


def explanations(game: str) -> tuple[str, str] | None:
    """All explanations of a game as HTML in the language spoken now, and the digest of that; None if it has none."""
    return _explanations(game, language())


@cache
def _explanations(game: str, spoken: str) -> tuple[str, str] | None:
    template = template_of(f"{game}/explain.html")
    if template is None:
        return None
    text = render("explain.html", about=template.module)
    return text, hashlib.sha256(f"{spoken} {text}".encode()).hexdigest()[:12]
