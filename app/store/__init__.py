"""Postgres: tables, log, drafts, events, queries; the embedded server."""
