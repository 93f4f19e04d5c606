"""What we send, made small: frames of sockets (permessage-deflate) and pages (gzip). Static files are gzipped at the
start (app/web/assets.py).

A frame is compressed by itself, at the cheapest level: about 0.2 ms for 18 kB of HTML, which become 2 to 3 kB. No
window is kept from frame to frame: it would make them smaller still, but hold some 300 kB a socket for it.

On guessing by size (CRIME, BREACH): who can watch the length of answers and have guesses put into them learns what else
is in them. Keys of seats therefore never go into anything compressed: pages that show one say `no-transform`, frames
hold none. Pages carry no CSRF token or other secret. What is left, a player's cards beside others' names, is a game's.
"""

import gzip
from collections.abc import Awaitable, Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

from app.web.limits import FRAME_BYTES

SMALL_FRAME = 256  # bytes; an answer or a ping fits into one packet anyway
SMALL_PAGE = 1000
LEVEL = 1
PAGE_LEVEL = 5  # once a visit, not once a move and viewer
TEXT = ("text/", "application/json", "image/svg+xml")
SECRET = {"Cache-Control": "no-store, no-transform"}
"""Headers of a page that shows a key."""


class Deflate(PerMessageDeflate):
    """Each message by itself. Raises `PayloadTooBig` where one unpacks to more than a frame may have."""

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """Unpack, at most to `FRAME_BYTES` and one more: enough to see that it is too large, not to fill the memory."""
        limit = FRAME_BYTES + 1 if max_size is None else min(max_size, FRAME_BYTES + 1)
        return super().decode(frame, max_size=limit)

    def encode(self, frame: Frame) -> Frame:
        """Pack what is large enough; we send no message in parts."""
        if frame.opcode in CTRL_OPCODES or len(frame.data) < SMALL_FRAME:
            return frame
        return super().encode(frame)


class DeflateFactory(ServerPerMessageDeflateFactory):
    """The terms that we offer: no context takeover on either side."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            compress_settings={"level": LEVEL},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """The terms agreed on, and the extension that keeps them."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


class Compression:
    """ASGI: answers of text are sent gzipped to who takes that, but for small ones and those that show a key."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            return self.app(scope, receive, send)  # not awaited here: nothing of ours stays while a socket is open
        start: Message = {}

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start:
                message = _compressed(start, message)
                await send(start)
                start = {}
            await send(message)

        return self.app(scope, receive, send_compressed)


def _compressed(start: Message, message: Message) -> Message:
    """The first message of a body, gzipped if that may be and is worth it; `start` says so then."""
    headers = MutableHeaders(scope=start)
    text = headers.get("content-type", "").startswith(TEXT)
    as_it_is = "content-encoding" in headers or "no-transform" in headers.get("cache-control", "")
    body = message.get("body", b"")
    if not text or as_it_is or message.get("more_body") or len(body) < SMALL_PAGE:
        return message
    body = gzip.compress(body, PAGE_LEVEL, mtime=0)
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(body))
    headers.add_vary_header("Accept-Encoding")
    return {**message, "body": body}
