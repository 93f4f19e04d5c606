"""The admin's pages, under /admin. They exist only where a password's hash is set (app/admin)."""

from fastapi import FastAPI

from app.web.admin import actions, audit, events, gate, login, moves, numbers, rooms, sessions, sweeps


def mount(app: FastAPI) -> None:
    """Let `app` answer /admin. What its pages are made from the lifespan must set in `app.state` (app/main.py)."""
    for part in (login, rooms, moves, events, actions, sweeps, numbers, sessions, audit):
        app.include_router(part.router)
    app.state.attempts = login.Attempts()
    app.add_exception_handler(gate.LoginNeeded, gate.to_login)
