"""Names as they are compared and searched for."""

import unicodedata


def folded(name: str) -> str:
    """The name as RFC 8266 compares it: case and width do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
