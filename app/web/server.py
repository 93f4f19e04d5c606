"""uvicorn as we run it: its fast parts, named outright; proxies are our own business (app/web/security.py)."""

import asyncio
import logging
import socket
from contextlib import suppress
from types import FrameType
from typing import Any, cast

import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode
from websockets.protocol import State
from websockets.server import ServerProtocol

from app.rooms.flag import Flag
from app.web.compression import DeflateFactory
from app.web.errors import KINDS, Problem, body
from app.web.inbox import Inbox
from app.web.limits import FRAME_BYTES
from app.web.rations import Rationed
from app.web.reply import dump
from app.web.transport import Http, Patience, release

# Frames beyond our own limit come through to the app, which answers them; what is larger than this is not read at all.
WIRE_BYTES = 1024 * 1024
SERVER_STOPS = 1012
GRACE_SECONDS = 4  # what open requests get at the end; sockets are told at once, and come back by themselves
KEEP_SECONDS = 10  # longer than httpx keeps a connection that rests (5 s): none of its calls meets one that just ends
WORKER_SECONDS = 60  # uvicorn's 5 s kill a worker that is still importing on a slow or busy machine, again and again
EXTENSIONS = [DeflateFactory()]
# uvicorn notes each socket that opens or is refused, with address and path: that is nobody's business.
LOG = logging.getLogger("uvicorn.error.sockets")
LOG.addFilter(lambda record: record.levelno > logging.INFO)
LINGER_SECONDS = 1  # how long a caller that still sends gets to read why its socket ends
PONG_BYTES = 256 * 1024  # a caller that sends pings and does not take the pongs may have so much waiting for it


class Wire(ServerProtocol):
    """The websocket protocol, with our own words and code for a frame that is not read at all."""

    def fail(self, code: CloseCode | int, reason: str = "") -> None:
        """Close with `code`; for a frame beyond `WIRE_BYTES` with the error and the code that all large ones get."""
        if code == CloseCode.MESSAGE_TOO_BIG and self.state is State.OPEN:
            problem = Problem("too_large", facts={"bytes": FRAME_BYTES})
            self.send_text(dump(body(problem)).encode())
            code, reason = KINDS[problem.code].close, ""
        super().fail(code, reason)


class Protocol(Rationed):
    """A socket that the app itself ends when the server stops (uvicorn would cut it off with a code of its own), and
    that ends when its caller does not take what it was sent."""

    counted = ""  # as in `Http`

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.logger = LOG
        self.queue = Inbox()
        self.writable = Flag()  # type: ignore[assignment]
        self.writable.set()
        self.conn = Wire(extensions=EXTENSIONS, max_size=self.config.ws_max_size, logger=self.logger)
        self.conn.debug = False  # at the level debug it would log headers and frames, and with them tokens

    async def send(self, message: Any) -> None:
        """Send, unless the socket has been closed under the app, by its caller or for what that sent: then it is gone.

        uvicorn would call it a mistake of the app's, and log one with a stack trace. A text with `"more": true` goes
        out with the message that follows it at once.
        """
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        if message.get("more"):
            try:
                self.conn.send_text(message["text"].encode())
            except InvalidState:
                raise ClientDisconnected from None
            return
        await super().send(message)
        if self.close_sent and not self.handshake_complete:
            self.handshake_complete = True  # refused with an answer of HTTP: uvicorn takes that for no answer at all

    def send_receive_event_to_app(self) -> None:
        """Give the app a message; one of text that is not UTF-8 ends the socket, and leaves no stack trace either."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            if not self.close_sent:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def start_keepalive(self) -> None:
        """The socket is open: the headers that opened it, ours and the caller's, are of no more use, but 4 kB."""
        del self.request, self.response
        super().start_keepalive()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Watch how the caller takes what it is sent."""
        super().connection_made(transport)
        self.patience = Patience(cast(asyncio.Transport, transport), self.give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of all that was counted, and of what would hold the rest until the next full look for garbage."""
        self.patience.stop()
        release(self.counted)
        super().connection_lost(exc)
        del self.patience  # it knows us
        self.conn.parser.close()  # a generator that holds its owner

    def pause_writing(self) -> None:
        """More is waiting than the buffer takes: nothing is added until some of it has gone."""
        super().pause_writing()
        self.patience.watch()

    def handle_ping(self) -> None:
        """Answer, unless too many answers are waiting."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > PONG_BYTES:
            self._count_dropped("pongs")
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """The caller is silent; what still waits for it does not keep the connection."""
        self._count_dropped("silent")
        super().keepalive_timeout()
        self.patience.watch()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The app has done with this socket; what still waits to be sent does not keep it for ever."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.patience.watch()

    def give_up(self) -> None:
        """The caller takes nothing: say why, for when it does again, and end. It may come back to the present scene."""
        self._count_dropped("slow")
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self.close_sent = True
        self.stop_keepalive()
        problem = Problem("too_slow")
        self.conn.send_text(dump(body(problem)).encode())
        self.conn.send_close(KINDS[problem.code].close)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _count_dropped(self, reason: str) -> None:
        self.config.loaded_app.state.metrics.sockets_dropped.labels(reason).inc()

    def handle_parser_exception(self) -> None:
        """Say why the socket ends, and read on a little: closed while its caller sends, it would be reset unread."""
        if self.close_sent:
            return
        self.close_sent = True
        self.stop_keepalive()
        sent = self.conn.close_sent
        self.queue.put_nowait(
            {"type": "websocket.disconnect", "code": sent.code if sent else CloseCode.ABNORMAL_CLOSURE}
        )
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def shutdown(self) -> None:
        """Tell the app with a disconnect of code `SERVER_STOPS`; it can still say goodbye."""
        if self.handshake_initiated and not self.close_sent:
            self.stop_keepalive()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": SERVER_STOPS})
        else:
            super().shutdown()


class Server(uvicorn.Server):
    """uvicorn's, which at its end lets in who has knocked already: nobody else could tell whether what those sent, a
    room to be made perhaps, was carried out, and so it could not be sent again."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to end: from here on nobody is to be sent here (`/readyz`), whatever is still answered."""
        self._say_ending()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's, for `sockets` that were given to `serve`."""
        self._say_ending()
        knocked = [peer for listener in sockets or [] for peer in _waiting_at(listener)]
        for door in self.servers:
            door.close()
        for peer in knocked:
            with suppress(OSError):  # it has gone again: no reason to leave the others standing
                await asyncio.get_running_loop().connect_accepted_socket(self._protocol, peer)
        await super().shutdown(sockets)

    def _say_ending(self) -> None:
        if self.config.loaded:
            self.config.loaded_app.state.ending = True

    def _protocol(self) -> asyncio.Protocol:
        return Http(self.config, self.server_state, self.lifespan.state)


def _waiting_at(listener: socket.socket) -> list[socket.socket]:
    """The connections that have been made there and nobody has taken."""
    peers = []
    with suppress(OSError):  # there is none left
        while True:
            peer, _ = listener.accept()
            peer.setblocking(False)
            peers.append(peer)
    return peers


def config(app: Any, **others: Any) -> uvicorn.Config:
    """How uvicorn serves `app` (an app, or the name of one); `others` as `uvicorn.Config` takes them."""
    usual: dict[str, Any] = {
        "loop": "uvloop",
        "http": Http,
        "ws": Protocol,
        "ws_max_size": WIRE_BYTES,
        "ws_per_message_deflate": False,  # Protocol brings its own
        "ws_ping_interval": 10,
        "ws_ping_timeout": 10,
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
        "timeout_keep_alive": KEEP_SECONDS,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "timeout_worker_healthcheck": WORKER_SECONDS,
    }
    return uvicorn.Config(app, **(usual | others))
