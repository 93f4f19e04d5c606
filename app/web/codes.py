"""Which room an address is about."""

import re

_ROOM = re.compile(r"(?:https?://[^/]*)?/(?:r|api/rooms)/([^/?#]+)")


def code_in(address: str) -> str | None:
    """The room code, or what stands in its place, in a path or an address of ours; None if it is about no room."""
    found = _ROOM.match(address)
    return found[1].upper() if found else None
