"""What we send, made small: frames of sockets (permessage-deflate) and pages (gzip). Static files are gzipped at the
start (app/web/assets.py).

A frame is compressed by itself, by ISA-L: about 0.02 ms for 16 kB of HTML, which become 2 to 3 kB; zlib takes three
times as long to make it no smaller. No window is kept from frame to frame: it would make them a third smaller, but hold
90 kB a socket for it. What comes is unpacked by zlib, which tells when there is more than was asked for: ISA-L does
not.

On guessing by size (CRIME, BREACH): who can watch the length of answers and have guesses put into them learns what else
is in them. Keys of seats therefore never go into anything compressed: pages that show one say `no-transform`, frames
hold none. Pages carry no CSRF token or other secret. What is left, a player's cards beside others' names, is a game's.
"""

import gzip
from collections.abc import Awaitable, Sequence

from isal import isal_zlib
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
EMPTY_BLOCK = b"\x00\x00\xff\xff"  # ends what is flushed; whoever unpacks adds it (RFC 7692, 7.2.1)
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
        pack = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, -self.local_max_window_bits)
        data = pack.compress(frame.data) + pack.flush(isal_zlib.Z_SYNC_FLUSH)
        return Frame(frame.opcode, data.removesuffix(EMPTY_BLOCK), rsv1=True)


class DeflateFactory(ServerPerMessageDeflateFactory):
    """The terms that we offer: no context takeover on either side."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

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
