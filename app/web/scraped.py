"""`/metrics`, on a port of its own: what is not at the public port needs no guard there.

Each process has a port, so that each one's numbers are scraped: the first that is free, from `MACHI_METRICS_PORT` on,
of as many as there are workers. A worker that takes the place of a dead one finds the port that it left.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

import uvicorn
from prometheus_client import CollectorRegistry, make_asgi_app
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

logger = logging.getLogger(__name__)


@asynccontextmanager
async def scraped(registry: CollectorRegistry, host: str, port: int, ports: int) -> AsyncIterator[None]:
    """Inside the block the metrics can be fetched at `host`, at one of so many `ports` from `port` on.

    Where none of them is free, that is logged: games go on without.
    """
    listener = _listener(host, range(port, min(port + ports, 65536)))
    if listener is None:
        logger.error("no metrics: cannot listen on %s, port %d%s", host, port, f" to {port + ports - 1}" * (ports > 1))
        yield
        return
    state = ServerState()
    config = uvicorn.Config(
        _only_metrics(registry), ws="none", lifespan="off", log_config=None, access_log=False, server_header=False
    )
    config.load()
    server = await asyncio.get_running_loop().create_server(lambda: HttpToolsProtocol(config, state, {}), sock=listener)
    logger.info("metrics are at port %d", listener.getsockname()[1])
    try:
        yield
    finally:
        server.close()
        for connection in list(state.connections):
            connection.shutdown()


def _listener(host: str, ports: range) -> socket.socket | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in ports:
        with suppress(OSError):
            return socket.create_server((host, port), family=family)
    return None


def _only_metrics(registry: CollectorRegistry) -> ASGIApp:
    # Not made small: it is fetched from near by, and the loop has other things to do.
    metrics = make_asgi_app(registry, disable_compression=True)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if (scope["method"], scope["path"]) == ("GET", "/metrics"):
            await metrics(scope, receive, send)
        else:
            await PlainTextResponse("only /metrics is here\n", HTTPStatus.NOT_FOUND)(scope, receive, send)

    return app
