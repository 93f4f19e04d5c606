"""What a player is called on pages."""

from app.rooms import isolated
from app.web.words import gettext


def name_of(seat: int, name: str) -> str:
    """The name, for a sentence; of a seat whose name was taken away its number."""
    return isolated(name) if name else gettext("Player %(number)s", number=seat + 1)
