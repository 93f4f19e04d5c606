"""One way to write a database's address, however it was given."""


def libpq_url(url: str) -> str:
    """`postgresql://...` for asyncpg from what people set as DATABASE_URL (also `postgresql+asyncpg://`)."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.partition("+")[0] not in ("postgres", "postgresql"):
        raise ValueError("DATABASE_URL must begin with postgresql://")
    return f"postgresql://{rest}"
