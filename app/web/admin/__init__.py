"""The admin's pages, under /admin. They exist only where a password's hash is set (app/admin)."""

from fastapi import FastAPI

from app.web.admin import audit, gate, login, numbers, rooms, sessions


def mount(app: FastAPI) -> None:
    """Let `app` answer /admin. Its lifespan must set `app.state.admin`, `room_list` and `numbers`."""
    for part in (login, rooms, numbers, sessions, audit):
        app.include_router(part.router)
    app.state.attempts = login.Attempts()
    app.add_exception_handler(gate.LoginNeeded, gate.to_login)
