"""How processes tell each other that a room has changed.

Wake-ups only make things quick: they may be late, doubled or lost, for every process also asks every two seconds. So
they need not be kept, and a carrier that is away delays nothing and loses nothing. A wake-up is a line of text,
`"<room id> <rev>"` or `"<room id> p<presence>"`: numbers that are worth nothing to who overhears them.
"""

from collections.abc import Callable, Iterable
from typing import Protocol


class Ear(Protocol):
    """A connection on which wake-ups come in."""

    async def ended(self) -> None:
        """Return when nothing can be heard here any more, or nothing has proved for too long that it can."""
        ...

    async def close(self) -> None:
        """Hear nothing any more."""
        ...


class Carrier(Protocol):
    """What takes wake-ups from one process to all: Postgres itself, or a Redis."""

    def column(self, wakeup: str) -> str:
        """What a statement selects for the wake-up that the SQL expression `wakeup` makes."""
        ...

    def committed(self, column: Iterable[str | None]) -> None:
        """The statement is committed, and this is what it selected. Never waits and never fails."""
        ...

    async def listen(self, heard: Callable[[str], None]) -> Ear:
        """Call `heard` for every wake-up from now on. Raises one of `UNREACHABLE`."""
        ...

    async def close(self) -> None:
        """Say what is still to be said, for a second at most, and nothing after that."""
        ...
