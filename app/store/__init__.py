"""Postgres: tables, log, drafts, events, queries; the embedded server.

Words of the store: a `Store` is one database with its pool of connections.
"""

from app.store.store import Store

__all__ = ["Store"]
