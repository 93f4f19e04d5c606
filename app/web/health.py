"""Is the app there, and its database?"""

import asyncio

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.store import Store
from app.web.reply import JSON

router = APIRouter()
SECONDS = 3


@router.get("/healthz", include_in_schema=False)
async def healthz(request: Request) -> Response:
    """200 when the app and its database answer, else 503."""
    store: Store = request.app.state.store
    try:
        async with asyncio.timeout(SECONDS):
            healthy = await store.healthy()
    except TimeoutError:
        healthy = False
    return JSON({"healthy": healthy}, 200 if healthy else 503)
