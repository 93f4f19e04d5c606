"""One database and its pool of connections."""


class Store:
    """`url` as libpq has it (`postgresql://...`); SQLAlchemy's `postgresql+asyncpg://` is taken too."""

    def __init__(self, url: str, connections: int = 10) -> None:
        raise NotImplementedError

    async def open(self) -> None:
        """Connect. Raises `OSError` or `asyncpg.PostgresError` when the database cannot be reached."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close all connections."""
        raise NotImplementedError

    async def healthy(self) -> bool:
        """Does the database answer?"""
        raise NotImplementedError

    async def key(self, name: str) -> bytes:
        """The 32-byte signing key of that name, made once and kept in the database."""
        raise NotImplementedError
