"""Wiring: the parts of the app, put together once."""

from fastapi import FastAPI

from app.settings import Settings
from app.web.security import Addresses, SecurityHeaders
from app.web.words import Languages


def create_app(settings: Settings) -> FastAPI:
    """The whole program as one ASGI app. Raises ValueError for settings that cannot be right."""
    addresses = Addresses.from_settings(settings.public_url, settings.trusted_proxies)
    app = FastAPI(title="Machi", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.settings = settings
    app.state.addresses = addresses
    app.add_middleware(Languages)
    app.add_middleware(SecurityHeaders, addresses=addresses)
    return app
