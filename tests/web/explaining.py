"""What a game explains, and what the elements of a page ask it to explain."""

import re

from app.web.rulebook import explanations


def texts_of(game: str) -> dict[str, tuple[str, str]]:
    """Key to name and text of all explanations of a game, in English."""
    found = explanations(game)
    assert found
    entries = re.findall(r'<article data-about="([\w-]+)"><h2>(.*?)</h2><p>(.*?)</p></article>', found[0])
    return {key: (name, text) for key, name, text in entries}


def asked_on(page: str) -> set[str]:
    """All keys that a page's elements carry."""
    return {key for keys in re.findall(r'data-explain="([^"]*)"', page) for key in keys.split()}


def unexplained(page: str, opening: str) -> list[str]:
    """Opening tags that match the pattern `opening`, without keys."""
    found = re.findall(rf"<(?:{opening})[^<]*?>", page)
    assert found, opening
    return [tag for tag in found if "data-explain=" not in tag]
