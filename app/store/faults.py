"""What goes wrong with databases."""

import asyncpg

# What a database that is down, starting or going away raises: worth another try. Nothing else is.
UNREACHABLE: tuple[type[BaseException], ...] = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that broke in the middle of a call
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.TransactionRollbackError,
)
