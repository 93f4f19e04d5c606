"""uvicorn as we run it: its fast parts, named outright; proxies are our own business (app/web/security.py)."""

from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# Frames beyond our own limit get an answer and the close code 4413, so they must come through to us; what is larger
# than this uvicorn ends by itself, with the code that websockets have for it (1009).
WIRE_BYTES = 1024 * 1024
SERVER_STOPS = 1012
GRACE_SECONDS = 5  # what open requests get at the end; sockets are told at once, and come back by themselves


class Protocol(WebSocketsSansIOProtocol):
    """A socket that the app itself ends when the server stops: uvicorn would cut it off with a code of its own."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.conn.debug = False  # at the level debug it would log headers and frames, and with them tokens

    def shutdown(self) -> None:
        """Tell the app with a disconnect of code `SERVER_STOPS`; it can still say goodbye."""
        if self.handshake_complete and not self.close_sent:
            self.stop_keepalive()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": SERVER_STOPS})
        else:
            super().shutdown()


def config(app: Any, **others: Any) -> uvicorn.Config:
    """How uvicorn serves `app` (an app, or the name of one); `others` as `uvicorn.Config` takes them."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws=Protocol,
        ws_max_size=WIRE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=10,
        ws_ping_timeout=10,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        **others,
    )
